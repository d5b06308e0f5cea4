import { readInOrganisation, type Reader } from '../db/tx.ts'
import { columnAt, columnOf, quote, type Field, type SqlScope } from '../kernel/fields.ts'
import { servedByName } from '../kernel/links.ts'
import { fieldsOf, tableOf, type Registry, type Resource } from '../kernel/resource.ts'

/** A record of a resource that another links to. */
export type LinkedRecord = { readonly resource: string; readonly id: number }

/** By column, the values that a change made of it or that it had before, as the audit trail has them. */
export type LinkChanges = Readonly<Record<string, readonly (number | null)[]>>

type Changed = { readonly resource: Resource; readonly record: number; readonly linkChanges: LinkChanges | null }

const record: SqlScope = {
  row: 'r',
  base: '',
  organisation: 't.o',
  application: 'null',
  pathOf: servedByName,
}

/** The fields that show links to records. The children of a record are not among them: their own changes name it. */
const linkFieldsOf = (resource: Resource): [string, Field][] =>
  fieldsOf(resource).filter(
    ([, { link, many, options }]) => link?.by === 'url' && !options.writeOnly && !(link.from === 'children' && many),
  )

const inColumn = ([, { link }]: [string, Field]) => link!.from === 'column'

/** The columns of all resources that hold links. */
export const linkColumns = (resources: Registry): readonly string[] => [
  ...new Set(
    [...resources.values()].flatMap((resource) =>
      linkFieldsOf(resource)
        .filter(inColumn)
        .map(([name, field]) => columnOf(name, field)),
    ),
  ),
]

/** SQL of the ids that a field links to, as a JSON array. */
const idsOf = (entry: [string, Field]) => {
  const [name, field] = entry
  const column = columnAt(name, field, record)
  if (inColumn(entry)) return `json_build_array(${column})`
  const { table, joins } = field.link!
  return `(select json_agg(l.id order by l.id) from ${quote(table)} l
    where l.organisation = t.o and ${joins('l', column, record)})`
}

const linksOfTable = (resource: Resource, place: number) => {
  const links = linkFieldsOf(resource).map((entry) => `'${entry[0]}', ${idsOf(entry)}`)
  return `select ${place}::integer as place, r.id as record, json_build_object(${links.join(', ')}) as links
    from ${quote(tableOf(resource))} r where r.organisation = t.o and r.id = any($${place + 2}::bigint[])`
}

type Found = {
  readonly place: number
  readonly record: number
  readonly links: Readonly<Record<string, readonly (number | null)[] | null>>
}

/** What records link to now: one statement, whatever they are. */
const readLinks = async (read: Reader, organisation: number, changed: readonly Changed[]) => {
  const linking = changed.filter(({ resource }) => linkFieldsOf(resource).length > 0)
  const byResource = [...Map.groupBy(linking, ({ resource }) => resource)]
  if (byResource.length === 0) return new Map<Resource, Map<number, Found['links']>>()
  const found = await readInOrganisation<Found>(
    read,
    organisation,
    byResource.map(([resource], place) => linksOfTable(resource, place)).join(' union all '),
    byResource.map(([, records]) => [...new Set(records.map((one) => one.record))]),
  )
  return new Map(
    byResource.map(([resource], place) => {
      const ofResource = found.filter((row) => row.place === place)
      return [resource, new Map(ofResource.map((row) => [row.record, row.links]))]
    }),
  )
}

/**
 * For each change the records that the changed one links to, and those that it linked to before the change: of a record that
 * is gone, what the change itself says.
 */
export const linkedRecords = async (
  read: Reader,
  organisation: number,
  changed: readonly Changed[],
): Promise<readonly (readonly LinkedRecord[])[]> => {
  const now = await readLinks(read, organisation, changed)
  return changed.map(({ resource, record: id, linkChanges }) => {
    const links = now.get(resource)?.get(id) ?? {}
    const linked = linkFieldsOf(resource).flatMap(([name, field]) => {
      const ids = [...(links[name] ?? []), ...(linkChanges?.[columnOf(name, field)] ?? [])]
      return [...new Set(ids)].flatMap((one) => (one === null ? [] : { resource: field.link!.table, id: one }))
    })
    return [...new Map(linked.map((one) => [`${one.resource} ${one.id}`, one])).values()]
  })
}
