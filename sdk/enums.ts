// Derived from openapi.json by scripts/sdk-types.ts: npm run generate.

export const AppointmentType = {
  Consultation: 1,
  OnlineBooking: 2,
  Other: 3,
  InternalBooking: 4,
  UnknownClient: 5,
  FarmVisit: 6,
  PreliminaryBooking: 7,
  Boarding: 8,
  PetService: 9,
} as const
export type AppointmentType = (typeof AppointmentType)[keyof typeof AppointmentType]

export const AttachmentScan = {
  NotConfigured: 'not_configured',
  Pending: 'pending',
  Clean: 'clean',
  Infected: 'infected',
  Failed: 'failed',
} as const
export type AttachmentScan = (typeof AttachmentScan)[keyof typeof AttachmentScan]

export const AttachmentType = {
  ApplicationPdf: 'application/pdf',
  ImageJpeg: 'image/jpeg',
  ImagePng: 'image/png',
  ImageWebp: 'image/webp',
  ImageHeic: 'image/heic',
  ImageHeif: 'image/heif',
  ImageGif: 'image/gif',
  ImageTiff: 'image/tiff',
  ImageBmp: 'image/bmp',
  ApplicationDicom: 'application/dicom',
  TextPlain: 'text/plain',
  TextCsv: 'text/csv',
  ApplicationRtf: 'application/rtf',
  ApplicationMsword: 'application/msword',
  ApplicationVndOpenxmlformatsOfficedocumentWordprocessingmlDocument: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ApplicationVndMsExcel: 'application/vnd.ms-excel',
  ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheet: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ApplicationVndOasisOpendocumentText: 'application/vnd.oasis.opendocument.text',
  ApplicationVndOasisOpendocumentSpreadsheet: 'application/vnd.oasis.opendocument.spreadsheet',
  VideoMp4: 'video/mp4',
  VideoQuicktime: 'video/quicktime',
  VideoWebm: 'video/webm',
  AudioMpeg: 'audio/mpeg',
  AudioMp4: 'audio/mp4',
  AudioWav: 'audio/wav',
  ApplicationZip: 'application/zip',
} as const
export type AttachmentType = (typeof AttachmentType)[keyof typeof AttachmentType]

export const AuditAction = {
  Create: 'create',
  Change: 'change',
  Delete: 'delete',
} as const
export type AuditAction = (typeof AuditAction)[keyof typeof AuditAction]

export const BookingCertainty = {
  High: 'high',
  Medium: 'medium',
  Low: 'low',
} as const
export type BookingCertainty = (typeof BookingCertainty)[keyof typeof BookingCertainty]

export const BookingMatch = {
  Email: 'email',
  PhoneNumber: 'phone_number',
  LastName: 'last_name',
  PatientName: 'patient_name',
} as const
export type BookingMatch = (typeof BookingMatch)[keyof typeof BookingMatch]

export const CatalogChangeKind = {
  New: 'new',
  PriceUp: 'price_up',
  PriceDown: 'price_down',
  Changed: 'changed',
  Continued: 'continued',
  Discontinued: 'discontinued',
  Skipped: 'skipped',
} as const
export type CatalogChangeKind = (typeof CatalogChangeKind)[keyof typeof CatalogChangeKind]

export const CatalogFileType = {
  TextCsv: 'text/csv',
  ApplicationCsv: 'application/csv',
} as const
export type CatalogFileType = (typeof CatalogFileType)[keyof typeof CatalogFileType]

export const CatalogImportState = {
  Waiting: 'waiting',
  Running: 'running',
  Done: 'done',
  Failed: 'failed',
} as const
export type CatalogImportState = (typeof CatalogImportState)[keyof typeof CatalogImportState]

export const CatalogPreviewKind = {
  New: 'new',
  PriceUp: 'price_up',
  PriceDown: 'price_down',
  Changed: 'changed',
  Unchanged: 'unchanged',
  Continued: 'continued',
  Discontinued: 'discontinued',
  Skipped: 'skipped',
} as const
export type CatalogPreviewKind = (typeof CatalogPreviewKind)[keyof typeof CatalogPreviewKind]

export const CatalogSkipReason = {
  Currency: 'currency',
  Price: 'price',
} as const
export type CatalogSkipReason = (typeof CatalogSkipReason)[keyof typeof CatalogSkipReason]

export const CatalogUploadStatus = {
  Pending: 'pending',
  Accepted: 'accepted',
  PartiallyAccepted: 'partially_accepted',
  Rejected: 'rejected',
} as const
export type CatalogUploadStatus = (typeof CatalogUploadStatus)[keyof typeof CatalogUploadStatus]

export const ChargeHintKind = {
  DefaultItem: 'default_item',
  Imaging: 'imaging',
  PrescriptionFee: 'prescription_fee',
} as const
export type ChargeHintKind = (typeof ChargeHintKind)[keyof typeof ChargeHintKind]

export const ClinicalPermission = {
  ClinicalConsultations: 'Clinical: Consultations',
  ClinicalDiagnosticImaging: 'Clinical: Diagnostic imaging',
  ClinicalPrescriptions: 'Clinical: Prescriptions',
} as const
export type ClinicalPermission = (typeof ClinicalPermission)[keyof typeof ClinicalPermission]

