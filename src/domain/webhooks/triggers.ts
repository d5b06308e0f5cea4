/** What a webhook can be told of. The numbers are part of the contract. */
export const triggers = {
  1: 'Client',
  2: 'Patient',
  3: 'Consultation',
  5: 'Consultation item',
  6: 'Imaging worklist created',
  7: 'Imaging worklist updated',
  8: 'Imaging worklist deleted',
  9: 'Invoice finalized',
  10: 'Invoice draft',
  11: 'Invoice payment',
  12: 'Unallocated payment',
  14: 'Accounting report',
  21: 'Appointment',
  22: 'Appointment deleted',
  45: 'Consultation finalized',
  46: 'Stock order',
  63: 'Department settings',
  65: 'Phone number',
  100: 'Installation',
} as const
export type Trigger = keyof typeof triggers

export const contentTypes = { 1: 'Form', 2: 'JSON' } as const
export type ContentType = keyof typeof contentTypes

/** A committed change as the audit trail has it. */
export type Change = {
  readonly resource: string
  readonly record: number
  readonly action: string
  readonly changes: Readonly<Record<string, unknown>>
}

type Difference = { readonly from?: unknown; readonly to?: unknown }
const differenceIn = ({ changes }: Change, field: string) => changes[field] as Difference | undefined

const isCreated = ({ action }: Change) => action === 'create'
const isDeleted = ({ action }: Change) => action === 'delete'
const isChanged = ({ action }: Change) => action === 'change'
const always = () => true

/** An invoice gets its number once, when it is finalized; a credit note is created with one. */
const isNumbered = (change: Change) => {
  const { from = null, to = null } = differenceIn(change, 'invoice_number') ?? {}
  return from === null && to !== null
}

/** Paid visits that are owed for again go from 9 to 10: they are not finalized by it. */
const isFinalized = (change: Change) => {
  const { from, to } = differenceIn(change, 'status') ?? {}
  return to === 10 && [5, 6, 7, 8].includes(from as number)
}

const isRestored = (change: Change) => {
  const { from, to } = differenceIn(change, 'archived') ?? {}
  return from === true && to === false
}

/** An appointment is never deleted: it is cancelled. */
const isCancelled = (change: Change) => {
  const { from, to } = differenceIn(change, 'active') ?? {}
  return from === true && to === false
}

type Rule = {
  readonly trigger: Trigger
  readonly fires: (change: Change) => boolean
  /** Fires only while an invoice has no number, which the change itself does not say. */
  readonly whileDraft?: true
}

/** What a change of each table's records tells, and under which name the body has the id. */
const rules: Readonly<Record<string, { readonly idName: string; readonly rules: readonly Rule[] }>> = {
  client: { idName: 'client_id', rules: [{ trigger: 1, fires: always }] },
  patient: { idName: 'patient_id', rules: [{ trigger: 2, fires: always }] },
  phonenumber: { idName: 'phonenumber_id', rules: [{ trigger: 65, fires: always }] },
  consultation: {
    idName: 'consultation_id',
    rules: [
      { trigger: 3, fires: always },
      { trigger: 45, fires: isFinalized },
    ],
  },
  consultationitem: { idName: 'consultationitem_id', rules: [{ trigger: 5, fires: always }] },
  invoice: {
    idName: 'invoice_id',
    rules: [
      { trigger: 9, fires: isNumbered },
      { trigger: 10, fires: always, whileDraft: true },
    ],
  },
  appointment: {
    idName: 'appointment_id',
    rules: [
      { trigger: 21, fires: (change) => !isCancelled(change) },
      { trigger: 22, fires: isCancelled },
    ],
  },
  invoicepayment: { idName: 'invoicepayment_id', rules: [{ trigger: 11, fires: isCreated }] },
  unallocatedpayment: { idName: 'unallocatedpayment_id', rules: [{ trigger: 12, fires: always }] },
  accountingreport: { idName: 'accountingreport_id', rules: [{ trigger: 14, fires: isCreated }] },
  order: { idName: 'order_id', rules: [{ trigger: 46, fires: always }] },
  department: { idName: 'department_id', rules: [{ trigger: 63, fires: isChanged }] },
  department_settings: { idName: 'department_id', rules: [{ trigger: 63, fires: isChanged }] },
  application: {
    idName: 'application_id',
    rules: [{ trigger: 100, fires: (change) => isCreated(change) || isRestored(change) }],
  },
  diagnosticimaging_referral: {
    idName: 'diagnosticimagingworklist_id',
    rules: [{ trigger: 7, fires: isChanged }],
  },
  diagnosticimaging_worklist: {
    idName: 'diagnosticimagingworklist_id',
    rules: [
      { trigger: 6, fires: isCreated },
      { trigger: 7, fires: (change) => !isDeleted(change) },
      { trigger: 8, fires: isDeleted },
    ],
  },
}

/** Under which name the body of a trigger has the id of its record. */
export const idNameOf = (trigger: Trigger): string =>
  Object.values(rules).find((found) => found.rules.some((rule) => rule.trigger === trigger))!.idName

/** The tables whose changes can tell a webhook something. */
export const watchedTables = Object.keys(rules)

export type Firing = { readonly trigger: Trigger; readonly idName: string; readonly whileDraft: boolean }

/** What a change tells. */
export const firingsOf = (change: Change): readonly Firing[] => {
  const found = rules[change.resource]
  if (found === undefined) return []
  return found.rules
    .filter(({ fires }) => fires(change))
    .map(({ trigger, whileDraft = false }) => ({ trigger, idName: found.idName, whileDraft }))
}
