import { touch } from '../../db/touch.ts'
import { readInOrganisation, readerIn, type Reader, type Tx } from '../../db/tx.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { Id, Links } from '../../kernel/fields.ts'
import { recordNotFound } from '../../kernel/operation.ts'
import { holdOpen } from './entries.ts'
import { closed } from './statuses.ts'

/** What looks uncharged, by the record that tells of it. The numbers are stored with what was declined. */
const kinds = {
  1: { name: 'default_item', source: 'reason_item' },
  2: { name: 'imaging', source: 'diagnosticimaging_worklist' },
  3: { name: 'prescription_fee', source: 'prescription' },
} as const
type Kind = keyof typeof kinds
export const hintKinds = Object.values(kinds).map(({ name }) => name)

/** Orders that were cancelled, and prescriptions that no pharmacy will fill, are not charged. */
const cancelledOrder = 4
const unfilled = '5, 6'

/** A hint has no row: its number is made of the record that tells of it and, as the last digit, of its kind. */
const numberOf = (kind: number, record: number) => record * 10 + kind

const usual = `select v.id as visit, 1 as kind, d.id as record, d.item, d.quantity, null::bigint as patient
  from visit v join reason_item d on d.organisation = t.o and d.reason = v.reason
    join item i on i.organisation = t.o and i.id = d.item and not i.archived
  where not exists (select from consultationitem r where r.organisation = t.o and r.consultation = v.id and r.item = d.item)`

/**
 * Orders of a kind of examination that the clinic has items for, beyond those that rows of such items can be for. Which row
 * is for which order is not known, so the first orders count as charged.
 */
const imaging = `select w.consultation, 2, w.id, case when m.items = 1 then m.item end, 1, w.patient
  from (select w.*, row_number() over (partition by w.consultation, w.modality order by w.id) as place
    from visit v join diagnosticimaging_worklist w on w.organisation = t.o and w.consultation = v.id
    where w.status <> ${cancelledOrder}) w
  cross join lateral (select count(*) as items, min(i.id) as item from item i
    where i.organisation = t.o and i.modality = w.modality and not i.archived) m
  where m.items > 0 and w.place > (select coalesce(sum(ceil(r.quantity)), 0)
    from consultationitem r join item i on i.organisation = t.o and i.id = r.item and i.modality = w.modality
    where r.organisation = t.o and r.consultation = w.consultation)`

/** The fee of the department, unless it is a row of the visit or was sold to the client over the counter since. */
const prescriptionFee = `select v.id, 3, min(p.id), s.prescription_fee_item, 1, null
  from visit v join department_settings s on s.organisation = t.o and s.id = v.department
    join item i on i.organisation = t.o and i.id = s.prescription_fee_item and not i.archived
    join prescription p on p.organisation = t.o and p.consultation = v.id and p.status not in (${unfilled})
  where not exists (select from consultationitem r where r.organisation = t.o and r.consultation = v.id and r.item = i.id)
    and not exists (select from countersale k
      join countersaleitem r on r.organisation = t.o and r.countersale = k.id and r.item = i.id
      where k.organisation = t.o and k.client = v.client and k.created >= v.started)
  group by v.id, s.prescription_fee_item`

type Row = {
  readonly kind: Kind
  readonly record: number
  readonly item: number | null
  readonly quantity: string
  readonly patient: number | null
  readonly reason: string | null
  readonly user: number | null
  readonly declined_at: string | null
}

/** The hints of the visits that a condition selects, with what was said about those that were declined. */
const hintsWhere = (condition: string) => `with
  visit as materialized (select c.* from consultation c where c.organisation = t.o and ${condition}),
  hint as (${usual} union all ${imaging} union all ${prescriptionFee}),
  decided as (select h.*, d.reason, d."user", d.declined_at
    from hint h left join charge_hint_decline d on d.organisation = t.o and d.consultation = h.visit
      and d.kind = h.kind and d.record = h.record)`