export const CodelistName = {
  Items: 'items',
  Species: 'species',
  Breeds: 'breeds',
  Diagnoses: 'diagnoses',
} as const
export type CodelistName = (typeof CodelistName)[keyof typeof CodelistName]

export const CompositeChange = {
  Put: 'PUT',
  Patch: 'PATCH',
} as const
export type CompositeChange = (typeof CompositeChange)[keyof typeof CompositeChange]

export const ConfirmationOutcome = {
  Queued: 'queued',
  NotAsked: 'not_asked',
  NotSetUp: 'not_set_up',
  NoRecipient: 'no_recipient',
  NoEmail: 'no_email',
  NoSms: 'no_sms',
  Preference: 'preference',
  ClientArchived: 'client_archived',
  PatientArchived: 'patient_archived',
  PatientDeceased: 'patient_deceased',
  TooMany: 'too_many',
  Cancelled: 'cancelled',
  Changed: 'changed',
  Past: 'past',
} as const
export type ConfirmationOutcome = (typeof ConfirmationOutcome)[keyof typeof ConfirmationOutcome]

export const ConsultationStatus = {
  Admitted: 0,
  ReadyForDischarge: 5,
  Discharged: 6,
  Invoicing: 7,
  InProgress: 8,
  InvoicePaid: 9,
  Finalized: 10,
  Draft: 11,
} as const
export type ConsultationStatus = (typeof ConsultationStatus)[keyof typeof ConsultationStatus]

export const ConsultationType = {
  Inpatient: 0,
  Outpatient: 1,
  HomeCall: 2,
  FarmVisit: 3,
  Boarding: 4,
  PetService: 5,
} as const
export type ConsultationType = (typeof ConsultationType)[keyof typeof ConsultationType]

export const CredentialKind = {
  Oauth: 'oauth',
  Legacy: 'legacy',
  Session: 'session',
} as const
export type CredentialKind = (typeof CredentialKind)[keyof typeof CredentialKind]

export const CustomerType = {
  PrivatePerson: 0,
  Company: 1,
  EuCompany: 2,
  CharitableOrganization: 3,
  UkCharity: 4,
} as const
export type CustomerType = (typeof CustomerType)[keyof typeof CustomerType]

export const CustomFieldOwner = {
  Client: 'client',
  Patient: 'patient',
  Consultation: 'consultation',
} as const
export type CustomFieldOwner = (typeof CustomFieldOwner)[keyof typeof CustomFieldOwner]

export const CustomFieldType = {
  Text: 1,
  Number: 2,
  Date: 3,
  CheckBox: 4,
  Json: 5,
  Select: 6,
  MultiSelect: 7,
} as const
export type CustomFieldType = (typeof CustomFieldType)[keyof typeof CustomFieldType]

export const DeliveryStatus = {
  Waiting: 0,
  Delivered: 1,
  Failed: 2,
} as const
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus]

export const DiagnosisCategory = {
  Primary: 0,
  Secondary: 1,
} as const
export type DiagnosisCategory = (typeof DiagnosisCategory)[keyof typeof DiagnosisCategory]

export const DiagnosisType = {
  Differential: 0,
  Final: 1,
} as const
export type DiagnosisType = (typeof DiagnosisType)[keyof typeof DiagnosisType]

export const ErasedKind = {
  Client: 'client',
  PhoneNumbers: 'phone_numbers',
  CustomFieldValues: 'custom_field_values',
  AlternativePayers: 'alternative_payers',
  Insurance: 'insurance',
  Appointments: 'appointments',
  OnlineBookings: 'online_bookings',
  Messages: 'messages',
  Recalls: 'recalls',
  Files: 'files',
  Drafts: 'drafts',
  ImportRows: 'import_rows',
  StoredAnswers: 'stored_answers',
  Deliveries: 'deliveries',
  InvoicingClients: 'invoicing_clients',
  AuditValues: 'audit_values',
} as const
export type ErasedKind = (typeof ErasedKind)[keyof typeof ErasedKind]

export const ErasedUserKind = {
  User: 'user',
  SecondFactors: 'second_factors',
  Preferences: 'preferences',
  EmailChanges: 'email_changes',
  Mails: 'mails',
  Messages: 'messages',
  Orders: 'orders',
  StoredAnswers: 'stored_answers',
  AuditValues: 'audit_values',
} as const
export type ErasedUserKind = (typeof ErasedUserKind)[keyof typeof ErasedUserKind]

export const ErasureKept = {
  Invoices: 'invoices',
  Payments: 'payments',
} as const
export type ErasureKept = (typeof ErasureKept)[keyof typeof ErasureKept]

export const FilterType = {
  And: 'and',
  Or: 'or',
} as const
export type FilterType = (typeof FilterType)[keyof typeof FilterType]

export const Gender = {
  Male: 'Male',
  Female: 'Female',
  MaleNeutered: 'Male, neutered',
  FemaleNeutered: 'Female, neutered',
  Unknown: 'Unknown',
  Gelding: 'Gelding',
  Mare: 'Mare',
  Stallion: 'Stallion',
} as const
export type Gender = (typeof Gender)[keyof typeof Gender]

