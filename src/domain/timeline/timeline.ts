import { readInOrganisation, type Reader } from '../../db/tx.ts'
import { hasPermission, type Actor, type Permission } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Links } from '../../kernel/links.ts'
import { envelope, pageFrom } from '../../kernel/pages.ts'
import { voided } from '../billing/statuses.ts'
import { measurements } from '../consultations/vitals.ts'

export const timelineKinds = ['visit', 'vital', 'weight', 'prescription', 'imaging', 'appointment', 'invoice'] as const
type Kind = (typeof timelineKinds)[number]

export const timelinePage = { pageSize: 20, largest: 100 }
/** How much of a text is shown: the timeline is skimmed, and the visit has all of it. */
export const shownText = 500

const clinical: Permission = 'Clinical: Consultations'
/** What is needed beyond the permission to read the patient. Visits are shown to all, their content to few. */
const needed: Readonly<Partial<Record<Kind, Permission>>> = {
  vital: clinical,
  prescription: 'Clinical: Prescriptions',
  imaging: 'Clinical: Diagnostic imaging',
  appointment: 'General: Appointments',
  invoice: 'Financial: Invoices',
}

/** When each kind happened to the patient $3. */
const happened: Readonly<Record<Kind, string>> = {
  visit: `select v.started as at, v.id from consultation_patient b
    join consultation v on v.organisation = t.o and v.id = b.consultation where b.organisation = t.o and b.patient = $3::bigint`,
  vital: `select v.measured_at, v.id from vital v where v.organisation = t.o and v.patient = $3::bigint`,
  weight: `select w.measured, w.id from patientweight w where w.organisation = t.o and w.patient = $3::bigint`,
  prescription: `select p.issue_time, p.id from prescription p where p.organisation = t.o and not p.archived and p.id in
    (select b.prescription from prescription_item_patient b where b.organisation = t.o and b.patient = $3::bigint)`,
  imaging: `select w.created, w.id from diagnosticimaging_worklist w where w.organisation = t.o and w.patient = $3::bigint`,
  appointment: `select a.start, a.id from appointment_patient b
    join appointment a on a.organisation = t.o and a.id = b.appointment where b.organisation = t.o and b.patient = $3::bigint`,
  invoice: `select coalesce(i.finalized, i.created), i.id from invoice i where i.organisation = t.o and i.status <> ${voided}
    and i.id in (select r.invoice from invoicerow r where r.organisation = t.o and r.patient = $3::bigint
      union select j.invoice from consultationitem_patient b
      join invoicerow j on j.organisation = t.o and j.consultation_item = b.consultationitem
      where b.organisation = t.o and b.patient = $3::bigint)`,
}

const list = (rows: string, entry: string, order: string) =>
  `(select coalesce(json_agg(${entry} order by ${order}), '[]'::json) from ${rows})`
const start = (column: string) => `left(${column}, ${shownText})`
const inUtc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const ofVisit = (table: string) =>
  `${table} n where n.organisation = t.o and n.consultation = v.id and n.patient = $3::bigint`

/** An item row is refunded when a credit note has a row for its row. */
const isRefunded = `exists (select from invoicerow r join invoicerow c on c.organisation = t.o and c.credited_invoicerow = r.id
  where r.organisation = t.o and r.consultation_item = n.id)`

/** What was written and used in a visit, for those who may read it; null for others. */
const contentOfVisit = {
  complaint: 'v.complaint',
  reason: `(select n.name from reason n where n.organisation = t.o and n.id = v.reason)`,
  notes: list(
    ofVisit('consultationnote'),
    `json_build_object('type', n.type, 'text', ${start('n.text')}, 'addendum', n.addendum)`,
    'n.id',
  ),
  diagnoses: list(
    ofVisit('consultationdiagnosis'),
    `json_build_object('code', n.code, 'name', n.name, 'category', n.category, 'type', n.type)`,
    'n.id',
  ),
  discharge_instructions: list(ofVisit('consultationdischargeinstruction'), start('n.text'), 'n.id'),
  items: list(
    `consultationitem n join consultationitem_patient b on b.organisation = t.o and b.consultationitem = n.id
      and b.patient = $3::bigint where n.organisation = t.o and n.consultation = v.id`,
    `json_build_object('name', n.name, 'quantity', n.quantity::text, 'unit', n.unit, 'type_code', n.type_code,
      'usage_type', n.usage_type, 'refunded', ${isRefunded})`,
    'n.id',
  ),
}

const nameOf = (user: string) => `(select trim(u.first_name || ' ' || u.last_name) from "user" u
  where u.organisation = t.o and u.id = ${user})`

/** What can be read as a number. */
const vitalSigns = measurements.filter((name) => name !== 'mucous_membranes')
const decimals = new Set<string>(['temperature', 'capillary_refill', 'oxygen_saturation', 'blood_glucose'])

