import { ImagingOrderStatus, isRefusal, walk, type Client, type Modality, type Schemas } from '@fetlock/sdk'

type Links = 'patient' | 'client' | 'requesting_user' | 'supervising_veterinarian' | 'department' | 'referral'
/** What is behind its links comes with an order, because every query exposes it. */
type WithLinked<T extends Partial<Record<`${Links}_data`, unknown>>> = T & {
  readonly [L in Links as `${L}_data`]: NonNullable<T[`${L}_data`]>
}
type Order = WithLinked<Schemas['ImagingOrder']>

/** An order that is still to be made, and when; null where no appointment says so. */
export type OpenOrder = Order & { readonly start: Date | null }

/** What the API can narrow the orders by. */
export type OrderFilter = {
  readonly modalities?: readonly Modality[] | undefined
  readonly patient?: string | undefined
  readonly accession?: string | undefined
}

const exposed = {
  expose_patient: true,
  expose_client: true,
  expose_requesting_user: true,
  expose_supervising_veterinarian: true,
  expose_department: true,
  expose_referral: true,
} as const

/** When appointments begin that are not cancelled. An application that may not read appointments knows of none. */
const readStarts = async (api: Client, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> => {
  const starts = new Map<number, Date>()
  if (ids.length === 0) return starts
  try {
    for await (const { id, start } of walk(api, '/appointment/', { query: { id__in: ids, active__is: true } }))
      starts.set(id, new Date(start))
  } catch (problem) {
    if (!isRefusal(problem) || problem.status !== 403) throw problem
  }
  return starts
}

/** The orders that are neither completed nor cancelled. */
export const readOpenOrders = async (
  api: Client,
  { modalities, patient, accession }: OrderFilter,
): Promise<OpenOrder[]> => {
  const { Ordered, Scheduled, InProgress } = ImagingOrderStatus
  const query = {
    ...exposed,
    status__in: [Ordered, Scheduled, InProgress],
    modality__in: modalities,
    patient__is: patient,
    accession_number__is: accession,
  }
  const orders: Order[] = []
  for await (const order of walk(api, '/diagnosticimaging_worklist/', { query })) orders.push(order as Order)
  const appointments = orders.flatMap(({ referral_data: { appointment_id } }) => appointment_id ?? [])
  const starts = await readStarts(api, [...new Set(appointments)])
  return orders.map((order) => ({ ...order, start: starts.get(order.referral_data.appointment_id ?? 0) ?? null }))
}

/** The time zone that dates and times of the worklist are in. */
export const readTimeZone = async (api: Client): Promise<string> => {
  const { results } = await api.get('/organisation/')
  return results[0]!.time_zone
}
