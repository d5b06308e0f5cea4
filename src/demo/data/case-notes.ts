import type { Random } from '../random.ts'

type Notes = {
  remarks: readonly string[]
  critical: readonly string[]
  deaths: readonly string[]
  earlyDeaths?: readonly string[]
}

const companions = [
  'Euthanasia, kidney failure',
  'Euthanasia, old age and arthritis',
  'Euthanasia, tumour',
  'Died at home, old age',
]

const notesOf: Record<string, Notes> = {
  DOG: {
    remarks: [
      'Nervous on the table, examine on the floor.',
      'Takes tablets in liver paste.',
      'Sensitive stomach, own diet.',
      'Car sick, comes early to calm down.',
      'Hip x-rays taken elsewhere.',
      'Swims a lot, ears to be checked.',
      'Nails trimmed at every visit.',
    ],
    critical: [
      'Penicillin allergy.',
      'Bites when handled, muzzle.',
      'Aggressive towards other dogs, waits in the car.',
      'Strong reaction to vaccine in the past.',
      'Epilepsy, on daily medication.',
      'Heart murmur grade 3, care with anaesthesia.',
      'Allergic to chicken protein.',
    ],
    deaths: [...companions, 'Euthanasia, heart failure'],
    earlyDeaths: ['Hit by a car', 'Euthanasia, poisoning', 'Euthanasia, acute liver failure'],
  },
  CAT: {
    remarks: [
      'Indoor cat.',
      'Outdoor cat, catches mice.',
      'Comes in a top-opening carrier.',
      'Given a calming tablet before the visit.',
      'Eats urinary diet.',
      'Shy, quiet room if possible.',
    ],
    critical: [
      'Scratches and bites, gloves and towel.',
      'Diabetes, insulin twice a day.',
      'Chronic kidney disease, no NSAIDs.',
      'FIV positive.',
      'Penicillin allergy.',
    ],
    deaths: [...companions, 'Euthanasia, diabetes'],
    earlyDeaths: ['Hit by a car', 'Euthanasia, pelvic fracture', 'Euthanasia, FIP'],
  },
  HRS: {
    remarks: [
      'Barefoot, trimmed every seven weeks.',
      'Needs a calm handler for injections.',
      'Loads well.',
      'Teeth every autumn.',
      'Sweet itch in summer.',
      'Joints treated last season.',
      'Hay soaked because of cough.',
    ],
    critical: [
      'Kicks when hind legs are handled.',
      'Severe reaction to penicillin.',
      'Laminitis in the past, no cortisone.',
      'Needle shy, sedate before procedures.',
    ],
    deaths: ['Euthanasia, colic', 'Euthanasia, lameness', 'Euthanasia, old age'],
    earlyDeaths: ['Euthanasia, colic', 'Euthanasia, fracture', 'Pasture accident'],
  },
  CTL: {
    remarks: [
      'Milk fever at last calving.',
      'Hooves trimmed in spring.',
      'Dehorned.',
      'High somatic cells, follow up.',
    ],
    critical: ['Kicks in the chute.', 'Medicine withdrawal period running, see treatments.'],
    deaths: ['Slaughtered', 'Euthanasia, downer cow'],
  },
  SHP: {
    remarks: ['Shorn in October.', 'Had triplets last spring.', 'Hand reared.'],
    critical: ['Sensitive to copper, check feed.'],
    deaths: ['Slaughtered', 'Found dead on pasture'],
  },
  RAB: {
    remarks: ['Lives with a companion.', 'Teeth checked every three months.', 'Eats hay poorly.', 'Runs free at home.'],
    critical: ['Gut stasis twice, feed before anaesthesia.', 'No oral penicillins.'],
    deaths: ['Euthanasia, tooth disease', 'Gut stasis', 'Found dead at home'],
  },
  PRT: {
    remarks: ['Plucks feathers.', 'Lives in a pair.', 'Comes in own cage.', 'Beak trimmed twice a year.'],
    critical: ['Stress sensitive, keep handling short.'],
    deaths: ['Found dead in the cage', 'Egg binding'],
  },
}

const anyAnimal: Notes = {
  remarks: ['Calm to handle.', 'Lives with a companion.', 'Transport box stays in the warm room.'],
  critical: ['Bites when frightened.'],
  deaths: ['Found dead at home', 'Euthanasia, old age', 'Euthanasia, tumour'],
}

const livestock = ['GOT', 'PIG', 'ALP', 'DNK', 'CHK']
const outdoors: Notes = {
  remarks: ['Hand reared, easy to handle.', 'Hooves trimmed twice a year.', 'Leads on a halter.'],
  critical: ['Butts or kicks, two handlers.'],
  deaths: ['Euthanasia, old age', 'Found dead on pasture'],
}
const poultry: Notes = {
  remarks: ['Scaly legs treated in spring.', 'Stays indoors during the bird flu order.'],
  critical: [],
  deaths: ['Taken by a hawk', 'Egg binding', 'Found dead in the coop'],
}

const find = (species: string) => {
  if (species === 'CHK') return poultry
  return notesOf[species] ?? (livestock.includes(species) ? outdoors : anyAnimal)
}

export const chooseRemark = (random: Random, species: string) =>
  random.chance(0.24) ? random.pick(find(species).remarks) : ''

const herdingDogs = ['DOG-BORD', 'DOG-ROUG', 'DOG-AUSH', 'DOG-SHET']

export const chooseWarning = (random: Random, species: string, breed: string) => {
  if (herdingDogs.includes(breed) && random.chance(0.12)) return 'MDR1 carrier, no ivermectin.'
  const { critical } = find(species)
  return critical.length > 0 && random.chance(0.08) ? random.pick(critical) : ''
}

export const chooseReasonOfDeath = (random: Random, species: string, early: boolean) => {
  const { deaths, earlyDeaths } = find(species)
  if (!early) return random.pick(deaths)
  return random.pick(earlyDeaths ?? deaths.filter((reason) => !reason.includes('old age')))
}
