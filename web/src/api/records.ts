import type { Schemas } from '@fetlock/sdk'

export type Me = Schemas['MeRetrieve']
export type SearchResults = Schemas['Search']
export type Appointment = Schemas['Appointment']
export type Consultation = Schemas['Consultation']
export type Client = Schemas['Client']
export type Patient = Schemas['Patient']
export type User = Schemas['User']
export type Application = Schemas['Application']
export type PermissionGroup = Schemas['PermissionGroup']
export type Department = Schemas['Department']
export type DepartmentSettings = Schemas['DepartmentSettings']
export type Organisation = Schemas['Organisation']
export type Invoice = Schemas['Invoice']
export type Reason = Schemas['Reason']
export type Recall = Schemas['Recall']
export type ReasonItem = Schemas['DefaultItemOfAReason']
export type Message = Schemas['Message']
export type Shift = Schemas['Shift']
export type InvoiceRow = Schemas['InvoiceRow']
export type InvoicePayment = Schemas['InvoicePayment']
export type PrintedInvoice = Schemas['InvoicePrinted']
export type Prepayment = Schemas['UnallocatedPayment']

export type PageOf<T> = { readonly count: number; readonly next: string | null; readonly results: readonly T[] }

/** The id at the end of a record's address. */
export const idOf = (url: string) => Number(/\/(\d+)\/$/.exec(url)?.[1])

export const nameOfClient = ({ organization_name, firstname, lastname }: Client) =>
  organization_name || [lastname, firstname].filter(Boolean).join(', ')

export const familyNameOf = ({ organization_name, firstname, lastname }: Client) =>
  organization_name || lastname || firstname

export const nameOfUser = ({ title, first_name, last_name }: Pick<User, 'title' | 'first_name' | 'last_name'>) =>
  /^(dr|prof)/i.test(title) ? `${title} ${last_name}` : [first_name, last_name].filter(Boolean).join(' ')

export type Timeline = Schemas['PatientTimeline']
export type ClientBalance = Schemas['ClientBalance']
export type PatientWeight = Schemas['PatientWeight']
export type Item = Schemas['Item']
export type VatGroup = Schemas['VatGroup']
export type Import = Schemas['Import']
export type ImportRow = Schemas['ImportRow']
export type Setup = Schemas['SetupRetrieve']
export type AlternativePricing = Schemas['AlternativePricing']
export type PriceChange = Schemas['PriceChange']
export type ChangedPrice = NonNullable<PriceChange['changes']>[number]
export type Countersale = Schemas['Countersale']
export type CountersaleItem = Schemas['CountersaleItem']
export type AccountingReport = Schemas['AccountingReport']
export type PeriodTotals = Schemas['AccountingReportTotals']
export type Receivables = Schemas['AccountingReportReceivables']
export type ConsultationItem = Schemas['ConsultationItem']
export type ConsultationNote = Schemas['ConsultationNote']
export type ConsultationDiagnosis = Schemas['ConsultationDiagnosis']
export type VitalSigns = Schemas['VitalSigns']
export type Contraindication = Schemas['Contraindication']
export type Warning = ConsultationItem['warnings'][number]
export type TextTemplate = Schemas['TextTemplate']
export type MessageTemplate = Schemas['MessageTemplate']
export type ListItem = Schemas['ListItem']
export type StockLevel = Schemas['StockLevel']
export type StockMovement = Schemas['StockMovement']
export type ChargeHint = Schemas['ChargeHintChargeHints']['results'][number]
export type Prescription = Schemas['Prescription']
export type ImagingOrder = Schemas['ImagingOrder']
export type Attachment = Schemas['Attachment']
export type AuditEvent = Schemas['AuditEvent']
export type SecurityEvent = Schemas['SecurityEvent']
export type CustomField = Schemas['CustomField']
export type CustomFieldSetting = Schemas['CustomFieldSetting']
export type OnlineBooking = Schemas['OnlineBookingClient']
export type PhoneNumber = Schemas['PhoneNumber']
export type Species = Schemas['Species']
export type Order = Schemas['Order']
export type OrderItem = Schemas['OrderItem']
export type ReceiptLine = Schemas['ReceiptLine']
export type Wholesaler = Schemas['Wholesaler']