export const ImagingOrderStatus = {
  Ordered: 0,
  Scheduled: 1,
  InProgress: 2,
  Completed: 3,
  Cancelled: 4,
} as const
export type ImagingOrderStatus = (typeof ImagingOrderStatus)[keyof typeof ImagingOrderStatus]

export const ImportKind = {
  Clients: 'clients',
  PhoneNumbers: 'phone_numbers',
  Patients: 'patients',
  Weights: 'weights',
  Items: 'items',
  OpeningBalances: 'opening_balances',
} as const
export type ImportKind = (typeof ImportKind)[keyof typeof ImportKind]

export const ImportOutcome = {
  New: 'new',
  Matched: 'matched',
  Refused: 'refused',
} as const
export type ImportOutcome = (typeof ImportOutcome)[keyof typeof ImportOutcome]

export const ImportState = {
  Open: 'open',
  Checking: 'checking',
  Checked: 'checked',
  Running: 'running',
  Done: 'done',
} as const
export type ImportState = (typeof ImportState)[keyof typeof ImportState]

export const InvoiceStatus = {
  Draft: 0,
  Sent: 1,
  Open: 2,
  Finalized: 3,
  Invoicing: 4,
  Voided: 99,
} as const
export type InvoiceStatus = (typeof InvoiceStatus)[keyof typeof InvoiceStatus]

export const InvoiceStatusToSet = {
  Sent: 1,
  Open: 2,
  Finalized: 3,
  Invoicing: 4,
} as const
export type InvoiceStatusToSet = (typeof InvoiceStatusToSet)[keyof typeof InvoiceStatusToSet]

export const ItemType = {
  Procedure: 1,
  Medicine: 2,
  Supply: 3,
  Food: 4,
  LaboratoryAnalysis: 5,
  LaboratoryAnalysisPanel: 6,
} as const
export type ItemType = (typeof ItemType)[keyof typeof ItemType]

export const Language = {
  De: 'de',
  En: 'en',
  Es: 'es',
  Fi: 'fi',
  Fr: 'fr',
  Sv: 'sv',
} as const
export type Language = (typeof Language)[keyof typeof Language]

export const MessageChannel = {
  EMail: 1,
  Sms: 2,
} as const
export type MessageChannel = (typeof MessageChannel)[keyof typeof MessageChannel]

export const MessageKind = {
  Confirmation: 1,
  Reminder: 2,
  Recall: 3,
  Invoice: 4,
  BookingDeclined: 5,
  Personal: 6,
} as const
export type MessageKind = (typeof MessageKind)[keyof typeof MessageKind]

export const MessageStatus = {
  Queued: 1,
  Sending: 2,
  Sent: 3,
  Failed: 4,
  Held: 5,
  Unknown: 6,
} as const
export type MessageStatus = (typeof MessageStatus)[keyof typeof MessageStatus]

export const MessageTestCause = {
  None: 'none',
  Address: 'address',
  SignIn: 'sign_in',
  Encryption: 'encryption',
  Sender: 'sender',
  Recipient: 'recipient',
  Message: 'message',
  Settings: 'settings',
  Other: 'other',
} as const
export type MessageTestCause = (typeof MessageTestCause)[keyof typeof MessageTestCause]

export const MessageTestOutcome = {
  Sent: 'sent',
  Bounced: 'bounced',
  Refused: 'refused',
  Failed: 'failed',
  Unknown: 'unknown',
  NotSetUp: 'not_set_up',
  NotTried: 'not_tried',
} as const
export type MessageTestOutcome = (typeof MessageTestOutcome)[keyof typeof MessageTestOutcome]

export const Modality = {
  Cr: 'CR',
  Dx: 'DX',
  Ct: 'CT',
  Mr: 'MR',
  Us: 'US',
  Rf: 'RF',
  Xa: 'XA',
  Nm: 'NM',
  Pt: 'PT',
  Io: 'IO',
  Px: 'PX',
  Es: 'ES',
  Ecg: 'ECG',
  Op: 'OP',
  Xc: 'XC',
  Ot: 'OT',
} as const
export type Modality = (typeof Modality)[keyof typeof Modality]

export const NoteType = {
  ClinicalNote: 0,
  Anamnesis: 1,
  PreliminaryNote: 2,
} as const
export type NoteType = (typeof NoteType)[keyof typeof NoteType]

export const OnlineBookingStatus = {
  New: 0,
  Linked: 1,
  ClientCreated: 2,
  Declined: 3,
} as const
export type OnlineBookingStatus = (typeof OnlineBookingStatus)[keyof typeof OnlineBookingStatus]

export const OrderByCreatedOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Created: 'created',
  CreatedDescending: '-created',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByCreatedOrModified = (typeof OrderByCreatedOrModified)[keyof typeof OrderByCreatedOrModified]

export const OrderByDateAdded = {
  Id: 'id',
  IdDescending: '-id',
  DateAdded: 'date_added',
  DateAddedDescending: '-date_added',
} as const
export type OrderByDateAdded = (typeof OrderByDateAdded)[keyof typeof OrderByDateAdded]

