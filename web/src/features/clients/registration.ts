import { changeRecord } from '../../api/change.ts'
import { isRefusal } from '../../api/problem.ts'
import type { Client, Consultation, Patient, PhoneNumber } from '../../api/records.ts'
import { post } from '../../api/request.ts'
import type { Values } from '../../api/versions.ts'
import { bodyOf, pathOf, valuesOf } from '../../shared/edit/fields.ts'

type Body = Readonly<Record<string, unknown>>
type Made = { client: Client; phone: PhoneNumber; patient: Patient; visit: Consultation }
type Step = keyof Made

/** What is registered: a client who exists or a new one, an animal that exists or a new one, and perhaps a visit. */
export type Registration = {
  readonly client: { readonly known: Client } | { readonly made: Body }
  readonly phone: string
  readonly patient: { readonly known: Patient } | { readonly made: Body } | undefined
  readonly visit: Body | undefined
}

/** A record that the form asked for under a key of its own. Without `record` it has no answer yet. */
type Creation<T> = { readonly key: string; readonly sent: Body; readonly record?: T }
/** What the form has asked for so far. It is plain data, so that it can be kept with what was typed. */
export type Progress = { readonly [S in Step]?: Creation<Made[S]> | undefined }

/** Fields that somebody else changed meanwhile, with their values. */
export type Overlap = { readonly now: Values; readonly names: readonly string[] }

/** Which part of the form was refused, and where somebody else had changed the same. */
export class RefusedStep extends Error {
  readonly step: Step
  readonly problem: unknown
  readonly overlap: Overlap | undefined
  constructor(step: Step, problem: unknown, overlap?: Overlap) {
    super(step)
    this.step = step
    this.problem = problem
    this.overlap = overlap
  }
}

/** Everything that was refused in one attempt. */
export class Refused extends Error {
  readonly steps: readonly RefusedStep[]
  constructor(steps: readonly RefusedStep[]) {
    super(steps.map(({ step }) => step).join(', '))
    this.steps = steps
  }
}

type Registered = {
  readonly client: Client
  readonly patient: Patient | undefined
  readonly visit: Consultation | undefined
}

const paths = {
  client: '/client/',
  phone: '/phonenumber/',
  patient: '/patient/',
  visit: '/consultation/admit/',
} satisfies Record<Step, string>

const readOf = (record: Made[Step]): Values => ('fields_rel' in record ? valuesOf(record) : record)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** What has been typed otherwise since it was sent. */
const correctionsOf = (sent: Body, wanted: Body): Values =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(sent[name], value)))

const mobile = 1

/**
 * Registers in steps, and remembers what it asked for: after a refusal the next attempt goes on from there, and nobody is
 * registered twice. It changes only records that it made itself. A client or an animal that was there before is never written.
 */
export const makeRegistering = (begun: Progress = {}, keep: (progress: Progress) => unknown = () => {}) => {
  let progress = begun
  const note = <S extends Step>(step: S, creation: Creation<Made[S]> | undefined) => {
    progress = { ...progress, [step]: creation }
    keep(progress)
  }

  /** Sends what has no answer yet as it was sent before, since it may have been carried out. */
  const create = async <S extends Step>(step: S, wanted: Body): Promise<void> => {
    const { key, sent }: Creation<Made[S]> = progress[step] ?? { key: crypto.randomUUID(), sent: wanted }
    note(step, { key, sent })
    try {
      note(step, { key, sent, record: await post<Made[S]>(paths[step], sent, { idempotencyKey: key }) })
    } catch (error) {
      if (!isRefusal(error)) throw new RefusedStep(step, error)
      note(step, undefined)
      // The version before the correction was refused; the corrected one has not been tried.
      if (isSame(sent, wanted)) throw new RefusedStep(step, error)
      await create(step, wanted)
    }
  }

  const correct = async <S extends Step>(step: S, creation: Creation<Made[S]>, before: Made[S], wanted: Body) => {
    const mine = correctionsOf(creation.sent, wanted)
    if (Object.keys(mine).length === 0) return before
    const changed = await changeRecord<Made[S]>({
      path: pathOf(before),
      before,
      mine,
      read: readOf,
      toBody: bodyOf,
    }).catch((error: unknown) => {
      throw new RefusedStep(step, error)
    })
    if (changed.kind === 'conflict') {
      // Whoever sends it again has read what the other one wrote.
      note(step, { ...creation, record: changed.now })
      throw new RefusedStep(step, undefined, { now: readOf(changed.now), names: changed.overlapping })
    }
    note(step, { ...creation, sent: { ...creation.sent, ...wanted }, record: changed.record })
    return changed.record
  }

  /** Makes a record, or corrects the one that was made before. */
  const make = async <S extends Step>(step: S, wanted: Body): Promise<Made[S]> => {
    if (progress[step]?.record === undefined) await create(step, wanted)
    const creation = progress[step]!
    return correct(step, creation, creation.record!, wanted)
  }

  /** What was made for another client is that client's: a number or a visit does not change hands. */
  const makeFor = async <S extends 'phone' | 'visit'>(step: S, client: Client, wanted: Body): Promise<Made[S]> => {
    if (progress[step]?.sent['client'] !== client.url) note(step, undefined)
    return make(step, { ...wanted, client: client.url })
  }

  const makePhone = (client: Client, number: string) =>
    makeFor('phone', client, { phone_number: number, type_code: mobile })

  /** After a refusal the visit is only tried, so that what is wrong with it is told as well. */
  const makeVisit = async (client: Client, wanted: Body, isTried: boolean) => {
    if (!isTried) return makeFor('visit', client, wanted)
    await post(paths.visit, { ...wanted, client: client.url }, { dryRun: true }).catch((error: unknown) => {
      throw new RefusedStep('visit', error)
    })
    return undefined
  }

  return async ({ client: whose, phone, patient: which, visit: admission }: Registration): Promise<Registered> => {
    const refused: RefusedStep[] = []
    /** A refusal does not keep the other steps from being tried; a missing answer does. */
    const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof RefusedStep)) throw error
        refused.push(error)
        if (error.overlap === undefined && !isRefusal(error.problem)) throw new Refused(refused)
        return undefined
      }
    }
    const client = 'known' in whose ? whose.known : await attempt(() => make('client', whose.made))
    if (client === undefined) throw new Refused(refused)
    if (!('known' in whose) && phone !== '') await attempt(() => makePhone(client, phone))
    const patient =
      which === undefined || 'known' in which
        ? which?.known
        : await attempt(() => make('patient', { ...which.made, client: client.url }))
    const visit =
      admission &&
      patient &&
      (await attempt(() => makeVisit(client, { ...admission, patients: [patient.url] }, refused.length > 0)))
    if (refused.length > 0) throw new Refused(refused)
    return { client, patient, visit }
  }
}
