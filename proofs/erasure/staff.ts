import type { Random } from '../../src/demo/random.ts'
import { untilKnown } from '../sending.ts'
import { type Answer, ask, count, requestOf, type Run, type Subject, urlOf } from './asking.ts'
import { clinicOf, type Clinic } from './clinics.ts'
import { personOf, type Person } from './people.ts'

/** A member of staff as the load knows them. */
export type Member = { readonly person: Person; readonly clinic: Clinic; readonly user: number; isErased: boolean }

/** What records that must be kept still say of staff. */
export const keptOfStaff: ReadonlySet<string> = new Set(['firstname', 'lastname'])

/** Sends what only people may, as one who manages users. */
const manage = async (
  run: Run,
  clinic: Clinic,
  random: Random,
  ...[method, path, body]: [method: string, path: string, body: object]
): Promise<Answer> => {
  const sent = requestOf(run, clinic, random, method, path, body)
  const headers = { ...sent.headers, authorization: random.pick(clinic.people) }
  const { status, text } = await untilKnown(run.bases, { ...sent, headers }, run.tally, run.sent)
  if (status >= 300) run.problems.push(`${method} ${sent.path} answered ${status}: ${text}`)
  return JSON.parse(text)
}

/** Somebody joins who was called otherwise before; every other one treats a patient. */
export const join = async (
  run: Run,
  clinics: readonly Clinic[],
  subjects: readonly Subject[],
  number: number,
  random: Random,
): Promise<Member> => {
  const [person, clinic] = [personOf(run.seed, number), clinicOf(clinics, number)]
  const { word, email, phone } = person
  const names = { first_name: word('firstname'), last_name: word('former') }
  const { id: user } = await manage(run, clinic, random, 'POST', '/user/', { ...names, email, phone })
  await manage(run, clinic, random, 'PATCH', `/user/${user}/`, { last_name: word('lastname') })
  const subject = subjects.find((each) => each.clinic === clinic)
  if (subject !== undefined && number % 4 < 2) {
    const client = urlOf(clinic, 'client', subject.client)
    const patient = await ask(run, subject, random, 'POST', '/patient/', { client, name: 'Musti' })
    const visit = await ask(run, subject, random, 'POST', '/consultation/', {
      client,
      patients: [patient.url],
      type: 1,
      department: urlOf(clinic, 'department', clinic.department),
      supervising_veterinarian: urlOf(clinic, 'user', user),
    })
    const item = { item: urlOf(clinic, 'item', clinic.item), quantity: '1' }
    await ask(run, subject, random, 'POST', `/consultation/${visit.id}/supplies/`, item)
    await ask(run, subject, random, 'POST', `/consultation/${visit.id}/update_status/`, { status: 10 })
    count(run, 'treated by staff who leave')
  }
  return { person, clinic, user, isErased: false }
}

/** They leave, and are erased. */
export const leave = async (run: Run, member: Member, random: Random) => {
  const path = `/user/${member.user}/`
  await manage(run, member.clinic, random, 'PATCH', path, { is_active: false })
  await manage(run, member.clinic, random, 'POST', `${path}erase/`, {})
  member.isErased = true
}
