export type Gender =
  | 'Male'
  | 'Female'
  | 'Male, neutered'
  | 'Female, neutered'
  | 'Unknown'
  | 'Gelding'
  | 'Mare'
  | 'Stallion'

export type StaffRole = 'manager' | 'veterinarian' | 'nurse' | 'reception' | 'stock'

export type DemoOrganisation = {
  name: string
  country: string
  currency: string
  time_zone: string
  register_number: string
  vat_number: string
  email: string
  phone: string
}

export type DemoDepartment = {
  name: string
  number: string
  street_address: string
  zip_code: string
  city: string
  country: string
  phone: string
  email: string
}

export type DemoStaff = {
  first_name: string
  last_name: string
  email: string
  title: string
  initials: string
  /** Index into departments. */
  home_department: number
  role: StaffRole
  /** One of permission_groups. */
  group: string
}

export type DemoPhoneNumber = {
  /** As typed at reception, with the client's country as the default. */
  phone_number: string
  /** 0 landline, 1 mobile */
  type_code: 0 | 1
  description: string
}

export type DemoCommunicationPreferences = {
  email: boolean | null
  sms: boolean | null
  post: boolean | null
  answered_at: string | null
}

export type DemoClient = {
  title: string
  firstname: string
  lastname: string
  organization_name: string
  email: string
  country: string
  /** 0 private person, 1 company, 2 EU company, 3 charitable organisation, 4 UK charity */
  customer_type: 0 | 1 | 2 | 3 | 4
  vat_number: string
  register_number: string
  street_address: string
  zip_code: string
  city: string
  no_sms: boolean
  no_email: boolean
  archived: boolean
  remarks: string
  critical_notes: string
  /** Index into departments. */
  home_department: number
  tags: string[]
  /** Days; null for the organisation's own terms. */
  due_date_delay: number | null
  communication_preferences: DemoCommunicationPreferences
  created: string
  phone_numbers: DemoPhoneNumber[]
}

export type DemoWeight = { weight: string; measured: string }

export type DemoPatient = {
  /** Index into clients. */
  client: number
  name: string
  official_name: string
  /** Ids of the species and breeds codelists. */
  species: number
  breed: number
  gender: Gender
  color: string
  date_of_birth: string | null
  date_of_registration: string
  microchip: string | null
  microchip_date: string | null
  /** The last of weights, null when never weighed. */
  weight: string | null
  weights: DemoWeight[]
  deceased: string | null
  reason_of_death: string
  archived: boolean
  /** Policy number. */
  insurance: string
  insurance_company: string
  passport_number: string
  register_number: string
  /** Null for a single animal. */
  herd_size: number | null
  not_for_food: boolean
  blood_group: string
  remarks: string
  critical_notes: string
  /** Index into departments. */
  home_department: number
  tags: string[]
}

export type DemoCustomField = {
  name: string
  content_type: 'client' | 'patient'
  /** 1 text, 2 number, 3 date, 4 check box, 6 select, 7 multi-select */
  field_type: 1 | 2 | 3 | 4 | 6 | 7
  options: string[]
}

export type DemoValue = {
  /** Index into custom_fields. */
  field: number
  value: string | { name: string }[]
}
export type WithValues<R> = R & { values: DemoValue[] }

export type DemoAccountNumber = {
  number: string
  description: string
}

export type DemoVatGroup = {
  title: string
  percentage: string
  /** Index into account_numbers. */
  account_number: number
}

export type DemoItem = {
  /** 1 procedure, 2 medicine, 3 supply, 4 food, 5 laboratory analysis, 6 laboratory analysis panel */
  type_code: 1 | 2 | 3 | 4 | 5 | 6
  code: string
  barcode: string
  name: string
  /** Net; goods have `price_with_vat` instead. */
  price?: string
  price_with_vat?: string
  wholesale_price: string | null
  /** Index into vat_groups. */
  vat_group: number
  /** Index into account_numbers. */
  account_number: number
  /** Index into item_lists. */
  item_list: number
  unit: string
  package_description: string
  dosage_units: string
  instructions: string
  controlled_substance: boolean
  /** ATC code. */
  antibiotic: string | null
  batch_number_required: boolean
  primary_wholesaler_code: string
  alert_level: string | null
  discontinued: boolean
}

export type DemoPricing = {
  /** Index into items. */
  item: number
  name: string
  /** Index into departments; null for all of them. */
  department: number | null
  customer_type: 0 | 1 | 2 | 3 | 4 | null
  price: string | null
  percentage_change: string | null
  valid_from: string | null
  valid_until: string | null
}

export type DemoPayer = {
  /** Index into clients. */
  client: number
  /** Index into patients. */
  patient: number
  name: string
  organization_name: string
  register_number: string
  vat_number: string
  country: string
  street_address: string
  zip_code: string
  city: string
}

export type DemoItems = {
  account_numbers: DemoAccountNumber[]
  vat_groups: DemoVatGroup[]
  item_lists: string[]
  items: DemoItem[]
  alternative_pricings: DemoPricing[]
}

export type DemoVisit = {
  /** Index into clients. */
  client: number
  /** Index into patients. */
  patient: number
  /** Index into departments. */
  department: number
  /** Index into staff. */
  veterinarian: number
  /** 0 inpatient, 1 outpatient, 2 home call, 3 farm visit */
  type: 0 | 1 | 2 | 3
  /** 0 admitted, 5 ready for discharge, 6 discharged, 8 in progress, 10 finalized */
  status: 0 | 5 | 6 | 8 | 10
  /** How it is paid once it is finalized: 0 by card, 1 in cash, null not at once. */
  payment: 0 | 1 | null
  started: string
  complaint: string
  anamnesis: string
  finding: string
  diagnosis: { id: number; code: string; name: string }
  /** Empty if the owner has nothing to do at home. */
  instruction: string
  rows: {
    /** Index into items. */
    item: number
    quantity: string
    usage_type?: 1 | 2 | 3
    usage_size?: 2
    no_multiplier?: true
    batch_number: string
  }[]
}

export type DemoBatch = {
  batch_number: string
  expiry_date: string | null
}

export type DemoStock = DemoBatch & {
  /** Index into items. */
  item: number
  /** Index into departments. */
  department: number
  /** In dosage units. */
  counted: string
}

export type DemoClinic = DemoItems & {
  organisation: DemoOrganisation
  departments: DemoDepartment[]
  permission_groups: string[]
  staff: DemoStaff[]
  custom_fields: DemoCustomField[]
  clients: WithValues<DemoClient>[]
  patients: WithValues<DemoPatient>[]
  alternative_payers: DemoPayer[]
  visits: DemoVisit[]
  stock: DemoStock[]
}
