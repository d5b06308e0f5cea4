import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** The records and answers that the app reads. Those they contain are added by themselves. */
const wanted = [
  'MeRetrieve',
  'Search',
  'Appointment',
  'Consultation',
  'Client',
  'Patient',
  'PhoneNumber',
  'PatientWeight',
  'PatientWeightPage',
  'PatientTimeline',
  'ClientBalance',
  'ClientOwing',
  'User',
  'Department',
  'Reason',
  'Shift',
  'Invoice',
  'ConsultationItem',
  'ConsultationNote',
  'ConsultationDiagnosis',
  'DischargeInstruction',
  'VitalSigns',
  'Contraindication',
  'TextTemplate',
  'Item',
  'StockLevel',
  'Diagnosis',
  'ListItem',
  'ChargeHintChargeHints',
  'ImagingOrder',
  'Prescription',
  'PrescriptionItem',
  'Countersale',
  'CountersaleItem',
  'InvoicePayment',
  'UnallocatedPayment',
  'AccountingReport',
  'AccountingReportTotals',
  'AccountingReportReceivables',
  'DepartmentTakings',
  'InvoiceRow',
  'InvoiceRowExplanation',
  'InvoicePrinted',
  'DepartmentSettings',
  'Problem',
  'Attachment',
  'AttachmentUploadResult',
  'AttachmentDownload',
  'AuditEvent',
  'Breed',
  'CustomField',
  'CustomFieldSetting',
  'Message',
  'OnlineBookingClient',
  'Species',
]

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

const refIn = (text: string) => /^#\/components\/schemas\/(\w+)$/.exec(text)?.[1]

const refsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [refIn(value) ?? []].flat()
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(refsIn)
}

/** Without what is for readers of the description, which would be most of the file. */
const plain = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const isText = (name: string, inner: Json) =>
    ['description', 'title', 'example'].includes(name) && typeof inner === 'string'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => !isText(name, inner) && !name.startsWith('x-') && name !== 'example')
      .map(([name, inner]) => [name, plain(inner)]),
  )
}

/** Types of what the app reads, derived from the OpenAPI document. */
export const webTypes = async (document: string): Promise<string> => {
  const { schemas } = (JSON.parse(document) as { components: { schemas: Record<string, Json> } }).components
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const other of refsIn(schemas[name] ?? null)) add(other)
  }
  for (const name of wanted) add(name)
  const chosen = Object.fromEntries([...found].toSorted().map((name) => [name, plain(schemas[name]!)]))
  const reduced = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas: chosen } }
  const nodes = await openapiTypescript(reduced as unknown as OpenAPI3, { silent: true })
  return `/** Derived from openapi.json by scripts/web-types.ts: npm run generate. */\n${astToString(nodes)}`
}