const readRows = (read: Reader, organisation: number, consultation: number) =>
  readInOrganisation<Row>(
    read,
    organisation,
    `${hintsWhere('c.id = $2::bigint')}
    select h.kind, h.record, h.item, h.quantity::text as quantity, h.patient, h.reason, h."user",
      to_char(h.declined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as declined_at
    from decided h order by h.kind, h.record`,
    [consultation],
  )

/** How many hints of each of these visits nobody has decided on. Visits without any are left out. */
export const countOpenHints = async (
  read: Reader,
  organisation: number,
  consultations: readonly Id<'consultation'>[],
  { toUrl }: Links,
) => {
  const counted = await readInOrganisation<{ visit: number; open: number }>(
    read,
    organisation,
    `${hintsWhere('c.id = any($2::bigint[])')}
    select h.visit, count(*)::integer as open from decided h where h.declined_at is null group by h.visit order by h.visit`,
    [consultations],
  )
  return counted.map(({ visit, open }) => ({ consultation: toUrl('consultation', visit), open }))
}

/** So many are answered at once; there are more only where nobody has looked for weeks. */
export const maxMissing = 200

type Missing = { readonly from: Date; readonly department?: Id<'department'> | undefined }

/** What nobody has decided on in the visits that began since a moment and are still open, the newest visit first. */
export const readMissingCharges = async (
  read: Reader,
  organisation: number,
  { from, department }: Missing,
  links: Links,
) => {
  const rows = await readInOrganisation<Row & { readonly visit: number; readonly total: number }>(
    read,
    organisation,
    `${hintsWhere(`c.started >= $2::timestamptz and c.status not in (${[...closed].join(', ')})
      and ($3::bigint is null or c.department = $3)`)}
    select h.visit, h.kind, h.record, h.item, h.quantity::text as quantity, h.patient, h.reason, h."user",
      null as declined_at, (count(*) over ())::integer as total
    from decided h join visit v on v.id = h.visit where h.declined_at is null
    order by v.started desc, h.visit desc, h.kind, h.record limit ${maxMissing}`,
    [from, department ?? null],
  )
  return {
    count: rows[0]?.total ?? 0,
    results: rows.map((row) => ({ consultation: links.toUrl('consultation', row.visit), ...shown(links, row) })),
  }
}

const shown = ({ toUrl }: Links, { kind, record, item, quantity, patient, reason, user, declined_at }: Row) => ({
  id: numberOf(kind, record),
  kind: kinds[kind].name,
  source: toUrl(kinds[kind].source, record),
  item: item === null ? null : toUrl('item', item),
  quantity,
  patient: patient === null ? null : toUrl('patient', patient),
  declined: reason === null ? null : { reason, user: toUrl('user', user!), declined_at },
})

/** What looks uncharged in a visit, with what was said about it. */
export const readHints = async (read: Reader, organisation: number, consultation: number, links: Links) =>
  (await readRows(read, organisation, consultation)).map((row) => shown(links, row))

/** Keeps why something in an open visit is not charged; a second time replaces the first reason. */
export const declineHint = async (
  tx: Tx,
  actor: Actor,
  consultation: Id<'consultation'>,
  hint: number,
  reason: string,
) => {
  await holdOpen(tx, consultation)
  const rows = await readRows(readerIn(tx), actor.organisation, consultation)
  const found = rows.find(({ kind, record }) => numberOf(kind, record) === hint)
  if (found === undefined) throw recordNotFound('Charge hint')
  const { kind, record } = found
  const said = { reason, user: actor.user, declined_at: actor.now }
  await tx
    .insertInto('charge_hint_decline')
    .values({ consultation, kind, record, ...said })
    .onConflict((conflict) => conflict.columns(['organisation', 'consultation', 'kind', 'record']).doUpdateSet(said))
    .execute()
  await touch(tx, 'consultation', 'id', [consultation])
}
