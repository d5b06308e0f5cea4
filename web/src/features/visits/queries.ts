import { queryOptions } from '@tanstack/react-query'
import { may } from '../../api/me.ts'
import {
  type Appointment,
  type ChargeHint,
  type Consultation,
  type ConsultationDiagnosis,
  type ConsultationItem,
  type ConsultationNote,
  type Department,
  type Diagnosis,
  type DischargeInstruction,
  idOf,
  type ImagingOrder,
  type Item,
  type ListItem,
  type Me,
  type PageOf,
  type PatientWeight,
  type Prescription,
  type StockLevel,
  type TextTemplate,
  type Timeline,
  type VitalSigns,
} from '../../api/records.ts'
import { get, post, remove, request } from '../../api/request.ts'
import { statuses } from '../../shared/visit-stages.ts'

const whole = 500

export const visitKey = (id: number) => ['visit', id] as const

export const visitQuery = (id: number, me: Me) =>
  queryOptions({
    queryKey: [...visitKey(id), 'head'],
    queryFn: ({ signal }) =>
      get<Consultation>(
        `/consultation/${id}/`,
        {
          expose_client: may(me, 'General: Patients and clients'),
          expose_patients: may(me, 'General: Patients and clients'),
          expose_supervising_veterinarian: true,
          expose_reason: true,
          expose_invoice: may(me, 'Financial: Invoices'),
        },
        signal,
      ),
    meta: { resources: ['consultation', 'consultationitem', 'client', 'patient', 'invoice', 'invoicepayment'] },
  })

export const rowsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'rows'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationItem>>(
        '/consultationitem/',
        { consultation__is: id, expose_item: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['consultationitem'] },
  })

export const hintsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'hints'],
    queryFn: ({ signal }) =>
      get<{ readonly results: readonly ChargeHint[] }>(`/consultation/${id}/charge_hints/`, undefined, signal),
    meta: { resources: ['consultation', 'consultationitem', 'diagnosticimaging_worklist', 'prescription'] },
  })

export const notesQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'consultationnote'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationNote>>(`/consultation/${id}/consultationnote/`, { page_size: whole }, signal),
    meta: { resources: ['consultationnote'] },
  })

export const dischargeQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'consultationdischargeinstruction'],
    queryFn: ({ signal }) =>
      get<PageOf<DischargeInstruction>>(
        `/consultation/${id}/consultationdischargeinstruction/`,
        { page_size: whole },
        signal,
      ),
    meta: { resources: ['consultationdischargeinstruction'] },
  })

export const departmentQuery = (url: string) =>
  queryOptions({
    queryKey: ['department', url],
    queryFn: ({ signal }) => get<Department>(`/department/${idOf(url)}/`, undefined, signal),
    staleTime: 5 * 60_000,
    meta: { resources: ['department'] },
  })

/** The next appointments of a client. */
export const comingQuery = (client: number) =>
  queryOptions({
    queryKey: ['appointment', 'coming', client],
    queryFn: ({ signal }) =>
      get<PageOf<Appointment>>(
        '/appointment/',
        {
          client__is: client,
          active__is: 'true',
          start__gte: new Date().toISOString(),
          ordering: 'start',
          expose_reason: true,
          page_size: whole,
        },
        signal,
      ),
    meta: { resources: ['appointment'] },
  })

export const diagnosesQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'diagnoses'],
    queryFn: ({ signal }) =>
      get<PageOf<ConsultationDiagnosis>>(`/consultation/${id}/consultationdiagnosis/`, { page_size: whole }, signal),
    meta: { resources: ['consultationdiagnosis'] },
  })

export const vitalsQuery = (id: number) =>
  queryOptions({
    queryKey: [...visitKey(id), 'vitals'],
    queryFn: ({ signal }) =>
      get<PageOf<VitalSigns>>('/vital/', { consultation__is: id, ordering: '-measured_at', page_size: whole }, signal),
    meta: { resources: ['vital'] },
  })

export const weightsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'weights'],
    queryFn: ({ signal }) =>
      get<PageOf<PatientWeight>>(`/patient/${patient}/weight/`, { ordering: 'measured', page_size: whole }, signal),
    meta: { resources: ['patientweight', 'patient'] },
  })

export const pastVisitsQuery = (patient: number) =>
  queryOptions({
    queryKey: ['patient', patient, 'past visits'],
    queryFn: ({ signal }) =>
      get<Timeline>(`/patient/${patient}/timeline/`, { kind__in: 'visit', page_size: 50 }, signal),
    meta: { resources: ['consultation'] },
  })

