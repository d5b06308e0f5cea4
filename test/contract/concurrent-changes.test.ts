import { beforeEach, describe, expect, it } from 'vitest'
import { resourceRegistry, resources } from '../../src/app/resources.ts'
import { fieldsOf, type Resource } from '../../src/kernel/resource.ts'
import { useClinic } from '../support/api.ts'
import { useRateWindows } from '../support/rates.ts'
import { fillPath, routesIn, routeTable, targetOf } from '../support/routes.ts'
import { sampleOf } from '../support/samples/bodies.ts'
import { fill } from '../support/samples/fill.ts'

/** A record that can be changed, and one it links to that can be changed as well. */
const pairs = resources
  .filter(({ patch }) => patch)
  .flatMap((resource) =>
    [...new Set(fieldsOf(resource).flatMap(([, { link, options }]) => (link && !options.readOnly ? [link.table] : [])))]
      .map((table) => resourceRegistry.get(table)!)
      .filter((linked) => linked.patch && linked !== resource)
      .map((linked) => [resource.name, linked.name, resource, linked] as const),
  )

const { api, clinic } = await useClinic()
// Some routes are for people only.
const caller = await clinic.userCaller()
const rates = await useRateWindows(api)
const have = await fill(clinic, caller)
beforeEach(() => rates.empty())

const patchPaths = routesIn(routeTable).flatMap(({ method, path }) => (method === 'PATCH' ? [path] : []))
const patchPathOf = ({ name }: Resource) => {
  const path = patchPaths.find((candidate) => targetOf(candidate) === name)
  if (path === undefined) throw new Error(`No route changes a ${name}.`)
  return fillPath(path, have)
}

/** Changes a record several times at once: each time to other values, and every other time with If-Match. */
const changed = (resource: Resource, times: number) =>
  Array.from({ length: times }, (_, at) =>
    caller.patch(
      patchPathOf(resource),
      sampleOf(clinic, resource.name, have, { word: `Changed ${at}`, amount: `${at + 1}.5` }),
      at % 2 === 0 ? {} : { headers: { 'if-match': '*' } },
    ),
  )

describe('concurrent changes succeed', () => {
  it.each(pairs)('of a %s and of the %s it links to', async (_name, _linked, resource, linked) => {
    const answers = await Promise.all([...changed(resource, 6), ...changed(linked, 6)])
    expect(answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`)).toEqual([])
  })

  it('are tested on every link of a record that can be changed', () => {
    expect(pairs.map(([name, linked]) => `${name} ${linked}`)).toEqual(
      expect.arrayContaining(['patient client', 'client department', 'item vatgroup', 'alternative_payer client']),
    )
  })
})
