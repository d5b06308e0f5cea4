import { operations } from '../../../src/app/resources.ts'
import type { Resource } from '../../../src/kernel/resource.ts'
import type { ApiClient, TestOrganisation } from '../api.ts'
import { fillPath } from '../routes.ts'
import { resourceNamed, sampleOf } from './bodies.ts'
import type { Body, Have, Marks } from './given.ts'

/** Resources whose records are created at the routes of another. */
const madeAs: Readonly<Record<string, string>> = { consultationitem: 'consultationmedicine' }

export type Making = {
  readonly organisation: TestOrganisation
  readonly as: ApiClient
  readonly have: Have
  readonly marks: Marks
}

export type Makers = Readonly<Record<string, (making: Making) => Promise<Have>>>
export type Needs = Readonly<Record<string, readonly string[]>>

/** How the samples of some parts of the practice are made where a POST of the record is not enough. */
export type Area = {
  /** Records that a route uses up or needs in another status than the sample: how they are created. */
  readonly madeFor: Makers
  /** Records that are not created by POST, but by a rule or an action of another record. */
  readonly madeBehind: Makers
  /** Columns that rows need which are inserted without the API. */
  readonly neededBehind: Needs
}

export const linkTo = ({ organisation, have }: Making, table: string) => organisation.url(table, have[table]!)

export const orThrow = async (what: string, answer: ReturnType<ApiClient['get']>) => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(`${what}: ${status}: ${text}`)
  return body
}

export const idAt = (url: string) => Number(url.split('/').at(-2))

export const addressOf = (resource: Resource, action: string, have: Have, id?: number) =>
  fillPath(operations.find(({ name }) => name === `${resource.name}.${action}`)!.path, have, id)

/** Creates one more record of a resource through the API. */
export const makeOne = async (
  organisation: TestOrganisation,
  as: ApiClient,
  name: string,
  have: Have,
  marks: Partial<Marks> = {},
  fields: Body = {},
): Promise<number> => {
  const resource = resourceNamed(madeAs[name] ?? name)
  const address = addressOf(resource, 'create', have)
  const sent = { ...sampleOf(organisation, resource.name, have, marks), ...fields }
  return (await orThrow(`POST ${address}`, as.post(address, sent))).id
}