export const templatesQuery = queryOptions({
  queryKey: ['text_template'],
  queryFn: ({ signal }) =>
    get<PageOf<TextTemplate>>(
      '/text_template/',
      { archived__is: 'false', kind__in: 'note,discharge', ordering: 'name', page_size: whole },
      signal,
    ),
  staleTime: 10 * 60_000,
  meta: { resources: ['text_template'] },
})

export const itemQuery = (url: string) =>
  queryOptions({
    queryKey: ['item', url],
    queryFn: ({ signal }) => get<Item>(`/item/${idOf(url)}/`, undefined, signal),
    staleTime: 5 * 60_000,
    meta: { resources: ['item'] },
  })

export const itemsOfModalityQuery = (modality: string) =>
  queryOptions({
    queryKey: ['item', 'modality', modality],
    queryFn: ({ signal }) =>
      get<PageOf<Item>>('/item/', { modality__is: modality, archived__is: 'false', ordering: 'name' }, signal),
    meta: { resources: ['item'] },
  })

export const orderQuery = (url: string) =>
  queryOptions({
    queryKey: ['diagnosticimaging_worklist', url],
    queryFn: ({ signal }) => get<ImagingOrder>(`/diagnosticimaging_worklist/${idOf(url)}/`, undefined, signal),
    meta: { resources: ['diagnosticimaging_worklist'] },
  })

export const ordersQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'orders'],
    queryFn: ({ signal }) =>
      get<PageOf<ImagingOrder>>(
        '/diagnosticimaging_worklist/',
        { consultation__is: visit, expose_referral: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['diagnosticimaging_worklist'] },
  })

export const prescriptionsQuery = (visit: number) =>
  queryOptions({
    queryKey: [...visitKey(visit), 'prescriptions'],
    queryFn: ({ signal }) =>
      get<PageOf<Prescription>>(
        '/eprescription/prescription/',
        { consultation__is: visit, expose_items: true, expose_prescriber: true, page_size: whole },
        signal,
      ),
    meta: { resources: ['prescription'] },
  })

type NewReferral = {
  readonly consultation: string
  readonly patient: string
  readonly modality: string
  readonly target_areas: readonly string[]
  readonly remarks: string
}
export const refer = (referral: NewReferral, idempotencyKey: string) =>
  post('/diagnosticimaging_referral/', referral, { idempotencyKey })

export const stockQuery = (department: string, items: readonly number[]) =>
  queryOptions({
    queryKey: ['stock_level', department, ...items],
    queryFn: ({ signal }) =>
      get<PageOf<StockLevel>>(
        '/stock_level/',
        { department__is: idOf(department), item__in: items.join(','), ordering: 'expiry_date', page_size: whole },
        signal,
      ),
    meta: { resources: ['stock_level', 'stock_movement', 'consultationitem'] },
  })

const mostFound = 8
/** Laboratory work has no route into a visit. */
const chargeable = '1,2,3,4'

const withoutDoubles = <T extends { readonly url: string }>(found: readonly T[]) => [
  ...new Map(found.map((one) => [one.url, one])).values(),
]

const startsWith = (name: string, typed: string) => name.toLowerCase().startsWith(typed.toLowerCase())
const bestFirst = <T extends { readonly name: string }>(found: readonly T[], typed: string) =>
  found.toSorted((one, other) => Number(startsWith(other.name, typed)) - Number(startsWith(one.name, typed)))

/** Items by a part of their name, or by their whole code or barcode. */
export const foundItemsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['item', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly Item[]> => {
      const find = (query: Readonly<Record<string, string>>) =>
        get<PageOf<Item>>(
          '/item/',
          { ...query, type_code__in: chargeable, archived__is: 'false', ordering: 'name', page_size: 30 },
          signal,
        )
      const exact = /\d/.test(typed) ? [find({ barcode__is: typed }), find({ code__is: typed })] : []
      const [byName, ...byCode] = await Promise.all([find({ name__icontains: typed }), ...exact])
      return withoutDoubles([...byCode.flatMap(({ results }) => results), ...bestFirst(byName.results, typed)]).slice(
        0,
        mostFound,
      )
    },
    staleTime: 60_000,
    meta: { resources: ['item'] },
  })

/** A diagnosis of the codelist, or one that the clinic has added. */
export type KnownDiagnosis = Pick<Diagnosis | ListItem, 'url' | 'name' | 'code'> & {
  readonly diagnosis: number | string
}

