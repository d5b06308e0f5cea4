import { chooseAnimals, distributePatients } from './animals-kept.ts'
import { makeItems } from './items.ts'
import { makeClient } from './clients.ts'
import { clientValues, demoCustomFields, patientValues } from './custom-fields.ts'
import { toDay } from './days.ts'
import { chooseHouseholds } from './households.ts'
import type { DemoClinic } from './model.ts'
import { demoDepartments, demoOrganisation, demoPermissionGroups, demoStaff } from './organisation.ts'
import { makePatient } from './patients.ts'
import { makePayers } from './payers.ts'
import { createRandom } from '../random.ts'
import { makeStock } from './stock.ts'
import { makeVisits } from './visits.ts'

export type * from './model.ts'

const clientCount = 200
const patientCount = 350
const valuesAside = 0x5eed
const visitsAside = 0xca5e

/** A fictional clinic. The same seed and day give the same clinic. */
export const demoClinic = (seed: number, today: string): DemoClinic => {
  const random = createRandom(seed)
  const day = toDay(today)
  const taken = { mail: new Set(demoStaff.map(({ email }) => email)), phones: new Set<string>() }
  const owners = chooseHouseholds(random, clientCount)
    .map((household) => ({ household, client: makeClient(random, household, taken, day) }))
    .toSorted((a, b) => (a.client.created < b.client.created ? -1 : 1))
    .map((owner, index) => ({ ...owner, index }))
  const households = owners.map(({ household }) => household)
  const counts = distributePatients(random, households, patientCount)
  const chips = new Set<string>()
  const officialNames = new Set<string>()
  const patients = owners.flatMap((owner) => {
    const given = { chips, officialNames, names: new Set<string>() }
    return chooseAnimals(random, owner.household, counts[owner.index] ?? 0).map((kept, place) =>
      makePatient(random, owner, kept, place === 0, given, day),
    )
  })
  const registered = patients.toSorted(
    (a, b) => compare(a.date_of_registration, b.date_of_registration) || a.client - b.client,
  )
  // From a random sequence of their own, so that adding to them changes nothing else.
  const answers = createRandom(seed ^ valuesAside)
  const clinic = {
    organisation: structuredClone(demoOrganisation),
    departments: structuredClone(demoDepartments),
    permission_groups: [...demoPermissionGroups],
    staff: structuredClone(demoStaff),
    custom_fields: structuredClone(demoCustomFields),
    clients: owners.map(({ client }) => ({ ...client, values: clientValues(answers) })),
    patients: registered.map((patient) => ({ ...patient, values: patientValues(answers, patient) })),
    alternative_payers: makePayers(random, registered),
    ...makeItems(random, day),
  }
  const visits = makeVisits(createRandom(seed ^ visitsAside), clinic, day)
  return { ...clinic, visits, stock: makeStock({ ...clinic, visits }, day) }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
