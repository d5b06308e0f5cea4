import type { DemoPatient, DemoPayer } from './model.ts'
import type { Random } from '../random.ts'

type Insurer = Omit<DemoPayer, 'client' | 'patient' | 'organization_name'> & { readonly letters: string }

/** Fictional insurers, with the letters their policy numbers start with. */
export const insurers: readonly Insurer[] = [
  {
    name: 'Havutassu Vakuutus',
    letters: 'HT',
    register_number: '9018246-3',
    vat_number: 'FI90182463',
    country: 'FI',
    street_address: 'Havukatu 4',
    zip_code: '00530',
    city: 'Helsinki',
  },
  {
    name: 'Norrspår Djurförsäkring',
    letters: 'NS',
    register_number: '559912-3451',
    vat_number: 'SE559912345101',
    country: 'SE',
    street_address: 'Spårvägen 11',
    zip_code: '111 43',
    city: 'Stockholm',
  },
  {
    name: 'Kuusikaista Eläinvakuutus',
    letters: 'KK',
    register_number: '9027731-5',
    vat_number: 'FI90277315',
    country: 'FI',
    street_address: 'Kuusitie 20',
    zip_code: '33100',
    city: 'Tampere',
  },
  {
    name: 'Sleetpaw Insurance',
    letters: 'SP',
    register_number: '9930114',
    vat_number: '',
    country: 'GB',
    street_address: '8 Sleet Lane',
    zip_code: 'LS1 4AP',
    city: 'Leeds',
  },
]

const share = 0.3

/** Insurers that pay the clinic themselves, for some of the animals they insure. */
export const makePayers = (random: Random, patients: readonly DemoPatient[]): DemoPayer[] =>
  patients.flatMap(({ client, insurance, insurance_company, deceased }, patient) => {
    const insurer = insurers.find(({ name }) => name === insurance_company)
    if (insurer === undefined || deceased !== null || !random.chance(share)) return []
    const { name, letters: _letters, ...address } = insurer
    return [{ client, patient, name: `Policy ${insurance}`, organization_name: name, ...address }]
  })