export const OrderByDueOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Due: 'due',
  DueDescending: '-due',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByDueOrModified = (typeof OrderByDueOrModified)[keyof typeof OrderByDueOrModified]

export const OrderByExpiryDateOrModified = {
  Id: 'id',
  IdDescending: '-id',
  ExpiryDate: 'expiry_date',
  ExpiryDateDescending: '-expiry_date',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByExpiryDateOrModified = (typeof OrderByExpiryDateOrModified)[keyof typeof OrderByExpiryDateOrModified]

export const OrderById = {
  Id: 'id',
  IdDescending: '-id',
} as const
export type OrderById = (typeof OrderById)[keyof typeof OrderById]

export const OrderByInvoiceDateOrInvoiceNumberOrModified = {
  Id: 'id',
  IdDescending: '-id',
  InvoiceDate: 'invoice_date',
  InvoiceDateDescending: '-invoice_date',
  InvoiceNumber: 'invoice_number',
  InvoiceNumberDescending: '-invoice_number',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByInvoiceDateOrInvoiceNumberOrModified = (typeof OrderByInvoiceDateOrInvoiceNumberOrModified)[keyof typeof OrderByInvoiceDateOrInvoiceNumberOrModified]

export const OrderByIssueTimeOrModified = {
  Id: 'id',
  IdDescending: '-id',
  IssueTime: 'issue_time',
  IssueTimeDescending: '-issue_time',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByIssueTimeOrModified = (typeof OrderByIssueTimeOrModified)[keyof typeof OrderByIssueTimeOrModified]

export const OrderByLastNameOrModified = {
  Id: 'id',
  IdDescending: '-id',
  LastName: 'last_name',
  LastNameDescending: '-last_name',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByLastNameOrModified = (typeof OrderByLastNameOrModified)[keyof typeof OrderByLastNameOrModified]

export const OrderByLastnameOrSortNameOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Lastname: 'lastname',
  LastnameDescending: '-lastname',
  SortName: 'sort_name',
  SortNameDescending: '-sort_name',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByLastnameOrSortNameOrModified = (typeof OrderByLastnameOrSortNameOrModified)[keyof typeof OrderByLastnameOrSortNameOrModified]

export const OrderByMeasured = {
  Id: 'id',
  IdDescending: '-id',
  Measured: 'measured',
  MeasuredDescending: '-measured',
} as const
export type OrderByMeasured = (typeof OrderByMeasured)[keyof typeof OrderByMeasured]

export const OrderByMeasuredAtOrModified = {
  Id: 'id',
  IdDescending: '-id',
  MeasuredAt: 'measured_at',
  MeasuredAtDescending: '-measured_at',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByMeasuredAtOrModified = (typeof OrderByMeasuredAtOrModified)[keyof typeof OrderByMeasuredAtOrModified]

export const OrderByModified = {
  Id: 'id',
  IdDescending: '-id',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByModified = (typeof OrderByModified)[keyof typeof OrderByModified]

export const OrderByName = {
  Id: 'id',
  IdDescending: '-id',
  Name: 'name',
  NameDescending: '-name',
} as const
export type OrderByName = (typeof OrderByName)[keyof typeof OrderByName]

export const OrderByNameOrCreatedOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Name: 'name',
  NameDescending: '-name',
  Created: 'created',
  CreatedDescending: '-created',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByNameOrCreatedOrModified = (typeof OrderByNameOrCreatedOrModified)[keyof typeof OrderByNameOrCreatedOrModified]

export const OrderByNameOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Name: 'name',
  NameDescending: '-name',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByNameOrModified = (typeof OrderByNameOrModified)[keyof typeof OrderByNameOrModified]

export const OrderByNameOrOrganizationName = {
  Id: 'id',
  IdDescending: '-id',
  Name: 'name',
  NameDescending: '-name',
  OrganizationName: 'organization_name',
  OrganizationNameDescending: '-organization_name',
} as const
export type OrderByNameOrOrganizationName = (typeof OrderByNameOrOrganizationName)[keyof typeof OrderByNameOrOrganizationName]

export const OrderByNumber = {
  Id: 'id',
  IdDescending: '-id',
  Number: 'number',
  NumberDescending: '-number',
} as const
export type OrderByNumber = (typeof OrderByNumber)[keyof typeof OrderByNumber]

export const OrderByOccurred = {
  Id: 'id',
  IdDescending: '-id',
  Occurred: 'occurred',
  OccurredDescending: '-occurred',
} as const
export type OrderByOccurred = (typeof OrderByOccurred)[keyof typeof OrderByOccurred]

export const OrderByOrderedOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Ordered: 'ordered',
  OrderedDescending: '-ordered',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByOrderedOrModified = (typeof OrderByOrderedOrModified)[keyof typeof OrderByOrderedOrModified]

export const OrderByPeriodEnd = {
  Id: 'id',
  IdDescending: '-id',
  PeriodEnd: 'period_end',
  PeriodEndDescending: '-period_end',
} as const
export type OrderByPeriodEnd = (typeof OrderByPeriodEnd)[keyof typeof OrderByPeriodEnd]

export const OrderByStartedOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Started: 'started',
  StartedDescending: '-started',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByStartedOrModified = (typeof OrderByStartedOrModified)[keyof typeof OrderByStartedOrModified]

export const OrderByStartOrModified = {
  Id: 'id',
  IdDescending: '-id',
  Start: 'start',
  StartDescending: '-start',
  Modified: 'modified',
  ModifiedDescending: '-modified',
} as const
export type OrderByStartOrModified = (typeof OrderByStartOrModified)[keyof typeof OrderByStartOrModified]

export const OrderByTitle = {
  Id: 'id',
  IdDescending: '-id',
  Title: 'title',
  TitleDescending: '-title',
} as const
export type OrderByTitle = (typeof OrderByTitle)[keyof typeof OrderByTitle]

export const OrderStatus = {
  OrderingInProcess: 0,
  Ordered: 1,
  ProductsDelivered: 2,
  AddedToStock: 3,
} as const
export type OrderStatus = (typeof OrderStatus)[keyof typeof OrderStatus]

export const PaymentType = {
  Card: 0,
  Cash: 1,
  BankPayment: 2,
  Rounding: 3,
  Cheque: 4,
  Voucher: 5,
  ConsolidatedInvoice: 6,
  MobilePayment: 7,
  Prepayment: 8,
  GiftCard: 9,
  FinancingCompany: 10,
  Other: 11,
  CreditInvoice: 12,
  InsuranceClaim: 15,
} as const
export type PaymentType = (typeof PaymentType)[keyof typeof PaymentType]

export const Permission = {
  ClinicalConsultations: 'Clinical: Consultations',
  ClinicalDiagnosticImaging: 'Clinical: Diagnostic imaging',
  ClinicalPrescriptions: 'Clinical: Prescriptions',
  CustomFieldSettings: 'Custom field settings',
  FinancialDiscounts: 'Financial: Discounts',
  FinancialEndOfDayAndAccountingReports: 'Financial: End of day and accounting reports',
  FinancialInvoices: 'Financial: Invoices',
  GeneralAppointments: 'General: Appointments',
  GeneralPatientsAndClients: 'General: Patients and clients',
  SettingsDepartments: 'Settings: Departments',
  SettingsIntegrationSettings: 'Settings: Integration settings',
  SettingsItems: 'Settings: Items',
  SettingsStock: 'Settings: Stock',
  SettingsUsersAndPermissions: 'Settings: Users and permissions',
} as const
export type Permission = (typeof Permission)[keyof typeof Permission]

export const PermissionAccess = {
  Read: 'read',
  Write: 'write',
} as const
export type PermissionAccess = (typeof PermissionAccess)[keyof typeof PermissionAccess]

export const PhoneNumberType = {
  Landline: 0,
  Mobile: 1,
} as const
export type PhoneNumberType = (typeof PhoneNumberType)[keyof typeof PhoneNumberType]

export const PrescriptionStatus = {
  Draft: 1,
  Sending: 2,
  Sent: 3,
  Accepted: 4,
  Rejected: 5,
  Canceled: 6,
  Error: 7,
  AcceptedWithWarning: 8,
} as const
export type PrescriptionStatus = (typeof PrescriptionStatus)[keyof typeof PrescriptionStatus]

export const PriceBasis = {
  PriceWithVat: 'price_with_vat',
  Price: 'price',
} as const
export type PriceBasis = (typeof PriceBasis)[keyof typeof PriceBasis]

export const PriceChangeOutcome = {
  Changed: 'changed',
  Restored: 'restored',
  Kept: 'kept',
} as const
export type PriceChangeOutcome = (typeof PriceChangeOutcome)[keyof typeof PriceChangeOutcome]

export const PriceOperation = {
  Start: 'start',
  Replace: 'replace',
  Divide: 'divide',
  Multiply: 'multiply',
  AddPercent: 'add_percent',
  Round: 'round',
} as const
export type PriceOperation = (typeof PriceOperation)[keyof typeof PriceOperation]

export const PriceRounding = {
  Nearest: 'nearest',
  Up: 'up',
  Down: 'down',
} as const
export type PriceRounding = (typeof PriceRounding)[keyof typeof PriceRounding]

export const PriceStep = {
  ListPrice: 'list_price',
  AlternativePricing: 'alternative_pricing',
  DosageUnit: 'dosage_unit',
  OwnPrice: 'own_price',
  Quantity: 'quantity',
  Animals: 'animals',
  PercentageChange: 'percentage_change',
  Vat: 'vat',
  SumTotal: 'sum_total',
} as const
export type PriceStep = (typeof PriceStep)[keyof typeof PriceStep]

export const ProductIdentifier = {
  ProductCode: 'product_code',
  Barcode: 'barcode',
} as const
export type ProductIdentifier = (typeof ProductIdentifier)[keyof typeof ProductIdentifier]

export const RecallStatus = {
  Waiting: 0,
  Queued: 1,
  Sending: 2,
  Sent: 3,
  Failed: 4,
  Replaced: 5,
} as const
export type RecallStatus = (typeof RecallStatus)[keyof typeof RecallStatus]

export const ReceiptLineOutcome = {
  Accepted: 'accepted',
  Rejected: 'rejected',
  Duplicate: 'duplicate',
} as const
export type ReceiptLineOutcome = (typeof ReceiptLineOutcome)[keyof typeof ReceiptLineOutcome]

export const ReceiptLineProblem = {
  MissingId: 'missing_id',
  InvalidLine: 'invalid_line',
  MissingProductIdentifier: 'missing_product_identifier',
  InvalidQuantity: 'invalid_quantity',
  DepartmentUnresolved: 'department_unresolved',
} as const
export type ReceiptLineProblem = (typeof ReceiptLineProblem)[keyof typeof ReceiptLineProblem]

export const ReceiptLineStatus = {
  ToBeReviewed: 0,
  Approved: 1,
  Dismissed: 2,
  Rejected: 3,
} as const
export type ReceiptLineStatus = (typeof ReceiptLineStatus)[keyof typeof ReceiptLineStatus]

export const ReminderStatus = {
  Created: 0,
  Queued: 1,
  Sending: 2,
  Sent: 3,
  Failed: 4,
} as const
export type ReminderStatus = (typeof ReminderStatus)[keyof typeof ReminderStatus]

export const Scope = {
  Restapi: 'restapi',
  Openid: 'openid',
  Wholesaler: 'wholesaler',
} as const
export type Scope = (typeof Scope)[keyof typeof Scope]

export const SearchGround = {
  Name: 'name',
  PhoneNumber: 'phone_number',
  Microchip: 'microchip',
  InvoiceNumber: 'invoice_number',
} as const
export type SearchGround = (typeof SearchGround)[keyof typeof SearchGround]

export const SearchKind = {
  Client: 'client',
  Patient: 'patient',
  Invoice: 'invoice',
} as const
export type SearchKind = (typeof SearchKind)[keyof typeof SearchKind]

export const SearchState = {
  Active: 'active',
  Archived: 'archived',
  Deceased: 'deceased',
} as const
export type SearchState = (typeof SearchState)[keyof typeof SearchState]

export const SecurityEventKind = {
  AccessRefused: 'access.refused',
  ApplicationArchived: 'application.archived',
  ApplicationChanged: 'application.changed',
  ApplicationRegistered: 'application.registered',
  ApplicationRestored: 'application.restored',
  ApplicationSecretRotated: 'application.secret_rotated',
  AuditAnchored: 'audit.anchored',
  ClientErased: 'client.erased',
  CredentialsThrottled: 'credentials.throttled',
  EmailChangeRequested: 'email.change_requested',
  EmailChanged: 'email.changed',
  ExportMade: 'export.made',
  FactorAdded: 'factor.added',
  FactorRemoved: 'factor.removed',
  FileInfected: 'file.infected',
  FileRefused: 'file.refused',
  GrantEnded: 'grant.ended',
  GrantGiven: 'grant.given',
  ImportStarted: 'import.started',
  LegacyKeyMade: 'legacy_key.made',
  LegacyKeyRevoked: 'legacy_key.revoked',
  OrganisationAccessRevoked: 'organisation.access_revoked',
  PasswordChanged: 'password.changed',
  PasswordResetRequested: 'password.reset_requested',
  PasswordSet: 'password.set',
  PermissionChanged: 'permission.changed',
  RecoveryCodeUsed: 'recovery_code.used',
  RecoveryCodesMade: 'recovery_codes.made',
  SessionConfirmFailed: 'session.confirm_failed',
  SessionConfirmed: 'session.confirmed',
  SessionEnded: 'session.ended',
  SessionLocked: 'session.locked',
  SessionUnlockFailed: 'session.unlock_failed',
  SessionUnlocked: 'session.unlocked',
  SettingsChanged: 'settings.changed',
  SignInFailed: 'sign_in.failed',
  SignInSecondFactorFailed: 'sign_in.second_factor_failed',
  SignInSucceeded: 'sign_in.succeeded',
  SignInThrottled: 'sign_in.throttled',
  SignOut: 'sign_out',
  TokenFailed: 'token.failed',
  TokenIssued: 'token.issued',
  TokenRefreshed: 'token.refreshed',
  TokenRefused: 'token.refused',
  TokenRevoked: 'token.revoked',
  UserActivated: 'user.activated',
  UserChanged: 'user.changed',
  UserCreated: 'user.created',
  UserDeactivated: 'user.deactivated',
  UserErased: 'user.erased',
  UserInvited: 'user.invited',
} as const
export type SecurityEventKind = (typeof SecurityEventKind)[keyof typeof SecurityEventKind]

export const StockMovementCause = {
  UseInAConsultation: 1,
  Countersale: 2,
  Return: 3,
  Count: 4,
  Waste: 5,
  Delivery: 6,
  ReceiptReview: 7,
  Transfer: 8,
} as const
export type StockMovementCause = (typeof StockMovementCause)[keyof typeof StockMovementCause]

export const TextTemplateKind = {
  Note: 'note',
  Discharge: 'discharge',
  Prescription: 'prescription',
  Message: 'message',
  Other: 'other',
} as const
export type TextTemplateKind = (typeof TextTemplateKind)[keyof typeof TextTemplateKind]

export const TimelineKind = {
  Visit: 'visit',
  Vital: 'vital',
  Weight: 'weight',
  Prescription: 'prescription',
  Imaging: 'imaging',
  Appointment: 'appointment',
  Invoice: 'invoice',
} as const
export type TimelineKind = (typeof TimelineKind)[keyof typeof TimelineKind]

export const UsageSize = {
  Package: 1,
  DosageUnits: 2,
} as const
export type UsageSize = (typeof UsageSize)[keyof typeof UsageSize]

export const UsageType = {
  Administered: 1,
  Dispensed: 2,
  Prescribed: 3,
  HomeDelivery: 4,
} as const
export type UsageType = (typeof UsageType)[keyof typeof UsageType]

export const UserErasureKept = {
  MedicalRecords: 'medical_records',
  Bookkeeping: 'bookkeeping',
} as const
export type UserErasureKept = (typeof UserErasureKept)[keyof typeof UserErasureKept]

export const WebhookContentType = {
  Form: 1,
  Json: 2,
} as const
export type WebhookContentType = (typeof WebhookContentType)[keyof typeof WebhookContentType]

export const WebhookTrigger = {
  Client: 1,
  Patient: 2,
  Consultation: 3,
  ConsultationItem: 5,
  ImagingWorklistCreated: 6,
  ImagingWorklistUpdated: 7,
  ImagingWorklistDeleted: 8,
  InvoiceFinalized: 9,
  InvoiceDraft: 10,
  InvoicePayment: 11,
  UnallocatedPayment: 12,
  AccountingReport: 14,
  Appointment: 21,
  AppointmentDeleted: 22,
  ConsultationFinalized: 45,
  StockOrder: 46,
  DepartmentSettings: 63,
  PhoneNumber: 65,
  Installation: 100,
} as const
export type WebhookTrigger = (typeof WebhookTrigger)[keyof typeof WebhookTrigger]

export const Weekday = {
  Monday: 1,
  Tuesday: 2,
  Wednesday: 3,
  Thursday: 4,
  Friday: 5,
  Saturday: 6,
  Sunday: 7,
} as const
export type Weekday = (typeof Weekday)[keyof typeof Weekday]

export const WholesalerType = {
  Manual: 0,
  Integration: 1,
} as const
export type WholesalerType = (typeof WholesalerType)[keyof typeof WholesalerType]

export const ErrorCode = {
  Invalid: 'invalid',
  LastFactor: 'last_factor',
  LastManager: 'last_manager',
  LinkUnusable: 'link_unusable',
  SenderGone: 'sender_gone',
  NotAuthenticated: 'not_authenticated',
  SessionLocked: 'session_locked',
  Csrf: 'csrf',
  PermissionDenied: 'permission_denied',
  StepUpRequired: 'step_up_required',
  NotFound: 'not_found',
  MethodNotAllowed: 'method_not_allowed',
  RequestTimeout: 'request_timeout',
  Conflict: 'conflict',
  EventsDropped: 'events_dropped',
  PreconditionFailed: 'precondition_failed',
  AnswerTooLarge: 'answer_too_large',
  StorageFull: 'storage_full',
  TooLarge: 'too_large',
  TooManyUploads: 'too_many_uploads',
  AddressTooLong: 'address_too_long',
  UnsupportedMediaType: 'unsupported_media_type',
  IdempotencyKeyReused: 'idempotency_key_reused',
  QueueFull: 'queue_full',
  Throttled: 'throttled',
  TooManyStreams: 'too_many_streams',
  HeadersTooLarge: 'headers_too_large',
  ServerError: 'server_error',
  OrganisationBusy: 'organisation_busy',
  Unavailable: 'unavailable',
  AfterAppointment: 'after_appointment',
  AlreadyUndone: 'already_undone',
  AlreadyUploaded: 'already_uploaded',
  Ambiguous: 'ambiguous',
  Archived: 'archived',
  BeforeBirth: 'before_birth',
  BeforeIssue: 'before_issue',
  BeforeStart: 'before_start',
  BeyondOwn: 'beyond_own',
  Blank: 'blank',
  Cancellation: 'cancellation',
  Cancelled: 'cancelled',
  CancelledAppointment: 'cancelled_appointment',
  CommandOnly: 'command_only',
  CommunicationPreferences: 'communication_preferences',
  Connected: 'connected',
  CreditNote: 'credit_note',
  Credited: 'credited',
  DayOff: 'day_off',
  DecidedAlready: 'decided_already',
  Disagrees: 'disagrees',
  DoesNotExist: 'does_not_exist',
  Empty: 'empty',
  Ended: 'ended',
  EquineOnly: 'equine_only',
  Erased: 'erased',
  FinalOrder: 'final_order',
  Finalized: 'finalized',
  Fixed: 'fixed',
  Forgotten: 'forgotten',
  FutureDate: 'future_date',
  HasAttachments: 'has_attachments',
  HasClient: 'has_client',
  HasEntries: 'has_entries',
  HasInvoice: 'has_invoice',
  HasMovements: 'has_movements',
  HasPrescriptions: 'has_prescriptions',
  HasReferrals: 'has_referrals',
  HasVisit: 'has_visit',
  Header: 'header',
  Held: 'held',
  ImplausibleDate: 'implausible_date',
  InThePast: 'in_the_past',
  InUse: 'in_use',
  InactiveUser: 'inactive_user',
  IncorrectType: 'incorrect_type',
  InvalidChoice: 'invalid_choice',
  InvalidTransition: 'invalid_transition',
  Locked: 'locked',
  MailNotSetUp: 'mail_not_set_up',
  MaxDecimalPlaces: 'max_decimal_places',
  MaxItems: 'max_items',
  MaxLength: 'max_length',
  MaxValue: 'max_value',
  MaxWholeDigits: 'max_whole_digits',
  MinLength: 'min_length',
  MinValue: 'min_value',
  MoreThanOwed: 'more_than_owed',
  MoreThanUnused: 'more_than_unused',
  NeedsClient: 'needs_client',
  NeedsOnlineBooking: 'needs_online_booking',
  NoAddress: 'no_address',
  NoCatalog: 'no_catalog',
  NoClient: 'no_client',
  NoCommonNumber: 'no_common_number',
  NoItem: 'no_item',
  NoNumber: 'no_number',
  NoSubject: 'no_subject',
  NoVisit: 'no_visit',
  NotADraft: 'not_a_draft',
  NotAList: 'not_a_list',
  NotALocation: 'not_a_location',
  NotAMedicine: 'not_a_medicine',
  NotAVaccine: 'not_a_vaccine',
  NotAnIntegration: 'not_an_integration',
  NotAnObject: 'not_an_object',
  NotCash: 'not_cash',
  NotClinicWide: 'not_clinic_wide',
  NotDecided: 'not_decided',
  NotDeclined: 'not_declined',
  NotEnoughStock: 'not_enough_stock',
  NotFinalized: 'not_finalized',
  NotFree: 'not_free',
  NotInComposite: 'not_in_composite',
  NotMatched: 'not_matched',
  NotOnline: 'not_online',
  NotPublic: 'not_public',
  NotStocked: 'not_stocked',
  NotThePrescriber: 'not_the_prescriber',
  NotUploaded: 'not_uploaded',
  NothingOwed: 'nothing_owed',
  NothingToRead: 'nothing_to_read',
  Null: 'null',
  NullCharactersNotAllowed: 'null_characters_not_allowed',
  NumberOfAnotherItem: 'number_of_another_item',
  OneOwner: 'one_owner',
  OrderDelivered: 'order_delivered',
  OrderNotOrdered: 'order_not_ordered',
  OrderNotSent: 'order_not_sent',
  OrderSent: 'order_sent',
  OtherConsultation: 'other_consultation',
  OtherDepartment: 'other_department',
  OtherWholesaler: 'other_wholesaler',
  Overlap: 'overlap',
  OwnAccount: 'own_account',
  ParentMismatch: 'parent_mismatch',
  ParseError: 'parse_error',
  PeopleOnly: 'people_only',
  Prepaid: 'prepaid',
  QueuedAlready: 'queued_already',
  Range: 'range',
  Refund: 'refund',
  RegistrationDeleted: 'registration_deleted',
  Repeated: 'repeated',
  Required: 'required',
  Restored: 'restored',
  Reviewed: 'reviewed',
  Rounding: 'rounding',
  SameDepartment: 'same_department',
  SendAtOrHoursBefore: 'send_at_or_hours_before',
  SetOff: 'set_off',
  SpeciesRequired: 'species_required',
  StillActive: 'still_active',
  StillNeeded: 'still_needed',
  StillOpen: 'still_open',
  TimePassed: 'time_passed',
  TooCommon: 'too_common',
  TooDeep: 'too_deep',
  TooEarly: 'too_early',
  TooLong: 'too_long',
  TooManyApplications: 'too_many_applications',
  TooManyItems: 'too_many_items',
  TooMuch: 'too_much',
  TooShort: 'too_short',
  TwoChanges: 'two_changes',
  TwoOtherWholesalers: 'two_other_wholesalers',
  TwoPrices: 'two_prices',
  Unexplained: 'unexplained',
  Unique: 'unique',
  Unknown: 'unknown',
  UnknownBatch: 'unknown_batch',
  UnknownPlaceholder: 'unknown_placeholder',
  UnknownRate: 'unknown_rate',
  UnusableMailServer: 'unusable_mail_server',
  WeekdayOrDate: 'weekday_or_date',
  WrongBooking: 'wrong_booking',
  WrongClient: 'wrong_client',
  WrongConsultation: 'wrong_consultation',
  WrongContent: 'wrong_content',
  WrongDepartment: 'wrong_department',
  WrongExtension: 'wrong_extension',
  WrongList: 'wrong_list',
  WrongRequestHash: 'wrong_request_hash',
  WrongSign: 'wrong_sign',
  WrongSize: 'wrong_size',
  WrongSpecies: 'wrong_species',
  WrongType: 'wrong_type',
  Zero: 'zero',
} as const
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode]
