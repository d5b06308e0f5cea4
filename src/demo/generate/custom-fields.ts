import type { DemoCustomField, DemoPatient, DemoValue } from './model.ts'
import type { Random } from '../random.ts'

const foundUs = ['Recommendation', 'Internet', 'Lives nearby', 'Emergency']
const temperaments = ['Calm', 'Shy', 'Playful', 'Wary of strangers']

export const demoCustomFields: DemoCustomField[] = [
  { name: 'How they found us', content_type: 'client', field_type: 6, options: foundUs },
  { name: 'Bonus card number', content_type: 'client', field_type: 2, options: [] },
  { name: 'Photos may be published', content_type: 'client', field_type: 4, options: [] },
  { name: 'Temperament', content_type: 'patient', field_type: 7, options: temperaments },
  { name: 'Favourite treat', content_type: 'patient', field_type: 1, options: [] },
  { name: 'Vaccination card seen', content_type: 'patient', field_type: 3, options: [] },
]

const treats = ['Liver paste', 'Dried fish', 'Cheese', 'Carrot', 'Nothing but dry food']

/** Values of the custom fields of a client. */
export const clientValues = (random: Random): DemoValue[] => [
  ...(random.chance(0.6) ? [{ field: 0, value: [{ name: random.pick(foundUs) }] }] : []),
  ...(random.chance(0.3) ? [{ field: 1, value: `7${random.digits(7)}` }] : []),
  ...(random.chance(0.5) ? [{ field: 2, value: random.chance(0.7) ? 'True' : 'False' }] : []),
]

/** Values of the custom fields of a patient; herds have none. */
export const patientValues = (random: Random, { herd_size, date_of_registration }: DemoPatient): DemoValue[] => {
  if (herd_size !== null) return []
  const nature = random.shuffle(temperaments).slice(0, random.int(1, 2))
  return [
    ...(random.chance(0.5) ? [{ field: 3, value: nature.map((name) => ({ name })) }] : []),
    ...(random.chance(0.3) ? [{ field: 4, value: random.pick(treats) }] : []),
    ...(random.chance(0.4) ? [{ field: 5, value: date_of_registration }] : []),
  ]
}