/** What an entry shows of each kind. */
const contentOf = (
  isClinical: boolean,
): Readonly<Record<Kind, { readonly table: string; readonly shown: string }>> => ({
  visit: {
    table: 'consultation v',
    shown: `'type', v.type, 'status', v.status, 'veterinarian', ${nameOf('v.supervising_veterinarian')}, ${Object.entries(
      contentOfVisit,
    )
      .map(([name, value]) => `'${name}', ${isClinical ? value : 'null'}`)
      .join(', ')}`,
  },
  vital: {
    table: 'vital v',
    shown: vitalSigns.map((name) => `'${name}', v.${name}${decimals.has(name) ? '::text' : ''}`).join(', '),
  },
  weight: { table: 'patientweight v', shown: `'weight', v.weight::text` },
  prescription: {
    table: 'prescription v',
    shown: `'status', v.status, 'prescriber', ${nameOf('v.prescriber')}, 'medicines', ${list(
      `prescription_item n where n.organisation = t.o and n.prescription = v.id and exists (select from prescription_item_patient b
        where b.organisation = t.o and b.prescription_item = n.id and b.patient = $3::bigint)`,
      `json_build_object('name', n.name, 'strength', n.strength, 'instructions', ${start('n.instructions')},
        'quantity_packages', n.quantity_packages, 'valid_until', n.valid_until)`,
      'n.id',
    )}`,
  },
  imaging: {
    table: 'diagnosticimaging_worklist v',
    shown: `'status', v.status, 'modality', v.modality, 'target_areas', v.target_areas, 'accession_number', v.accession_number`,
  },
  appointment: {
    table: 'appointment v',
    shown: `'end', ${inUtc('v."end"')}, 'type', v.type, 'user', ${nameOf('v."user"')}, 'title', v.title,
      'reason', (select n.name from reason n where n.organisation = t.o and n.id = v.reason),
      'active', v.active, 'cancellation_reason', v.cancellation_reason`,
  },
  invoice: {
    table: 'invoice v',
    shown: `'number', case when v.invoice_number is not null
        then concat_ws('-', nullif(v.invoice_prefix, ''), v.invoice_number) end,
      'status', v.status, 'credit_note', v.credit_note, 'total_with_vat', v.total_with_vat::text, 'due_sum', v.due_sum::text`,
  },
})

/** The resources that entries are records of. */
const resources: Readonly<Record<Kind, string>> = {
  visit: 'consultation',
  vital: 'vital',
  weight: 'patientweight',
  prescription: 'prescription',
  imaging: 'diagnosticimaging_worklist',
  appointment: 'appointment',
  invoice: 'invoice',
}

const kindsFrom = (query: URLSearchParams): readonly Kind[] => {
  const asked = query.get('kind__in')
  if (asked === null) return timelineKinds
  const words = asked.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !(timelineKinds as readonly string[]).includes(word))
  if (unknown !== undefined)
    throw invalid('kind__in', `"${unknown}" is no kind. Use ${timelineKinds.join(', ')}.`, 'invalid_choice')
  return timelineKinds.filter((kind) => words.includes(kind))
}

const pageOf = (query: URLSearchParams) => {
  const page = pageFrom(query, timelinePage, 'Narrow it with kind__in.')
  if (page.size > timelinePage.largest)
    throw invalid('page_size', `The largest page_size is ${timelinePage.largest}.`, 'max_value')
  return page
}

/** One page of what happened to a patient, the newest first, of the kinds that the caller may read. */
export const readTimeline = async (
  read: Reader,
  actor: Actor,
  patient: number,
  query: URLSearchParams,
  links: Links,
): Promise<string> => {
  const page = pageOf(query)
  const content = contentOf(hasPermission(actor, clinical, 'read'))
  const kinds = kindsFrom(query).filter((kind) => {
    const permission = needed[kind]
    return permission === undefined || hasPermission(actor, permission, 'read')
  })
  const address = `${links.base}patient/${patient}/timeline/`
  if (kinds.length === 0) return envelope(address, query, page, 0, '')
  const events = kinds.map((kind) => `select '${kind}' as kind, e.at, e.id from (${happened[kind]}) e (at, id)`)
  const shown = kinds.map((kind) => {
    const { table, shown: values } = content[kind]
    return `when '${kind}' then (select json_build_object('kind', k.kind, 'at', ${inUtc('k.at')}, 'id', k.id,
      'url', $2::text || '${links.pathOf(resources[kind])}/' || k.id || '/', '${kind}', json_build_object(${values}))
      from ${table} where v.organisation = t.o and v.id = k.id)`
  })
  const [found] = await readInOrganisation<{ count: number; results: string }>(
    read,
    actor.organisation,
    `with event as materialized (${events.join(' union all ')}),
    on_page as (select e.* from event e order by e.at desc, e.kind, e.id desc limit $4::int offset $5::int)
    select (select count(*)::int from event) as count, coalesce(string_agg((case k.kind ${shown.join('\n')} end)::text, ','
      order by k.at desc, k.kind, k.id desc), '') as results from on_page k`,
    [links.base, patient, page.size, page.offset],
  )
  const { count, results } = found!
  return envelope(address, query, page, count, results)
}