export const foundDiagnosesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['diagnosis', 'found', typed],
    queryFn: async ({ signal }): Promise<readonly KnownDiagnosis[]> => {
      const asked = { name__icontains: typed, archived__is: 'false', ordering: 'name', page_size: 30 }
      const [common, own] = await Promise.all([
        get<PageOf<Diagnosis>>('/codelist/diagnoses/', asked, signal),
        get<PageOf<ListItem>>('/listitem/', { ...asked, list__is: 'diagnoses' }, signal),
      ])
      const found = [
        ...own.results.map(({ url, name, code }) => ({ url, name, code, diagnosis: url })),
        ...common.results.map(({ id, url, name, code }) => ({ url, name, code, diagnosis: id })),
      ]
      return bestFirst(found, typed).slice(0, mostFound)
    },
    staleTime: 10 * 60_000,
  })

/** What finalizing would make, without making it. */
export const previewQuery = (id: number, modified: string) =>
  queryOptions({
    queryKey: [...visitKey(id), 'preview', modified],
    queryFn: ({ signal }) =>
      post<Consultation>(`/consultation/${id}/update_status/`, { status: 10 }, { dryRun: true, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Of those who wait for a veterinarian, the one who has waited longest. */
export const readNextVisit = async (vet: number) => {
  const { results } = await get<PageOf<Consultation>>('/consultation/', {
    status__is: statuses.admitted,
    supervising_veterinarian__is: vet,
    expose_patients: true,
    page_size: whole,
  })
  return results.toSorted((one, other) => one.status_changed.localeCompare(other.status_changed))[0]
}

/** The routes at which the rows of each type are written. */
const routes: Readonly<Record<number, string>> = { 1: 'procedures', 2: 'medicines', 3: 'supplies', 4: 'foods' }

export type NewRow = {
  readonly item: string
  readonly quantity: string
  readonly patients?: readonly string[] | undefined
  readonly usage_type?: number | undefined
  readonly usage_size?: number | undefined
  readonly batch_number?: string | undefined
  readonly instructions?: string | undefined
  readonly no_multiplier?: boolean | undefined
  readonly percentage_change?: string | undefined
  readonly warning_reason?: string | undefined
}

export const addRow = (visit: number, type: number, row: NewRow, idempotencyKey: string) =>
  post<ConsultationItem>(`/consultation/${visit}/${routes[type]}/`, row, { idempotencyKey })
/** What the service would say of a row, without adding it. */
export const tryRow = (visit: number, type: number, row: NewRow) =>
  post<ConsultationItem>(`/consultation/${visit}/${routes[type]}/`, row, { dryRun: true })
const addressOfRow = ({ consultation, type_code, id }: ConsultationItem) =>
  `/consultation/${idOf(consultation)}/${routes[type_code]}/${id}/`
export const readRow = (row: ConsultationItem) => get<ConsultationItem>(addressOfRow(row))
export const patchRow = (row: ConsultationItem, changes: Partial<NewRow>) =>
  request<ConsultationItem>('PATCH', addressOfRow(row), { body: changes, ifModified: row.modified })
export const removeRow = (row: ConsultationItem) => remove(addressOfRow(row))

export const changeVet = ({ id, modified }: Consultation, supervising_veterinarian: string) =>
  request<Consultation>('PATCH', `/consultation/${id}/`, { body: { supervising_veterinarian }, ifModified: modified })
export const declineHint = (visit: number, hint: number, reason: string) =>
  post(`/consultation/${visit}/charge_hints/${hint}/decline/`, { reason })
export const weigh = (patient: number, weight: string, idempotencyKey: string) =>
  post(`/patient/${patient}/weight/`, { weight }, { idempotencyKey })

export type NewVitals = Readonly<Record<string, string>> & { readonly consultation: string; readonly patient: string }
export const measure = (measured: NewVitals, idempotencyKey: string) => post('/vital/', measured, { idempotencyKey })

export type NewDiagnosis = {
  readonly patient: string
  readonly diagnosis: number | string
  readonly code: string
  readonly name: string
  readonly category: number
  readonly type: number
}
export const addDiagnosis = (visit: number, diagnosis: NewDiagnosis, idempotencyKey: string) =>
  post<ConsultationDiagnosis>(`/consultation/${visit}/consultationdiagnosis/`, diagnosis, { idempotencyKey })
export const patchDiagnosis = ({ id, modified }: ConsultationDiagnosis, changes: Partial<NewDiagnosis>) =>
  request<ConsultationDiagnosis>('PATCH', `/consultationdiagnosis/${id}/`, { body: changes, ifModified: modified })
export const removeDiagnosis = ({ id }: ConsultationDiagnosis) => remove(`/consultationdiagnosis/${id}/`)
export const addAddendum = (visit: number, patient: string, written: string, idempotencyKey: string) =>
  post<ConsultationNote>(
    `/consultation/${visit}/consultationnote/`,
    { patient, text: written, type: 0 },
    { idempotencyKey },
  )
