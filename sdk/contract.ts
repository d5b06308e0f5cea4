// Derived from openapi.json by scripts/sdk-types.ts: npm run generate.

import type * as Enums from './enums.ts'

/** Values of a filter that takes several. */
export type Several = string | readonly (string | number)[]

/** Every record, body and answer, by its name in openapi.json. */
export interface Schemas {
  /** The organisation whose API this is. */
  Organisation: {
    /** Identifies the organisation among those of the organisation; never reused. */
    id: number
    /** The address of the organisation; links to it are written like this. */
    url: string
    /** The legal name of the clinic, printed on invoices. */
    name: string
    /** Seat of the clinic, as an ISO 3166-1 alpha-2 code. */
    country: string
    /** ISO 4217 code of all amounts in this API. */
    currency: string
    /** IANA name. */
    time_zone: string
    /** In which language clients are written to who have none of their own, as a primary tag of BCP 47. */
    language: Enums.Language
    /** Where people write to the clinic. */
    email: string
    /** Where people call the clinic. */
    phone: string
    /** Street and house number of the seat, printed on invoices. */
    street_address: string
    /** Postal code of the seat, printed on invoices. */
    zip_code: string
    /** Town of the seat, printed on invoices. */
    city: string
    /** As registered for VAT, country code included. */
    vat_number: string
    /** What the trade register or business register lists the clinic under. */
    register_number: string
    /** Whether an invoice gets a creditor reference (ISO 11649) when it is finalized. */
    reference_numbers: boolean
    /** Whether new invoice rows copy `reporting_dimension_3` from their items. */
    reporting_dimension_3_enabled: boolean
    /** Which logo is printed on invoices and receipts: another number whenever another one is put at `settings/logo/`. */
    logo: number | null
    /** Whether the clinic is still being set up: its managers are shown what `GET /setup/` says is missing. */
    setup_open: boolean
    /** Whether somebody of the clinic has confirmed the VAT groups that it started with. */
    vat_rates_confirmed: boolean
    /** Where a consultation is opened if neither the patient nor the veterinarian has a home department. */
    default_department: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** One location of the organisation, with an address and settings of its own. */
  Department: {
    /** Identifies the department among those of the organisation; never reused. */
    id: number
    /** The address of the department; links to it are written like this. */
    url: string
    /** What the location is called. */
    name: string
    /** The clinic’s own code, for example a cost centre. */
    number: string
    /** Street and house number. */
    street_address: string
    /** Postal code, in the form its country uses. */
    zip_code: string
    /** Town or village of the location. */
    city: string
    /** Where the location is, as an ISO 3166-1 alpha-2 code. */
    country: string
    /** Number of the location, printed on its invoices instead of the organisation’s. */
    phone: string
    /** Address of the location, printed on its invoices instead of the organisation’s. */
    email: string
    /** IANA name of the zone the location is in, from its settings: its calendar and its days are in it. */
    time_zone: string
    /** Closed: new consultations are refused there, and what it has stays as it is. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** How one department works: time zone, invoicing, payment terms, locked periods. */
  DepartmentSettings: {
    /** Identifies the department settings among those of the organisation; never reused. */
    id: number
    /** The address of the department settings; links to it are written like this. */
    url: string
    /** The location that these rules are for. */
    department: string
    /** IANA name of the zone the location is in. */
    time_zone: string
    /** The earliest day that a new invoice, payment or credit note may be dated; an earlier one is refused. */
    financial_period_lock_date: string | null
    /** True: once a month, on `automatic_financial_period_lock_monthday`, the lock date becomes the first of that month. */
    automatic_financial_period_lock_enabled: boolean
    /** Day on which the lock advances; in a shorter month, its last day. 1 unless changed. */
    automatic_financial_period_lock_monthday: number
    /** Whether `cancel_date` is used when a payment is cancelled. */
    payment_cancel_set_date: boolean
    /** True: a consultation is refused until the client has answered all `communication_preferences`, and within the last `preferences_valid_months`. */
    enable_communication_preferences: boolean
    /** After how long a client must be asked again how to be contacted. 24 unless changed. */
    preferences_valid_months: number
    /** Comes before the number of new invoices and credit notes. */
    invoice_prefix: string
    /** Printed on every invoice that is finalized from now on, for example a cost centre. */
    additional_reference: string
    /** Printed at the foot of every invoice and receipt that is finalized from now on, for example where to call at night. */
    printed_remarks: string
    /** Account to pay invoices to, without spaces. */
    iban: string
    /** Bank of the account, 8 or 11 characters. */
    bic: string
    /** Days until a new invoice is due, unless the client who pays has a `due_date_delay`. 14 unless changed. */
    payment_terms_days: number
    /** True: finalizing a visit makes an invoice that has its number and can be paid. */
    finalize_invoice_with_consultation: boolean
    /** The `id`, not the URL, of the item to sell when a prescription is charged for. */
    prescription_fee_item: number | null
    /** Whether electronic prescriptions may be sent from here. */
    eprescription_enabled: boolean
    /** How the prescription network knows this location. */
    eprescription_sender_id: string
    /** How many hours before an appointment its client is reminded by e-mail and text message. */
    reminder_hours_before: number | null
    /** For how many minutes an online booking that an application made for itself is kept without a client. */
    online_booking_client_minutes: number
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** How the organisation works with other programs. */
  IntegrationSettings: {
    /** Identifies the integration settings among those of the organisation; never reused. */
    id: number
    /** The address of the integration settings; links to it are written like this. */
    url: string
    /** Whose settings these are: the organisation of this API. */
    organisation: string
    /** Where the image archive shows the studies of a patient: the `id` of the patient is appended to the end of this address, for example `https://archive.example.com/viewer?PatientID=`. */
    imaging_viewer_url: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** Through which servers the organisation writes to its clients by e-mail and SMS. */
  MessageSettings: {
    /** Identifies the message settings among those of the organisation; never reused. */
    id: number
    /** The address of the message settings; links to it are written like this. */
    url: string
    /** Whose settings these are: the organisation of this API. */
    organisation: string
    /** The host name of the mail server, which must be publicly reachable. */
    smtp_host: string
    /** 465 (encrypted from the start), 587 (encrypted by STARTTLS) or 25 (encrypted if the server can, and always with a user name). 587 unless changed. */
    smtp_port: number
    /** Who signs in at the mail server. */
    smtp_username: string
    /** Whether there is a password. */
    smtp_password_set: boolean
    /** The address that e-mails come from, under the name of the clinic; answers go to the department if it has an address. */
    mail_from: string
    /** Where SMS are posted, in Twilio’s format: a form with `To`, `From` and `Body` over `https` to a public host, for example `https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json`. */
    sms_gateway_url: string
    /** Who signs in at the SMS gateway (Basic authentication). */
    sms_account: string
    /** Whether there is a token. */
    sms_token_set: boolean
    /** The number or name that SMS come from, as the gateway has it registered. */
    sms_from: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What the organisation asks of those who sign in. */
  SecuritySettings: {
    /** Identifies the security settings among those of the organisation; never reused. */
    id: number
    /** The address of the security settings; links to it are written like this. */
    url: string
    /** Whose settings these are: the organisation of this API. */
    organisation: string
    /** Whether staff who may write anything, or read of clients, patients, money or staff, need an authenticator app or a passkey besides their password. */
    second_factor_required: boolean
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A member of staff, or the virtual user that an application acts as. */
  User: {
    /** Identifies the user among those of the organisation; never reused. */
    id: number
    /** The address of the user; links to it are written like this. */
    url: string
    /** Given name. */
    first_name: string
    /** Family name; that of a virtual user is the name of its application and follows it. */
    last_name: string
    /** The address to sign in with; invitations and links for a new password go there. */
    email: string
    /** Professional title, for example “Veterinary nurse”. */
    title: string
    /** Short form for lists and calendars. */
    initials: string
    /** Where the person is reached. */
    phone: string
    /** False: may not sign in, and all sessions and tokens end at once. */
    is_active: boolean
    /** True for the user that an application acts as. */
    is_virtual: boolean
    /** Where the person usually works. */
    home_department: string | null
    /** What the user may do: everything that any of these allows. */
    permission_groups: readonly string[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A set of permissions that its members have. */
  PermissionGroup: {
    /** Identifies the permission group among those of the organisation; never reused. */
    id: number
    /** The address of the permission group; links to it are written like this. */
    url: string
    /** For whom it is meant, such as “Reception”. */
    name: string
    /** What members may look at. */
    read: readonly Enums.Permission[]
    /** What members may create, change and delete, and look at. */
    write: readonly Enums.Permission[]
    /** True: members get no permissions from it. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** An integration that may ask for tokens. */
  Application: {
    /** Identifies the application among those of the organisation; never reused. */
    id: number
    /** The address of the application; links to it are written like this. */
    url: string
    /** What people see when they are asked to allow it access. */
    name: string
    /** Identifies the application when it asks for a token. */
    client_id: string
    /** True for a web page or an app on a person’s device, which cannot keep a secret: it gets none, and signs people in with PKCE. */
    public: boolean
    /** Where people return to after signing in: https, or http on localhost; a public application may also use a private scheme such as com.example.app:/back, and needs at least one. */
    redirect_uris: readonly string[]
    /** Origins of the application’s web pages, for example https://app.example.com. */
    allowed_origins: readonly string[]
    /** What its tokens may be for: `restapi` to use the API, `openid` to learn who signed in, `wholesaler` for the routes of wholesalers. */
    scopes: readonly Enums.Scope[]
    /** True: `authorize/` refuses it without a `code_challenge` (PKCE). */
    pkce_required: boolean
    /** The virtual user it acts as. */
    user: string
    /** When it was last given a token, for itself or for a person, or last used a legacy key: to the hour. */
    last_used: string | null
    /** True: it gets no tokens, and those it has end, with what people have allowed it and its legacy keys. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** An API key of an older integration, which sends it as `Authorization: Token <key>`. */
  LegacyKey: {
    /** Identifies the legacy key among those of the organisation; never reused. */
    id: number
    /** The address of the legacy key; links to it are written like this. */
    url: string
    /** The application it acts for, with its permissions. */
    application: string
    /** When the record was created. */
    created: string
    /** From then on it is refused: 365 days after it was made, unless it was made for another time. */
    expires: string | null
    /** When it was last used, to the hour: a use is noted at most once an hour. */
    last_used: string | null
    /** When it was ended by hand. */
    revoked: string | null
  }
  /** A field that an application, or the clinic, has added to clients, patients or consultations. */
  CustomField: {
    /** Identifies the custom field among those of the organisation; never reused. */
    id: number
    /** The address of the custom field; links to it are written like this. */
    url: string
    /** What people see as the label. */
    name: string
    /** The kind of record that has the field. */
    content_type: Enums.CustomFieldOwner
    /** What values look like. */
    field_type: Enums.CustomFieldType
    /** What a new record gets if nothing is sent; existing records keep what they have. */
    default_value: string
    /** True where the application of your token created the field, and so may change it. */
    owned: boolean
    /** Whether a new record must have a value, and an existing one cannot be cleared; a check box must be `True`. */
    is_required: boolean
    /** Out of use: neither required of new records nor given its default there. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** The settings of a custom field that belong to staff: whether it is required, and its options. */
  CustomFieldSetting: {
    /** Identifies the custom field setting among those of the organisation; never reused. */
    id: number
    /** The address of the custom field setting; links to it are written like this. */
    url: string
    /** What people see as the label. */
    name: string
    /** The kind of record that has the field. */
    content_type: Enums.CustomFieldOwner
    /** What values look like. */
    field_type: Enums.CustomFieldType
    /** What a new record gets if nothing is sent. */
    default_value: string
    /** True: a record cannot be created without a value, nor its value cleared; a check box must be `True`. */
    is_required: boolean
    /** The choices of a field of type 6 (Select) or 7 (Multi-select); other types have none. */
    options: readonly {
      /** Given by the service, and the same for good. */
      id: number
      /** What people choose. */
      name: string
      /** No longer offered; records that have it keep it. */
      archived: boolean
    }[]
    /** Which integration created the field. */
    application: string | null
    /** What the integration that created the field is called. */
    application_name: string
    /** Out of use: neither required of new records nor given its default there. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** An owner of animals: a person, a company or a charity. */
  Client: {
    /** Identifies the client among those of the organisation; never reused. */
    id: number
    /** The address of the client; links to it are written like this. */
    url: string
    /** How the person is addressed, for example “Dr”. */
    title: string
    /** Given name. */
    firstname: string
    /** Family name. */
    lastname: string
    /** The company, farm or charity, where the client is one. */
    organization_name: string
    /** Where to write to the client. */
    email: string
    /** Where the client lives, as an ISO 3166-1 alpha-2 code. */
    country: string
    /** In which language the client is written to, as a primary tag of BCP 47. */
    language: Enums.Language | null
    /** An alternative pricing can be for one kind of customer only, so this may decide prices. */
    customer_type: Enums.CustomerType
    /** As registered for VAT, country code included. */
    vat_number: string
    /** What the trade register or business register lists the client under. */
    register_number: string
    /** National identity or document number of the person, where the clinic must know it. */
    id_number: string
    /** The location that the client usually visits, for filtering. */
    home_department: string | null
    /** Days this client has to pay an invoice. */
    due_date_delay: number | null
    /** Street and house number. */
    street_address: string
    /** Second line: apartment, staircase, care of. */
    street_address_2: string
    /** Postal code, in the form its country uses. */
    zip_code: string
    /** Town or village of the postal address. */
    city: string
    /** Region or province, in countries whose addresses name one. */
    state: string
    /** What staff noted about the client. */
    remarks: string
    /** What everybody must know before dealing with the client. */
    critical_notes: string
    /** Who receives and pays the invoices instead, for example a riding stable; cannot be the client itself. */
    invoicing_client: string | null
    /** True: send this client no automated text messages. */
    no_sms: boolean
    /** True: send this client no automated messages to the `email` address. */
    no_email: boolean
    /** How the client agreed to be contacted. */
    communication_preferences: {
      /** Whether the client wants to be reached this way. */
      email?: boolean | null | undefined
      /** Whether the client wants text messages. */
      sms?: boolean | null | undefined
      /** Whether the client wants letters. */
      post?: boolean | null | undefined
      /** When the client was asked. */
      answered_at?: string | null | undefined
    }
    /** Words by which the clinic groups clients, for example “breeder”. */
    tags_rel: readonly string[]
    /** The values of the custom fields of this client. */
    fields_rel: readonly {
      /** Identifies the value itself in `/custom_field_values/`. */
      id: number
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** The name of the field, as it is now. */
      label: string
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id: number
        /** The option as it is called now. */
        name: string
      }[]
    }[]
    /** Where to call the client, oldest first. */
    phone_numbers: readonly string[]
    /** The animals that belong to the client, deceased and archived ones included. */
    patients: readonly string[]
    /** What a list of clients is ordered by: `organization_name`, otherwise `lastname` and `firstname` with a comma between them, in lower case. */
    sort_name: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `phone_numbers` links to, in full. */
    phone_numbers_data?: readonly Schemas['PhoneNumber'][] | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
  }
  /** A phone number of a client, as it was sent and in E.164 format. */
  PhoneNumber: {
    /** Identifies the phone number among those of the organisation; never reused. */
    id: number
    /** The address of the phone number; links to it are written like this. */
    url: string
    /** Who is reached there. */
    client: string
    /** As people write it, spaces and punctuation included. */
    phone_number: string
    /** The same number in E.164 format, for dialling and comparing: +358401234567. */
    e164: string
    /** The kind of line, as it was entered; it is not derived from the number. */
    type_code: Enums.PhoneNumberType
    /** What to know before calling, for example “work, mornings only”. */
    description: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
  }
  /** An animal or a herd. */
  Patient: {
    /** Identifies the patient among those of the organisation; never reused. */
    id: number
    /** The address of the patient; links to it are written like this. */
    url: string
    /** The owner. */
    client: string
    /** What the animal or herd is called. */
    name: string
    /** As the pedigree, studbook or passport has it, where that differs from `name`. */
    official_name: string
    /** Sent as the `id` of an entry of `/codelist/species/`, shown as its name. */
    species: string | null
    /** The `id` of what `species` shows, for programs: names may be reworded. */
    species_code: number | null
    /** Sent as the `id` of an entry of `/codelist/breeds/`, shown as its name. */
    breed: string | null
    /** The `id` of what `breed` shows, for programs: names may be reworded. */
    breed_code: number | null
    /** Sex, and whether neutered. */
    gender: Enums.Gender
    /** Coat and markings, in the clinic’s own words. */
    color: string
    /** Kilograms, as measured last. */
    weight: string | null
    /** The day the animal was born, often an estimate. */
    date_of_birth: string | null
    /** The day of death, not before `date_of_birth`: sending it marks the patient as deceased, and null undoes that. */
    deceased: string | null
    /** Cause, or “euthanasia” and why. */
    reason_of_death: string
    /** Number of the transponder as read: 15 digits by ISO 11784, older ones may be shorter. */
    microchip: string | null
    /** Day on which the transponder was implanted. */
    microchip_date: string | null
    /** Day on which the animal became a patient, where that is earlier than `created`: for example in an older system. */
    date_of_registration: string | null
    /** Number of the policy. */
    insurance: string
    /** Who insures the animal. */
    insurance_company: string
    /** As printed in the pet or equine passport. */
    passport_number: string
    /** What a kennel club, studbook or livestock database lists the animal under. */
    register_number: string
    /** How many animals this record stands for; null for a single one. */
    herd_size: number | null
    /** True: excluded from slaughter for human consumption, as in a horse’s passport. */
    not_for_food: boolean
    /** Result of typing, for transfusions: for example DEA 1 negative. */
    blood_group: string
    /** What staff noted about the patient. */
    remarks: string
    /** What everybody must know before touching the animal: allergies, biting. */
    critical_notes: string
    /** The location that usually treats the patient; a consultation that names no other is opened there. */
    home_department: string | null
    /** Words by which the clinic groups patients, for example “diabetic”. */
    tags_rel: readonly string[]
    /** The values of the custom fields of this patient. */
    fields_rel: readonly {
      /** Identifies the value itself in `/custom_field_values/`. */
      id: number
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** The name of the field, as it is now. */
      label: string
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id: number
        /** The option as it is called now. */
        name: string
      }[]
    }[]
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
  }
  /** A weight of a patient, with the time it was measured. */
  PatientWeight: {
    /** Identifies the patient weight among those of the organisation; never reused. */
    id: number
    /** The address of the patient weight; links to it are written like this. */
    url: string
    /** Which animal was weighed: the one in the path. */
    patient: string
    /** Kilograms, to the gram. */
    weight: string
    /** When the animal stood on the scales. */
    measured: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A third party that pays for a client, or for one of the client’s patients: an insurer, an employer, a charity. */
  AlternativePayer: {
    /** Identifies the alternative payer among those of the organisation; never reused. */
    id: number
    /** The address of the alternative payer; links to it are written like this. */
    url: string
    /** For whom the payer pays. */
    client: string
    /** The insured animal, one of the client’s. */
    patient: string | null
    /** The person who pays, or the contact there. */
    name: string
    /** The insurer, employer or charity. */
    organization_name: string
    /** As registered for VAT. */
    vat_number: string
    /** What the trade register lists the payer under. */
    register_number: string
    /** Seat of the payer, as an ISO 3166-1 alpha-2 code. */
    country: string
    /** Street and house number, for sending claims to. */
    street_address: string
    /** Second line: department, floor, post office box. */
    street_address_2: string
    /** Postal code, in the form its country uses. */
    zip_code: string
    /** Town or village of the postal address. */
    city: string
    /** Region or province, in countries whose addresses name one. */
    state: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patient` links to, in full. */
    patient_data?: Schemas['Patient'] | null | undefined
  }
  /** A file of a client, a patient, a consultation or an invoice: a letter, a picture, a laboratory report. */
  Attachment: {
    /** Identifies the attachment among those of the organisation; never reused. */
    id: number
    /** The address of the attachment; links to it are written like this. */
    url: string
    /** Whose file it is, if it is about no single animal. */
    client: string | null
    /** The animal that the file is about. */
    patient: string | null
    /** The visit that the file belongs to. */
    consultation: string | null
    /** The bill that the file belongs to, for example as a receipt. */
    invoice: string | null
    /** What the file is saved as when it is downloaded, with the ending of its type, such as .pdf. */
    name: string
    /** The media type; the upload must have the same, and its content is compared with it when it has arrived. */
    content_type: Enums.AttachmentType
    /** Bytes, at most 100 MiB. */
    size: number
    /** When the file had arrived; unless it is being scanned it can be downloaded from then on. */
    uploaded: string | null
    /** What the virus scanner found. */
    scan: Enums.AttachmentScan
    /** Why the file was deleted and cannot be downloaded. */
    refusal: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patient` links to, in full. */
    patient_data?: Schemas['Patient'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
    /** What `invoice` links to, in full. */
    invoice_data?: Schemas['Invoice'] | null | undefined
  }
  /** The value of a custom field of one record. */
  CustomFieldValue: {
    /** Identifies the custom field value among those of the organisation; never reused. */
    id: number
    /** The address of the custom field value; links to it are written like this. */
    url: string
    /** The `id` of the definition in `/custom_fields/`. */
    field: number
    /** The `id` of the client, patient or consultation that has the value. */
    object_id: number
    /** What `object_id` identifies; follows from the field. */
    content_type: Enums.CustomFieldOwner
    /** The name of the field, as it is now. */
    label: string
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id: number
      /** The option as it is called now. */
      name: string
    }[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What one client has in one custom field, for reading and writing by field. */
  ClientCustomFieldValue: {
    /** Identifies the client custom field value among those of the organisation; never reused. */
    id: number
    /** The address of the client custom field value; links to it are written like this. */
    url: string
    /** Who has the value: the one in the path. */
    client: string
    /** The `id` of the definition in `/custom_fields/`. */
    field_id: number
    /** The name of the field, as it is now. */
    label: string
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id: number
      /** The option as it is called now. */
      name: string
    }[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What one patient has in one custom field, for reading and writing by field. */
  PatientCustomFieldValue: {
    /** Identifies the patient custom field value among those of the organisation; never reused. */
    id: number
    /** The address of the patient custom field value; links to it are written like this. */
    url: string
    /** Who has the value: the one in the path. */
    patient: string
    /** The `id` of the definition in `/custom_fields/`. */
    field_id: number
    /** The name of the field, as it is now. */
    label: string
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id: number
      /** The option as it is called now. */
      name: string
    }[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** Codelist: the species of animals, the same for every organisation here. */
  Species: {
    /** Identifies the species and is the same in all organisations of this deployment; never reused. */
    id: number
    /** The address of the species; links to it are written like this. */
    url: string
    /** In English, as patients show it. */
    name: string
    /** Short and stable, for mapping to the codes of other systems: DOG, CAT, HRS. */
    code: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
  }
  /** Codelist: the breeds of each species, shared by all organisations of the deployment. */
  Breed: {
    /** Identifies the breed and is the same in all organisations of this deployment; never reused. */
    id: number
    /** The address of the breed; links to it are written like this. */
    url: string
    /** The `id` in `/codelist/species/` of the animals that have this breed. */
    species: number
    /** In English, as patients show it. */
    name: string
    /** Short and stable, for mapping to the codes of other systems: DOG-MIX is a mixed-breed dog. */
    code: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
  }
  /** An entry of the codelist of diagnoses, the same for every organisation of the deployment. */
  Diagnosis: {
    /** Identifies the diagnosis and is the same in all organisations of this deployment; never reused. */
    id: number
    /** The address of the diagnosis; links to it are written like this. */
    url: string
    /** What the diagnosis is called, in English. */
    name: string
    /** The code in this codelist: three letters for the part of the body and a number. */
    code: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
  }
  /** An antibiotic substance, shared by all organisations of the deployment. */
  Antibiotic: {
    /** Identifies the antibiotic and is the same in all organisations of this deployment; never reused. */
    id: number
    /** The address of the antibiotic; links to it are written like this. */
    url: string
    /** The active substance by its international name, such as “Amoxicillin”. */
    name: string
    /** Its code in the veterinary classification of medicines (ATCvet), by which its use is reported to authorities. */
    atc_code: string
    /** The group of antibiotics it belongs to, such as “Fluoroquinolones”, for statistics of use. */
    substance_class: string
    /** Whether European guidance says to avoid or restrict it in animals, to keep it effective in people. */
    critically_important: boolean
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
  }
  /** An entry that the clinic has added to a list: a list of its items, a species, a breed or a diagnosis of its own. */
  ListItem: {
    /** Identifies the list item among those of the organisation; never reused. */
    id: number
    /** The address of the list item; links to it are written like this. */
    url: string
    /** Which list the entry is in, fixed once it is created: `items` are categories of items (`item_list`), the others are additions to the codelists. */
    list: Enums.CodelistName
    /** What the entry is called; once in each list, archived entries included, whatever the case. */
    name: string
    /** The clinic’s own code of the entry, for statistics. */
    code: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** An account of the clinic’s general ledger. */
  AccountNumber: {
    /** Identifies the account number among those of the organisation; never reused. */
    id: number
    /** The address of the account number; links to it are written like this. */
    url: string
    /** The account as the bookkeeping system writes it. */
    number: string
    /** What the account is for, such as “Sales of medicines”. */
    description: string
    /** The department whose `description` this is: it is preferred to the general one on that department’s postings. */
    department: string | null
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A rate of VAT and the account it is posted to. */
  VatGroup: {
    /** Identifies the VAT group among those of the organisation; never reused. */
    id: number
    /** The address of the VAT group; links to it are written like this. */
    url: string
    /** What the group is called in reports. */
    title: string
    /** The rate in percent, such as `25.50`, added to net prices. */
    percentage: string
    /** The ledger account that the VAT is posted to, copied to invoice rows. */
    account_number: string | null
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** Something a clinic does or sells: a procedure, medicine, supply, food or laboratory analysis. */
  Item: {
    /** Identifies the item among those of the organisation; never reused. */
    id: number
    /** The address of the item; links to it are written like this. */
    url: string
    /** What kind of thing it is. */
    type_code: Enums.ItemType
    /** The clinic’s own product number; empty where there is none. */
    code: string
    /** The number that a scanner reads from the package, usually an EAN of 13 digits. */
    barcode: string
    /** What staff choose it by, and what invoices say unless there is a `print_name`. */
    name: string
    /** What invoices say instead of `name`, for clients to understand. */
    print_name: string
    /** The net price of one package, in the organisation’s currency, with four decimals. */
    price: string
    /** What one package costs in the shop: `price` with VAT, rounded to cents. */
    price_with_vat: string
    /** What the clinic pays for one package, net of VAT. */
    wholesale_price: string | null
    /** The rate of VAT it is sold at. */
    vat_group: string
    /** The ledger account that its sales are posted to, copied to every invoice row. */
    account_number: string | null
    /** The category that the clinic sorts it into: a list item whose `list` is `items`. */
    item_list: string | null
    /** What quantities are counted in, such as “pc” or “package”. */
    unit: string
    /** What one package contains, in words for staff, such as “20 tablets” or “50 ml”. */
    package_description: string
    /** How many tablets, millilitres or doses a package is divided into; 1 unless sent. */
    dosage_units: string
    /** How the owner gives the medicine. */
    instructions: string
    /** Whether the law on narcotics applies to it, for staff to see. */
    controlled_substance: boolean
    /** The antibiotic it contains, for statistics of use. */
    antibiotic: string | null
    /** What it contains, as names or whole ATC codes, one each; the list that is sent replaces the old one. */
    substances: readonly string[]
    /** Whether it is a vaccine. */
    is_vaccine: boolean
    /** After how many days an animal is to be vaccinated again. */
    recall_interval_days: number | null
    /** Whether visits and sales over the counter refuse it without a `batch_number`; a visit that only prescribes it does not ask for one. */
    batch_number_required: boolean
    /** The imaging examination that it charges for, by its DICOM code: visits with an order for one and no such item get a charge hint. */
    modality: Enums.Modality | null
    /** Whom the clinic usually orders it from: a clinic-wide wholesaler that is not archived. */
    primary_wholesaler: string | null
    /** The product number under which the clinic’s usual wholesaler sells it. */
    primary_wholesaler_code: string
    /** Another clinic-wide wholesaler to order it from. */
    secondary_wholesaler: string | null
    /** The product number at another wholesaler, to order from when the usual one has none. */
    secondary_wholesaler_code: string
    /** A cost centre or the like in bookkeeping. */
    reporting_dimension_1: string
    /** A second cost centre or the like. */
    reporting_dimension_2: string
    /** A third cost centre or the like. */
    reporting_dimension_3: string
    /** An account for the clinic’s internal accounting. */
    internal_account_number: string
    /** A cost centre for internal accounting. */
    internal_reporting_dimension_1: string
    /** A second cost centre for internal accounting. */
    internal_reporting_dimension_2: string
    /** The stock of a department, in packages, at which the clinic wants to order more: `/stock_level/?below_alert_level__is=true` lists it then. */
    alert_level: string | null
    /** Whether the wholesaler has stopped offering it. */
    discontinued: boolean
    /** The last catalog import that created or changed the item; `GET /catalog_import_change/?item__is=<id>` lists what each did. */
    catalog_import: string | null
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `vat_group` links to, in full. */
    vat_group_data?: Schemas['VatGroup'] | null | undefined
  }
  /** A run that changed the prices of many items by one rule. */
  PriceChange: {
    /** Identifies the price change among those of the organisation; never reused. */
    id: number
    /** The address of the price change; links to it are written like this. */
    url: string
    /** Only items of these kinds. */
    item_types: readonly Enums.ItemType[]
    /** Only items that the clinic sorts into this category, their `item_list`. */
    item_list: string | null
    /** Only items that are sold at the rate of this VAT group. */
    vat_group: string | null
    /** Only items whose name contains this, in any case. */
    search_term: string
    /** How much dearer, in percent: `4` adds 4 %, `-10` takes a tenth off. */
    percentage_change: string | null
    /** How much dearer, in the organisation’s currency, for each item alike; negative for cheaper. */
    amount_change: string | null
    /** Which price is changed and rounded: `price_with_vat`, as clients see it, which is the default, or `price`, net of VAT. */
    basis: Enums.PriceBasis
    /** New prices are multiples of this, such as `0.50`; whole cents where `basis` is `price_with_vat`. */
    round_to: string | null
    /** Towards which multiple: the `nearest`, which is the default (the larger of two that are equally near), or `up` or `down`. */
    rounding: Enums.PriceRounding
    /** Items that the run took: those that the filters match, are not archived and cost something. */
    matched: number
    /** How many of them got another price. */
    changed: number
    /** When the run was undone. */
    undone: string | null
    /** How many old prices undoing it put back. */
    restored: number
    /** How many prices undoing it left, because they had been changed since. */
    kept: number
    /** Every price that the run changed, by the names of the items. */
    changes?: readonly {
      /** The item whose price the run changed. */
      item: string
      /** What the item is called now. */
      name: string
      /** The net price before the run. */
      old_price: string
      /** The net price that the run gave it. */
      new_price: string
      /** The price before the run with VAT, at the rate of that day. */
      old_price_with_vat: string
      /** The price that the run gave it with VAT, at the rate of that day. */
      new_price_with_vat: string
      /** What became of the price. */
      outcome: Enums.PriceChangeOutcome
      /** The net price that undoing the run found in the place of its own, and left. */
      kept_price: string | null
    }[] | undefined
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What a price change made of one item. */
  ChangedPrice: {
    /** Identifies the changed price among those of the organisation; never reused. */
    id: number
    /** The address of the changed price; links to it are written like this. */
    url: string
    /** The run that changed the price. */
    price_change: string
    /** The item whose price the run changed. */
    item: string
    /** The net price before the run. */
    old_price: string
    /** The net price that the run gave it. */
    new_price: string
    /** The price before the run with VAT, at the rate of that day. */
    old_price_with_vat: string
    /** The price that the run gave it with VAT, at the rate of that day. */
    new_price_with_vat: string
    /** `changed`: The run changed the price. */
    outcome: Enums.PriceChangeOutcome
    /** The net price that undoing the run found in the place of its own, and left. */
    kept_price: string | null
    /** When it was committed: the `modified` that the item got by it. */
    occurred: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
  }
  /** A different price of an item, or a percentage change of it, for a department, a customer type or a period. */
  AlternativePricing: {
    /** Identifies the alternative pricing among those of the organisation; never reused. */
    id: number
    /** The address of the alternative pricing; links to it are written like this. */
    url: string
    /** What is sold at this price instead of its own. */
    item: string
    /** What staff call the price, such as “Breeders” or “Summer campaign”. */
    name: string
    /** Where the price applies: in visits and sales of this department. */
    department: string | null
    /** Whom the price is for: clients with this `customer_type`. */
    customer_type: Enums.CustomerType | null
    /** The net price of one package, in the organisation’s currency. */
    price: string | null
    /** How much the item’s own price is changed, in percent: `-10` takes a tenth off, -100 makes it free. */
    percentage_change: string | null
    /** The first day on which it applies, by the local date of the department that sells. */
    valid_from: string | null
    /** The last day on which it applies; not before `valid_from`. */
    valid_until: string | null
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What is on hand of one batch of an item in a department. */
  StockLevel: {
    /** Identifies the stock level among those of the organisation; never reused. */
    id: number
    /** The address of the stock level; links to it are written like this. */
    url: string
    /** What is in stock: a medicine, supply or food. */
    item: string
    /** Where it is. */
    department: string
    /** The batch as printed on the package. */
    batch_number: string
    /** The last day on which the batch may be used. */
    expiry_date: string | null
    /** How much there is, in dosage units: divide by `dosage_units` of the item to get packages. */
    on_hand: string
    /** Whether `on_hand` is below zero: something was used that was not counted, or of another batch. */
    negative: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
  }
  /** A change of stock and its cause. */
  StockMovement: {
    /** Identifies the stock movement among those of the organisation; never reused. */
    id: number
    /** The address of the stock movement; links to it are written like this. */
    url: string
    /** The batch that it came from or went to. */
    stock_level: string
    /** What was moved. */
    item: string
    /** Whose stock changed. */
    department: string
    /** The batch. */
    batch_number: string
    /** When the batch expires. */
    expiry_date: string | null
    /** How much, in dosage units: positive into stock, negative out of it. */
    quantity: string
    /** Why it moved. 1 and 2 are positive where a row of a visit or sale was corrected or removed; 3 is a refund with `return_to_stock`. 6 is an order whose products were marked delivered; 7 is an approved receipt line, negative where it gives a batch to what was delivered without one. 8 is a transfer between departments: one movement out of the one, and one into the other. */
    cause: Enums.StockMovementCause
    /** True where the row named no batch: the one that expires first was taken. */
    batch_assumed: boolean
    /** How much was counted, in dosage units; `quantity` is the difference from what was expected. */
    counted: string | null
    /** Why it was thrown away or moved elsewhere, or what a count was for. */
    reason: string
    /** The visit in which it was used. */
    consultation: string | null
    /** The row of the visit. */
    consultation_item: string | null
    /** The sale over the counter in which it was sold. */
    countersale: string | null
    /** The row of the sale. */
    countersale_item: string | null
    /** The row of the credit note by which it came back. */
    invoicerow: string | null
    /** Who got it: the client of the visit or sale. */
    client: string | null
    /** The line of the order that was delivered. */
    order_item: string | null
    /** The receipt line that was approved. */
    receipt_line: string | null
    /** Where it went to, or came from where `quantity` is positive. */
    other_department: string | null
    /** The animals that got it, as the row of the visit or sale says. */
    patients: readonly string[]
    /** Who entered it: a person, or the virtual user of an application. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
    /** What `stock_level` links to, in full. */
    stock_level_data?: Schemas['StockLevel'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
    /** What `consultation_item` links to, in full. */
    consultation_item_data?: Schemas['ConsultationItem'] | null | undefined
    /** What `countersale` links to, in full. */
    countersale_data?: Schemas['Countersale'] | null | undefined
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
  }
  /** A sale over the counter, to a client or a walk-in customer. */
  Countersale: {
    /** Identifies the countersale among those of the organisation; never reused. */
    id: number
    /** The address of the countersale; links to it are written like this. */
    url: string
    /** Who buys, fixed once the sale is created. */
    client: string | null
    /** Where it is sold, fixed once the sale is created: it decides prices, the number of the invoice and the till. */
    department: string
    /** Printed on the invoice, below the amounts. */
    remarks: string
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer: string | null
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share: string | null
    /** Whether the sale is closed and invoiced. */
    finalized: boolean
    /** The rows of the sale, in the order they were added. */
    countersale_items: readonly string[]
    /** What the rows cost so far, net of VAT, in the organisation’s currency. */
    total: string
    /** What the customer has to pay: the sum of the rows, VAT included. */
    total_with_vat: string
    /** `total_with_vat` as it is paid in cash: rounded to the coin, half away from zero, where the organisation’s country rounds cash. */
    cash_due_sum: string | null
    /** What is to be paid for it, made when it is finalized. */
    invoice: string | null
    /** Who opened the sale: a person, or the virtual user of an application. */
    created_user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `countersale_items` links to, in full. */
    countersale_items_data?: readonly Schemas['CountersaleItem'][] | undefined
    /** What `invoice` links to, in full. */
    invoice_data?: Schemas['Invoice'] | null | undefined
  }
  /** A row of a sale over the counter. */
  CountersaleItem: {
    /** Identifies the countersale item among those of the organisation; never reused. */
    id: number
    /** The address of the countersale item; links to it are written like this. */
    url: string
    /** The sale that the row belongs to. */
    countersale: string
    /** What is sold. */
    item: string
    /** What kind of thing is sold, copied from the item. */
    type_code: Enums.ItemType
    /** The clinic’s product number, copied from the item when the row was added. */
    code: string
    /** What the invoice will say: `print_name` of the item, or else its `name`, as it was when the row was added. */
    name: string
    /** What the quantity is counted in, such as “pc”, copied from the item. */
    unit: string
    /** How much is sold, in packages, or in dosage units where `usage_size` is 2. */
    quantity: string
    /** The net price of one unit of `quantity`, found when the row was added. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Whether `price` was entered instead of the one that was found for the item. */
    own_price: boolean
    /** A discount (negative, at least -100) or surcharge on the whole row, in percent. */
    percentage_change: string
    /** The rate of VAT in percent: that of the item, or the one sent to `add_item`. */
    vat_percentage: string
    /** Whether `vat_percentage` was sent to `add_item`, and a VAT group still has this rate. */
    own_vat: boolean
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once. */
    sum_total: string
    /** Whether packages or their dosage units are counted, as sent to `add_item`. */
    usage_size: Enums.UsageSize | null
    /** The animal it is for, one of the client’s own; the invoice groups rows by it. */
    patient: string | null
    /** The batch printed on the package, to find buyers in a recall. */
    batch_number: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** An invoice or a credit note. */
  Invoice: {
    /** Identifies the invoice among those of the organisation; never reused. */
    id: number
    /** The address of the invoice; links to it are written like this. */
    url: string
    /** Where it is in the clinic’s process, not whether it is paid: that is `due_sum`. */
    status: Enums.InvoiceStatus
    /** True for a credit note: its sums are negative, and the clinic owes the payer. */
    credit_note: boolean
    /** On a credit note: the invoice that it credits. */
    credit_note_original_invoice: string | null
    /** The credit notes that were made of this invoice, oldest first. */
    related_credit_notes: readonly string[]
    /** Assigned when it is finalized: consecutive within `invoice_prefix`, without gaps, credit notes included. */
    invoice_number: number | null
    /** The prefix of its department when it was finalized; `OB` for opening balances. */
    invoice_prefix: string
    /** The creditor reference (ISO 11649, “RF…”) that the payer gives with a bank transfer, unique in the organisation. */
    reference_number: string | null
    /** A fixed text of the department, such as a contract number, as it was when the invoice was finalized. */
    additional_reference: string | null
    /** The date of the document in bookkeeping: the department’s local date when it was made. */
    invoice_date: string
    /** The last day to pay: `invoice_date` plus `due_date_delay` of the payer or `payment_terms_days` of the department. */
    invoice_due_date: string
    /** When it was last mailed with `send/`. */
    sent: string | null
    /** The day on which the last of it was paid, by the department’s local date. */
    date_paid: string | null
    /** When it got its number and became owed. */
    finalized: string | null
    /** Whose visit or purchase it is. */
    client: string | null
    /** Where it was sold: the department whose books it is in, and whose prefix it is numbered with. */
    department: string
    /** The visit that is charged. */
    consultation: string | null
    /** Whether it is for a sale over the counter. */
    countersale: boolean
    /** The sale over the counter that is charged. */
    countersale_record: string | null
    /** The animals that it is about: those of its rows and of the visit it was made from. */
    patients: readonly string[]
    /** What all its amounts are in, by ISO 4217: the organisation’s currency when it was made. */
    currency: string
    /** Printed below the amounts. */
    remarks: string
    /** The first and last name of whoever is invoiced. */
    payer_name: string
    /** The company, farm or charity that is invoiced, copied from the client. */
    payer_organization_name: string
    /** The payer’s VAT identification number, printed on the invoice as businesses need it. */
    payer_vat_number: string
    /** The payer’s number in the trade register. */
    payer_register_number: string
    /** The country of the payer’s address, by ISO 3166-1 alpha-2. */
    payer_country_code: string
    /** The first line of the payer’s address, where the invoice is sent to. */
    payer_street_address: string
    /** The second line of the payer’s address. */
    payer_street_address_2: string
    /** The postal code of the payer’s address. */
    payer_zip_code: string
    /** The town of the payer’s address. */
    payer_city: string
    /** The state or province of the payer’s address, in countries that write one. */
    payer_state: string
    /** An insurer or other third party that pays a share, by payments of type 15 (Insurance claim): one of the client’s. */
    alternative_payer: string | null
    /** How much of the total the alternative payer covers, in percent; 100 unless sent. */
    alternative_payer_share: string | null
    /** The sum of its rows without VAT. */
    total: string
    /** The VAT of its rows together. */
    total_vat: string
    /** What the document is for: the sum of its rows, VAT included. */
    total_with_vat: string
    /** What is still owed, by all payers: `total_with_vat` less the payments, 0.00 once it is settled. */
    due_sum: string
    /** `due_sum` as it is paid in cash, with `round_cash`: rounded to the coin, half away from zero, where the organisation’s country rounds cash; elsewhere the same as `due_sum`. */
    cash_due_sum: string
    /** The client’s part of `due_sum`: without what is left of the alternative payer’s share. */
    client_due_sum: string
    /** What is charged, row by row, in the order of the visit or sale. */
    invoice_row: readonly string[]
    /** What was paid, oldest first, with cancellations and set-offs. */
    invoice_payment: readonly string[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
    /** What `invoice_row` links to, in full. */
    invoice_row_data?: readonly Schemas['InvoiceRow'][] | undefined
    /** What `invoice_payment` links to, in full. */
    invoice_payment_data?: readonly Schemas['InvoicePayment'][] | undefined
  }
  /** A row of an invoice or credit note: what was sold at which price, with its accounts and dimensions as they were at invoicing. */
  InvoiceRow: {
    /** Identifies the invoice row among those of the organisation; never reused. */
    id: number
    /** The address of the invoice row; links to it are written like this. */
    url: string
    /** The invoice or credit note that the row is on. */
    invoice: string
    /** The entry of the visit that is charged. */
    consultation_item: string | null
    /** The row of the sale over the counter that is charged. */
    countersale_item: string | null
    /** What was sold. */
    item: string
    /** The clinic’s product number as it was at the sale. */
    code: string
    /** The text that is printed: `print_name` of the item, or else its `name`, as it was. */
    name: string
    /** What `quantity` is counted in, such as “pc”. */
    unit: string
    /** The animal that it was for. */
    patient: string | null
    /** The quantity charged: what was entered, times the number of animals of a herd or farm visit. */
    quantity: string
    /** The net price of one unit of `quantity`, before `percentage_change`. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** The discount (negative) or surcharge on the row, in percent; 0.00 for none. */
    percentage_change: string
    /** The rate of VAT in percent, as it was when the item was entered. */
    vat_percentage: string
    /** The net amount of the row: `quantity` times `price` with `percentage_change`, rounded to cents. */
    sum: string
    /** The VAT of the row: `sum_total` less `sum`. */
    sum_vat: string
    /** The amount with VAT, rounded once from the exact amount. */
    sum_total: string
    /** The ledger account that `sum` is posted to, from the item. */
    account_number: string
    /** A cost centre or the like for bookkeeping: the visit’s own, or else the item’s. */
    reporting_dimension_1: string | null
    /** A second cost centre or the like: the visit’s own, or else the item’s. */
    reporting_dimension_2: string | null
    /** A third cost centre or the like, from the item. */
    reporting_dimension_3: string | null
    /** What the clinic’s internal accounting needs of the row, copied from the item. */
    invoice_row_extra: {
      /** The item’s account for internal accounting as it was at invoicing. */
      internal_account_number: string | null
      /** The item’s cost centre for internal accounting at invoicing. */
      internal_reporting_dimension_1: string | null
      /** The item’s second cost centre for internal accounting at invoicing. */
      internal_reporting_dimension_2: string | null
    }
    /** The VAT of the row and where it is posted. */
    invoicerow_vat_group?: {
      /** The title of the VAT group, as it was at invoicing. */
      title: string
      /** The rate of VAT in percent, the same as `vat_percentage` of the row. */
      percentage: string
      /** The ledger account that `sum_vat` is posted to. */
      account_number: string
    } | undefined
    /** On a credit note: whether the refund asked for the goods of the row to go back into stock. */
    return_to_stock: boolean
    /** On a credit note: the row of the original that is credited, each at most once. */
    credited_invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A payment of an invoice, or a payout of a credit note. */
  InvoicePayment: {
    /** Identifies the invoice payment among those of the organisation; never reused. */
    id: number
    /** The address of the invoice payment; links to it are written like this. */
    url: string
    /** The invoice that is paid, or the credit note that is paid out. */
    invoice: string
    /** How it is paid. 3 rounds cash to the smallest coin: it is sent before the cash, or made by `round_cash`; 8 is refused here, because `POST /unallocatedpayment/<id>/apply/` pays from a prepayment; 12 is how credit notes are set off; 15 is what the alternative payer pays. */
    payment_type: Enums.PaymentType
    /** What was paid, VAT included, in the organisation’s currency: at most `due_sum` of the invoice. */
    paid: string
    /** The rounding (type 3) that was recorded together with this cash, because of `round_cash`; on a cancellation, the one that cancels it. */
    rounding: string | null
    /** When the money was paid; now unless sent. */
    date_added: string
    /** Why a payment was cancelled, on its cancellation. */
    info: string
    /** The payment that this one cancels by its opposite. */
    cancels: string | null
    /** The prepayment that the money was taken from, where `payment_type` is 8 (Prepayment). */
    unallocatedpayment: string | null
    /** Whether no money moved: a credit note was set off against its invoice, or kept as a prepayment. */
    set_off: boolean
    /** Who recorded it: a person, or the virtual user of an application. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `invoice` links to, in full. */
    invoice_data?: Schemas['Invoice'] | null | undefined
  }
  /** A prepayment: money received before there was an invoice for it, or a refund of it. */
  UnallocatedPayment: {
    /** Identifies the unallocated payment among those of the organisation; never reused. */
    id: number
    /** The address of the unallocated payment; links to it are written like this. */
    url: string
    /** Where the money was received, in whose books it is posted. */
    department: string
    /** Whose money it is. */
    client: string
    /** How the money came in or was given back. 3 and 8 are refused; 12 is a credit note that was kept as a prepayment. */
    payment_type: Enums.PaymentType
    /** What was received, in the organisation’s currency. */
    paid: string
    /** What the money is for, in words for staff, such as “Deposit for surgery”. */
    description: string
    /** On a refund, which has a negative `paid`: the prepayment whose money is given back. */
    refunds: string | null
    /** What is left to pay invoices with or to refund. */
    unused_amount: string
    /** Whether `unused_amount` is 0.00. */
    fully_used: boolean
    /** What an external system, such as the bookkeeping, stores with the prepayment. */
    external_info: {
      /** The id of the document in the external system. */
      external_id: string
      /** Any JSON object, kept as it was sent and replaced as a whole: at most 10000 characters. */
      metadata: Record<string, never>
    }
    /** The date in bookkeeping: the department’s local date on which it was recorded. */
    added: string
    /** Who recorded it: a person, or the virtual user of an application. */
    user: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
  }
  /** What a client owed, or had prepaid, in the system that the clinic used before. */
  OpeningBalance: {
    /** Identifies the opening balance among those of the organisation; never reused. */
    id: number
    /** The address of the opening balance; links to it are written like this. */
    url: string
    /** Who owes the amount or has prepaid it. */
    client: string
    /** In whose books the amount was posted, on the day of the import. */
    department: string
    /** What the client owed, VAT included, in the organisation’s currency. */
    amount: string
    /** When the debt was due, as imported. */
    due_date: string | null
    /** What the amount is for, such as the number of the old invoice. */
    description: string
    /** The invoice that it became, with one row at 0 percent VAT. */
    invoice: string | null
    /** The prepayment that a negative amount became. */
    unallocatedpayment: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `invoice` links to, in full. */
    invoice_data?: Schemas['Invoice'] | null | undefined
    /** What `unallocatedpayment` links to, in full. */
    unallocatedpayment_data?: Schemas['UnallocatedPayment'] | null | undefined
  }
  /** The number series of the invoices and credit notes with one prefix. */
  InvoiceSeries: {
    /** Identifies the invoice series among those of the organisation; never reused. */
    id: number
    /** The address of the invoice series; links to it are written like this. */
    url: string
    /** What the numbers begin with: departments whose `invoice_prefix` is this one share the series. */
    prefix: string
    /** The number of the first invoice, to continue where an earlier system ended; 1 unless sent. */
    first_number: number
    /** The number that was assigned last. */
    last_number: number | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A clinical visit of one or more patients of one client, from admission to invoice. */
  Consultation: {
    /** Identifies the consultation among those of the organisation; never reused. */
    id: number
    /** The address of the consultation; links to it are written like this. */
    url: string
    /** Who brings the animals; their `invoicing_client` pays, if they have one. */
    client: string
    /** The animals that are seen, at least one: patients of the client, not archived. */
    patients: readonly string[]
    /** Why they come, as the owner tells it. */
    complaint: string
    /** What they come for, of the clinic’s own list. */
    reason: string | null
    /** Who is responsible for the visit. */
    supervising_veterinarian: string
    /** Where it takes place, which decides time zone, prices and invoice numbers. */
    department: string
    /** What kind of visit it is. */
    type: Enums.ConsultationType
    /** How far the visit has come. 0 (Admitted) at first; changed with `update_status/`, and by the service: 8 at the first entry, 9 when the invoice is paid. */
    status: Enums.ConsultationStatus
    /** Since when the visit has been in this `status`. */
    status_changed: string
    /** When the animals arrived. */
    admitted_time: string | null
    /** When something was first recorded: an item, a diagnosis, a note or an instruction. */
    first_entry: string | null
    /** When the visit begins, by the clinic’s own reckoning. */
    started: string
    /** When the visit was over, not before `started`. */
    finished: string | null
    /** When the animals went home: set by every change to 6 (Discharged). */
    ended: string | null
    /** When another system took it over, as reported with `mark_sent/`. */
    external_sent: string | null
    /** What was used and done, of every kind. */
    consultation_items: readonly string[]
    /** What the items cost so far, net of VAT, in the organisation’s currency. */
    total: string
    /** The VAT of the items so far. */
    total_vat: string
    /** What the items cost so far, VAT included: what the invoice will come to. */
    total_with_vat: string
    /** What is to be paid for it, made when it is finalized. */
    invoice: string | null
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_1: string | null
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_2: string | null
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer: string | null
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share: string | null
    /** The values of the custom fields of this consultation. */
    fields_rel: readonly {
      /** Identifies the value itself in `/custom_field_values/`. */
      id: number
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** The name of the field, as it is now. */
      label: string
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id: number
        /** The option as it is called now. */
        name: string
      }[]
    }[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
    /** What `supervising_veterinarian` links to, in full. */
    supervising_veterinarian_data?: Schemas['User'] | null | undefined
    /** What `department` links to, in full. */
    department_data?: Schemas['Department'] | null | undefined
    /** What `reason` links to, in full. */
    reason_data?: Schemas['Reason'] | null | undefined
    /** What `consultation_items` links to, in full. */
    consultation_items_data?: readonly Schemas['ConsultationItem'][] | undefined
    /** What `invoice` links to, in full. */
    invoice_data?: Schemas['Invoice'] | null | undefined
  }
  /** An item used or a procedure done in a consultation, with the price at that time. */
  ConsultationItem: {
    /** Identifies the consultation item among those of the organisation; never reused. */
    id: number
    /** The address of the consultation item; links to it are written like this. */
    url: string
    /** The visit in which it was used or done. */
    consultation: string
    /** Which animals of the visit received it, at least one. */
    patients: readonly string[]
    /** What was used or done, in the catalogue. */
    item: string
    /** What kind of item it is, and so at which route it is changed. */
    type_code: Enums.ItemType
    /** The clinic’s own `code` of the item, copied when it was entered. */
    code: string
    /** What invoices call it: copied from the item when it was entered. */
    name: string
    /** How much, in `unit` or by `usage_size`, for all `patients` together. */
    quantity: string
    /** True where `quantity` was entered for all animals together, and not for one of them and multiplied. */
    no_multiplier: boolean
    /** How many animals `quantity` was multiplied by: 1 where it was not. */
    multiplier: number
    /** What is counted, such as “pc”: copied from the item when it was entered. */
    unit: string
    /** Net, for one of `quantity`: that of the catalogue on the day it was entered, alternative pricings included, or one that staff gave it. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 where there is none. */
    percentage_change: string
    /** VAT rate in percent. */
    vat_percentage: string
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it. */
    sum_total: string
    /** As printed on the package. */
    batch_number: string
    /** Who is responsible for it. */
    supervising_veterinarian: string
    /** What the item meets of the `contraindication` records of its `patients`; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it was given in spite of `warnings`. */
    warning_reason: string
    /** Where it is charged. */
    invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** How the animals get it. */
    usage_type: Enums.UsageType | null
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. */
    usage_size: Enums.UsageSize | null
    /** How the owner gives it. */
    instructions: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
  }
  /** A medicine that was given, dispensed or prescribed in a consultation. */
  ConsultationMedicine: {
    /** Identifies the consultation medicine among those of the organisation; never reused. */
    id: number
    /** The address of the consultation medicine; links to it are written like this. */
    url: string
    /** The visit in which it was used or done. */
    consultation: string
    /** Which animals of the visit received it, at least one. */
    patients: readonly string[]
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** What kind of item it is, and so at which route it is changed. */
    type_code: Enums.ItemType
    /** The clinic’s own `code` of the item, copied when it was entered. */
    code: string
    /** What invoices call it: copied from the item when it was entered. */
    name: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier: boolean
    /** How many animals `quantity` was multiplied by: 1 where it was not. */
    multiplier: number
    /** What is counted, such as “pc”: copied from the item when it was entered. */
    unit: string
    /** Net, for one of `quantity`. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change: string
    /** VAT rate. */
    vat_percentage: string
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it. */
    sum_total: string
    /** As printed on the package. */
    batch_number: string
    /** Who is responsible for it. */
    supervising_veterinarian: string
    /** What the item meets of the `contraindication` records of its `patients`; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it is given in spite of `warnings`. */
    warning_reason: string
    /** Where it is charged. */
    invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** How the animals get it. */
    usage_type: Enums.UsageType
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size: Enums.UsageSize
    /** How the owner gives the medicine. */
    instructions: string
  }
  /** Work on the patients of a visit that is charged: an examination, a vaccination, an operation. */
  ConsultationProcedure: {
    /** Identifies the consultation procedure among those of the organisation; never reused. */
    id: number
    /** The address of the consultation procedure; links to it are written like this. */
    url: string
    /** The visit in which it was used or done. */
    consultation: string
    /** Which animals of the visit received it, at least one. */
    patients: readonly string[]
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** What kind of item it is, and so at which route it is changed. */
    type_code: Enums.ItemType
    /** The clinic’s own `code` of the item, copied when it was entered. */
    code: string
    /** What invoices call it: copied from the item when it was entered. */
    name: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier: boolean
    /** How many animals `quantity` was multiplied by: 1 where it was not. */
    multiplier: number
    /** What is counted, such as “pc”: copied from the item when it was entered. */
    unit: string
    /** Net, for one of `quantity`. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change: string
    /** VAT rate. */
    vat_percentage: string
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it. */
    sum_total: string
    /** As printed on the package. */
    batch_number: string
    /** Who is responsible for it. */
    supervising_veterinarian: string
    /** What the item meets of the `contraindication` records of its `patients`; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it is given in spite of `warnings`. */
    warning_reason: string
    /** Where it is charged. */
    invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** How the animals get it. */
    usage_type: Enums.UsageType | null
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. */
    usage_size: Enums.UsageSize | null
    /** How the owner gives it. */
    instructions: string
  }
  /** A supply that was used or sold in a consultation. */
  ConsultationSupply: {
    /** Identifies the consultation supply among those of the organisation; never reused. */
    id: number
    /** The address of the consultation supply; links to it are written like this. */
    url: string
    /** The visit in which it was used or done. */
    consultation: string
    /** Which animals of the visit received it, at least one. */
    patients: readonly string[]
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** What kind of item it is, and so at which route it is changed. */
    type_code: Enums.ItemType
    /** The clinic’s own `code` of the item, copied when it was entered. */
    code: string
    /** What invoices call it: copied from the item when it was entered. */
    name: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier: boolean
    /** How many animals `quantity` was multiplied by: 1 where it was not. */
    multiplier: number
    /** What is counted, such as “pc”: copied from the item when it was entered. */
    unit: string
    /** Net, for one of `quantity`. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change: string
    /** VAT rate. */
    vat_percentage: string
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it. */
    sum_total: string
    /** As printed on the package. */
    batch_number: string
    /** Who is responsible for it. */
    supervising_veterinarian: string
    /** What the item meets of the `contraindication` records of its `patients`; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it is given in spite of `warnings`. */
    warning_reason: string
    /** Where it is charged. */
    invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** How the animals get it. */
    usage_type: Enums.UsageType
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size: Enums.UsageSize
    /** How the owner gives it. */
    instructions: string
  }
  /** Food that was given or sold in a consultation. */
  ConsultationFood: {
    /** Identifies the consultation food among those of the organisation; never reused. */
    id: number
    /** The address of the consultation food; links to it are written like this. */
    url: string
    /** The visit in which it was used or done. */
    consultation: string
    /** Which animals of the visit received it, at least one. */
    patients: readonly string[]
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** What kind of item it is, and so at which route it is changed. */
    type_code: Enums.ItemType
    /** The clinic’s own `code` of the item, copied when it was entered. */
    code: string
    /** What invoices call it: copied from the item when it was entered. */
    name: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier: boolean
    /** How many animals `quantity` was multiplied by: 1 where it was not. */
    multiplier: number
    /** What is counted, such as “pc”: copied from the item when it was entered. */
    unit: string
    /** Net, for one of `quantity`. */
    price: string
    /** What one unit costs with VAT, rounded to cents, before `percentage_change`. */
    price_with_vat: string
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change: string
    /** VAT rate. */
    vat_percentage: string
    /** What the row costs: `quantity` times `price`, with `percentage_change` and VAT, rounded to cents once, as its invoice row will have it. */
    sum_total: string
    /** As printed on the package. */
    batch_number: string
    /** Who is responsible for it. */
    supervising_veterinarian: string
    /** What the item meets of the `contraindication` records of its `patients`; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it is given in spite of `warnings`. */
    warning_reason: string
    /** Where it is charged. */
    invoicerow: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** How the animals get it. */
    usage_type: Enums.UsageType | null
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. */
    usage_size: Enums.UsageSize | null
    /** How the owner gives it. */
    instructions: string
  }
  /** A diagnosis of a patient, with the code and name as they were sent. */
  ConsultationDiagnosis: {
    /** Identifies the consultation diagnosis among those of the organisation; never reused. */
    id: number
    /** The address of the consultation diagnosis; links to it are written like this. */
    url: string
    /** The visit in which it was made: the one in the path. */
    consultation: string
    /** Which animal has it: one of those in the visit. */
    patient: string
    /** The `id` of an entry of `/codelist/diagnoses/`, or the `url` of a list item that the clinic has added to its list `diagnoses`. */
    diagnosis: number | string
    /** The code that is to stand in the record, such as that of the codelist entry: it is never copied from there. */
    code: string
    /** The words that are to stand in the record, such as those of the codelist entry: they are never copied from there, and stay when it is reworded. */
    name: string
    /** Whether this is the main problem or one beside it. */
    category: Enums.DiagnosisCategory
    /** Whether the veterinarian suspects it, among others, or has settled on it. */
    type: Enums.DiagnosisType
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A note about a patient in a consultation. */
  ConsultationNote: {
    /** Identifies the consultation note among those of the organisation; never reused. */
    id: number
    /** The address of the consultation note; links to it are written like this. */
    url: string
    /** The visit that it is about: the one in the path. */
    consultation: string
    /** Which animal it is about: one of those in the visit. */
    patient: string
    /** What was told, seen or done. */
    text: string
    /** Whether it is about the examination, the history told by the owner, or a first impression. */
    type: Enums.NoteType
    /** True where it was added after the visit was finalized. */
    addendum: boolean
    /** Who wrote it: the user whose token it was. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** Instructions to the owner for the care of a patient at home. */
  DischargeInstruction: {
    /** Identifies the discharge instruction among those of the organisation; never reused. */
    id: number
    /** The address of the discharge instruction; links to it are written like this. */
    url: string
    /** The visit after which the care is needed: the one in the path. */
    consultation: string
    /** Which animal needs the care: one of those in the visit. */
    patient: string
    /** What the owner should do at home, and when to come back. */
    text: string
    /** Who wrote it: the user whose token it was. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What was measured at an animal at one time, in a visit or without one. */
  VitalSigns: {
    /** Identifies the set of vital signs among those of the organisation; never reused. */
    id: number
    /** The address of the set of vital signs; links to it are written like this. */
    url: string
    /** The animal that was examined. */
    patient: string
    /** The visit in which it was measured, which must not be finalized. */
    consultation: string | null
    /** When it was measured. */
    measured_at: string
    /** Body temperature in °C. */
    temperature: string | null
    /** Heart beats in a minute. */
    heart_rate: number | null
    /** Breaths in a minute. */
    respiratory_rate: number | null
    /** Seconds until the gum has its colour again after it was pressed. */
    capillary_refill: string | null
    /** Upper blood pressure in mmHg. */
    systolic_pressure: number | null
    /** Lower blood pressure in mmHg, not above `systolic_pressure`. */
    diastolic_pressure: number | null
    /** Oxygen saturation of the blood in percent, as a pulse oximeter shows it, at most 100. */
    oxygen_saturation: string | null
    /** Glucose in the blood in mmol/l. */
    blood_glucose: string | null
    /** How much it hurts on the scale that the clinic uses, from 0 for no pain. */
    pain_score: number | null
    /** From 1 (emaciated) over 5 (ideal) to 9 (obese). */
    body_condition_score: number | null
    /** How the gums look, such as “pink, moist”. */
    mucous_membranes: string
    /** What should be known to read the numbers, such as “excited”. */
    remarks: string
    /** Who recorded it: the user whose token it was. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What an animal must not get, such as a substance that it is allergic to. */
  Contraindication: {
    /** Identifies the contraindication among those of the organisation; never reused. */
    id: number
    /** The address of the contraindication; links to it are written like this. */
    url: string
    /** The animal that must not get it. */
    patient: string
    /** The substance, or a class of substances such as NSAIDs, by name: compared in whole words, without regard to case or a final s; one such as J01C as `atc_prefix` too. */
    substance: string
    /** The beginning of ATC codes, such as J01C for all penicillins; with or without the Q of ATCvet. */
    atc_prefix: string
    /** What happened or would happen, such as “anaphylaxis in 2024”. */
    reaction: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** Who recorded it: the user whose token it was. */
    user: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A text that staff write often, to be inserted into a note, an instruction or a letter and changed there. */
  TextTemplate: {
    /** Identifies the text template among those of the organisation; never reused. */
    id: number
    /** The address of the text template; links to it are written like this. */
    url: string
    /** What staff choose it by, for example “Dental cleaning, after care”. */
    name: string
    /** A few letters that a program replaces with the text, for example `dent`. */
    shortcut: string
    /** Where programs offer it. */
    kind: Enums.TextTemplateKind
    /** The text itself. */
    text: string
    /** BCP 47 tag of the language it is written in. */
    language: string
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** When a patient is to be vaccinated again. */
  Recall: {
    /** Identifies the recall among those of the organisation; never reused. */
    id: number
    /** The address of the recall; links to it are written like this. */
    url: string
    /** Who was vaccinated. */
    patient: string
    /** Whose animal it is now, and so who is written to. */
    client: string
    /** The vaccine: an item with `is_vaccine` and `recall_interval_days`. */
    item: string
    /** The visit in which it was given. */
    consultation: string
    /** Where that was, and in whose name the client is written to. */
    department: string
    /** The day on which the vaccine was given, at the department. */
    given: string
    /** The day on which it is to be given again, and on which the client is written to. */
    due: string
    /** The recall of the newest vaccination with the same item, where this is not it. */
    replaced_by: string | null
    /** How far it is: waiting for its day, then what became of its message, or replaced by a newer vaccination. 4 where the message was held or has failed; `reason` says why. */
    status: Enums.RecallStatus
    /** Why the client gets no message: why it was held or has failed, or, before its day, why it would be held as things are now. */
    reason: string
    /** The newest message about it. */
    message: string | null
    /** The next appointment of the patient, whatever it is for. */
    appointment: string | null
    /** When the client was called about it. */
    called: string | null
    /** What was said on the phone, for example “calls back in June”. */
    call_note: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `patient` links to, in full. */
    patient_data?: Schemas['Patient'] | null | undefined
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
    /** What `message` links to, in full. */
    message_data?: Schemas['Message'] | null | undefined
    /** What `appointment` links to, in full. */
    appointment_data?: Schemas['Appointment'] | null | undefined
  }
  /** What a veterinarian asks of diagnostic imaging for one patient, and why. */
  ImagingReferral: {
    /** Identifies the imaging referral among those of the organisation; never reused. */
    id: number
    /** The address of the imaging referral; links to it are written like this. */
    url: string
    /** The order: its status, patient, device and target areas. */
    worklist: string
    /** What whoever makes the images should know: the question, the history, how to handle the animal. */
    remarks: string
    /** What staff note for themselves. */
    internal_notes: string
    /** The `id` of the visit in which imaging was asked for, which must not be finalized. */
    consultation_id: number | null
    /** The `id` of the appointment at which the examination is made. */
    appointment_id: number | null
    /** Opens the images of the patient in the viewer of the clinic’s image archive: `imaging_viewer_url` of the integration settings with the `id` of the patient appended. */
    viewer_url: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `worklist` links to, in full. */
    worklist_data?: Schemas['ImagingOrder'] | null | undefined
  }
  /** An examination to be made with an imaging device, as its worklist shows it. */
  ImagingOrder: {
    /** Identifies the imaging order among those of the organisation; never reused. */
    id: number
    /** The address of the imaging order; links to it are written like this. */
    url: string
    /** How far the examination has come. */
    status: Enums.ImagingOrderStatus
    /** The kind of device, by its DICOM code: CR and DX radiography, CT and MR tomography, US ultrasound, RF fluoroscopy, XA angiography, NM scintigraphy, PT PET, IO and PX dental radiography, ES endoscopy, ECG electrocardiography, OP ophthalmic photography, XC photography, OT another. */
    modality: Enums.Modality
    /** What identifies the order in DICOM, given by the service and used once: devices write it into every image. */
    accession_number: string
    /** Who asked for it: the user whose token it was. */
    requesting_user: string
    /** Who is responsible, and gets the result. */
    supervising_veterinarian: string
    /** The animal that is examined. */
    patient: string
    /** Who brings the animal: the client of the visit, or else the owner when the referral was made. */
    client: string
    /** The location at which it was asked for. */
    department: string
    /** Which parts of the body are to be examined, with the view where it matters, for example “Left carpus, lateral”. */
    target_areas: readonly string[]
    /** Why it was asked for, in the veterinarian’s words. */
    referral: string
    /** The visit in which it was asked for. */
    consultation: string | null
    /** Opens the images of the patient in the viewer of the clinic’s image archive: `imaging_viewer_url` of the integration settings with the `id` of the patient appended. */
    viewer_url: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `patient` links to, in full. */
    patient_data?: Schemas['Patient'] | null | undefined
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `requesting_user` links to, in full. */
    requesting_user_data?: Schemas['User'] | null | undefined
    /** What `supervising_veterinarian` links to, in full. */
    supervising_veterinarian_data?: Schemas['User'] | null | undefined
    /** What `department` links to, in full. */
    department_data?: Schemas['Department'] | null | undefined
    /** What `referral` links to, in full. */
    referral_data?: Schemas['ImagingReferral'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
  }
  /** Why clients make an appointment, such as a vaccination, with the time it takes. */
  Reason: {
    /** Identifies the reason among those of the organisation; never reused. */
    id: number
    /** The address of the reason; links to it are written like this. */
    url: string
    /** What staff and clients choose it by. */
    name: string
    /** How many minutes it takes; 15 unless sent. */
    duration: number
    /** Whether clients may choose it when they book online. */
    available_online: boolean
    /** How the calendar shows it, such as `#2f9e8f`. */
    color: string
    /** What the client should know before they come, for confirmations and reminders. */
    instructions: string
    /** What is usually charged for it, to be proposed in a visit. */
    default_items: readonly string[]
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `default_items` links to, in full. */
    default_items_data?: readonly Schemas['DefaultItemOfAReason'][] | undefined
  }
  /** An item that is usually charged when clients come for a reason. */
  DefaultItemOfAReason: {
    /** Identifies the default item of a reason among those of the organisation; never reused. */
    id: number
    /** The address of the default item of a reason; links to it are written like this. */
    url: string
    /** Why the client comes, such as a vaccination. */
    reason: string
    /** What is then usually charged: each item once for a reason. */
    item: string
    /** How much of it is proposed. 1 unless sent. */
    quantity: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
  }
  /** A time of somebody’s day that is booked, for a client and their animals or for something else. */
  Appointment: {
    /** Identifies the appointment among those of the organisation; never reused. */
    id: number
    /** The address of the appointment; links to it are written like this. */
    url: string
    /** When it begins. */
    start: string
    /** When it ends, after `start`. */
    end: string
    /** Minutes from `start` to `end`. */
    duration: number
    /** At which location, whose time zone its day is in. */
    department: string
    /** What the calendar shows, where the client’s name is not enough. */
    title: string
    /** What it is for: the number, or its name such as `Online booking`. */
    type: Enums.AppointmentType
    /** Why the client comes. */
    reason: string | null
    /** What is wrong with the animal, in the client’s words. */
    complaint: string
    /** The supervising veterinarian, or who else is busy with it. */
    user: string
    /** Who else takes part. */
    additional_users: readonly string[]
    /** Who comes. */
    client: string | null
    /** The client’s animals that are brought. */
    patients: readonly string[]
    /** What staff should know. */
    notes: string
    /** Send false to cancel it: the time is free again. */
    active: boolean
    /** Why it was cancelled, in words. */
    cancellation_reason: string
    /** Whether the client has said that they will come. */
    confirmed: boolean
    /** Send true to book over another appointment of `user`. */
    allow_overlap: boolean
    /** The visit that was prepared or admitted for it. */
    consultation: string | null
    /** Names this version of the appointment when a confirmation is asked for: another time, user or department has another. */
    request_hash: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
    /** What `user` links to, in full. */
    user_data?: Schemas['User'] | null | undefined
    /** What `reason` links to, in full. */
    reason_data?: Schemas['Reason'] | null | undefined
    /** What `department` links to, in full. */
    department_data?: Schemas['Department'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
  }
  /** Who booked an appointment online, as they wrote it. */
  OnlineBookingClient: {
    /** Identifies the online booking client among those of the organisation; never reused. */
    id: number
    /** The address of the online booking client; links to it are written like this. */
    url: string
    /** What was booked: an appointment of the type 2 (Online booking) that is not cancelled. */
    appointment: string
    /** Given name. */
    first_name: string
    /** Family name, by which clients are found as well. */
    last_name: string
    /** Where the confirmation goes. */
    email: string
    /** As people write it. */
    phone_number: string
    /** Street and house number. */
    street_address: string
    /** Postal code, in the form its country uses. */
    zip_code: string
    /** Town or village of the postal address. */
    city: string
    /** The animals that they want to bring. */
    patients: readonly string[]
    /** What staff have decided about it. 0 until then. */
    status: Enums.OnlineBookingStatus
    /** The client that it was linked to, or that was created of it. */
    client: string | null
    /** Why it was declined, as staff said it. */
    decline_reason: string
    /** When staff decided about it. */
    decided: string | null
    /** Who decided about it. */
    decided_user: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `appointment` links to, in full. */
    appointment_data?: Schemas['Appointment'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['OnlineBookingPatient'][] | undefined
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
  }
  /** An animal that was named in an online booking, as its owner described it. */
  OnlineBookingPatient: {
    /** Identifies the online booking patient among those of the organisation; never reused. */
    id: number
    /** The address of the online booking patient; links to it are written like this. */
    url: string
    /** Whose booking it belongs to. */
    onlinebookingclient: string
    /** What the animal is called. */
    name: string
    /** The `id` of an entry of `/codelist/species/`, sent and read. */
    species: number | null
    /** The `id` of an entry of `/codelist/breeds/`, sent and read. */
    breed: number | null
    /** What the owner wrote about the animal. */
    notes: string
    /** The patient that it is, once staff have linked the booking or created a client of it. */
    patient: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `onlinebookingclient` links to, in full. */
    onlinebookingclient_data?: Schemas['OnlineBookingClient'] | null | undefined
    /** What `patient` links to, in full. */
    patient_data?: Schemas['Patient'] | null | undefined
  }
  /** A message that reminds a client of an appointment, at a set time or some hours before it. */
  AppointmentReminder: {
    /** Identifies the appointment reminder among those of the organisation; never reused. */
    id: number
    /** The address of the appointment reminder; links to it are written like this. */
    url: string
    /** What the client is reminded of. */
    appointment: string
    /** When to send it, before the appointment starts. */
    send_at: string | null
    /** How many hours before the appointment starts to send it. */
    hours_before: number | null
    /** Whether to send an e-mail. */
    send_email: boolean
    /** Whether to send a text message. */
    send_sms: boolean
    /** Whether it was made because of the department’s `reminder_hours_before`. */
    automatic: boolean
    /** When its messages are queued. */
    due: string | null
    /** How far it is, by its messages: 3 where one of them was sent, 4 where none was and none is under way. */
    status: Enums.ReminderStatus
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `appointment` links to, in full. */
    appointment_data?: Schemas['Appointment'] | null | undefined
  }
  /** When somebody works in a department: every week on a weekday, or on one date, which replaces the weekday. */
  Shift: {
    /** Identifies the shift among those of the organisation; never reused. */
    id: number
    /** The address of the shift; links to it are written like this. */
    url: string
    /** Who works. */
    user: string
    /** Where. */
    department: string
    /** The day of every week. */
    weekday: Enums.Weekday | null
    /** The one day of it. */
    date: string | null
    /** When work begins. */
    start: string | null
    /** When work ends, on the same day. */
    end: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `user` links to, in full. */
    user_data?: Schemas['User'] | null | undefined
  }
  /** A message to a client, by e-mail or SMS: what it is about, what was sent to whom, and what became of it. */
  Message: {
    /** Identifies the message among those of the organisation; never reused. */
    id: number
    /** The address of the message; links to it are written like this. */
    url: string
    /** What the message is about. */
    kind: Enums.MessageKind
    /** How it is sent. */
    channel: Enums.MessageChannel
    /** What became of it. */
    status: Enums.MessageStatus
    /** Why it is held, such as `no_sms` or `patient_deceased`, or has failed, such as `bounced`. */
    reason: string
    /** More about the `reason`, or why the last attempt failed, for people. */
    detail: string
    /** Whom it is for. */
    client: string | null
    /** The patient it is about, if it is about one: of the client. */
    patient: string | null
    /** The visit that a personal message is about: of the client. */
    consultation: string | null
    /** What is confirmed, or reminded of. */
    appointment: string | null
    /** The invoice that is attached to it as a PDF (kind 4), or that a personal message is about: the client pays it, or it is of a visit of theirs. */
    invoice: string | null
    /** On whose behalf it is sent, and whose local times it names. */
    department: string
    /** Whose token wrote it. */
    created_user: string | null
    /** The e-mail address or phone number it was sent to. */
    recipient: string
    /** The subject as it was sent. */
    subject: string
    /** The text as it was sent. */
    text: string
    /** Before when it is not sent, by the organisation’s clock: reminders and recalls wait for the morning. */
    due: string | null
    /** How often it was handed to the server, or may have been. */
    attempts: number
    /** When that was last tried. */
    last_attempt: string | null
    /** When the server took it. */
    sent: string | null
    /** When the record was created. */
    created: string
  }
  /** The clinic’s own wording of a message to clients, for one kind, channel and language. */
  MessageTemplate: {
    /** Identifies the message template among those of the organisation; never reused. */
    id: number
    /** The address of the message template; links to it are written like this. */
    url: string
    /** What the message is about, which decides its placeholders. */
    kind: Enums.MessageKind
    /** How it is sent. */
    channel: Enums.MessageChannel
    /** For clients with this `language`, or without one where it is the organisation’s. */
    language: Enums.Language
    /** The subject of an e-mail, placeholders included. */
    subject: string
    /** What is written, as plain text; e-mails have it as HTML as well. */
    text: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A prescription for a pharmacy: medicines for animals of one client, by one veterinarian. */
  Prescription: {
    /** Identifies the prescription among those of the organisation; never reused. */
    id: number
    /** The address of the prescription; links to it are written like this. */
    url: string
    /** The visit in which it was prescribed, if any. */
    consultation: string | null
    /** The veterinarian who is responsible. */
    prescriber: string
    /** Where it was prescribed. */
    department: string
    /** How far it is on its way; 1 unless sent. */
    status: Enums.PrescriptionStatus
    /** Whose animals the medicines are for. */
    client: string
    /** What came of it, for whoever prescribed: why it was rejected (5) or not sent (7), or the warning with which it was accepted (8). */
    status_message: string
    /** Who has read what came of it (`mark_read/`). */
    message_read_by: string | null
    /** Which pharmacy has taken it. */
    pharmacy_id: string | null
    /** Always false: a prescription is canceled, not archived. */
    archived: boolean
    /** All the animals that it has medicines for. */
    patients: readonly string[]
    /** Its medicines, one record each, in the order in which they were sent. */
    items: readonly string[]
    /** What its medicines met of the `contraindication` records of their patients when it was written; also in a dry run. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Identifies it beyond this service. */
    uuid: string
    /** The set of prescriptions that it was sent with. */
    prescription_set_uuid: string | null
    /** The bill of the pharmacy. */
    invoice: string | null
    /** What the pharmacy should know. */
    remarks: string
    /** Whose token wrote it. */
    created_user: string
    /** Whose token changed it last. */
    modified_user: string
    /** The application that wrote it for itself, and not for somebody who had signed in. */
    created_application: string | null
    /** The application that changed it last for itself. */
    modified_application: string | null
    /** The session at the prescription network in which it was changed. */
    modified_session: string | null
    /** When it is issued. */
    issue_time: string
    /** Whether the pharmacy was asked to send the medicines. */
    is_order: boolean
    /** Whether it was paid through the prescription network. */
    is_payment: boolean
    /** The order at the pharmacy. */
    prescription_order: string | null
    /** How it was paid through the prescription network. */
    payment_details: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
    /** What `items` links to, in full. */
    items_data?: readonly Schemas['PrescriptionItem'][] | undefined
    /** What `prescriber` links to, in full. */
    prescriber_data?: Schemas['User'] | null | undefined
    /** What `department` links to, in full. */
    department_data?: Schemas['Department'] | null | undefined
    /** What `consultation` links to, in full. */
    consultation_data?: Schemas['Consultation'] | null | undefined
    /** What `created_user` links to, in full. */
    created_user_data?: Schemas['User'] | null | undefined
    /** What `message_read_by` links to, in full. */
    message_read_by_data?: Schemas['User'] | null | undefined
  }
  /** A medicine on a prescription. */
  PrescriptionItem: {
    /** Identifies the prescription item among those of the organisation; never reused. */
    id: number
    /** The address of the prescription item; links to it are written like this. */
    url: string
    /** The medicine, as the pharmacy reads it. */
    name: string
    /** How much one package has. */
    package_size: string | null
    /** The medicine in the pharmacy’s register. */
    product_id: string | null
    /** The medicine in the national register of medicinal products (NPL). */
    product_nplid: string | null
    /** The package in the pharmacy’s register. */
    article_id: string | null
    /** The package in the national register of medicinal products (NPL). */
    article_nplpackid: string | null
    /** The row at the prescription network. */
    row_id: string | null
    /** The licence under which a medicine without marketing authorisation is sold. */
    license_id: string | null
    /** Which pharmacy has dispensed it. */
    pharmacy_id: string | null
    /** What it was prescribed with, by whom and for which client. */
    prescription: string
    /** The last day on which it may be dispensed. */
    valid_until: string
    /** What it is for, as a code. */
    indication: string | null
    /** Tablet, solution, ointment and so on. */
    dosage_form: string | null
    /** How much of the active substance one unit has. */
    strength: string
    /** How much is dispensed, where it is not counted in packages. */
    quantity: string | null
    /** What the quantity is counted in. */
    unit_description: string | null
    /** What one package contains. */
    package_content: string | null
    /** How many packages are dispensed at a time. */
    quantity_packages: number
    /** Which of the client’s animals get it. */
    patients: readonly string[]
    /** The medicine as the network keeps it. */
    prescribed_medicine: string | null
    /** When it was dispensed last. */
    latest_dispensing: string | null
    /** How the owner gives it. */
    instructions: string
    /** The language of the instructions. */
    language: string | null
    /** How many times it may be dispensed. */
    repeat_number: number
    /** How long to wait between two dispenses. */
    repeat_timevalue: string | null
    /** The unit of that time. */
    repeat_timeunit: string | null
    /** How the network knows the animal. */
    patient_identification: string | null
    /** What kind of identification that is. */
    patient_id_qualifier: string | null
    /** The species as the network names it. */
    patient_species: string | null
    /** What else the network was told. */
    supplimentary_information: string | null
    /** What it met of the `contraindication` records of its patients when it was written. */
    warnings: readonly {
      /** What is met: a record at `/contraindication/`. */
      contraindication: string
      /** Which animal must not get it. */
      patient: string
      /** What the animal must not get, as it was when it was compared. */
      substance: string
      /** The beginning of ATC codes that it must not get. */
      atc_prefix: string
      /** What would happen. */
      reaction: string
      /** What of the item or medicine meets it. */
      contains: string
    }[]
    /** Why it was prescribed in spite of `warnings`; kept only where it has some. */
    warning_reason: string
    /** Whose token wrote it. */
    created_user: string
    /** Whose token changed it last. */
    modified_user: string
    /** The row of an earlier prescription that it renews. */
    copied_from: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `prescription` links to, in full. */
    prescription_data?: Schemas['Prescription'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
  }
  /** The closing of a department’s day: what it has posted since its last report, and what was counted in the till. */
  AccountingReport: {
    /** Identifies the accounting report among those of the organisation; never reused. */
    id: number
    /** The address of the accounting report; links to it are written like this. */
    url: string
    /** The department whose day was closed. */
    department: string
    /** Counts the reports of the department from 1, without gaps. */
    report_number: number
    /** When the report before it ended; in the first report, when the first of its entries was posted. */
    period_start: string
    /** When the day was closed. */
    period_end: string
    /** Who closed the day: a person, or the virtual user of an application. */
    created_user: string
    /** Net sales and VAT by the ledger account they are posted to, credit notes deducted. */
    totals_by_account: readonly {
      /** The ledger account of items or VAT groups. */
      number: string
      /** What the account was for when the last of these entries was posted. */
      description: string
      /** What was posted to the account: positive for sales, negative where credit notes are more. */
      total: string
    }[]
    /** Sales and VAT by VAT group and rate, for the VAT return. */
    totals_by_vat_group: readonly {
      /** The VAT group, by the title it had when the invoices were made. */
      title: string
      /** The rate of VAT in percent. */
      percentage: string
      /** Sales at this rate without VAT, credit notes deducted. */
      net: string
      /** The VAT on those sales, as the invoices show it. */
      vat: string
      /** Sales at this rate with VAT: `net` and `vat` together. */
      total: string
    }[]
    /** What was taken by each payment type, payouts and cancellations deducted. 3 is rounding, 8 came out of prepayments, and set-offs sum to zero in 12. */
    totals_by_payment_type: readonly {
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What the books say was taken by this type, payouts deducted. */
      total: string
      /** What was counted, as sent when the day was closed. */
      counted: string | null
      /** `counted` less `total`: negative where money is missing. */
      difference: string | null
      /** Why the two differ, as sent when the day was closed. */
      explanation: string | null
    }[]
    /** Sales without VAT, credit notes deducted: `net` of all VAT groups together. */
    total: string
    /** The VAT on those sales: `vat` of all VAT groups together. */
    total_vat: string
    /** Sales with VAT, credit notes deducted: `total` of all VAT groups together. */
    total_with_vat: string
    /** All money that came in, payouts deducted: every payment type but 3 (Rounding) and 8 (Prepayment). */
    total_taken: string
    /** What was owed to the department at `period_start`: `closing_receivables` of the report before, or 0.00. */
    opening_receivables: string
    /** What was owed to the department at `period_end`: invoices less payments and credit notes. */
    closing_receivables: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A wholesaler that an integration has registered, for clinics to choose from. */
  AvailableWholesaler: {
    /** Identifies the available wholesaler among those of the organisation; never reused. */
    id: number
    /** The address of the available wholesaler; links to it are written like this. */
    url: string
    /** What clinics choose the wholesaler by, usually the company’s name. */
    name: string
    /** Where clinics reach the wholesaler about orders. */
    email: string | null
    /** The wholesaler’s number in the trade register. */
    register_number: string | null
    /** Where events for the wholesaler are posted: an `https` URL with a public host and no user name or password. */
    webhook_callback_url: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A wholesaler that the clinic orders from, with one set of credentials: those of the whole clinic, or those that one location has of its own. */
  Wholesaler: {
    /** Identifies the wholesaler among those of the organisation; never reused. */
    id: number
    /** The address of the wholesaler; links to it are written like this. */
    url: string
    /** What staff choose the wholesaler by. */
    name: string
    /** Whether orders, catalogs and receipts pass through an integration; 0 unless sent. */
    type: Enums.WholesalerType
    /** The registration whose application is told of these credentials and may use them. */
    available_wholesaler: string | null
    /** The clinic-wide wholesaler, if these are the credentials of a location. */
    parent: string | null
    /** The location that has these credentials. */
    department: string | null
    /** By what the wholesaler knows the clinic. */
    customer_number: string
    /** What the clinic logs in to the wholesaler with. */
    customer_username: string
    /** Where the clinic writes to the wholesaler. */
    email: string
    /** Where the clinic calls the wholesaler. */
    phone: string
    /** Street and house number of the wholesaler. */
    street_address: string
    /** Postal code, in the form its country uses. */
    zip_code: string
    /** Town or village of the wholesaler. */
    city: string
    /** Where the wholesaler is, as an ISO 3166-1 alpha-2 code. */
    country: string
    /** Connected before locations had ids of their own: several departments order with these credentials, so a receipt line must name its order. */
    shared: boolean
    /** The live catalog: what is offered for import with these credentials. */
    catalog: string | null
    /** The catalog that was live before, which `return_to_previous_catalog/` brings back. */
    previous_catalog: string | null
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A catalog file of a wholesaler, from the moment its integration is given a form for it, with its outcome once it is processed. */
  CatalogUpload: {
    /** Identifies the catalog upload among those of the organisation; never reused. */
    id: number
    /** The address of the catalog upload; links to it are written like this. */
    url: string
    /** The set of credentials whose catalog it is. */
    wholesaler: string
    /** Identifies the catalog for the integration, as in its event. */
    catalog_id: string
    /** The name that the integration gave the file. */
    filename: string
    /** The media type of the file. */
    content_type: Enums.CatalogFileType
    /** `pending` until the file has been processed. */
    status: Enums.CatalogUploadStatus
    /** Rows of the file without its header and blank lines. */
    rows_total: number
    /** Rows that became products of the catalog. */
    rows_accepted: number
    /** Rows that cannot be used; `errors` says why. */
    rows_rejected: number
    /** Everything wrong with the file, as a list of `row` (the line in the file, null if it is about the whole file), `code`, `field` (a column or null) and `detail`. */
    errors: unknown
    /** There are more than 100 errors: `error_report/` has them all. */
    errors_truncated: boolean
    /** How many errors there are of each kind, as a list of `code` and `count`, if `errors_truncated`. */
    error_summary: unknown
    /** When its outcome was known. */
    processed: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A product that a wholesaler offers, as its catalog describes it. */
  CatalogProduct: {
    /** Identifies the catalog product among those of the organisation; never reused. */
    id: number
    /** The address of the catalog product; links to it are written like this. */
    url: string
    /** The catalog it is in. */
    upload: string
    /** The line of the file, as an editor counts it: the header is on line 1. */
    line: number
    /** What kind of item it becomes. */
    type_code: Enums.ItemType
    /** The wholesaler’s number for it. */
    product_number: string
    /** What the wholesaler calls it, and what a new item is called. */
    product_name: string
    /** What the clinic pays for one package, net of VAT. */
    wholesale_price: string | null
    /** The price that the wholesaler recommends to sell one package at, net of VAT. */
    product_price: string | null
    /** The rate of VAT in percent. */
    vat: string | null
    /** What it is counted in, such as “pc”. */
    unit: string
    /** The number that a scanner reads from the package. */
    barcode: string
    /** What the prices are in, as an ISO 4217 code. */
    currency: string
    /** How many tablets, millilitres or doses a package has. */
    dosable_units: string | null
    /** What one package contains, in words. */
    package_contents: string
    /** The substance that a medicine works by. */
    active_ingredient: string
    /** The code of how a medicine is given, as the wholesaler writes it. */
    administration_route: string
    /** How much of the substance there is, such as “50 mg/ml”. */
    strength: string
    /** Whether the law on narcotics applies to it, as the wholesaler says. */
    controlled_substance: boolean
  }
  /** A run that takes the products of a wholesaler’s live catalog over into the clinic’s items. */
  CatalogImport: {
    /** Identifies the catalog import among those of the organisation; never reused. */
    id: number
    /** The address of the catalog import; links to it are written like this. */
    url: string
    /** Whose catalog is imported: the clinic’s, or that of a location with its own. */
    wholesaler: string
    /** Only products of these kinds are imported, and only items of these kinds discontinued. */
    item_types: readonly Enums.ItemType[]
    /** Only products whose name contains this, in any case, are imported, and only items whose name does are discontinued. */
    search_term: string
    /** What is added to the wholesale price for the price of a new item whose product has no `product_price`; 0 unless sent. */
    markup_percentage: string
    /** The VAT group of new items whose `vat` in the catalog is empty or is the percentage of none of the clinic’s VAT groups. */
    vat_group: string
    /** The catalog that was live when the import was created. */
    upload: string
    /** How far it is. */
    state: Enums.CatalogImportState
    /** Why it failed, for staff to read; empty unless it did. */
    failure: string
    /** So far: The product becomes a new item. */
    new: number
    /** So far: The wholesale price of an item rises. */
    price_up: number
    /** So far: The wholesale price of an item falls. */
    price_down: number
    /** So far: An item gets its first wholesale price, or another barcode or package. */
    changed: number
    /** So far: The item is already as the catalog says, or the wholesaler is only its secondary one, which changes nothing. */
    unchanged: number
    /** So far: An item that an import had discontinued is offered again. */
    continued: number
    /** So far: An item of the wholesaler is marked as discontinued, because its product is neither in the catalog nor in that of another location. */
    discontinued: number
    /** So far: The product is not imported; `reason` says why. */
    skipped: number
    /** When the worker began. */
    started: string | null
    /** When it was done or failed. */
    finished: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** What a catalog import did with one item, or why it left out a product. */
  CatalogImportChange: {
    /** Identifies the catalog import change among those of the organisation; never reused. */
    id: number
    /** The address of the catalog import change; links to it are written like this. */
    url: string
    /** The run that made the change. */
    catalog_import: string
    /** The item that was created or changed. */
    item: string | null
    /** `new`: The product becomes a new item. */
    kind: Enums.CatalogChangeKind
    /** The wholesaler’s number for it. */
    product_number: string
    /** The name of the item, or of the skipped product. */
    name: string
    /** By field an object with the old value as `from` and the new one as `to`, as in an audit event. */
    changes: unknown
    /** Why it is skipped: `currency`, because its prices are in another currency than the organisation’s; `price`, because the price with the markup has too many digits. */
    reason: Enums.CatalogSkipReason | null
    /** When it was committed: the `modified` that the item got by it. */
    occurred: string
  }
  /** A purchase order of a department to a wholesaler. */
  Order: {
    /** Identifies the order among those of the organisation; never reused. */
    id: number
    /** The address of the order; links to it are written like this. */
    url: string
    /** Which location orders, and whose stock it goes into. */
    department: string
    /** From whom, as the credentials that the department orders under: send the clinic-wide wholesaler or the department’s own, and it reads as the department’s own if it has one. */
    wholesaler: string
    /** Where the order stands. */
    status: Enums.OrderStatus
    /** Remarks for the wholesaler on the whole order. */
    notes: string
    /** The wholesaler’s own number for the order, which the clinic reads as the invoice number. */
    wholesaler_reference_number: string
    /** What the lines cost together, net of VAT, each rounded to cents. */
    total: string
    /** What is ordered, one line for each item. */
    order_items: readonly string[]
    /** What the wholesaler reported as sent for this order, reviewed or not. */
    receipt_lines: readonly string[]
    /** Who sent the order: a person, or the virtual user of an application. */
    purchaser: string | null
    /** When the order was first sent. */
    ordered: string | null
    /** When the order was last sent, with its notes and lines as they are now. */
    last_placed: string | null
    /** When the products were marked as delivered. */
    delivery_date: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `order_items` links to, in full. */
    order_items_data?: readonly Schemas['OrderItem'][] | undefined
    /** What `receipt_lines` links to, in full. */
    receipt_lines_data?: readonly Schemas['ReceiptLine'][] | undefined
    /** What `wholesaler` links to, in full. */
    wholesaler_data?: Schemas['Wholesaler'] | null | undefined
  }
  /** A line of an order: one item, and how many packages of it. */
  OrderItem: {
    /** Identifies the order item among those of the organisation; never reused. */
    id: number
    /** The address of the order item; links to it are written like this. */
    url: string
    /** The order that the line belongs to, fixed once it is added. */
    order: string
    /** What is ordered: a medicine, supply or food. */
    item: string
    /** The number under which the wholesaler sells it, copied from the item when the line was added. */
    product_number: string
    /** What it is called, copied from the item when the line was added. */
    product_name: string
    /** What it is counted in, such as “pc”, copied from the item. */
    unit: string
    /** The number on the package, copied from the item. */
    barcode: string
    /** What one package cost, net of VAT, copied from the item when the line was added. */
    wholesale_price: string | null
    /** How many packages are ordered. */
    quantity: string
    /** A remark for the wholesaler on this line. */
    notes: string
    /** How many packages have come into stock: what approved receipt lines say and, once the products are delivered, at least `quantity`. */
    delivered_quantity: string
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
    /** What `order` links to, in full. */
    order_data?: Schemas['Order'] | null | undefined
  }
  /** A line that a wholesaler submitted of what it sent, for staff to review: `match` its item or order, `approve` it into stock, or `dismiss` it. */
  ReceiptLine: {
    /** Identifies the receipt line among those of the organisation; never reused. */
    id: number
    /** The address of the receipt line; links to it are written like this. */
    url: string
    /** The set of credentials that it was submitted to: the clinic-wide one, or that of a department. */
    wholesaler: string
    /** The wholesaler’s own `id` of the line, as submitted. */
    external_id: string
    /** What became of it. 1, 2 and 3 are final; a rejected line is kept because its id is used up. */
    status: Enums.ReceiptLineStatus
    /** Why it was rejected when it was submitted, as a code such as `invalid_quantity`. */
    reason: string
    /** The order that it belongs to, as found or chosen. */
    order: string | null
    /** What it goes into stock as, as found or chosen. */
    item: string | null
    /** How the item was found: `product_code` or `barcode`. */
    matched_by: string
    /** Whose stock it goes into: the order’s, that of the credentials, or the default department. */
    department: string | null
    /** How many packages were sent. */
    quantity: string | null
    /** The wholesaler’s number of the product. */
    product_number: string
    /** The number on the package. */
    barcode: string
    /** What the wholesaler calls it. */
    product_name: string
    /** The wholesaler’s invoice, by which the order is found if no `order_id` was submitted. */
    invoice_number: string
    /** The date of that invoice. */
    invoice_date: string | null
    /** The batch that it goes into stock as. */
    batch_number: string
    /** The last day on which the batch may be used. */
    expiry_date: string | null
    /** Who approved or dismissed it. */
    reviewed_by: string | null
    /** When it was approved or dismissed. */
    reviewed: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What `item` links to, in full. */
    item_data?: Schemas['Item'] | null | undefined
    /** What `order` links to, in full. */
    order_data?: Schemas['Order'] | null | undefined
    /** What `wholesaler` links to, in full. */
    wholesaler_data?: Schemas['Wholesaler'] | null | undefined
  }
  /** An address of yours that the service posts to when something happens in the clinic. */
  Webhook: {
    /** Identifies the webhook among those of the organisation; never reused. */
    id: number
    /** Where deliveries are posted: `https`, a public host, no user name or password. */
    url: string
    /** What staff know it by, such as the system behind it. */
    name: string
    /** What it is told of. */
    trigger: Enums.WebhookTrigger
    /** How the body is written; 2 unless sent. */
    content_type: Enums.WebhookContentType
    /** Only records of this department are told of; clients, patients and their phone numbers by their home department. */
    department: string | null
    /** False: nothing new is queued, and what is queued waits until it is true again. */
    active: boolean
    /** Why the service itself has switched it off. */
    disabled_reason: string
    /** Until when deliveries are signed with the replaced secret as well. */
    previous_secret_until: string | null
    /** How many of its deliveries were given up, or wait after an attempt that failed. */
    failing: number
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived: boolean
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** One event for one address: what was or will be posted, and how that went. */
  WebhookDelivery: {
    /** Identifies the webhook delivery among those of the organisation; never reused. */
    id: number
    /** The address of the webhook delivery; links to it are written like this. */
    url: string
    /** The webhook it is for. */
    webhook: string | null
    /** The registration of the wholesaler it is for. */
    available_wholesaler: string | null
    /** What it tells of. */
    trigger: Enums.WebhookTrigger | null
    /** The trigger in words, “Test”, or the name of a wholesaler’s event. */
    event: string
    /** Identifies the event in every attempt, as `webhook-id` and in JSON bodies. */
    event_id: string
    /** How `body` is written. */
    content_type: Enums.WebhookContentType
    /** What is posted, the same in every attempt. */
    body: string
    /** Whether it still waits (for its first or another attempt), was taken, or was given up. */
    status: Enums.DeliveryStatus
    /** How often it was posted since it was last queued. */
    attempts: number
    /** When the next attempt is due. */
    due: string | null
    /** When it was last posted. */
    last_attempt: string | null
    /** The HTTP status of the last answer. */
    last_status_code: number | null
    /** The beginning of the last answer, as text. */
    last_answer: string
    /** Why the last attempt failed, and what to do. */
    failure: string
    /** When it was taken: answered with a status of 2xx. */
    delivered: string | null
    /** When the record was created. */
    created: string
  }
  /** One time a webhook delivery was posted, and how that went. */
  DeliveryAttempt: {
    /** Identifies the delivery attempt among those of the organisation; never reused. */
    id: number
    /** The address of the delivery attempt; links to it are written like this. */
    url: string
    /** What was posted in this attempt: its body, its receiver and its outcome so far are there. */
    delivery: string
    /** When the attempt had ended. */
    occurred: string
    /** How long it took, from looking up the host to the end of the answer. */
    milliseconds: number
    /** The HTTP status of the answer. */
    status_code: number | null
    /** The beginning of the answer, as text. */
    answer: string
    /** Why it failed, and what to do. */
    failure: string
  }
  /** An import of clients, phone numbers, patients, weights and items from the files of another system: create it, upload the files, `check` them, then `run` it. */
  Import: {
    /** Identifies the import among those of the organisation; never reused. */
    id: number
    /** The address of the import; links to it are written like this. */
    url: string
    /** What staff recognise the import by, such as “From the old system, March”. */
    name: string
    /** How far it is: `open` takes files, `checking` and `running` are under way, `checked` and `done` have finished. */
    state: Enums.ImportState
    /** The files that were uploaded, in the order in which they are imported, with their progress: the three outcomes add up to `rows` once a file is finished. */
    files: readonly {
      /** What the rows of the file are: the last part of the path it was uploaded to. */
      kind: Enums.ImportKind
      /** How many records the file has, without the header and blank lines. */
      rows: number
      /** Rows that became a record, or in a check would become one. */
      new: number
      /** Rows whose record existed already, by its reference or by what identifies it. */
      matched: number
      /** Rows that were not imported. */
      refused: number
    }[]
    /** When the latest check or run was asked for. */
    started: string | null
    /** When the latest check or run reached its last row. */
    finished: string | null
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
  }
  /** A row of one of an import’s files, with its outcome; after a check, the outcome it would have. */
  ImportRow: {
    /** Identifies the import row among those of the organisation; never reused. */
    id: number
    /** The address of the import row; links to it are written like this. */
    url: string
    /** The import whose file the row is in. */
    import: string
    /** Which of the import’s files the row is in. */
    kind: Enums.ImportKind
    /** The line of the file on which the row starts, as an editor counts it: the header is on line 1. */
    line: number
    /** The record’s id in the old system, by which other rows name it; of an item its code. */
    reference: string
    /** What the row says, by column, without empty cells. */
    cells: { [name: string]: string } | null
    /** What came of the row: a `new` record, one that existed (`matched`), or nothing (`refused`). */
    outcome: Enums.ImportOutcome | null
    /** Why the row was refused, by column, in the words of the API; `non_field_errors` for the row as a whole. */
    messages: { [name: string]: readonly string[] }
    /** What the row became, or was matched with: the URL of a client, phone number, patient, weight, item or opening balance. */
    record: string | null
  }
  /** One change of one record: who made it, through which application, from which address, and the old and new value of each field. */
  AuditEvent: {
    /** Identifies the audit event among those of the organisation; never reused. */
    id: number
    /** The address of the audit event; links to it are written like this. */
    url: string
    /** Numbers the changes of the organisation from 1, in the order of commits and without gaps. */
    sequence: number
    /** The kind of record, by the name of its table: mostly that in its address (`client`), but `custom_field` for `/custom_fields/`. */
    resource: string
    /** The `id` of what changed. */
    record: number
    /** What happened. */
    action: Enums.AuditAction
    /** By field an object with the old value as `from` and the new one as `to`, links as ids. */
    changes: unknown
    /** Who did it, a person or a virtual user. */
    user: string | null
    /** Through which integration. */
    application: string | null
    /** How they were known: `oauth`, `legacy` (a key), `session` (signed in), or `service` for what the service did by itself. */
    credential: string
    /** The IP address of the client. */
    address: string
    /** The `x-request-id` of the response, which all changes of one request share. */
    request: string
    /** When it was committed: the `modified` that the record got by it. */
    occurred: string
  }
  /** Something that happened to an account or to access: a sign-in or a failed one, a second factor, a token, a refusal, an export, a change of permissions. */
  SecurityEvent: {
    /** Identifies the security event among those of the organisation; never reused. */
    id: number
    /** The address of the security event; links to it are written like this. */
    url: string
    /** When it happened, in UTC. */
    occurred: string
    /** What happened: the subject, a dot, and what became of it. */
    kind: Enums.SecurityEventKind
    /** Whose account it is about. */
    user: string | null
    /** Who did it, if that is somebody else than `user`. */
    actor: string | null
    /** The integration that it is about or that it was done through. */
    application: string | null
    /** The IP address that the request came from. */
    address: string
    /** How the program at that address described itself, cut at 255 characters. */
    user_agent: string
    /** The `x-request-id` of the response; changes that it made have the same in `auditevent`. */
    request: string
    /** What else tells one such event from another, for example the names of the fields that changed. */
    details: { [name: string]: string | number | boolean | null }
  }
  /** The tombstone of a record that was deleted for good: it names the record, and has none of its contents. */
  DeletedRecord: {
    /** Identifies the tombstone among those of the organisation; never reused. */
    id: number
    /** The address of the tombstone; links to it are written like this. */
    url: string
    /** The kind of record that is gone, by the name in its address: `consultationnote`. */
    resource: string
    /** The `id` that the deleted record had, not that of this tombstone. */
    record: number
    /** When the record was deleted. */
    modified: string
  }
  /** A consultation with all its related records that the caller may read. */
  FullConsultation: {
    /** Identifies the full consultation among those of the organisation; never reused. */
    id: number
    /** The address of the full consultation; links to it are written like this. */
    url: string
    /** Who brings the animals; their `invoicing_client` pays, if they have one. */
    client: string
    /** The animals that are seen, at least one: patients of the client, not archived. */
    patients: readonly string[]
    /** Why they come, as the owner tells it. */
    complaint: string
    /** What they come for, of the clinic’s own list. */
    reason: string | null
    /** Who is responsible for the visit. */
    supervising_veterinarian: string
    /** Where it takes place, which decides time zone, prices and invoice numbers. */
    department: string
    /** What kind of visit it is. */
    type: Enums.ConsultationType
    /** How far the visit has come. 0 (Admitted) at first; changed with `update_status/`, and by the service: 8 at the first entry, 9 when the invoice is paid. */
    status: Enums.ConsultationStatus
    /** Since when the visit has been in this `status`. */
    status_changed: string
    /** When the animals arrived. */
    admitted_time: string | null
    /** When something was first recorded: an item, a diagnosis, a note or an instruction. */
    first_entry: string | null
    /** When the visit begins, by the clinic’s own reckoning. */
    started: string
    /** When the visit was over, not before `started`. */
    finished: string | null
    /** When the animals went home: set by every change to 6 (Discharged). */
    ended: string | null
    /** When another system took it over, as reported with `mark_sent/`. */
    external_sent: string | null
    /** What was used and done, of every kind. */
    consultation_items: readonly string[]
    /** What the items cost so far, net of VAT, in the organisation’s currency. */
    total: string
    /** The VAT of the items so far. */
    total_vat: string
    /** What the items cost so far, VAT included: what the invoice will come to. */
    total_with_vat: string
    /** What is to be paid for it, made when it is finalized. */
    invoice: string | null
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_1: string | null
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_2: string | null
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer: string | null
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share: string | null
    /** The values of the custom fields of this consultation. */
    fields_rel: readonly {
      /** Identifies the value itself in `/custom_field_values/`. */
      id: number
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** The name of the field, as it is now. */
      label: string
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id: number
        /** The option as it is called now. */
        name: string
      }[]
    }[]
    /** When the record was created. */
    created: string
    /** When the record, or one that belongs to it, last changed. */
    modified: string
    /** What was found in each animal. */
    diagnoses: readonly string[]
    /** What was written down, addenda included. */
    notes: readonly string[]
    /** What the owner was told to do at home. */
    discharge_instructions: readonly string[]
    /** Which examinations were asked of diagnostic imaging, and how far they are. */
    imaging_orders: readonly string[]
    /** What was prescribed for the owner to get from a pharmacy. */
    prescriptions: readonly string[]
    /** Everything that was invoiced for the visit: its invoice, voided drafts and credit notes. */
    invoices: readonly string[]
    /** What is charged and credited on these invoices. */
    invoice_rows: readonly string[]
    /** What was paid, paid back and cancelled on these invoices. */
    invoice_payments: readonly string[]
    /** What `client` links to, in full. */
    client_data?: Schemas['Client'] | null | undefined
    /** What `patients` links to, in full. */
    patients_data?: readonly Schemas['Patient'][] | undefined
    /** What `supervising_veterinarian` links to, in full. */
    supervising_veterinarian_data?: Schemas['User'] | null | undefined
    /** What `department` links to, in full. */
    department_data?: Schemas['Department'] | null | undefined
    /** What `reason` links to, in full. */
    reason_data?: Schemas['Reason'] | null | undefined
    /** What `alternative_payer` links to, in full. */
    alternative_payer_data?: Schemas['AlternativePayer'] | null | undefined
    /** What `consultation_items` links to, in full. */
    consultation_items_data?: readonly Schemas['ConsultationItem'][] | undefined
    /** What `diagnoses` links to, in full. */
    diagnoses_data?: readonly Schemas['ConsultationDiagnosis'][] | undefined
    /** What `notes` links to, in full. */
    notes_data?: readonly Schemas['ConsultationNote'][] | undefined
    /** What `discharge_instructions` links to, in full. */
    discharge_instructions_data?: readonly Schemas['DischargeInstruction'][] | undefined
    /** What `imaging_orders` links to, in full. */
    imaging_orders_data?: readonly Schemas['ImagingOrder'][] | undefined
    /** What `invoices` links to, in full. */
    invoices_data?: readonly Schemas['Invoice'][] | undefined
    /** What `invoice_rows` links to, in full. */
    invoice_rows_data?: readonly Schemas['InvoiceRow'][] | undefined
    /** What `invoice_payments` links to, in full. */
    invoice_payments_data?: readonly Schemas['InvoicePayment'][] | undefined
  }
  /** The address of each list, by the name of its resource. */
  ApiRoot: { [name: string]: string }
  /** The rate windows of the application or person that asked. */
  Limits: {
    /** How long every window is; it rolls, it does not start on the minute. */
    seconds: number
    /** One entry for each action. */
    buckets: readonly {
      /** What is counted: the `operationId` of this document, such as `client.list`. */
      action: string
      /** How many requests are allowed in the window. */
      limit: number
      /** How many of them are left now. */
      remaining: number
      /** Seconds until all of them are left again. */
      reset: number
    }[]
  }
  /** Changes in the order of their commits, and where to go on. */
  EventsFollow: {
    /** Send this as `after` in the next request. */
    sequence: number
    /** Whether to ask again at once, because there are further changes. */
    more: boolean
    /** The changes, oldest first. */
    results: readonly {
      /** The position of the change among all of the organisation; those you may not see are left out. */
      sequence: number
      /** What kind of record changed, by the name of its resource: `client`. */
      resource: string
      /** The `id` of the record that changed. */
      id: number
      /** Where to read the record as it is now; a deleted one is not there. */
      url: string | null
      /** What happened to the record. */
      action: Enums.AuditAction
      /** When it was committed: the `modified` that the record got by it. */
      modified: string
      /** The user who did it, a person or that of an application. */
      actor: string | null
      /** The records that the changed one links to as it is now, and those of which the change took the link away, as far as you may read their kind: whoever shows one of them may have to read again. */
      links: readonly string[]
    }[]
  }
  /** What to carry out, in this order. */
  CompositeCreate: {
    /** The requests, told apart by their `method`. */
    entries: readonly ({
      /** Identifies the entry in the answer, in refusals and in references. */
      name: string
      /** What the entry does at its path. */
      method: 'POST'
      /** The path below the API root, with its query, such as `/department/`. */
      path: string
      /** The body of the request. */
      body?: unknown | undefined
    } | {
      /** Identifies the entry in the answer, in refusals and in references. */
      name: string
      /** What the entry does at its path. */
      method: Enums.CompositeChange
      /** The path below the API root, with its query, such as `/department/`. */
      path: string
      /** The body of the request. */
      body?: unknown | undefined
      /** An `ETag`, as `If-Match` has it: refused (412) unless the record had this version before the composite. */
      if_match?: string | undefined
    } | {
      /** Identifies the entry in the answer, in refusals and in references. */
      name: string
      /** What the entry does at its path. */
      method: 'DELETE'
      /** The path below the API root, with its query, such as `/department/`. */
      path: string
      /** An `ETag`, as `If-Match` has it: refused (412) unless the record had this version before the composite. */
      if_match?: string | undefined
    })[]
  }
  /** What became of each entry, read once all of them had been carried out. */
  CompositeCreateResult: {
    /** In the order sent. */
    entries: readonly {
      /** Which entry this is about. */
      name: string
      /** The status that it would have had if it had been sent alone. */
      status: number
      /** Where the record that was created can be read. */
      location?: string | undefined
      /** The version of the record, for the next `If-Match`. */
      etag?: string | undefined
      /** The record as it is now. */
      body?: unknown | undefined
    }[]
  }
  /** A page of organisations, and where the pages before and after it are. */
  OrganisationPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Organisation'][]
  }
  /** What to send to change an organisation. */
  OrganisationUpdate: {
    /** The legal name of the clinic, printed on invoices. */
    name?: string | undefined
    /** Seat of the clinic, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** IANA name. */
    time_zone?: string | undefined
    /** In which language clients are written to who have none of their own, as a primary tag of BCP 47. */
    language?: Enums.Language | undefined
    /** Where people write to the clinic. */
    email?: string | undefined
    /** Where people call the clinic. */
    phone?: string | undefined
    /** Street and house number of the seat, printed on invoices. */
    street_address?: string | undefined
    /** Postal code of the seat, printed on invoices. */
    zip_code?: string | undefined
    /** Town of the seat, printed on invoices. */
    city?: string | undefined
    /** As registered for VAT, country code included. */
    vat_number?: string | undefined
    /** What the trade register or business register lists the clinic under. */
    register_number?: string | undefined
    /** Whether an invoice gets a creditor reference (ISO 11649) when it is finalized. */
    reference_numbers?: boolean | undefined
    /** Whether new invoice rows copy `reporting_dimension_3` from their items. */
    reporting_dimension_3_enabled?: boolean | undefined
    /** Whether the clinic is still being set up: its managers are shown what `GET /setup/` says is missing. */
    setup_open?: boolean | undefined
    /** Whether somebody of the clinic has confirmed the VAT groups that it started with. */
    vat_rates_confirmed?: boolean | undefined
    /** Where a consultation is opened if neither the patient nor the veterinarian has a home department. */
    default_department?: string | null | undefined
  }
  /** A page of departments, and where the pages before and after it are. */
  DepartmentPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Department'][]
  }
  /** What to send to create a department. */
  DepartmentCreate: {
    /** What the location is called. */
    name: string
    /** The clinic’s own code, for example a cost centre. */
    number?: string | undefined
    /** Street and house number. */
    street_address?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the location. */
    city?: string | undefined
    /** Where the location is, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Number of the location, printed on its invoices instead of the organisation’s. */
    phone?: string | undefined
    /** Address of the location, printed on its invoices instead of the organisation’s. */
    email?: string | undefined
    /** Closed: new consultations are refused there, and what it has stays as it is. */
    archived?: boolean | undefined
  }
  /** What to send to change a department. */
  DepartmentUpdate: {
    /** What the location is called. */
    name?: string | undefined
    /** The clinic’s own code, for example a cost centre. */
    number?: string | undefined
    /** Street and house number. */
    street_address?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the location. */
    city?: string | undefined
    /** Where the location is, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Number of the location, printed on its invoices instead of the organisation’s. */
    phone?: string | undefined
    /** Address of the location, printed on its invoices instead of the organisation’s. */
    email?: string | undefined
    /** Closed: new consultations are refused there, and what it has stays as it is. */
    archived?: boolean | undefined
  }
  /** What to send to change department settings. */
  DepartmentSettingsUpdate: {
    /** IANA name of the zone the location is in. */
    time_zone?: string | undefined
    /** The earliest day that a new invoice, payment or credit note may be dated; an earlier one is refused. */
    financial_period_lock_date?: string | null | undefined
    /** True: once a month, on `automatic_financial_period_lock_monthday`, the lock date becomes the first of that month. */
    automatic_financial_period_lock_enabled?: boolean | undefined
    /** Day on which the lock advances; in a shorter month, its last day. 1 unless changed. */
    automatic_financial_period_lock_monthday?: number | undefined
    /** Whether `cancel_date` is used when a payment is cancelled. */
    payment_cancel_set_date?: boolean | undefined
    /** True: a consultation is refused until the client has answered all `communication_preferences`, and within the last `preferences_valid_months`. */
    enable_communication_preferences?: boolean | undefined
    /** After how long a client must be asked again how to be contacted. 24 unless changed. */
    preferences_valid_months?: number | undefined
    /** Comes before the number of new invoices and credit notes. */
    invoice_prefix?: string | undefined
    /** Printed on every invoice that is finalized from now on, for example a cost centre. */
    additional_reference?: string | undefined
    /** Printed at the foot of every invoice and receipt that is finalized from now on, for example where to call at night. */
    printed_remarks?: string | undefined
    /** Account to pay invoices to, without spaces. */
    iban?: string | undefined
    /** Bank of the account, 8 or 11 characters. */
    bic?: string | undefined
    /** Days until a new invoice is due, unless the client who pays has a `due_date_delay`. 14 unless changed. */
    payment_terms_days?: number | undefined
    /** True: finalizing a visit makes an invoice that has its number and can be paid. */
    finalize_invoice_with_consultation?: boolean | undefined
    /** The `id`, not the URL, of the item to sell when a prescription is charged for. */
    prescription_fee_item?: number | null | undefined
    /** Whether electronic prescriptions may be sent from here. */
    eprescription_enabled?: boolean | undefined
    /** How the prescription network knows this location. */
    eprescription_sender_id?: string | undefined
    /** How many hours before an appointment its client is reminded by e-mail and text message. */
    reminder_hours_before?: number | null | undefined
    /** For how many minutes an online booking that an application made for itself is kept without a client. */
    online_booking_client_minutes?: number | undefined
  }
  /** What to send to change integration settings. */
  IntegrationSettingsUpdate: {
    /** Where the image archive shows the studies of a patient: the `id` of the patient is appended to the end of this address, for example `https://archive.example.com/viewer?PatientID=`. */
    imaging_viewer_url?: string | undefined
  }
  /** What to send to change message settings. */
  MessageSettingsUpdate: {
    /** The host name of the mail server, which must be publicly reachable. */
    smtp_host?: string | undefined
    /** 465 (encrypted from the start), 587 (encrypted by STARTTLS) or 25 (encrypted if the server can, and always with a user name). 587 unless changed. */
    smtp_port?: number | undefined
    /** Who signs in at the mail server. */
    smtp_username?: string | undefined
    /** The password of `smtp_username`. */
    smtp_password?: string | undefined
    /** The address that e-mails come from, under the name of the clinic; answers go to the department if it has an address. */
    mail_from?: string | undefined
    /** Where SMS are posted, in Twilio’s format: a form with `To`, `From` and `Body` over `https` to a public host, for example `https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json`. */
    sms_gateway_url?: string | undefined
    /** Who signs in at the SMS gateway (Basic authentication). */
    sms_account?: string | undefined
    /** The password of `sms_account`. */
    sms_token?: string | undefined
    /** The number or name that SMS come from, as the gateway has it registered. */
    sms_from?: string | undefined
  }
  /** What to send to change security settings. */
  SecuritySettingsUpdate: {
    /** Whether staff who may write anything, or read of clients, patients, money or staff, need an authenticator app or a passkey besides their password. */
    second_factor_required?: boolean | undefined
  }
  /** A page of users, and where the pages before and after it are. */
  UserPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['User'][]
  }
  /** What to send to create a user. */
  UserCreate: {
    /** Given name. */
    first_name?: string | undefined
    /** Family name; that of a virtual user is the name of its application and follows it. */
    last_name: string
    /** The address to sign in with; invitations and links for a new password go there. */
    email: string
    /** Professional title, for example “Veterinary nurse”. */
    title?: string | undefined
    /** Short form for lists and calendars. */
    initials?: string | undefined
    /** Where the person is reached. */
    phone?: string | undefined
    /** False: may not sign in, and all sessions and tokens end at once. */
    is_active?: boolean | undefined
    /** Where the person usually works. */
    home_department?: string | null | undefined
    /** What the user may do: everything that any of these allows. */
    permission_groups?: readonly string[] | undefined
  }
  /** What to send to change a user. */
  UserUpdate: {
    /** Given name. */
    first_name?: string | undefined
    /** Family name; that of a virtual user is the name of its application and follows it. */
    last_name?: string | undefined
    /** The address to sign in with; invitations and links for a new password go there. */
    email?: string | undefined
    /** Professional title, for example “Veterinary nurse”. */
    title?: string | undefined
    /** Short form for lists and calendars. */
    initials?: string | undefined
    /** Where the person is reached. */
    phone?: string | undefined
    /** False: may not sign in, and all sessions and tokens end at once. */
    is_active?: boolean | undefined
    /** Where the person usually works. */
    home_department?: string | null | undefined
    /** What the user may do: everything that any of these allows. */
    permission_groups?: readonly string[] | undefined
  }
  /** Nothing has to be sent to send the invitation e-mail again: leave the body out, or send an empty object. */
  UserInvite: Record<string, never>
  /** Nothing has to be sent to sign a user out everywhere: leave the body out, or send an empty object. */
  UserSignOut: Record<string, never>
  /** A page of permission groups, and where the pages before and after it are. */
  PermissionGroupPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PermissionGroup'][]
  }
  /** What to send to create a permission group. */
  PermissionGroupCreate: {
    /** For whom it is meant, such as “Reception”. */
    name: string
    /** What members may look at. */
    read?: readonly Enums.Permission[] | undefined
    /** What members may create, change and delete, and look at. */
    write?: readonly Enums.Permission[] | undefined
    /** True: members get no permissions from it. */
    archived?: boolean | undefined
  }
  /** What to send to change a permission group. */
  PermissionGroupUpdate: {
    /** For whom it is meant, such as “Reception”. */
    name?: string | undefined
    /** What members may look at. */
    read?: readonly Enums.Permission[] | undefined
    /** What members may create, change and delete, and look at. */
    write?: readonly Enums.Permission[] | undefined
    /** True: members get no permissions from it. */
    archived?: boolean | undefined
  }
  /** A page of applications, and where the pages before and after it are. */
  ApplicationPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Application'][]
  }
  /** What to send to create an application. */
  ApplicationCreate: {
    /** What people see when they are asked to allow it access. */
    name: string
    /** True for a web page or an app on a person’s device, which cannot keep a secret: it gets none, and signs people in with PKCE. */
    public?: boolean | undefined
    /** Where people return to after signing in: https, or http on localhost; a public application may also use a private scheme such as com.example.app:/back, and needs at least one. */
    redirect_uris?: readonly string[] | undefined
    /** Origins of the application’s web pages, for example https://app.example.com. */
    allowed_origins?: readonly string[] | undefined
    /** What its tokens may be for: `restapi` to use the API, `openid` to learn who signed in, `wholesaler` for the routes of wholesalers. */
    scopes?: readonly Enums.Scope[] | undefined
    /** Groups for its virtual user, at creation only; later they are changed at the user. */
    permission_groups?: readonly string[] | undefined
    /** True: it gets no tokens, and those it has end, with what people have allowed it and its legacy keys. */
    archived?: boolean | undefined
  }
  /** The record, with what is shown only this once. */
  ApplicationWithSecret: Schemas['Application'] & {
    /** Shown in this answer only, never again: keep it where secrets are kept. */
    client_secret?: string | undefined
  }
  /** What to send to change an application. */
  ApplicationUpdate: {
    /** What people see when they are asked to allow it access. */
    name?: string | undefined
    /** Where people return to after signing in: https, or http on localhost; a public application may also use a private scheme such as com.example.app:/back, and needs at least one. */
    redirect_uris?: readonly string[] | undefined
    /** Origins of the application’s web pages, for example https://app.example.com. */
    allowed_origins?: readonly string[] | undefined
    /** What its tokens may be for: `restapi` to use the API, `openid` to learn who signed in, `wholesaler` for the routes of wholesalers. */
    scopes?: readonly Enums.Scope[] | undefined
    /** True: it gets no tokens, and those it has end, with what people have allowed it and its legacy keys. */
    archived?: boolean | undefined
  }
  /** Nothing has to be sent to replace the client secret of an application: leave the body out, or send an empty object. */
  ApplicationRotateSecret: Record<string, never>
  /** A page of legacy keys, and where the pages before and after it are. */
  LegacyKeyPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['LegacyKey'][]
  }
  /** A page of custom fields, and where the pages before and after it are. */
  CustomFieldPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CustomField'][]
  }
  /** What to send to create a custom field. */
  CustomFieldCreate: {
    /** What people see as the label. */
    name: string
    /** The kind of record that has the field. */
    content_type: Enums.CustomFieldOwner
    /** What values look like. */
    field_type: Enums.CustomFieldType
    /** What a new record gets if nothing is sent; existing records keep what they have. */
    default_value?: string | undefined
    /** Out of use: neither required of new records nor given its default there. */
    archived?: boolean | undefined
  }
  /** What to send to change a custom field. */
  CustomFieldUpdate: {
    /** What people see as the label. */
    name?: string | undefined
    /** The kind of record that has the field. */
    content_type?: Enums.CustomFieldOwner | undefined
    /** What values look like. */
    field_type?: Enums.CustomFieldType | undefined
    /** What a new record gets if nothing is sent; existing records keep what they have. */
    default_value?: string | undefined
    /** Out of use: neither required of new records nor given its default there. */
    archived?: boolean | undefined
  }
  /** A page of custom field settings, and where the pages before and after it are. */
  CustomFieldSettingPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CustomFieldSetting'][]
  }
  /** What to send to create a custom field setting. */
  CustomFieldSettingCreate: {
    /** What people see as the label. */
    name: string
    /** The kind of record that has the field. */
    content_type: Enums.CustomFieldOwner
    /** What values look like. */
    field_type: Enums.CustomFieldType
    /** What a new record gets if nothing is sent. */
    default_value?: string | undefined
    /** True: a record cannot be created without a value, nor its value cleared; a check box must be `True`. */
    is_required?: boolean | undefined
    /** The choices of a field of type 6 (Select) or 7 (Multi-select); other types have none. */
    options?: readonly (string | {
      /** Given by the service, and the same for good. */
      id?: number | undefined
      /** What people choose. */
      name?: string | undefined
      /** No longer offered; records that have it keep it. */
      archived?: boolean | undefined
    })[] | undefined
    /** Out of use: neither required of new records nor given its default there. */
    archived?: boolean | undefined
  }
  /** What to send to change a custom field setting. */
  CustomFieldSettingUpdate: {
    /** What people see as the label. */
    name?: string | undefined
    /** The kind of record that has the field. */
    content_type?: Enums.CustomFieldOwner | undefined
    /** What values look like. */
    field_type?: Enums.CustomFieldType | undefined
    /** What a new record gets if nothing is sent. */
    default_value?: string | undefined
    /** True: a record cannot be created without a value, nor its value cleared; a check box must be `True`. */
    is_required?: boolean | undefined
    /** The choices of a field of type 6 (Select) or 7 (Multi-select); other types have none. */
    options?: readonly (string | {
      /** Given by the service, and the same for good. */
      id?: number | undefined
      /** What people choose. */
      name?: string | undefined
      /** No longer offered; records that have it keep it. */
      archived?: boolean | undefined
    })[] | undefined
    /** Out of use: neither required of new records nor given its default there. */
    archived?: boolean | undefined
  }
  /** A page of clients, and where the pages before and after it are. */
  ClientPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Client'][]
  }
  /** What to send to create a client. */
  ClientCreate: {
    /** How the person is addressed, for example “Dr”. */
    title?: string | undefined
    /** Given name. */
    firstname?: string | undefined
    /** Family name. */
    lastname?: string | undefined
    /** The company, farm or charity, where the client is one. */
    organization_name?: string | undefined
    /** Where to write to the client. */
    email?: string | undefined
    /** Where the client lives, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** In which language the client is written to, as a primary tag of BCP 47. */
    language?: Enums.Language | null | undefined
    /** An alternative pricing can be for one kind of customer only, so this may decide prices. */
    customer_type?: Enums.CustomerType | undefined
    /** As registered for VAT, country code included. */
    vat_number?: string | undefined
    /** What the trade register or business register lists the client under. */
    register_number?: string | undefined
    /** National identity or document number of the person, where the clinic must know it. */
    id_number?: string | undefined
    /** The location that the client usually visits, for filtering. */
    home_department?: string | null | undefined
    /** Days this client has to pay an invoice. */
    due_date_delay?: number | null | undefined
    /** Street and house number. */
    street_address?: string | undefined
    /** Second line: apartment, staircase, care of. */
    street_address_2?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
    /** Region or province, in countries whose addresses name one. */
    state?: string | undefined
    /** What staff noted about the client. */
    remarks?: string | undefined
    /** What everybody must know before dealing with the client. */
    critical_notes?: string | undefined
    /** Who receives and pays the invoices instead, for example a riding stable; cannot be the client itself. */
    invoicing_client?: string | null | undefined
    /** True: send this client no automated text messages. */
    no_sms?: boolean | undefined
    /** True: send this client no automated messages to the `email` address. */
    no_email?: boolean | undefined
    /** How the client agreed to be contacted. */
    communication_preferences?: {
      /** Whether the client wants to be reached this way. */
      email?: boolean | null | undefined
      /** Whether the client wants text messages. */
      sms?: boolean | null | undefined
      /** Whether the client wants letters. */
      post?: boolean | null | undefined
      /** When the client was asked. */
      answered_at?: string | null | undefined
    } | undefined
    /** Words by which the clinic groups clients, for example “breeder”. */
    tags_rel?: readonly string[] | undefined
    /** The values of the custom fields of this client. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a client. */
  ClientUpdate: {
    /** How the person is addressed, for example “Dr”. */
    title?: string | undefined
    /** Given name. */
    firstname?: string | undefined
    /** Family name. */
    lastname?: string | undefined
    /** The company, farm or charity, where the client is one. */
    organization_name?: string | undefined
    /** Where to write to the client. */
    email?: string | undefined
    /** Where the client lives, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** In which language the client is written to, as a primary tag of BCP 47. */
    language?: Enums.Language | null | undefined
    /** An alternative pricing can be for one kind of customer only, so this may decide prices. */
    customer_type?: Enums.CustomerType | undefined
    /** As registered for VAT, country code included. */
    vat_number?: string | undefined
    /** What the trade register or business register lists the client under. */
    register_number?: string | undefined
    /** National identity or document number of the person, where the clinic must know it. */
    id_number?: string | undefined
    /** The location that the client usually visits, for filtering. */
    home_department?: string | null | undefined
    /** Days this client has to pay an invoice. */
    due_date_delay?: number | null | undefined
    /** Street and house number. */
    street_address?: string | undefined
    /** Second line: apartment, staircase, care of. */
    street_address_2?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
    /** Region or province, in countries whose addresses name one. */
    state?: string | undefined
    /** What staff noted about the client. */
    remarks?: string | undefined
    /** What everybody must know before dealing with the client. */
    critical_notes?: string | undefined
    /** Who receives and pays the invoices instead, for example a riding stable; cannot be the client itself. */
    invoicing_client?: string | null | undefined
    /** True: send this client no automated text messages. */
    no_sms?: boolean | undefined
    /** True: send this client no automated messages to the `email` address. */
    no_email?: boolean | undefined
    /** How the client agreed to be contacted. */
    communication_preferences?: {
      /** Whether the client wants to be reached this way. */
      email?: boolean | null | undefined
      /** Whether the client wants text messages. */
      sms?: boolean | null | undefined
      /** Whether the client wants letters. */
      post?: boolean | null | undefined
      /** When the client was asked. */
      answered_at?: string | null | undefined
    } | undefined
    /** Words by which the clinic groups clients, for example “breeder”. */
    tags_rel?: readonly string[] | undefined
    /** The values of the custom fields of this client. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of phone numbers, and where the pages before and after it are. */
  PhoneNumberPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PhoneNumber'][]
  }
  /** What to send to create a phone number. */
  PhoneNumberCreate: {
    /** Who is reached there. */
    client: string
    /** As people write it, spaces and punctuation included. */
    phone_number: string
    /** The kind of line, as it was entered; it is not derived from the number. */
    type_code: Enums.PhoneNumberType
    /** What to know before calling, for example “work, mornings only”. */
    description?: string | undefined
  }
  /** What to send to change a phone number. */
  PhoneNumberUpdate: {
    /** As people write it, spaces and punctuation included. */
    phone_number?: string | undefined
    /** The kind of line, as it was entered; it is not derived from the number. */
    type_code?: Enums.PhoneNumberType | undefined
    /** What to know before calling, for example “work, mornings only”. */
    description?: string | undefined
  }
  /** A page of patients, and where the pages before and after it are. */
  PatientPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Patient'][]
  }
  /** What to send to create a patient. */
  PatientCreate: {
    /** The owner. */
    client: string
    /** What the animal or herd is called. */
    name?: string | undefined
    /** As the pedigree, studbook or passport has it, where that differs from `name`. */
    official_name?: string | undefined
    /** Sent as the `id` of an entry of `/codelist/species/`, shown as its name. */
    species?: number | null | undefined
    /** Sent as the `id` of an entry of `/codelist/breeds/`, shown as its name. */
    breed?: number | null | undefined
    /** Sex, and whether neutered. */
    gender?: Enums.Gender | undefined
    /** Coat and markings, in the clinic’s own words. */
    color?: string | undefined
    /** Kilograms, as measured last. */
    weight?: string | number | null | undefined
    /** The day the animal was born, often an estimate. */
    date_of_birth?: string | null | undefined
    /** The day of death, not before `date_of_birth`: sending it marks the patient as deceased, and null undoes that. */
    deceased?: string | null | undefined
    /** Cause, or “euthanasia” and why. */
    reason_of_death?: string | undefined
    /** Number of the transponder as read: 15 digits by ISO 11784, older ones may be shorter. */
    microchip?: string | null | undefined
    /** Day on which the transponder was implanted. */
    microchip_date?: string | null | undefined
    /** Day on which the animal became a patient, where that is earlier than `created`: for example in an older system. */
    date_of_registration?: string | null | undefined
    /** Number of the policy. */
    insurance?: string | undefined
    /** Who insures the animal. */
    insurance_company?: string | undefined
    /** As printed in the pet or equine passport. */
    passport_number?: string | undefined
    /** What a kennel club, studbook or livestock database lists the animal under. */
    register_number?: string | undefined
    /** How many animals this record stands for; null for a single one. */
    herd_size?: number | null | undefined
    /** True: excluded from slaughter for human consumption, as in a horse’s passport. */
    not_for_food?: boolean | undefined
    /** Result of typing, for transfusions: for example DEA 1 negative. */
    blood_group?: string | undefined
    /** What staff noted about the patient. */
    remarks?: string | undefined
    /** What everybody must know before touching the animal: allergies, biting. */
    critical_notes?: string | undefined
    /** The location that usually treats the patient; a consultation that names no other is opened there. */
    home_department?: string | null | undefined
    /** Words by which the clinic groups patients, for example “diabetic”. */
    tags_rel?: readonly string[] | undefined
    /** The values of the custom fields of this patient. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a patient. */
  PatientUpdate: {
    /** The owner. */
    client?: string | undefined
    /** What the animal or herd is called. */
    name?: string | undefined
    /** As the pedigree, studbook or passport has it, where that differs from `name`. */
    official_name?: string | undefined
    /** Sent as the `id` of an entry of `/codelist/species/`, shown as its name. */
    species?: number | null | undefined
    /** Sent as the `id` of an entry of `/codelist/breeds/`, shown as its name. */
    breed?: number | null | undefined
    /** Sex, and whether neutered. */
    gender?: Enums.Gender | undefined
    /** Coat and markings, in the clinic’s own words. */
    color?: string | undefined
    /** Kilograms, as measured last. */
    weight?: string | number | null | undefined
    /** The day the animal was born, often an estimate. */
    date_of_birth?: string | null | undefined
    /** The day of death, not before `date_of_birth`: sending it marks the patient as deceased, and null undoes that. */
    deceased?: string | null | undefined
    /** Cause, or “euthanasia” and why. */
    reason_of_death?: string | undefined
    /** Number of the transponder as read: 15 digits by ISO 11784, older ones may be shorter. */
    microchip?: string | null | undefined
    /** Day on which the transponder was implanted. */
    microchip_date?: string | null | undefined
    /** Day on which the animal became a patient, where that is earlier than `created`: for example in an older system. */
    date_of_registration?: string | null | undefined
    /** Number of the policy. */
    insurance?: string | undefined
    /** Who insures the animal. */
    insurance_company?: string | undefined
    /** As printed in the pet or equine passport. */
    passport_number?: string | undefined
    /** What a kennel club, studbook or livestock database lists the animal under. */
    register_number?: string | undefined
    /** How many animals this record stands for; null for a single one. */
    herd_size?: number | null | undefined
    /** True: excluded from slaughter for human consumption, as in a horse’s passport. */
    not_for_food?: boolean | undefined
    /** Result of typing, for transfusions: for example DEA 1 negative. */
    blood_group?: string | undefined
    /** What staff noted about the patient. */
    remarks?: string | undefined
    /** What everybody must know before touching the animal: allergies, biting. */
    critical_notes?: string | undefined
    /** The location that usually treats the patient; a consultation that names no other is opened there. */
    home_department?: string | null | undefined
    /** Words by which the clinic groups patients, for example “diabetic”. */
    tags_rel?: readonly string[] | undefined
    /** The values of the custom fields of this patient. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of patient weights, and where the pages before and after it are. */
  PatientWeightPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PatientWeight'][]
  }
  /** What to send to create a patient weight. */
  PatientWeightCreate: {
    /** Which animal was weighed: the one in the path. */
    patient?: string | undefined
    /** Kilograms, to the gram. */
    weight: string | number
    /** When the animal stood on the scales. */
    measured?: string | undefined
  }
  /** A page of alternative payers, and where the pages before and after it are. */
  AlternativePayerPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AlternativePayer'][]
  }
  /** What to send to create an alternative payer. */
  AlternativePayerCreate: {
    /** For whom the payer pays. */
    client: string
    /** The insured animal, one of the client’s. */
    patient?: string | null | undefined
    /** The person who pays, or the contact there. */
    name?: string | undefined
    /** The insurer, employer or charity. */
    organization_name?: string | undefined
    /** As registered for VAT. */
    vat_number?: string | undefined
    /** What the trade register lists the payer under. */
    register_number?: string | undefined
    /** Seat of the payer, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Street and house number, for sending claims to. */
    street_address?: string | undefined
    /** Second line: department, floor, post office box. */
    street_address_2?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
    /** Region or province, in countries whose addresses name one. */
    state?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to replace an alternative payer. */
  AlternativePayerReplace: {
    /** For whom the payer pays. */
    client: string
    /** The insured animal, one of the client’s. */
    patient?: string | null | undefined
    /** The person who pays, or the contact there. */
    name?: string | undefined
    /** The insurer, employer or charity. */
    organization_name?: string | undefined
    /** As registered for VAT. */
    vat_number?: string | undefined
    /** What the trade register lists the payer under. */
    register_number?: string | undefined
    /** Seat of the payer, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Street and house number, for sending claims to. */
    street_address?: string | undefined
    /** Second line: department, floor, post office box. */
    street_address_2?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
    /** Region or province, in countries whose addresses name one. */
    state?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change an alternative payer. */
  AlternativePayerUpdate: {
    /** For whom the payer pays. */
    client?: string | undefined
    /** The insured animal, one of the client’s. */
    patient?: string | null | undefined
    /** The person who pays, or the contact there. */
    name?: string | undefined
    /** The insurer, employer or charity. */
    organization_name?: string | undefined
    /** As registered for VAT. */
    vat_number?: string | undefined
    /** What the trade register lists the payer under. */
    register_number?: string | undefined
    /** Seat of the payer, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Street and house number, for sending claims to. */
    street_address?: string | undefined
    /** Second line: department, floor, post office box. */
    street_address_2?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
    /** Region or province, in countries whose addresses name one. */
    state?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of attachments, and where the pages before and after it are. */
  AttachmentPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Attachment'][]
  }
  /** What to send to create an attachment. */
  AttachmentCreate: {
    /** Whose file it is, if it is about no single animal. */
    client?: string | null | undefined
    /** The animal that the file is about. */
    patient?: string | null | undefined
    /** The visit that the file belongs to. */
    consultation?: string | null | undefined
    /** The bill that the file belongs to, for example as a receipt. */
    invoice?: string | null | undefined
    /** What the file is saved as when it is downloaded, with the ending of its type, such as .pdf. */
    name: string
    /** The media type; the upload must have the same, and its content is compared with it when it has arrived. */
    content_type: Enums.AttachmentType
    /** Bytes, at most 100 MiB. */
    size: number
  }
  /** What to send to change an attachment. */
  AttachmentUpdate: {
    /** What the file is saved as when it is downloaded, with the ending of its type, such as .pdf. */
    name?: string | undefined
  }
  /** A page of custom field values, and where the pages before and after it are. */
  CustomFieldValuePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CustomFieldValue'][]
  }
  /** What to send to create a custom field value. */
  CustomFieldValueCreate: {
    /** The `id` of the definition in `/custom_fields/`. */
    field: number
    /** The `id` of the client, patient or consultation that has the value. */
    object_id: number
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | number | boolean | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id?: number | undefined
      /** What the option is called, where `id` is not sent. */
      name?: string | undefined
    }[]
  }
  /** A page of client custom field values, and where the pages before and after it are. */
  ClientCustomFieldValuePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ClientCustomFieldValue'][]
  }
  /** What to send to create a client custom field value. */
  ClientCustomFieldValueCreate: {
    /** Who has the value: the one in the path. */
    client?: string | undefined
    /** The `id` of the definition in `/custom_fields/`. */
    field_id: number
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | number | boolean | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id?: number | undefined
      /** What the option is called, where `id` is not sent. */
      name?: string | undefined
    }[]
  }
  /** A page of patient custom field values, and where the pages before and after it are. */
  PatientCustomFieldValuePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PatientCustomFieldValue'][]
  }
  /** What to send to create a patient custom field value. */
  PatientCustomFieldValueCreate: {
    /** Who has the value: the one in the path. */
    patient?: string | undefined
    /** The `id` of the definition in `/custom_fields/`. */
    field_id: number
    /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
    value: string | number | boolean | readonly {
      /** Identifies the option within its field, whatever it is called. */
      id?: number | undefined
      /** What the option is called, where `id` is not sent. */
      name?: string | undefined
    }[]
  }
  /** A page of species, and where the pages before and after it are. */
  SpeciesPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Species'][]
  }
  /** A page of breeds, and where the pages before and after it are. */
  BreedPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Breed'][]
  }
  /** A page of diagnoses, and where the pages before and after it are. */
  DiagnosisPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Diagnosis'][]
  }
  /** A page of antibiotics, and where the pages before and after it are. */
  AntibioticPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Antibiotic'][]
  }
  /** A page of list items, and where the pages before and after it are. */
  ListItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ListItem'][]
  }
  /** What to send to create a list item. */
  ListItemCreate: {
    /** Which list the entry is in, fixed once it is created: `items` are categories of items (`item_list`), the others are additions to the codelists. */
    list: Enums.CodelistName
    /** What the entry is called; once in each list, archived entries included, whatever the case. */
    name: string
    /** The clinic’s own code of the entry, for statistics. */
    code?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a list item. */
  ListItemUpdate: {
    /** What the entry is called; once in each list, archived entries included, whatever the case. */
    name?: string | undefined
    /** The clinic’s own code of the entry, for statistics. */
    code?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of account numbers, and where the pages before and after it are. */
  AccountNumberPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AccountNumber'][]
  }
  /** What to send to create an account number. */
  AccountNumberCreate: {
    /** The account as the bookkeeping system writes it. */
    number: string
    /** What the account is for, such as “Sales of medicines”. */
    description?: string | undefined
    /** The department whose `description` this is: it is preferred to the general one on that department’s postings. */
    department?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to replace an account number. */
  AccountNumberReplace: {
    /** The account as the bookkeeping system writes it. */
    number: string
    /** What the account is for, such as “Sales of medicines”. */
    description?: string | undefined
    /** The department whose `description` this is: it is preferred to the general one on that department’s postings. */
    department?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change an account number. */
  AccountNumberUpdate: {
    /** The account as the bookkeeping system writes it. */
    number?: string | undefined
    /** What the account is for, such as “Sales of medicines”. */
    description?: string | undefined
    /** The department whose `description` this is: it is preferred to the general one on that department’s postings. */
    department?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of VAT groups, and where the pages before and after it are. */
  VatGroupPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['VatGroup'][]
  }
  /** What to send to create a VAT group. */
  VatGroupCreate: {
    /** What the group is called in reports. */
    title: string
    /** The rate in percent, such as `25.50`, added to net prices. */
    percentage: string | number
    /** The ledger account that the VAT is posted to, copied to invoice rows. */
    account_number?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a VAT group. */
  VatGroupUpdate: {
    /** What the group is called in reports. */
    title?: string | undefined
    /** The rate in percent, such as `25.50`, added to net prices. */
    percentage?: string | number | undefined
    /** The ledger account that the VAT is posted to, copied to invoice rows. */
    account_number?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of items, and where the pages before and after it are. */
  ItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Item'][]
  }
  /** What to send to create an item. */
  ItemCreate: {
    /** What kind of thing it is. */
    type_code: Enums.ItemType
    /** The clinic’s own product number; empty where there is none. */
    code?: string | undefined
    /** The number that a scanner reads from the package, usually an EAN of 13 digits. */
    barcode?: string | undefined
    /** What staff choose it by, and what invoices say unless there is a `print_name`. */
    name: string
    /** What invoices say instead of `name`, for clients to understand. */
    print_name?: string | undefined
    /** The net price of one package, in the organisation’s currency, with four decimals. */
    price?: string | number | undefined
    /** What one package costs in the shop: `price` with VAT, rounded to cents. */
    price_with_vat?: string | number | undefined
    /** What the clinic pays for one package, net of VAT. */
    wholesale_price?: string | number | null | undefined
    /** The rate of VAT it is sold at. */
    vat_group: string
    /** The ledger account that its sales are posted to, copied to every invoice row. */
    account_number?: string | null | undefined
    /** The category that the clinic sorts it into: a list item whose `list` is `items`. */
    item_list?: string | null | undefined
    /** What quantities are counted in, such as “pc” or “package”. */
    unit?: string | undefined
    /** What one package contains, in words for staff, such as “20 tablets” or “50 ml”. */
    package_description?: string | undefined
    /** How many tablets, millilitres or doses a package is divided into; 1 unless sent. */
    dosage_units?: string | number | undefined
    /** How the owner gives the medicine. */
    instructions?: string | undefined
    /** Whether the law on narcotics applies to it, for staff to see. */
    controlled_substance?: boolean | undefined
    /** The antibiotic it contains, for statistics of use. */
    antibiotic?: string | null | undefined
    /** What it contains, as names or whole ATC codes, one each; the list that is sent replaces the old one. */
    substances?: readonly string[] | undefined
    /** Whether it is a vaccine. */
    is_vaccine?: boolean | undefined
    /** After how many days an animal is to be vaccinated again. */
    recall_interval_days?: number | null | undefined
    /** Whether visits and sales over the counter refuse it without a `batch_number`; a visit that only prescribes it does not ask for one. */
    batch_number_required?: boolean | undefined
    /** The imaging examination that it charges for, by its DICOM code: visits with an order for one and no such item get a charge hint. */
    modality?: Enums.Modality | null | undefined
    /** Whom the clinic usually orders it from: a clinic-wide wholesaler that is not archived. */
    primary_wholesaler?: string | null | undefined
    /** The product number under which the clinic’s usual wholesaler sells it. */
    primary_wholesaler_code?: string | undefined
    /** Another clinic-wide wholesaler to order it from. */
    secondary_wholesaler?: string | null | undefined
    /** The product number at another wholesaler, to order from when the usual one has none. */
    secondary_wholesaler_code?: string | undefined
    /** A cost centre or the like in bookkeeping. */
    reporting_dimension_1?: string | undefined
    /** A second cost centre or the like. */
    reporting_dimension_2?: string | undefined
    /** A third cost centre or the like. */
    reporting_dimension_3?: string | undefined
    /** An account for the clinic’s internal accounting. */
    internal_account_number?: string | undefined
    /** A cost centre for internal accounting. */
    internal_reporting_dimension_1?: string | undefined
    /** A second cost centre for internal accounting. */
    internal_reporting_dimension_2?: string | undefined
    /** The stock of a department, in packages, at which the clinic wants to order more: `/stock_level/?below_alert_level__is=true` lists it then. */
    alert_level?: string | number | null | undefined
    /** Whether the wholesaler has stopped offering it. */
    discontinued?: boolean | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change an item. */
  ItemUpdate: {
    /** What kind of thing it is. */
    type_code?: Enums.ItemType | undefined
    /** The clinic’s own product number; empty where there is none. */
    code?: string | undefined
    /** The number that a scanner reads from the package, usually an EAN of 13 digits. */
    barcode?: string | undefined
    /** What staff choose it by, and what invoices say unless there is a `print_name`. */
    name?: string | undefined
    /** What invoices say instead of `name`, for clients to understand. */
    print_name?: string | undefined
    /** The net price of one package, in the organisation’s currency, with four decimals. */
    price?: string | number | undefined
    /** What one package costs in the shop: `price` with VAT, rounded to cents. */
    price_with_vat?: string | number | undefined
    /** What the clinic pays for one package, net of VAT. */
    wholesale_price?: string | number | null | undefined
    /** The rate of VAT it is sold at. */
    vat_group?: string | undefined
    /** The ledger account that its sales are posted to, copied to every invoice row. */
    account_number?: string | null | undefined
    /** The category that the clinic sorts it into: a list item whose `list` is `items`. */
    item_list?: string | null | undefined
    /** What quantities are counted in, such as “pc” or “package”. */
    unit?: string | undefined
    /** What one package contains, in words for staff, such as “20 tablets” or “50 ml”. */
    package_description?: string | undefined
    /** How many tablets, millilitres or doses a package is divided into; 1 unless sent. */
    dosage_units?: string | number | undefined
    /** How the owner gives the medicine. */
    instructions?: string | undefined
    /** Whether the law on narcotics applies to it, for staff to see. */
    controlled_substance?: boolean | undefined
    /** The antibiotic it contains, for statistics of use. */
    antibiotic?: string | null | undefined
    /** What it contains, as names or whole ATC codes, one each; the list that is sent replaces the old one. */
    substances?: readonly string[] | undefined
    /** Whether it is a vaccine. */
    is_vaccine?: boolean | undefined
    /** After how many days an animal is to be vaccinated again. */
    recall_interval_days?: number | null | undefined
    /** Whether visits and sales over the counter refuse it without a `batch_number`; a visit that only prescribes it does not ask for one. */
    batch_number_required?: boolean | undefined
    /** The imaging examination that it charges for, by its DICOM code: visits with an order for one and no such item get a charge hint. */
    modality?: Enums.Modality | null | undefined
    /** Whom the clinic usually orders it from: a clinic-wide wholesaler that is not archived. */
    primary_wholesaler?: string | null | undefined
    /** The product number under which the clinic’s usual wholesaler sells it. */
    primary_wholesaler_code?: string | undefined
    /** Another clinic-wide wholesaler to order it from. */
    secondary_wholesaler?: string | null | undefined
    /** The product number at another wholesaler, to order from when the usual one has none. */
    secondary_wholesaler_code?: string | undefined
    /** A cost centre or the like in bookkeeping. */
    reporting_dimension_1?: string | undefined
    /** A second cost centre or the like. */
    reporting_dimension_2?: string | undefined
    /** A third cost centre or the like. */
    reporting_dimension_3?: string | undefined
    /** An account for the clinic’s internal accounting. */
    internal_account_number?: string | undefined
    /** A cost centre for internal accounting. */
    internal_reporting_dimension_1?: string | undefined
    /** A second cost centre for internal accounting. */
    internal_reporting_dimension_2?: string | undefined
    /** The stock of a department, in packages, at which the clinic wants to order more: `/stock_level/?below_alert_level__is=true` lists it then. */
    alert_level?: string | number | null | undefined
    /** Whether the wholesaler has stopped offering it. */
    discontinued?: boolean | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of price changes, and where the pages before and after it are. */
  PriceChangePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PriceChange'][]
  }
  /** A page of changed prices, and where the pages before and after it are. */
  ChangedPricePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ChangedPrice'][]
  }
  /** A page of alternative pricings, and where the pages before and after it are. */
  AlternativePricingPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AlternativePricing'][]
  }
  /** What to send to create an alternative pricing. */
  AlternativePricingCreate: {
    /** What is sold at this price instead of its own. */
    item: string
    /** What staff call the price, such as “Breeders” or “Summer campaign”. */
    name: string
    /** Where the price applies: in visits and sales of this department. */
    department?: string | null | undefined
    /** Whom the price is for: clients with this `customer_type`. */
    customer_type?: Enums.CustomerType | null | undefined
    /** The net price of one package, in the organisation’s currency. */
    price?: string | number | null | undefined
    /** How much the item’s own price is changed, in percent: `-10` takes a tenth off, -100 makes it free. */
    percentage_change?: string | number | null | undefined
    /** The first day on which it applies, by the local date of the department that sells. */
    valid_from?: string | null | undefined
    /** The last day on which it applies; not before `valid_from`. */
    valid_until?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to replace an alternative pricing. */
  AlternativePricingReplace: {
    /** What is sold at this price instead of its own. */
    item: string
    /** What staff call the price, such as “Breeders” or “Summer campaign”. */
    name: string
    /** Where the price applies: in visits and sales of this department. */
    department?: string | null | undefined
    /** Whom the price is for: clients with this `customer_type`. */
    customer_type?: Enums.CustomerType | null | undefined
    /** The net price of one package, in the organisation’s currency. */
    price?: string | number | null | undefined
    /** How much the item’s own price is changed, in percent: `-10` takes a tenth off, -100 makes it free. */
    percentage_change?: string | number | null | undefined
    /** The first day on which it applies, by the local date of the department that sells. */
    valid_from?: string | null | undefined
    /** The last day on which it applies; not before `valid_from`. */
    valid_until?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change an alternative pricing. */
  AlternativePricingUpdate: {
    /** What is sold at this price instead of its own. */
    item?: string | undefined
    /** What staff call the price, such as “Breeders” or “Summer campaign”. */
    name?: string | undefined
    /** Where the price applies: in visits and sales of this department. */
    department?: string | null | undefined
    /** Whom the price is for: clients with this `customer_type`. */
    customer_type?: Enums.CustomerType | null | undefined
    /** The net price of one package, in the organisation’s currency. */
    price?: string | number | null | undefined
    /** How much the item’s own price is changed, in percent: `-10` takes a tenth off, -100 makes it free. */
    percentage_change?: string | number | null | undefined
    /** The first day on which it applies, by the local date of the department that sells. */
    valid_from?: string | null | undefined
    /** The last day on which it applies; not before `valid_from`. */
    valid_until?: string | null | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of stock levels, and where the pages before and after it are. */
  StockLevelPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['StockLevel'][]
  }
  /** A page of stock movements, and where the pages before and after it are. */
  StockMovementPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['StockMovement'][]
  }
  /** A page of countersales, and where the pages before and after it are. */
  CountersalePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Countersale'][]
  }
  /** What to send to create a countersale. */
  CountersaleCreate: {
    /** Who buys, fixed once the sale is created. */
    client?: string | null | undefined
    /** Where it is sold, fixed once the sale is created: it decides prices, the number of the invoice and the till. */
    department: string
    /** Printed on the invoice, below the amounts. */
    remarks?: string | undefined
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
  }
  /** What to send to change a countersale. */
  CountersaleUpdate: {
    /** Printed on the invoice, below the amounts. */
    remarks?: string | undefined
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
  }
  /** What to send to add an item at the price it has now. */
  CountersaleAddItem: {
    /** What is sold, as a link to an entry of `/item/` of any type. */
    item: string
    /** How much is sold, in packages, or in dosage units where `usage_size` is 2. */
    quantity: string | number
    /** Whether whole packages are counted, as when it is left out, or the dosage units that a package of the item is divided into. */
    usage_size?: Enums.UsageSize | undefined
    /** The net price of one unit of `quantity`, instead of the one that is found for the item. */
    price?: string | number | undefined
    /** A discount (negative, at least -100) or surcharge on the row, in percent; 0 unless sent. */
    percentage_change?: string | number | undefined
    /** Another rate of VAT than the item’s, in percent: one that a VAT group of the organisation has. */
    vat_percentage?: string | number | undefined
    /** The animal it is for; it must belong to the client of the sale. */
    patient?: string | null | undefined
    /** The batch printed on the package, to find buyers in a recall. */
    batch_number?: string | undefined
  }
  /** Nothing has to be sent to finalize a sale and make its invoice: leave the body out, or send an empty object. */
  CountersaleFinalize: Record<string, never>
  /** A page of countersale items, and where the pages before and after it are. */
  CountersaleItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CountersaleItem'][]
  }
  /** What to send to change a countersale item. */
  CountersaleItemUpdate: {
    /** How much is sold, in packages, or in dosage units where `usage_size` is 2. */
    quantity?: string | number | undefined
    /** The net price of one unit of `quantity`, found when the row was added. */
    price?: string | number | undefined
    /** A discount (negative, at least -100) or surcharge on the whole row, in percent. */
    percentage_change?: string | number | undefined
    /** The animal it is for, one of the client’s own; the invoice groups rows by it. */
    patient?: string | null | undefined
    /** The batch printed on the package, to find buyers in a recall. */
    batch_number?: string | undefined
  }
  /** A page of invoices, and where the pages before and after it are. */
  InvoicePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Invoice'][]
  }
  /** What to send to change an invoice. */
  InvoiceUpdate: {
    /** The date of the document in bookkeeping: the department’s local date when it was made. */
    invoice_date?: string | undefined
    /** The last day to pay: `invoice_date` plus `due_date_delay` of the payer or `payment_terms_days` of the department. */
    invoice_due_date?: string | undefined
    /** Printed below the amounts. */
    remarks?: string | undefined
    /** An insurer or other third party that pays a share, by payments of type 15 (Insurance claim): one of the client’s. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer covers, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
  }
  /** Nothing has to be sent to finalize a draft: leave the body out, or send an empty object. */
  InvoiceFinalize: Record<string, never>
  /** What to send to mark an invoice as sent, or as finalized again so that it can be paid. */
  InvoiceUpdateStatus: {
    /** The status that the invoice gets. */
    status: Enums.InvoiceStatusToSet
  }
  /** What to send to mail an invoice to the client who pays it. */
  InvoiceSend: {
    /** True also changes the status from 3 (Finalized) to 1 (Sent). */
    update_status?: boolean | undefined
  }
  /** The answer to: mail an invoice to the client who pays it. */
  InvoiceSendResult: {
    /** The message in the log, which says what becomes of it. */
    message: string
    /** The address it goes to: that of the client who pays. */
    recipient: string
    /** Whether that client has `no_email` set. */
    no_email: boolean
    /** The status of the invoice now. */
    status: Enums.InvoiceStatus
    /** `sent` of the invoice now. */
    sent: string
  }
  /** Nothing has to be sent to void a draft: leave the body out, or send an empty object. */
  InvoiceVoid: Record<string, never>
  /** What to send to credit every row that has not been credited yet. */
  InvoiceFullRefund: {
    /** True dates the credit note like the original, which is refused if that day is locked; false, as when it is left out, dates it today. */
    use_original_invoice_date?: boolean | undefined
    /** True puts the goods of every row that is credited back into stock, into the batches they came from. */
    return_to_stock?: boolean | undefined
  }
  /** What to send to credit some rows. */
  InvoicePartialRefund: {
    /** The rows to credit, at least one; none that is credited already. */
    invoice_rows: readonly {
      /** A row of this invoice that has not been credited yet. */
      invoice_row?: string | undefined
      /** True puts the goods of the row back into stock, into the batches they came from. */
      return_to_stock?: boolean | undefined
    }[]
    /** True dates the credit note like the original, which is refused if that day is locked; false, as when it is left out, dates it today. */
    use_original_invoice_date?: boolean | undefined
  }
  /** Nothing has to be sent to turn what a credit note owes into a prepayment: leave the body out, or send an empty object. */
  InvoiceToPrepayment: Record<string, never>
  /** A page of invoice rows, and where the pages before and after it are. */
  InvoiceRowPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['InvoiceRow'][]
  }
  /** A page of invoice payments, and where the pages before and after it are. */
  InvoicePaymentPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['InvoicePayment'][]
  }
  /** What to send to create an invoice payment. */
  InvoicePaymentCreate: {
    /** The invoice that is paid, or the credit note that is paid out. */
    invoice: string
    /** How it is paid. 3 rounds cash to the smallest coin: it is sent before the cash, or made by `round_cash`; 8 is refused here, because `POST /unallocatedpayment/<id>/apply/` pays from a prepayment; 12 is how credit notes are set off; 15 is what the alternative payer pays. */
    payment_type: Enums.PaymentType
    /** What was paid, VAT included, in the organisation’s currency: at most `due_sum` of the invoice. */
    paid: string | number
    /** With `payment_type` 1 (Cash) only: true means that `paid` is the exact amount to be settled, which is then paid in coins. */
    round_cash?: boolean | undefined
    /** When the money was paid; now unless sent. */
    date_added?: string | undefined
  }
  /** What to send to cancel a payment by its negative. */
  InvoicePaymentCancelPayment: {
    /** Why it is cancelled, for whoever checks the till. */
    info: string
    /** When the money was given back. */
    cancel_date: string
  }
  /** A page of unallocated payments, and where the pages before and after it are. */
  UnallocatedPaymentPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['UnallocatedPayment'][]
  }
  /** What to send to create an unallocated payment. */
  UnallocatedPaymentCreate: {
    /** Where the money was received, in whose books it is posted. */
    department: string
    /** Whose money it is. */
    client: string
    /** How the money came in or was given back. 3 and 8 are refused; 12 is a credit note that was kept as a prepayment. */
    payment_type: Enums.PaymentType
    /** What was received, in the organisation’s currency. */
    paid: string | number
    /** What the money is for, in words for staff, such as “Deposit for surgery”. */
    description?: string | undefined
    /** On a refund, which has a negative `paid`: the prepayment whose money is given back. */
    refunds?: string | null | undefined
    /** What an external system, such as the bookkeeping, stores with the prepayment. */
    external_info?: {
      /** The id of the document in the external system. */
      external_id?: string | undefined
      /** Any JSON object, kept as it was sent and replaced as a whole: at most 10000 characters. */
      metadata?: Record<string, never> | undefined
    } | undefined
  }
  /** What to send to change an unallocated payment. */
  UnallocatedPaymentUpdate: {
    /** What an external system, such as the bookkeeping, stores with the prepayment. */
    external_info?: {
      /** The id of the document in the external system. */
      external_id?: string | undefined
      /** Any JSON object, kept as it was sent and replaced as a whole: at most 10000 characters. */
      metadata?: Record<string, never> | undefined
    } | undefined
  }
  /** What to send to pay an invoice from a prepayment. */
  UnallocatedPaymentApply: {
    /** The invoice to pay: one that the client of the prepayment is the payer of. */
    invoice: string
    /** How much of the prepayment to use: at most its `unused_amount`, and at most `due_sum` of the invoice. */
    amount: string | number
  }
  /** A page of opening balances, and where the pages before and after it are. */
  OpeningBalancePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['OpeningBalance'][]
  }
  /** A page of invoice series, and where the pages before and after it are. */
  InvoiceSeriesPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['InvoiceSeries'][]
  }
  /** What to send to create an invoice series. */
  InvoiceSeriesCreate: {
    /** What the numbers begin with: departments whose `invoice_prefix` is this one share the series. */
    prefix?: string | undefined
    /** The number of the first invoice, to continue where an earlier system ended; 1 unless sent. */
    first_number?: number | undefined
  }
  /** What to send to change an invoice series. */
  InvoiceSeriesUpdate: {
    /** The number of the first invoice, to continue where an earlier system ended; 1 unless sent. */
    first_number?: number | undefined
  }
  /** A page of consultations, and where the pages before and after it are. */
  ConsultationPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Consultation'][]
  }
  /** What to send to create a consultation. */
  ConsultationCreate: {
    /** Who brings the animals; their `invoicing_client` pays, if they have one. */
    client: string
    /** The animals that are seen, at least one: patients of the client, not archived. */
    patients: readonly string[]
    /** Why they come, as the owner tells it. */
    complaint?: string | undefined
    /** What they come for, of the clinic’s own list. */
    reason?: string | null | undefined
    /** Who is responsible for the visit. */
    supervising_veterinarian?: string | undefined
    /** Where it takes place, which decides time zone, prices and invoice numbers. */
    department?: string | undefined
    /** What kind of visit it is. */
    type: Enums.ConsultationType
    /** When the animals arrived. */
    admitted_time?: string | null | undefined
    /** When the visit begins, by the clinic’s own reckoning. */
    started?: string | undefined
    /** When the visit was over, not before `started`. */
    finished?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_1?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_2?: string | null | undefined
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
    /** The values of the custom fields of this consultation. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
  }
  /** What to send to change a consultation. */
  ConsultationUpdate: {
    /** The animals that are seen, at least one: patients of the client, not archived. */
    patients?: readonly string[] | undefined
    /** Why they come, as the owner tells it. */
    complaint?: string | undefined
    /** What they come for, of the clinic’s own list. */
    reason?: string | null | undefined
    /** Who is responsible for the visit. */
    supervising_veterinarian?: string | undefined
    /** Where it takes place, which decides time zone, prices and invoice numbers. */
    department?: string | undefined
    /** What kind of visit it is. */
    type?: Enums.ConsultationType | undefined
    /** When the animals arrived. */
    admitted_time?: string | null | undefined
    /** When the visit begins, by the clinic’s own reckoning. */
    started?: string | undefined
    /** When the visit was over, not before `started`. */
    finished?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_1?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_2?: string | null | undefined
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
    /** The values of the custom fields of this consultation. */
    fields_rel?: readonly {
      /** The `id` of the definition in `/custom_fields/`. */
      field_id: number
      /** Text, as the type of the field requires: a whole number, a date like 2026-03-31, `True` or `False`, JSON encoded as a string; for select fields a list of options. */
      value: string | number | boolean | readonly {
        /** Identifies the option within its field, whatever it is called. */
        id?: number | undefined
        /** What the option is called, where `id` is not sent. */
        name?: string | undefined
      }[]
    }[] | undefined
  }
  /** What to send to change the status of a consultation. */
  ConsultationUpdateStatus: {
    /** Where the visit should be next. */
    status: Enums.ConsultationStatus
  }
  /** What to send to record when a consultation was sent to another system. */
  ConsultationMarkSent: {
    /** When your system had a copy of the visit. */
    external_sent: string
  }
  /** A page of consultation items, and where the pages before and after it are. */
  ConsultationItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationItem'][]
  }
  /** A page of consultation medicines, and where the pages before and after it are. */
  ConsultationMedicinePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationMedicine'][]
  }
  /** What to send to create a consultation medicine. */
  ConsultationMedicineCreate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string | number
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
    /** How the animals get it. */
    usage_type?: Enums.UsageType | undefined
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size?: Enums.UsageSize | undefined
    /** How the owner gives the medicine. */
    instructions?: string | undefined
  }
  /** What to send to change a consultation medicine. */
  ConsultationMedicineUpdate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** How much, in `unit` or by `usage_size`. */
    quantity?: string | number | undefined
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
    /** How the animals get it. */
    usage_type?: Enums.UsageType | undefined
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size?: Enums.UsageSize | undefined
    /** How the owner gives the medicine. */
    instructions?: string | undefined
  }
  /** A page of consultation procedures, and where the pages before and after it are. */
  ConsultationProcedurePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationProcedure'][]
  }
  /** What to send to create a consultation procedure. */
  ConsultationProcedureCreate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string | number
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
  }
  /** What to send to change a consultation procedure. */
  ConsultationProcedureUpdate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** How much, in `unit` or by `usage_size`. */
    quantity?: string | number | undefined
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
  }
  /** A page of consultation supplies, and where the pages before and after it are. */
  ConsultationSupplyPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationSupply'][]
  }
  /** What to send to create a consultation supply. */
  ConsultationSupplyCreate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string | number
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
    /** How the animals get it. */
    usage_type?: Enums.UsageType | undefined
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size?: Enums.UsageSize | undefined
  }
  /** What to send to change a consultation supply. */
  ConsultationSupplyUpdate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** How much, in `unit` or by `usage_size`. */
    quantity?: string | number | undefined
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
    /** How the animals get it. */
    usage_type?: Enums.UsageType | undefined
    /** Whether `quantity` counts packages or the dosage units that one is divided into; `price` is for one of these. 1 (Package) unless sent. */
    usage_size?: Enums.UsageSize | undefined
  }
  /** A page of consultation foods, and where the pages before and after it are. */
  ConsultationFoodPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationFood'][]
  }
  /** What to send to create a consultation food. */
  ConsultationFoodCreate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** What was used or done, by its `url` in the catalogue. */
    item: string
    /** How much, in `unit` or by `usage_size`. */
    quantity: string | number
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
  }
  /** What to send to change a consultation food. */
  ConsultationFoodUpdate: {
    /** The visit in which it was used or done. */
    consultation?: string | undefined
    /** Which animals of the visit received it, at least one. */
    patients?: readonly string[] | undefined
    /** How much, in `unit` or by `usage_size`. */
    quantity?: string | number | undefined
    /** True: `quantity` is for all animals together and is taken as it is. */
    no_multiplier?: boolean | undefined
    /** Net, for one of `quantity`. */
    price?: string | number | undefined
    /** Discount (negative, to -100) or surcharge on the row, in percent. 0 unless sent; sending another needs `Financial: Discounts`. */
    percentage_change?: string | number | undefined
    /** VAT rate. */
    vat_percentage?: string | number | undefined
    /** As printed on the package. */
    batch_number?: string | undefined
    /** Who is responsible for it. */
    supervising_veterinarian?: string | undefined
    /** Why it is given in spite of `warnings`. */
    warning_reason?: string | undefined
  }
  /** A page of consultation diagnoses, and where the pages before and after it are. */
  ConsultationDiagnosisPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationDiagnosis'][]
  }
  /** What to send to create a consultation diagnosis. */
  ConsultationDiagnosisCreate: {
    /** The visit in which it was made: the one in the path. */
    consultation?: string | undefined
    /** Which animal has it: one of those in the visit. */
    patient: string
    /** The `id` of an entry of `/codelist/diagnoses/`, or the `url` of a list item that the clinic has added to its list `diagnoses`. */
    diagnosis: number | string
    /** The code that is to stand in the record, such as that of the codelist entry: it is never copied from there. */
    code: string
    /** The words that are to stand in the record, such as those of the codelist entry: they are never copied from there, and stay when it is reworded. */
    name: string
    /** Whether this is the main problem or one beside it. */
    category: Enums.DiagnosisCategory
    /** Whether the veterinarian suspects it, among others, or has settled on it. */
    type: Enums.DiagnosisType
  }
  /** What to send to change a consultation diagnosis. */
  ConsultationDiagnosisUpdate: {
    /** Which animal has it: one of those in the visit. */
    patient?: string | undefined
    /** The `id` of an entry of `/codelist/diagnoses/`, or the `url` of a list item that the clinic has added to its list `diagnoses`. */
    diagnosis?: number | string | undefined
    /** The code that is to stand in the record, such as that of the codelist entry: it is never copied from there. */
    code?: string | undefined
    /** The words that are to stand in the record, such as those of the codelist entry: they are never copied from there, and stay when it is reworded. */
    name?: string | undefined
    /** Whether this is the main problem or one beside it. */
    category?: Enums.DiagnosisCategory | undefined
    /** Whether the veterinarian suspects it, among others, or has settled on it. */
    type?: Enums.DiagnosisType | undefined
  }
  /** A page of consultation notes, and where the pages before and after it are. */
  ConsultationNotePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ConsultationNote'][]
  }
  /** What to send to create a consultation note. */
  ConsultationNoteCreate: {
    /** The visit that it is about: the one in the path. */
    consultation?: string | undefined
    /** Which animal it is about: one of those in the visit. */
    patient: string
    /** What was told, seen or done. */
    text: string
    /** Whether it is about the examination, the history told by the owner, or a first impression. */
    type: Enums.NoteType
  }
  /** What to send to change a consultation note. */
  ConsultationNoteUpdate: {
    /** Which animal it is about: one of those in the visit. */
    patient?: string | undefined
    /** What was told, seen or done. */
    text?: string | undefined
    /** Whether it is about the examination, the history told by the owner, or a first impression. */
    type?: Enums.NoteType | undefined
  }
  /** A page of discharge instructions, and where the pages before and after it are. */
  DischargeInstructionPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['DischargeInstruction'][]
  }
  /** What to send to create a discharge instruction. */
  DischargeInstructionCreate: {
    /** The visit after which the care is needed: the one in the path. */
    consultation?: string | undefined
    /** Which animal needs the care: one of those in the visit. */
    patient: string
    /** What the owner should do at home, and when to come back. */
    text: string
  }
  /** What to send to change a discharge instruction. */
  DischargeInstructionUpdate: {
    /** Which animal needs the care: one of those in the visit. */
    patient?: string | undefined
    /** What the owner should do at home, and when to come back. */
    text?: string | undefined
  }
  /** A page of vital signs, and where the pages before and after it are. */
  VitalSignsPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['VitalSigns'][]
  }
  /** What to send to create a vital signs. */
  VitalSignsCreate: {
    /** The animal that was examined. */
    patient: string
    /** The visit in which it was measured, which must not be finalized. */
    consultation?: string | null | undefined
    /** When it was measured. */
    measured_at?: string | undefined
    /** Body temperature in °C. */
    temperature?: string | number | null | undefined
    /** Heart beats in a minute. */
    heart_rate?: number | null | undefined
    /** Breaths in a minute. */
    respiratory_rate?: number | null | undefined
    /** Seconds until the gum has its colour again after it was pressed. */
    capillary_refill?: string | number | null | undefined
    /** Upper blood pressure in mmHg. */
    systolic_pressure?: number | null | undefined
    /** Lower blood pressure in mmHg, not above `systolic_pressure`. */
    diastolic_pressure?: number | null | undefined
    /** Oxygen saturation of the blood in percent, as a pulse oximeter shows it, at most 100. */
    oxygen_saturation?: string | number | null | undefined
    /** Glucose in the blood in mmol/l. */
    blood_glucose?: string | number | null | undefined
    /** How much it hurts on the scale that the clinic uses, from 0 for no pain. */
    pain_score?: number | null | undefined
    /** From 1 (emaciated) over 5 (ideal) to 9 (obese). */
    body_condition_score?: number | null | undefined
    /** How the gums look, such as “pink, moist”. */
    mucous_membranes?: string | undefined
    /** What should be known to read the numbers, such as “excited”. */
    remarks?: string | undefined
  }
  /** What to send to change a vital signs. */
  VitalSignsUpdate: {
    /** When it was measured. */
    measured_at?: string | undefined
    /** Body temperature in °C. */
    temperature?: string | number | null | undefined
    /** Heart beats in a minute. */
    heart_rate?: number | null | undefined
    /** Breaths in a minute. */
    respiratory_rate?: number | null | undefined
    /** Seconds until the gum has its colour again after it was pressed. */
    capillary_refill?: string | number | null | undefined
    /** Upper blood pressure in mmHg. */
    systolic_pressure?: number | null | undefined
    /** Lower blood pressure in mmHg, not above `systolic_pressure`. */
    diastolic_pressure?: number | null | undefined
    /** Oxygen saturation of the blood in percent, as a pulse oximeter shows it, at most 100. */
    oxygen_saturation?: string | number | null | undefined
    /** Glucose in the blood in mmol/l. */
    blood_glucose?: string | number | null | undefined
    /** How much it hurts on the scale that the clinic uses, from 0 for no pain. */
    pain_score?: number | null | undefined
    /** From 1 (emaciated) over 5 (ideal) to 9 (obese). */
    body_condition_score?: number | null | undefined
    /** How the gums look, such as “pink, moist”. */
    mucous_membranes?: string | undefined
    /** What should be known to read the numbers, such as “excited”. */
    remarks?: string | undefined
  }
  /** A page of contraindications, and where the pages before and after it are. */
  ContraindicationPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Contraindication'][]
  }
  /** What to send to create a contraindication. */
  ContraindicationCreate: {
    /** The animal that must not get it. */
    patient: string
    /** The substance, or a class of substances such as NSAIDs, by name: compared in whole words, without regard to case or a final s; one such as J01C as `atc_prefix` too. */
    substance?: string | undefined
    /** The beginning of ATC codes, such as J01C for all penicillins; with or without the Q of ATCvet. */
    atc_prefix?: string | undefined
    /** What happened or would happen, such as “anaphylaxis in 2024”. */
    reaction?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a contraindication. */
  ContraindicationUpdate: {
    /** The substance, or a class of substances such as NSAIDs, by name: compared in whole words, without regard to case or a final s; one such as J01C as `atc_prefix` too. */
    substance?: string | undefined
    /** The beginning of ATC codes, such as J01C for all penicillins; with or without the Q of ATCvet. */
    atc_prefix?: string | undefined
    /** What happened or would happen, such as “anaphylaxis in 2024”. */
    reaction?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of text templates, and where the pages before and after it are. */
  TextTemplatePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['TextTemplate'][]
  }
  /** What to send to create a text template. */
  TextTemplateCreate: {
    /** What staff choose it by, for example “Dental cleaning, after care”. */
    name: string
    /** A few letters that a program replaces with the text, for example `dent`. */
    shortcut?: string | undefined
    /** Where programs offer it. */
    kind: Enums.TextTemplateKind
    /** The text itself. */
    text: string
    /** BCP 47 tag of the language it is written in. */
    language?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a text template. */
  TextTemplateUpdate: {
    /** What staff choose it by, for example “Dental cleaning, after care”. */
    name?: string | undefined
    /** A few letters that a program replaces with the text, for example `dent`. */
    shortcut?: string | undefined
    /** Where programs offer it. */
    kind?: Enums.TextTemplateKind | undefined
    /** The text itself. */
    text?: string | undefined
    /** BCP 47 tag of the language it is written in. */
    language?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of recalls, and where the pages before and after it are. */
  RecallPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Recall'][]
  }
  /** What to send to change a recall. */
  RecallUpdate: {
    /** When the client was called about it. */
    called?: string | null | undefined
    /** What was said on the phone, for example “calls back in June”. */
    call_note?: string | undefined
  }
  /** A page of imaging referrals, and where the pages before and after it are. */
  ImagingReferralPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ImagingReferral'][]
  }
  /** What to send to create an imaging referral. */
  ImagingReferralCreate: {
    /** The animal to examine: not archived, and one of the visit’s patients if a visit is named. */
    patient: string
    /** The kind of device, by its DICOM code: CR and DX radiography, CT and MR tomography, US ultrasound, RF fluoroscopy, XA angiography, NM scintigraphy, PT PET, IO and PX dental radiography, ES endoscopy, ECG electrocardiography, OP ophthalmic photography, XC photography, OT another. */
    modality: Enums.Modality
    /** Which parts of the body are to be examined, with the view where it matters, for example “Left carpus, lateral”. */
    target_areas: readonly string[]
    /** What whoever makes the images should know: the question, the history, how to handle the animal. */
    remarks?: string | undefined
    /** What staff note for themselves. */
    internal_notes?: string | undefined
    /** The visit in which imaging is asked for, which must not be finalized. */
    consultation?: string | null | undefined
    /** The `id` of the visit in which imaging was asked for, which must not be finalized. */
    consultation_id?: number | null | undefined
    /** Who is responsible, and gets the result. */
    supervising_veterinarian?: string | undefined
    /** At which location. */
    department?: string | undefined
    /** The `id` of the appointment at which the examination is made. */
    appointment_id?: number | null | undefined
  }
  /** What to send to change an imaging referral. */
  ImagingReferralUpdate: {
    /** The kind of device, by its DICOM code: CR and DX radiography, CT and MR tomography, US ultrasound, RF fluoroscopy, XA angiography, NM scintigraphy, PT PET, IO and PX dental radiography, ES endoscopy, ECG electrocardiography, OP ophthalmic photography, XC photography, OT another. */
    modality?: Enums.Modality | undefined
    /** Which parts of the body are to be examined, with the view where it matters, for example “Left carpus, lateral”. */
    target_areas?: readonly string[] | undefined
    /** What whoever makes the images should know: the question, the history, how to handle the animal. */
    remarks?: string | undefined
    /** What staff note for themselves. */
    internal_notes?: string | undefined
    /** The `id` of the appointment at which the examination is made. */
    appointment_id?: number | null | undefined
  }
  /** A page of imaging orders, and where the pages before and after it are. */
  ImagingOrderPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ImagingOrder'][]
  }
  /** What to send to change an imaging order. */
  ImagingOrderUpdate: {
    /** How far the examination has come. */
    status?: Enums.ImagingOrderStatus | undefined
  }
  /** A page of reasons, and where the pages before and after it are. */
  ReasonPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Reason'][]
  }
  /** What to send to create a reason. */
  ReasonCreate: {
    /** What staff and clients choose it by. */
    name: string
    /** How many minutes it takes; 15 unless sent. */
    duration?: number | undefined
    /** Whether clients may choose it when they book online. */
    available_online?: boolean | undefined
    /** How the calendar shows it, such as `#2f9e8f`. */
    color?: string | undefined
    /** What the client should know before they come, for confirmations and reminders. */
    instructions?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a reason. */
  ReasonUpdate: {
    /** What staff and clients choose it by. */
    name?: string | undefined
    /** How many minutes it takes; 15 unless sent. */
    duration?: number | undefined
    /** Whether clients may choose it when they book online. */
    available_online?: boolean | undefined
    /** How the calendar shows it, such as `#2f9e8f`. */
    color?: string | undefined
    /** What the client should know before they come, for confirmations and reminders. */
    instructions?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** A page of default items of reasons, and where the pages before and after it are. */
  DefaultItemOfAReasonPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['DefaultItemOfAReason'][]
  }
  /** What to send to create a default item of a reason. */
  DefaultItemOfAReasonCreate: {
    /** Why the client comes, such as a vaccination. */
    reason: string
    /** What is then usually charged: each item once for a reason. */
    item: string
    /** How much of it is proposed. 1 unless sent. */
    quantity?: string | number | undefined
  }
  /** What to send to change a default item of a reason. */
  DefaultItemOfAReasonUpdate: {
    /** How much of it is proposed. 1 unless sent. */
    quantity?: string | number | undefined
  }
  /** A page of appointments, and where the pages before and after it are. */
  AppointmentPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Appointment'][]
  }
  /** What to send to create an appointment. */
  AppointmentCreate: {
    /** When it begins. */
    start: string
    /** When it ends, after `start`. */
    end: string
    /** At which location, whose time zone its day is in. */
    department: string
    /** What the calendar shows, where the client’s name is not enough. */
    title?: string | undefined
    /** What it is for: the number, or its name such as `Online booking`. */
    type: Enums.AppointmentType | string
    /** Why the client comes. */
    reason?: string | null | undefined
    /** What is wrong with the animal, in the client’s words. */
    complaint?: string | undefined
    /** The supervising veterinarian, or who else is busy with it. */
    user: string
    /** Who else takes part. */
    additional_users?: readonly string[] | undefined
    /** Who comes. */
    client?: string | null | undefined
    /** The client’s animals that are brought. */
    patients?: readonly string[] | undefined
    /** What staff should know. */
    notes?: string | undefined
    /** Send false to cancel it: the time is free again. */
    active?: boolean | undefined
    /** Why it was cancelled, in words. */
    cancellation_reason?: string | undefined
    /** Whether the client has said that they will come. */
    confirmed?: boolean | undefined
    /** Send true to book over another appointment of `user`. */
    allow_overlap?: boolean | undefined
  }
  /** What to send to change an appointment. */
  AppointmentUpdate: {
    /** When it begins. */
    start?: string | undefined
    /** When it ends, after `start`. */
    end?: string | undefined
    /** At which location, whose time zone its day is in. */
    department?: string | undefined
    /** What the calendar shows, where the client’s name is not enough. */
    title?: string | undefined
    /** What it is for: the number, or its name such as `Online booking`. */
    type?: Enums.AppointmentType | string | undefined
    /** Why the client comes. */
    reason?: string | null | undefined
    /** What is wrong with the animal, in the client’s words. */
    complaint?: string | undefined
    /** The supervising veterinarian, or who else is busy with it. */
    user?: string | undefined
    /** Who else takes part. */
    additional_users?: readonly string[] | undefined
    /** Who comes. */
    client?: string | null | undefined
    /** The client’s animals that are brought. */
    patients?: readonly string[] | undefined
    /** What staff should know. */
    notes?: string | undefined
    /** Send false to cancel it: the time is free again. */
    active?: boolean | undefined
    /** Why it was cancelled, in words. */
    cancellation_reason?: string | undefined
    /** Whether the client has said that they will come. */
    confirmed?: boolean | undefined
    /** Send true to book over another appointment of `user`. */
    allow_overlap?: boolean | undefined
  }
  /** What to send to confirm an appointment to its client. */
  AppointmentSendAppointmentConfirmation: {
    /** The `request_hash` of the appointment as it is now. */
    request_hash: string
    /** True: only the SMS is wanted. */
    dont_send_email_confirmation?: boolean | undefined
    /** True: only the e-mail is wanted. */
    dont_send_sms_confirmation?: boolean | undefined
  }
  /** The answer to: confirm an appointment to its client. */
  AppointmentSendAppointmentConfirmationResult: {
    /** What becomes of the e-mail: `queued` (also if it is sent already), `not_asked`, or why it is held. */
    email: Enums.ConfirmationOutcome
    /** What becomes of the SMS: `queued` (also if it is sent already), `not_asked`, or why it is held. */
    sms: Enums.ConfirmationOutcome
  }
  /** A page of online booking clients, and where the pages before and after it are. */
  OnlineBookingClientPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['OnlineBookingClient'][]
  }
  /** What to send to create an online booking client. */
  OnlineBookingClientCreate: {
    /** What was booked: an appointment of the type 2 (Online booking) that is not cancelled. */
    appointment: string
    /** Given name. */
    first_name?: string | undefined
    /** Family name, by which clients are found as well. */
    last_name?: string | undefined
    /** Where the confirmation goes. */
    email?: string | undefined
    /** As people write it. */
    phone_number?: string | undefined
    /** Street and house number. */
    street_address?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the postal address. */
    city?: string | undefined
  }
  /** What to send to link an online booking to a client. */
  OnlineBookingClientLink: {
    /** Who booked it. */
    client: string
    /** What each animal of the booking is: a patient of the client, or new. */
    patients?: readonly {
      /** An animal of this booking. */
      onlinebookingpatient: string
      /** Which of the client’s patients it is. */
      patient?: string | null | undefined
    }[] | undefined
  }
  /** Nothing has to be sent to create a client of an online booking: leave the body out, or send an empty object. */
  OnlineBookingClientCreateClient: Record<string, never>
  /** What to send to decline an online booking. */
  OnlineBookingClientDecline: {
    /** Why, in words. */
    reason: string
  }
  /** Nothing has to be sent to tell an owner that their online booking was declined: leave the body out, or send an empty object. */
  OnlineBookingClientSendDecline: Record<string, never>
  /** The answer to: tell an owner that their online booking was declined. */
  OnlineBookingClientSendDeclineResult: {
    /** What becomes of the e-mail: `queued` (also if it is sent already), or why it is held. */
    email: Enums.ConfirmationOutcome
    /** What becomes of the SMS: `not_asked` where the e-mail is queued, `queued`, or why it is held. */
    sms: Enums.ConfirmationOutcome
  }
  /** Nothing has to be sent to take back the decision about an online booking: leave the body out, or send an empty object. */
  OnlineBookingClientReopen: Record<string, never>
  /** A page of online booking patients, and where the pages before and after it are. */
  OnlineBookingPatientPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['OnlineBookingPatient'][]
  }
  /** What to send to create an online booking patient. */
  OnlineBookingPatientCreate: {
    /** Whose booking it belongs to. */
    onlinebookingclient: string
    /** What the animal is called. */
    name: string
    /** The `id` of an entry of `/codelist/species/`, sent and read. */
    species?: number | null | undefined
    /** The `id` of an entry of `/codelist/breeds/`, sent and read. */
    breed?: number | null | undefined
    /** What the owner wrote about the animal. */
    notes?: string | undefined
  }
  /** A page of appointment reminders, and where the pages before and after it are. */
  AppointmentReminderPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AppointmentReminder'][]
  }
  /** What to send to create an appointment reminder. */
  AppointmentReminderCreate: {
    /** What the client is reminded of. */
    appointment: string
    /** When to send it, before the appointment starts. */
    send_at?: string | null | undefined
    /** How many hours before the appointment starts to send it. */
    hours_before?: number | null | undefined
    /** Whether to send an e-mail. */
    send_email?: boolean | undefined
    /** Whether to send a text message. */
    send_sms?: boolean | undefined
  }
  /** A page of shifts, and where the pages before and after it are. */
  ShiftPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Shift'][]
  }
  /** What to send to create a shift. */
  ShiftCreate: {
    /** Who works. */
    user: string
    /** Where. */
    department: string
    /** The day of every week. */
    weekday?: Enums.Weekday | null | undefined
    /** The one day of it. */
    date?: string | null | undefined
    /** When work begins. */
    start?: string | null | undefined
    /** When work ends, on the same day. */
    end?: string | null | undefined
  }
  /** What to send to change a shift. */
  ShiftUpdate: {
    /** Who works. */
    user?: string | undefined
    /** Where. */
    department?: string | undefined
    /** The day of every week. */
    weekday?: Enums.Weekday | null | undefined
    /** The one day of it. */
    date?: string | null | undefined
    /** When work begins. */
    start?: string | null | undefined
    /** When work ends, on the same day. */
    end?: string | null | undefined
  }
  /** A page of messages, and where the pages before and after it are. */
  MessagePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Message'][]
  }
  /** What to send to create a message. */
  MessageCreate: {
    /** How it is sent. */
    channel: Enums.MessageChannel
    /** Whom it is for. */
    client: string | null
    /** The patient it is about, if it is about one: of the client. */
    patient?: string | null | undefined
    /** The visit that a personal message is about: of the client. */
    consultation?: string | null | undefined
    /** The invoice that is attached to it as a PDF (kind 4), or that a personal message is about: the client pays it, or it is of a visit of theirs. */
    invoice?: string | null | undefined
    /** On whose behalf it is sent, and whose local times it names. */
    department?: string | undefined
    /** The subject as it was sent. */
    subject?: string | undefined
    /** The text as it was sent. */
    text?: string | undefined
  }
  /** A page of message templates, and where the pages before and after it are. */
  MessageTemplatePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['MessageTemplate'][]
  }
  /** What to send to create a message template. */
  MessageTemplateCreate: {
    /** What the message is about, which decides its placeholders. */
    kind: Enums.MessageKind
    /** How it is sent. */
    channel: Enums.MessageChannel
    /** For clients with this `language`, or without one where it is the organisation’s. */
    language: Enums.Language
    /** The subject of an e-mail, placeholders included. */
    subject?: string | undefined
    /** What is written, as plain text; e-mails have it as HTML as well. */
    text: string
  }
  /** What to send to change a message template. */
  MessageTemplateUpdate: {
    /** The subject of an e-mail, placeholders included. */
    subject?: string | undefined
    /** What is written, as plain text; e-mails have it as HTML as well. */
    text?: string | undefined
  }
  /** A page of prescriptions, and where the pages before and after it are. */
  PrescriptionPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Prescription'][]
  }
  /** What to send to create a prescription. */
  PrescriptionCreate: {
    /** Whose animals the medicines are for. */
    client_id: number
    /** Where it is prescribed. */
    department_id: number
    /** The veterinarian who is responsible. */
    prescriber_id: number
    /** The visit in which it is prescribed, of the same client and in any status. */
    consultation_id?: number | null | undefined
    /** The medicines, at most 100. */
    prescription_items: readonly {
      /** The medicine, as the pharmacy is to read it. */
      name: string
      /** The ids of the animals it is for: the client’s own. */
      patients: readonly number[]
      /** How much of the active substance one unit has, such as “250 mg”. */
      strength: string
      /** How the owner gives it. */
      instructions: string
      /** How many packages are dispensed at a time. */
      quantity_packages: number
      /** The last day on which it may be dispensed: not before the day of `issue_time` at the department. */
      valid_until: string
      /** How many times it may be dispensed; 1 unless sent. */
      repeat_number?: number | undefined
      /** Why it is prescribed although it meets a contraindication. */
      warning_reason?: string | undefined
    }[]
    /** How far it is on its way; 1 unless sent. */
    status?: Enums.PrescriptionStatus | undefined
    /** What came of it, for whoever prescribed: why it was rejected (5) or not sent (7), or the warning with which it was accepted (8). */
    status_message?: string | undefined
    /** What the pharmacy should know. */
    remarks?: string | undefined
    /** When it is issued. */
    issue_time: string
  }
  /** What to send to change a prescription. */
  PrescriptionUpdate: {
    /** How far it is on its way; 1 unless sent. */
    status?: Enums.PrescriptionStatus | undefined
    /** What came of it, for whoever prescribed: why it was rejected (5) or not sent (7), or the warning with which it was accepted (8). */
    status_message?: string | undefined
    /** What the pharmacy should know. */
    remarks?: string | undefined
  }
  /** What to send to record that somebody has read what came of a prescription. */
  PrescriptionMarkRead: {
    /** False: it is to be read again. */
    read?: boolean | undefined
  }
  /** A page of prescription items, and where the pages before and after it are. */
  PrescriptionItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['PrescriptionItem'][]
  }
  /** What to send to change a prescription item. */
  PrescriptionItemUpdate: {
    /** Why it was prescribed in spite of `warnings`; kept only where it has some. */
    warning_reason?: string | undefined
  }
  /** A page of accounting reports, and where the pages before and after it are. */
  AccountingReportPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AccountingReport'][]
  }
  /** A page of available wholesalers, and where the pages before and after it are. */
  AvailableWholesalerPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AvailableWholesaler'][]
  }
  /** What to send to create an available wholesaler. */
  AvailableWholesalerCreate: {
    /** What clinics choose the wholesaler by, usually the company’s name. */
    name: string
    /** Where clinics reach the wholesaler about orders. */
    email?: string | null | undefined
    /** The wholesaler’s number in the trade register. */
    register_number?: string | null | undefined
    /** Where events for the wholesaler are posted: an `https` URL with a public host and no user name or password. */
    webhook_callback_url: string
    /** The shared secret that events are signed with: the HMAC key in UTF-8, 16 to 128 characters of any kind. */
    verification_salt: string
  }
  /** What to send to change an available wholesaler. */
  AvailableWholesalerUpdate: {
    /** What clinics choose the wholesaler by, usually the company’s name. */
    name?: string | undefined
    /** Where clinics reach the wholesaler about orders. */
    email?: string | null | undefined
    /** The wholesaler’s number in the trade register. */
    register_number?: string | null | undefined
    /** Where events for the wholesaler are posted: an `https` URL with a public host and no user name or password. */
    webhook_callback_url?: string | undefined
    /** The shared secret that events are signed with: the HMAC key in UTF-8, 16 to 128 characters of any kind. */
    verification_salt?: string | undefined
  }
  /** A page of wholesalers, and where the pages before and after it are. */
  WholesalerPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Wholesaler'][]
  }
  /** What to send to create a wholesaler. */
  WholesalerCreate: {
    /** What staff choose the wholesaler by. */
    name: string
    /** Whether orders, catalogs and receipts pass through an integration; 0 unless sent. */
    type?: Enums.WholesalerType | undefined
    /** The registration whose application is told of these credentials and may use them. */
    available_wholesaler?: string | null | undefined
    /** The clinic-wide wholesaler, if these are the credentials of a location. */
    parent?: string | null | undefined
    /** The location that has these credentials. */
    department?: string | null | undefined
    /** By what the wholesaler knows the clinic. */
    customer_number?: string | undefined
    /** What the clinic logs in to the wholesaler with. */
    customer_username?: string | undefined
    /** The password that belongs to `customer_username`. */
    customer_password?: string | null | undefined
    /** Where the clinic writes to the wholesaler. */
    email?: string | undefined
    /** Where the clinic calls the wholesaler. */
    phone?: string | undefined
    /** Street and house number of the wholesaler. */
    street_address?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the wholesaler. */
    city?: string | undefined
    /** Where the wholesaler is, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** What to send to change a wholesaler. */
  WholesalerUpdate: {
    /** What staff choose the wholesaler by. */
    name?: string | undefined
    /** Whether orders, catalogs and receipts pass through an integration; 0 unless sent. */
    type?: Enums.WholesalerType | undefined
    /** The registration whose application is told of these credentials and may use them. */
    available_wholesaler?: string | null | undefined
    /** The location that has these credentials. */
    department?: string | null | undefined
    /** By what the wholesaler knows the clinic. */
    customer_number?: string | undefined
    /** What the clinic logs in to the wholesaler with. */
    customer_username?: string | undefined
    /** The password that belongs to `customer_username`. */
    customer_password?: string | null | undefined
    /** Where the clinic writes to the wholesaler. */
    email?: string | undefined
    /** Where the clinic calls the wholesaler. */
    phone?: string | undefined
    /** Street and house number of the wholesaler. */
    street_address?: string | undefined
    /** Postal code, in the form its country uses. */
    zip_code?: string | undefined
    /** Town or village of the wholesaler. */
    city?: string | undefined
    /** Where the wholesaler is, as an ISO 3166-1 alpha-2 code. */
    country?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** Nothing has to be sent to make the previous catalog of a wholesaler the live one: leave the body out, or send an empty object. */
  WholesalerReturnToPreviousCatalog: Record<string, never>
  /** A page of catalog uploads, and where the pages before and after it are. */
  CatalogUploadPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CatalogUpload'][]
  }
  /** A page of catalog products, and where the pages before and after it are. */
  CatalogProductPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CatalogProduct'][]
  }
  /** A page of catalog imports, and where the pages before and after it are. */
  CatalogImportPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CatalogImport'][]
  }
  /** What to send to create a catalog import. */
  CatalogImportCreate: {
    /** Whose catalog is imported: the clinic’s, or that of a location with its own. */
    wholesaler: string
    /** Only products of these kinds are imported, and only items of these kinds discontinued. */
    item_types?: readonly Enums.ItemType[] | undefined
    /** Only products whose name contains this, in any case, are imported, and only items whose name does are discontinued. */
    search_term?: string | undefined
    /** What is added to the wholesale price for the price of a new item whose product has no `product_price`; 0 unless sent. */
    markup_percentage?: string | number | undefined
    /** The VAT group of new items whose `vat` in the catalog is empty or is the percentage of none of the clinic’s VAT groups. */
    vat_group: string
  }
  /** Nothing has to be sent to end a catalog import that waits or is under way: leave the body out, or send an empty object. */
  CatalogImportCancel: Record<string, never>
  /** A page of catalog import changes, and where the pages before and after it are. */
  CatalogImportChangePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['CatalogImportChange'][]
  }
  /** A page of orders, and where the pages before and after it are. */
  OrderPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Order'][]
  }
  /** What to send to create an order. */
  OrderCreate: {
    /** Which location orders, and whose stock it goes into. */
    department: string
    /** From whom, as the credentials that the department orders under: send the clinic-wide wholesaler or the department’s own, and it reads as the department’s own if it has one. */
    wholesaler: string
    /** Remarks for the wholesaler on the whole order. */
    notes?: string | undefined
    /** What is ordered to begin with, at most 500 lines. */
    items?: readonly {
      /** What is ordered: a medicine, supply or food, once in an order. */
      item: string
      /** How many packages of it are ordered. */
      quantity: string | number
      /** A remark for the wholesaler on this line. */
      notes?: string | undefined
    }[] | undefined
  }
  /** What to send to change an order. */
  OrderUpdate: {
    /** Which location orders, and whose stock it goes into. */
    department?: string | undefined
    /** From whom, as the credentials that the department orders under: send the clinic-wide wholesaler or the department’s own, and it reads as the department’s own if it has one. */
    wholesaler?: string | undefined
    /** Remarks for the wholesaler on the whole order. */
    notes?: string | undefined
  }
  /** Nothing has to be sent to send an order to its wholesaler: leave the body out, or send an empty object. */
  OrderSend: Record<string, never>
  /** What to send to set the wholesaler’s reference number of an order. */
  OrderSetWholesalerReferenceNumber: {
    /** The wholesaler’s own number for the order, usually of its invoice. */
    wholesaler_reference_number: string
  }
  /** The answer to: set the wholesaler’s reference number of an order. */
  OrderSetWholesalerReferenceNumberResult: {
    /** Always `ok`. */
    status: string
    /** The number that is now stored. */
    wholesaler_reference_number: string
  }
  /** Nothing has to be sent to mark the products of an order as delivered: leave the body out, or send an empty object. */
  OrderMarkDelivered: Record<string, never>
  /** The answer to: mark the products of an order as delivered. */
  OrderMarkDeliveredResult: {
    /** Always `ok`. */
    status: string
    /** The status of the order, which is now 2. */
    order_status: Enums.OrderStatus
    /** Whether nothing of the order is outstanding. */
    all_delivered: boolean
    /** When it was marked, which the order keeps. */
    delivery_date: string
  }
  /** A page of order items, and where the pages before and after it are. */
  OrderItemPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['OrderItem'][]
  }
  /** What to send to create an order item. */
  OrderItemCreate: {
    /** The order that the line belongs to, fixed once it is added. */
    order: string
    /** What is ordered: a medicine, supply or food. */
    item: string
    /** How many packages are ordered. */
    quantity: string | number
    /** A remark for the wholesaler on this line. */
    notes?: string | undefined
  }
  /** What to send to change an order item. */
  OrderItemUpdate: {
    /** How many packages are ordered. */
    quantity?: string | number | undefined
    /** A remark for the wholesaler on this line. */
    notes?: string | undefined
  }
  /** A page of receipt lines, and where the pages before and after it are. */
  ReceiptLinePage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ReceiptLine'][]
  }
  /** A page of webhooks, and where the pages before and after it are. */
  WebhookPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Webhook'][]
  }
  /** What to send to create a webhook. */
  WebhookCreate: {
    /** What staff know it by, such as the system behind it. */
    name?: string | undefined
    /** What it is told of. */
    trigger: Enums.WebhookTrigger
    /** Where deliveries are posted: `https`, a public host, no user name or password. */
    url: string
    /** How the body is written; 2 unless sent. */
    content_type?: Enums.WebhookContentType | undefined
    /** Only records of this department are told of; clients, patients and their phone numbers by their home department. */
    department?: string | null | undefined
    /** False: nothing new is queued, and what is queued waits until it is true again. */
    active?: boolean | undefined
    /** What deliveries are signed with: the HMAC key in UTF-8, 16 to 128 characters. */
    secret?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** The record, with what is shown only this once. */
  WebhookWithSecret: Schemas['Webhook'] & {
    /** Shown in this answer only, never again: keep it where secrets are kept. */
    secret?: string | undefined
  }
  /** What to send to change a webhook. */
  WebhookUpdate: {
    /** What staff know it by, such as the system behind it. */
    name?: string | undefined
    /** What it is told of. */
    trigger?: Enums.WebhookTrigger | undefined
    /** Where deliveries are posted: `https`, a public host, no user name or password. */
    url?: string | undefined
    /** How the body is written; 2 unless sent. */
    content_type?: Enums.WebhookContentType | undefined
    /** Only records of this department are told of; clients, patients and their phone numbers by their home department. */
    department?: string | null | undefined
    /** False: nothing new is queued, and what is queued waits until it is true again. */
    active?: boolean | undefined
    /** What deliveries are signed with: the HMAC key in UTF-8, 16 to 128 characters. */
    secret?: string | undefined
    /** Out of use: kept and still listed, but no longer offered for new work. */
    archived?: boolean | undefined
  }
  /** Nothing has to be sent to send a test delivery to a webhook: leave the body out, or send an empty object. */
  WebhookTest: Record<string, never>
  /** The answer to: send a test delivery to a webhook. */
  WebhookTestResult: {
    /** The queued delivery, which shows what became of it. */
    delivery: string
  }
  /** What to send to queue the failed deliveries of a webhook again. */
  WebhookRecover: {
    /** Deliveries that were queued before this moment are left as they are. */
    since: string
  }
  /** The answer to: queue the failed deliveries of a webhook again. */
  WebhookRecoverResult: {
    /** How many deliveries were queued again. */
    recovered: number
  }
  /** Nothing has to be sent to stop signing with the replaced secret of a webhook: leave the body out, or send an empty object. */
  WebhookRetireSecret: Record<string, never>
  /** A page of webhook deliveries, and where the pages before and after it are. */
  WebhookDeliveryPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['WebhookDelivery'][]
  }
  /** Nothing has to be sent to queue a webhook delivery again: leave the body out, or send an empty object. */
  WebhookDeliveryRedeliver: Record<string, never>
  /** A page of delivery attempts, and where the pages before and after it are. */
  DeliveryAttemptPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['DeliveryAttempt'][]
  }
  /** A page of imports, and where the pages before and after it are. */
  ImportPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['Import'][]
  }
  /** What to send to create an import. */
  ImportCreate: {
    /** What staff recognise the import by, such as “From the old system, March”. */
    name: string
  }
  /** Nothing has to be sent to try every row and keep nothing: leave the body out, or send an empty object. */
  ImportCheck: Record<string, never>
  /** Nothing has to be sent to import every row: leave the body out, or send an empty object. */
  ImportRun: Record<string, never>
  /** A page of import rows, and where the pages before and after it are. */
  ImportRowPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['ImportRow'][]
  }
  /** A page of audit events, and where the pages before and after it are. */
  AuditEventPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['AuditEvent'][]
  }
  /** A page of security events, and where the pages before and after it are. */
  SecurityEventPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['SecurityEvent'][]
  }
  /** A page of deleted records, and where the pages before and after it are. */
  DeletedRecordPage: {
    /** How many records match, on all pages together. */
    count: number
    /** How many pages they fill at this `page_size`. */
    num_pages: number
    /** The address of the next page with the same filters, or null if there is none. */
    next: string | null
    /** The address of the previous page with the same filters, or null if there is none. */
    previous: string | null
    /** The records of this page, in the order that `ordering` asks for. */
    results: readonly Schemas['DeletedRecord'][]
  }
  /** What was found, the best first. */
  Search: {
    /** At most 20. */
    results: readonly {
      /** The name of the list that has the record: what to open. */
      type: Enums.SearchKind
      /** The record’s `id` in that resource. */
      id: number
      /** The address of the record. */
      url: string
      /** The name of the client or the patient, or the number of the invoice with its prefix. */
      label: string
      /** A second line: a client’s phone number, a patient’s species and owner with the microchip if it was found by that, an invoice’s payer. */
      detail: string
      /** Why it is here. */
      found_by: Enums.SearchGround
      /** Whether the record is in use. */
      state: Enums.SearchState
      /** The owner of a patient, or the client of an invoice. */
      client: string | null
      /** What the client, or the owner of the patient, owes on all invoices, or what is owed on this one. */
      owing: string | null
    }[]
  }
  /** Who is calling, for a program that wants to greet them and show what they may use. */
  MeRetrieve: {
    /** What the request was signed with: an access token, a legacy API key, or a browser session. */
    credential: Enums.CredentialKind
    /** True where a person signed in. */
    acts_for_user: boolean
    /** Whose name is on what the caller does: a person, or the virtual user of the application. */
    user: {
      /** The record of the user. */
      url: string
      /** Given name. */
      first_name: string
      /** Family name; of a virtual user the name of its application. */
      last_name: string
      /** Professional title. */
      title: string
      /** Short form for lists and calendars. */
      initials: string
      /** The address to sign in with. */
      email: string
    }
    /** The application that sends the requests. */
    application: {
      /** The record of the application. */
      url: string
      /** What the clinic calls the application. */
      name: string
    } | null
    /** The clinic that the credential belongs to. */
    organisation: {
      /** The record of the organisation. */
      url: string
      /** What the clinic is called. */
      name: string
      /** ISO 3166-1 code of the country. */
      country: string
      /** ISO 4217 code of the currency of all amounts. */
      currency: string
      /** IANA name of the time zone that new departments start with. */
      time_zone: string
      /** True where everything is practice and nothing is real. */
      sandbox: boolean
      /** True while the clinic is being set up: `GET /setup/` says what is missing. */
      setup_open: boolean
      /** Whether clients can be written to by e-mail: `settings/messaging/` has a mail server and a sender. */
      email_set_up: boolean
      /** Whether clients can be sent text messages: `settings/messaging/` has a gateway and a sender. */
      sms_set_up: boolean
    }
    /** Where the user usually works. */
    home_department: string | null
    /** What a browser session sends as the header `x-csrf-token` with every change. */
    csrf_token: string | null
    /** What the caller may do: what the user and the application both may. */
    permissions: readonly {
      /** As permission groups and refusals name it. */
      name: Enums.Permission
      /** `write` includes reading. */
      access: Enums.PermissionAccess
    }[]
    /** The scopes of the access token. */
    scopes: readonly string[]
    /** What programs remember for this person, see `me/preferences/`. */
    preferences: { [name: string]: unknown }
  }
  /** The preferences of the person who is calling. */
  MePreferences: {
    /** What a program remembers for this person, by name: any JSON of up to 8,000 characters, at most 100 names of letters, digits and `_.:-`. */
    preferences: { [name: string]: unknown }
  }
  /** What to send to change your preferences. */
  MeChangePreferences: {
    /** What a program remembers for this person, by name: any JSON of up to 8,000 characters, at most 100 names of letters, digits and `_.:-`. */
    preferences?: { [name: string]: unknown } | undefined
  }
  /** The preferences of the person who is calling. */
  MeChangePreferencesResult: {
    /** What a program remembers for this person, by name: any JSON of up to 8,000 characters, at most 100 names of letters, digits and `_.:-`. */
    preferences: { [name: string]: unknown }
  }
  /** What a clinic has of what it needs before it opens. */
  SetupRetrieve: {
    /** Whether the clinic is still being set up, as `setup_open` of the organisation says. */
    open: boolean
    /** Whether invoices have an address: a street and a town of the seat. */
    address: boolean
    /** Whether a logo is printed. */
    logo: boolean
    /** How many VAT groups items can be in. */
    vat_rates: number
    /** Whether somebody has confirmed them. */
    vat_rates_confirmed: boolean
    /** The first department that has no account to pay its invoices to. */
    without_bank_account: string | null
    /** How many people can sign in, or are invited to. */
    people: number
    /** How many of them have shifts, without which the calendar offers no times of theirs. */
    people_with_shifts: number
    /** Whether clients can be written to by e-mail, as `email_set_up` of `GET /me/` says. */
    email: boolean
    /** How many items can be sold. */
    items: number
    /** How many clients are registered. */
    clients: number
    /** How many patients are registered. */
    patients: number
  }
  /** Some of what happened to the patient, the newest first. */
  PatientTimeline: {
    /** How many entries there are on all pages. */
    count: number
    /** How many pages there are, at least one. */
    num_pages: number
    /** The address of that page. */
    next: string | null
    /** The address of that page. */
    previous: string | null
    /** The entries of this page. */
    results: readonly {
      /** What happened, and under which name its content is. */
      kind: Enums.TimelineKind
      /** When, by which the entries are sorted, the newest first: appointments to come are at the top. */
      at: string
      /** The `id` of the record in its own resource. */
      id: number
      /** The address of the record. */
      url: string
      /** A visit, with what concerns this patient in it. */
      visit?: {
        /** What kind of visit it is. */
        type: Enums.ConsultationType
        /** How far the visit has come. */
        status: Enums.ConsultationStatus
        /** The name of who is responsible for it. */
        veterinarian: string
        /** Why they came, as the owner told it. */
        complaint: string | null
        /** What they came for, of the clinic’s own list; null for none. */
        reason: string | null
        /** What was written down. */
        notes: readonly {
          /** What the note is about. */
          type: Enums.NoteType
          /** What was written. */
          text: string
          /** Whether it was added after the visit was finalized. */
          addendum: boolean
        }[] | null
        /** What was found. */
        diagnoses: readonly {
          /** By which the codelist knew the finding on that day. */
          code: string
          /** What the finding was called on that day. */
          name: string
          /** Whether it is the main problem or one beside it. */
          category: Enums.DiagnosisCategory
          /** How certain it is. */
          type: Enums.DiagnosisType
        }[] | null
        /** What the owner was told to do at home. */
        discharge_instructions: readonly string[] | null
        /** What was used and done. */
        items: readonly {
          /** What it was called then. */
          name: string
          /** How much of it. */
          quantity: string
          /** What the quantity is counted in. */
          unit: string
          /** What kind of thing it is. */
          type_code: Enums.ItemType
          /** How a medicine was given; null for others. */
          usage_type: Enums.UsageType | null
          /** Whether it was credited on a credit note. */
          refunded: boolean
        }[] | null
      } | undefined
      /** What was measured, as on `vital`; null for what was not. */
      vital?: {
        /** Body temperature in °C. */
        temperature: string | null
        /** Heart beats in a minute. */
        heart_rate: number | null
        /** Breaths in a minute. */
        respiratory_rate: number | null
        /** Seconds until the gum has its colour again. */
        capillary_refill: string | null
        /** Upper blood pressure in mmHg. */
        systolic_pressure: number | null
        /** Lower blood pressure in mmHg. */
        diastolic_pressure: number | null
        /** How much oxygen the blood carries, in percent. */
        oxygen_saturation: string | null
        /** Glucose in the blood in mmol/l. */
        blood_glucose: string | null
        /** From 0 for no pain to 10. */
        pain_score: number | null
        /** From 1 (emaciated) to 9 (obese). */
        body_condition_score: number | null
      } | undefined
      /** What the scales showed. */
      weight?: {
        /** Kilograms, to the gram. */
        weight: string
      } | undefined
      /** What was prescribed for this patient. */
      prescription?: {
        /** How far it is on its way to the pharmacies. */
        status: Enums.PrescriptionStatus
        /** The name of who wrote it. */
        prescriber: string
        /** What the pharmacy hands out for this animal, without what is for others. */
        medicines: readonly {
          /** What it is called. */
          name: string
          /** How strong it is. */
          strength: string
          /** How it is given. */
          instructions: string
          /** How many packages the pharmacy hands out. */
          quantity_packages: number
          /** The last day on which it can be fetched. */
          valid_until: string
        }[]
      } | undefined
      /** An order for diagnostic imaging. */
      imaging?: {
        /** How far the examination is. */
        status: Enums.ImagingOrderStatus
        /** With what kind of machine, by its DICOM code. */
        modality: Enums.Modality
        /** What is examined. */
        target_areas: readonly string[]
        /** What the images carry. */
        accession_number: string
      } | undefined
      /** A time that was booked for the patient, in the future too. */
      appointment?: {
        /** Until when the time is booked; `at` is its beginning. */
        end: string
        /** What kind of booking the calendar has there. */
        type: Enums.AppointmentType
        /** The name of who it is with. */
        user: string
        /** What the calendar shows. */
        title: string
        /** What they come for, of the clinic’s own list. */
        reason: string | null
        /** False where it was cancelled. */
        active: boolean
        /** Why it was cancelled. */
        cancellation_reason: string
      } | undefined
      /** An invoice or credit note with something for this patient. */
      invoice?: {
        /** Its number with the prefix. */
        number: string | null
        /** How far it is. */
        status: Enums.InvoiceStatus
        /** Whether it takes something back. */
        credit_note: boolean
        /** What it comes to, for all patients on it. */
        total_with_vat: string
        /** What is still owed of it. */
        due_sum: string
      } | undefined
    }[]
  }
  /** The hints of one visit. */
  ChargeHintChargeHints: {
    /** All of them, declined ones included. */
    results: readonly {
      /** Names the hint within its visit, to decline it. */
      id: number
      /** Why it is here: an item that is usually charged for the `reason` of the visit, an imaging order beyond the items of its `modality`, or a prescription without the department’s fee. */
      kind: Enums.ChargeHintKind
      /** The record that tells of it: the default item, the imaging order or the prescription. */
      source: string
      /** What to add to the visit. */
      item: string | null
      /** How much of it to propose. */
      quantity: string
      /** The animal that it is for. */
      patient: string | null
      /** Why it stays uncharged, as somebody has said. */
      declined: {
        /** What was said. */
        reason: string
        /** Who said so. */
        user: string
        /** When, in UTC. */
        declined_at: string
      } | null
    }[]
  }
  /** The visits that have open hints. */
  ChargeHintOpenChargeHints: {
    /** One for each visit, in the order of their ids. */
    results: readonly {
      /** The visit that has them, by its address. */
      consultation: string
      /** How many hints nobody has decided on. */
      open: number
    }[]
  }
  /** What looks uncharged, over all visits. */
  ChargeHintMissingCharges: {
    /** How many there are, of which the first are in `results`. */
    count: number
    /** The hints, each with the visit that it is about. */
    results: readonly {
      /** In which visit it looks uncharged. */
      consultation: string
      /** Names the hint within its visit, to decline it. */
      id: number
      /** Why it is here: an item that is usually charged for the `reason` of the visit, an imaging order beyond the items of its `modality`, or a prescription without the department’s fee. */
      kind: Enums.ChargeHintKind
      /** The record that tells of it: the default item, the imaging order or the prescription. */
      source: string
      /** What to add to the visit. */
      item: string | null
      /** How much of it to propose. */
      quantity: string
      /** The animal that it is for. */
      patient: string | null
      /** Why it stays uncharged, as somebody has said. */
      declined: {
        /** What was said. */
        reason: string
        /** Who said so. */
        user: string
        /** When, in UTC. */
        declined_at: string
      } | null
    }[]
  }
  /** What to send to record why something is not charged. */
  ChargeHintDeclineChargeHint: {
    /** Why it is not charged, for whoever looks at the visit later. */
    reason: string
  }
  /** Something that looks uncharged. */
  ChargeHintDeclineChargeHintResult: {
    /** Names the hint within its visit, to decline it. */
    id: number
    /** Why it is here: an item that is usually charged for the `reason` of the visit, an imaging order beyond the items of its `modality`, or a prescription without the department’s fee. */
    kind: Enums.ChargeHintKind
    /** The record that tells of it: the default item, the imaging order or the prescription. */
    source: string
    /** What to add to the visit. */
    item: string | null
    /** How much of it to propose. */
    quantity: string
    /** The animal that it is for. */
    patient: string | null
    /** Why it stays uncharged, as somebody has said. */
    declined: {
      /** What was said. */
      reason: string
      /** Who said so. */
      user: string
      /** When, in UTC. */
      declined_at: string
    } | null
  }
  /** What to send to change the integration settings of the organisation. */
  IntegrationSettingsChange: {
    /** Where the image archive shows the studies of a patient: the `id` of the patient is appended to the end of this address, for example `https://archive.example.com/viewer?PatientID=`. */
    imaging_viewer_url?: string | undefined
  }
  /** What to send to change the message settings of the organisation. */
  MessageSettingsChange: {
    /** The host name of the mail server, which must be publicly reachable. */
    smtp_host?: string | undefined
    /** 465 (encrypted from the start), 587 (encrypted by STARTTLS) or 25 (encrypted if the server can, and always with a user name). 587 unless changed. */
    smtp_port?: number | undefined
    /** Who signs in at the mail server. */
    smtp_username?: string | undefined
    /** The password of `smtp_username`. */
    smtp_password?: string | undefined
    /** The address that e-mails come from, under the name of the clinic; answers go to the department if it has an address. */
    mail_from?: string | undefined
    /** Where SMS are posted, in Twilio’s format: a form with `To`, `From` and `Body` over `https` to a public host, for example `https://api.twilio.com/2010-04-01/Accounts/AC…/Messages.json`. */
    sms_gateway_url?: string | undefined
    /** Who signs in at the SMS gateway (Basic authentication). */
    sms_account?: string | undefined
    /** The password of `sms_account`. */
    sms_token?: string | undefined
    /** The number or name that SMS come from, as the gateway has it registered. */
    sms_from?: string | undefined
  }
  /** What to send to send a test message to oneself. */
  MessageSettingsTest: {
    /** Which server is tried: that for e-mail, or the SMS gateway. */
    channel: Enums.MessageChannel
    /** Where the text message goes, as people write it: one’s own mobile. */
    phone_number?: string | undefined
  }
  /** What became of the test message. */
  MessageSettingsTestResult: {
    /** `sent`: the server took it. */
    outcome: Enums.MessageTestOutcome
    /** Where it went. */
    recipient: string
    /** What to look at where it was not sent: the `address` of the server (host, port or URL), the user name and password (`sign_in`), `encryption`, the `sender`, the `recipient`, the `message`, the `settings` that are missing, or something else (`other`). */
    cause: Enums.MessageTestCause
    /** What the server answered, or why it could not be reached, for people. */
    detail: string
  }
  /** What to send to change the security settings of the organisation. */
  SecuritySettingsChange: {
    /** Whether staff who may write anything, or read of clients, patients, money or staff, need an authenticator app or a passkey besides their password. */
    second_factor_required?: boolean | undefined
  }
  /** The new patients: a plain list, or an object with the list and `force_push`. */
  PatientBulk: readonly Schemas['PatientCreate'][] | {
    /** The animals to register, at most 1000. */
    patients: readonly Schemas['PatientCreate'][]
    /** Create those that are valid even if others are not. */
    force_push?: boolean | undefined
  }
  /** All patients that were created, in the order sent. */
  PatientBulkResult: readonly Schemas['Patient'][]
  /** Which patients were created and which were not. */
  PatientBulkResultPartial: {
    /** The valid ones as they are now, in the order sent. */
    created: readonly Schemas['Patient'][]
    /** The invalid ones, in the order sent. */
    failed: readonly {
      /** The place of the entry in the list sent, from 0. */
      index: number
      /** What is wrong with the entry: for each field a list of sentences for people. */
      errors: Schemas['FieldMessages']
    }[]
  }
  /** What to send to change the prices of many items by one rule. */
  ItemChangePrices: {
    /** Only items of these kinds. */
    item_types?: readonly Enums.ItemType[] | undefined
    /** Only items that the clinic sorts into this category, their `item_list`. */
    item_list?: string | null | undefined
    /** Only items that are sold at the rate of this VAT group. */
    vat_group?: string | null | undefined
    /** Only items whose name contains this, in any case. */
    search_term?: string | undefined
    /** How much dearer, in percent: `4` adds 4 %, `-10` takes a tenth off. */
    percentage_change?: string | number | null | undefined
    /** How much dearer, in the organisation’s currency, for each item alike; negative for cheaper. */
    amount_change?: string | number | null | undefined
    /** Which price is changed and rounded: `price_with_vat`, as clients see it, which is the default, or `price`, net of VAT. */
    basis?: Enums.PriceBasis | undefined
    /** New prices are multiples of this, such as `0.50`; whole cents where `basis` is `price_with_vat`. */
    round_to?: string | number | null | undefined
    /** Towards which multiple: the `nearest`, which is the default (the larger of two that are equally near), or `up` or `down`. */
    rounding?: Enums.PriceRounding | undefined
    /** Items that keep their price although the filters match them. */
    except_items?: readonly string[] | undefined
  }
  /** What to send to preview a personal message. */
  MessagePreview: {
    /** How it is sent. */
    channel: Enums.MessageChannel
    /** Whom it is for. */
    client: string | null
    /** The patient it is about, if it is about one: of the client. */
    patient?: string | null | undefined
    /** The visit that a personal message is about: of the client. */
    consultation?: string | null | undefined
    /** The invoice that is attached to it as a PDF (kind 4), or that a personal message is about: the client pays it, or it is of a visit of theirs. */
    invoice?: string | null | undefined
    /** On whose behalf it is sent, and whose local times it names. */
    department?: string | undefined
    /** The subject as it was sent. */
    subject?: string | undefined
    /** The text as it was sent. */
    text?: string | undefined
  }
  /** A personal message as it would be sent. */
  MessagePreviewResult: {
    /** The e-mail address or phone number it would go to. */
    recipient: string
    /** The subject with everything filled in. */
    subject: string
    /** The text with everything filled in. */
    text: string
    /** As how many messages networks send and charge the SMS: 160 characters of the GSM alphabet are one, 70 with any other character; in several parts, 153 and 67 each. */
    sms_parts: number | null
    /** Why it would be held as things are now, such as `no_sms`. */
    reason: string
    /** The `reason` for people. */
    detail: string
  }
  /** What to send to preview a message. */
  MessageTemplatePreview: {
    /** What the message is about. */
    kind: Enums.MessageKind
    /** How it would be sent. */
    channel: Enums.MessageChannel
    /** In which language dates and amounts are written, and whose wording is used. */
    language: Enums.Language
    /** The subject of the wording that is tried. */
    subject?: string | undefined
    /** A wording that is tried, checked as if it were stored. */
    text?: string | undefined
    /** In whose name it would be sent. */
    department?: string | null | undefined
  }
  /** A message as it would be sent. */
  MessageTemplatePreviewResult: {
    /** The subject with everything filled in. */
    subject: string
    /** The text with everything filled in. */
    text: string
    /** The subject of the wording in use, with its placeholders. */
    wording_subject: string
    /** The text of the wording in use, with its placeholders. */
    wording_text: string
    /** True where the clinic has no wording of its own, so that the built-in one is in use. */
    built_in: boolean
    /** What may stand in double braces. */
    placeholders: readonly string[]
    /** As how many messages networks send and charge the SMS: 160 characters of the GSM alphabet are one, 70 with any other character; in several parts, 153 and 67 each. */
    sms_parts: number | null
  }
  /** Nothing has to be sent to undo a price change: leave the body out, or send an empty object. */
  PriceChangeUndo: Record<string, never>
  /** What to send to admit patients. */
  ConsultationAdmit: {
    /** Who brings the animals. */
    client?: string | undefined
    /** The animals, at least one. */
    patients?: readonly string[] | undefined
    /** Why they come, as the owner tells it. */
    complaint?: string | undefined
    /** What they come for, of the clinic’s own list. */
    reason?: string | null | undefined
    /** Who is responsible for the visit. */
    supervising_veterinarian?: string | undefined
    /** Where it takes place, which decides time zone, prices and invoice numbers. */
    department?: string | undefined
    /** What kind of visit it is. */
    type?: Enums.ConsultationType | undefined
    /** When the animals arrived. */
    admitted_time?: string | null | undefined
    /** When the visit begins, by the clinic’s own reckoning. */
    started?: string | undefined
    /** When the visit was over, not before `started`. */
    finished?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_1?: string | null | undefined
    /** A code for bookkeeping, such as a cost centre. */
    reporting_dimension_2?: string | null | undefined
    /** An insurer or other third party that pays `alternative_payer_share` of the invoice: one of the client’s, not archived. */
    alternative_payer?: string | null | undefined
    /** How much of the total the alternative payer pays, in percent; 100 unless sent. */
    alternative_payer_share?: string | number | null | undefined
    /** The appointment that they come for. */
    appointment?: string | undefined
    /** Values of consultation fields by the name of the field, in upper or lower case, in the formats of `fields_rel`. */
    custom_fields?: { [name: string]: unknown } | undefined
  }
  /** Nothing has to be sent to prepare the visit of an appointment: leave the body out, or send an empty object. */
  AppointmentPrepare: Record<string, never>
  /** The free times, the earliest first. */
  AppointmentAvailability: {
    /** A time for each user who is free then. */
    results: readonly {
      /** Who is free. */
      user: string
      /** When an appointment could begin, in UTC. */
      start: string
      /** When it would end. */
      end: string
    }[]
  }
  /** Clients who may have made the booking. */
  OnlineBookingClientSuggestions: {
    /** The likeliest first, at most 10. */
    results: readonly {
      /** A client who may have booked it. */
      client: string
      /** What the client is called. */
      name: string
      /** How sure it is. */
      certainty: Enums.BookingCertainty
      /** What agrees with the booking, upper and lower case aside; phone numbers are compared in E.164. */
      matches: readonly Enums.BookingMatch[]
      /** Which animals of the booking have the name of a living patient of the client, and no other species. */
      patients: readonly {
        /** The animal of the booking. */
        onlinebookingpatient: string
        /** Which of the client’s animals has this name. */
        patient: string
        /** What the patient is called. */
        name: string
      }[]
    }[]
  }
  /** An invoice or credit note as it is printed. */
  InvoicePrinted: {
    /** Where it is in the clinic’s process, as on the invoice. */
    status: Enums.InvoiceStatus
    /** Whether it takes back what an earlier invoice charged. */
    credit_note: boolean
    /** ISO 4217 code of the currency of all amounts. */
    currency: string
    /** The creditor reference for a bank transfer. */
    reference_number: string | null
    /** A fixed text of the department. */
    additional_reference: string | null
    /** The sum without VAT. */
    total: string
    /** The tax contained in what is to be paid, of all rates. */
    total_vat: string
    /** What is to be paid, before payments. */
    total_with_vat: string
    /** Prefix, hyphen and number. */
    number: string | null
    /** When it was issued, by the local calendar of the department. */
    date: string
    /** The last day to pay. */
    due_date: string
    /** When the last of it was paid. */
    date_paid: string | null
    /** The first and the last day of the visit. */
    supplied: readonly string[] | null
    /** On a credit note: the invoice that it credits. */
    original: {
      /** Prefix, hyphen and number, as the client received it. */
      number: string
      /** When that invoice was issued. */
      date: string
    } | null
    /** Which logo is printed, to be read at `settings/logo/`: the one the clinic has now. */
    logo: number | null
    /** Printed below the amounts. */
    remarks: string
    /** Who sold it, as it was when the invoice was finalized. */
    letterhead: {
      /** The organisation, as on its letters. */
      name: string
      /** The location where it was sold, as clients know it. */
      department: string
      /** Street and house number. */
      street_address: string
      /** As the post of that country writes it. */
      zip_code: string
      /** The town or village to which post is sent. */
      city: string
      /** ISO 3166-1 code of the country. */
      country: string
      /** The VAT identification number of the organisation. */
      vat_number: string
      /** By which the trade register knows the organisation. */
      register_number: string
      /** The phone number of the location, or else of the organisation. */
      phone: string
      /** The e-mail address of the location, or else of the organisation. */
      email: string
      /** The account to pay to. */
      iban: string
      /** The bank of that account. */
      bic: string
      /** What the location prints at the foot of everything. */
      remarks: string
      /** IANA name of the zone of the location, in which dates are meant. */
      time_zone: string
    }
    /** Who is invoiced, as it was when the invoice was made. */
    payer: {
      /** First and last name. */
      name: string
      /** The company, farm or charity. */
      organization_name: string
      /** The VAT identification number of the payer. */
      vat_number: string
      /** The number of the payer in the trade register. */
      register_number: string
      /** Street and house number. */
      street_address: string
      /** As the post of that country writes it. */
      zip_code: string
      /** The town or village to which post is sent. */
      city: string
      /** ISO 3166-1 code of the country. */
      country: string
      /** The second line of the address. */
      street_address_2: string
      /** The province, where addresses have one. */
      state: string
    }
    /** Whether the payer is a private person: without the name, VAT number or register number of a business. */
    consumer: boolean
    /** A QR code with which apps of banks fill in a transfer in euros. */
    payment_code: {
      /** What it says, by EPC069-12 of the European Payments Council. */
      text: string
      /** How many modules it is wide and high, without the quiet zone around it. */
      size: number
      /** Its dark modules, as the path of an SVG drawing in which each is one unit wide. */
      path: string
    } | null
    /** The insurer or other third party that pays a share. */
    other_payer: {
      /** The insurer or the person, as on the invoice. */
      name: string
      /** How many percent it pays. */
      share: string
      /** What it still has to pay. */
      due: string
    } | null
    /** What is charged. */
    rows: readonly {
      /** What was sold. */
      name: string
      /** The id of the animal. */
      patient: number | null
      /** The animals that it was for, separated by commas. */
      patient_names: string
      /** What the quantity is counted in. */
      unit: string
      /** For how many animals of a herd it was; 1 unless it is a herd. */
      multiplier: number
      /** The quantity for one animal. */
      sent_quantity: string
      /** What the price is multiplied by: for all animals together. */
      quantity: string
      /** The net price of one unit. */
      price: string
      /** The price of one unit with VAT, rounded to the cent. */
      price_with_vat: string
      /** The discount (negative) or surcharge in percent. */
      percentage_change: string
      /** The rate of VAT in percent. */
      vat_percentage: string
      /** The net amount. */
      sum: string
      /** The amount with VAT. */
      sum_total: string
    }[]
    /** The sums by rate of VAT, highest rate first. */
    vat: readonly {
      /** The VAT group, several if they share the rate. */
      title: string
      /** The rate in percent. */
      percentage: string
      /** Without VAT. */
      sum: string
      /** The tax at this rate. */
      sum_vat: string
      /** The rows at this rate, tax included. */
      sum_total: string
    }[]
    /** What was paid, oldest first, without cancelled payments. */
    payments: readonly {
      /** When, by the local date of the department. */
      date: string
      /** How it was paid, as on the payment. */
      type: Enums.PaymentType
      /** The amount negated: what it takes off the total. */
      less: string
    }[]
    /** What is left to pay, by all payers. */
    due: string
    /** What is left for the client to pay. */
    client_due: string
  }
  /** How a row of an invoice came to its total. */
  InvoiceRowExplanation: {
    /** The steps of the calculation in their order; those that change nothing are left out. */
    steps: readonly {
      /** Where the number of this step comes from, for programs; `about` says it in words. */
      step: Enums.PriceStep
      /** A sentence for people that says what happens in this step. */
      about: string
      /** What is done with the result so far: `start` and `replace` take the operand instead of it, `add_percent` adds that many percent of it, and `round` rounds it to that many decimals. */
      operation: Enums.PriceOperation
      /** The number that the operation is done with: a price, a quantity or a percentage. */
      operand: string
      /** What has come out so far, exact: it has as many decimals as it needs, at least two. */
      result: string
    }[]
    /** The net amount of the row, as on the invoice: the step before VAT, rounded to cents. */
    sum: string
    /** The VAT of the row, as on the invoice: `sum_total` less `sum`. */
    sum_vat: string
    /** The amount with VAT, as on the invoice: the result of the last step. */
    sum_total: string
  }
  /** What to send to close a department’s day and report what it has posted. */
  AccountingReportCloseDay: {
    /** The department whose day is closed. */
    department: string
    /** What was counted, by payment type. */
    counted?: readonly {
      /** What was counted, such as the cash in the till. */
      payment_type?: Enums.PaymentType | undefined
      /** What was taken by this type since the last report, as counted: without the float that stays in the till. */
      amount?: string | undefined
      /** Why it differs from what the books say. */
      explanation?: string | undefined
    }[] | undefined
  }
  /** What to send to record what was counted of a batch. */
  StockMovementCount: {
    /** Where the stock is. */
    department: string
    /** What it is: a medicine, supply or food, archived or not. */
    item: string
    /** The batch as printed on the package. */
    batch_number?: string | undefined
    /** The last day on which the batch may be used. */
    expiry_date?: string | null | undefined
    /** How much of the batch is there, in dosage units: packages times `dosage_units` of the item, and what is open. */
    counted: string | number
    /** What the count is for, such as “Delivery 4711” or “Yearly stocktaking”. */
    reason?: string | undefined
  }
  /** What to send to record what was thrown away of a batch. */
  StockMovementWaste: {
    /** Where the stock is. */
    department: string
    /** What it is: a medicine, supply or food, archived or not. */
    item: string
    /** The batch as printed on the package. */
    batch_number?: string | undefined
    /** The last day on which the batch may be used. */
    expiry_date?: string | null | undefined
    /** How much was thrown away, in dosage units. */
    quantity: string | number
    /** Why, such as “Expired” or “Broken vial”. */
    reason: string
  }
  /** What to send to move a batch to another department. */
  StockMovementTransfer: {
    /** Where the stock is now. */
    department: string
    /** What it is: a medicine, supply or food, archived or not. */
    item: string
    /** The batch as printed on the package. */
    batch_number?: string | undefined
    /** The last day on which the batch may be used. */
    expiry_date?: string | null | undefined
    /** Where it goes: another department. */
    to_department: string
    /** How much is moved, in dosage units; no more than is on hand. */
    quantity: string | number
    /** What it is moved for, such as “Ward round” or “Farm visit”. */
    reason?: string | undefined
  }
  /** What is running out in a department. */
  DepartmentProposedOrders: {
    /** One line for each item, by their names. */
    results: readonly {
      /** Whom to order it from: its primary wholesaler. */
      wholesaler: string | null
      /** What is running out: a medicine, supply or food. */
      item: string
      /** How many packages the department has, all batches together. */
      on_hand: string
      /** At how many packages the clinic wants to order more. */
      alert_level: string
      /** How many packages visits and sales took in a week, on average of the last 8, less what came back. */
      weekly_use: string
      /** How many packages are still to come, of orders of the department in status 0 and 1. */
      on_order: string
      /** How many whole packages to order, so that there are more than the alert level, and the use of 4 weeks beyond it. 0 where what is to come is enough. */
      quantity: string
      /** What one package costs, net of VAT, as the item says. */
      wholesale_price: string | null
    }[]
  }
  /** What to send to submit what was sent to the clinic. */
  WholesalerReceipts: {
    /** What was sent, 1 to 500 lines. */
    receipt_lines: readonly {
      /** The wholesaler’s own id of the line, required. */
      id?: string | undefined
      /** How many packages were sent, required. 0 is allowed. */
      quantity?: string | number | undefined
      /** The wholesaler’s number of the product. */
      product_number?: string | undefined
      /** The number on the package. */
      barcode?: string | undefined
      /** What the wholesaler calls it, for staff to read. */
      product_name?: string | undefined
      /** The `order.id` of `order.placed`. */
      order_id?: number | undefined
      /** The reference number of the order, by which it is found if `order_id` is left out. */
      invoice_number?: string | undefined
      /** The day of the invoice. */
      invoice_date?: string | undefined
      /** The batch on the package. */
      batch_number?: string | undefined
      /** The last day on which the batch may be used. */
      expiry_date?: string | undefined
    }[]
  }
  /** What became of each line, in the order sent. */
  WholesalerReceiptsResult: {
    /** How many lines were sent. */
    lines_total: number
    /** How many were stored for staff to review. */
    lines_accepted: number
    /** How many cannot be used. */
    lines_rejected: number
    /** How many had an id that was submitted before. */
    lines_duplicate: number
    /** The outcome of each line, in the order sent. */
    receipt_lines: readonly {
      /** The id as it was sent. */
      id: string | null
      /** A duplicate has the outcome that its id had the first time. */
      status: Enums.ReceiptLineOutcome
      /** Why the line was rejected, also if this is a duplicate of it. */
      reason?: Enums.ReceiptLineProblem | undefined
      /** The order that the line was linked to, or null. */
      order_id: number | null
      /** Whether the product was found. */
      matched_item: boolean
      /** How the product was found. */
      matched_by: Enums.ProductIdentifier | null
    }[]
  }
  /** What to send to choose the item or the order of receipt lines. */
  ReceiptLineMatch: {
    /** The ids of the lines, 1 to 500, all in status 0 (To be reviewed). */
    receipt_lines: readonly number[]
    /** What the lines go into stock as: a medicine, supply or food. */
    item?: string | undefined
    /** The order that the lines belong to. */
    order?: string | null | undefined
    /** Whether the `product_number` of the lines, which must be the same, becomes the item’s at this wholesaler, in the place of an earlier one: the next line with it is matched by itself. */
    remember_code?: boolean | undefined
  }
  /** The lines as they are now, in the order of their ids. */
  ReceiptLineMatchResult: readonly Schemas['ReceiptLine'][]
  /** What to send to approve receipt lines into stock. */
  ReceiptLineApprove: {
    /** The ids of the lines, 1 to 500, all in status 0 (To be reviewed). */
    receipt_lines: readonly number[]
  }
  /** The lines as they are now, in the order of their ids. */
  ReceiptLineApproveResult: readonly Schemas['ReceiptLine'][]
  /** What to send to dismiss receipt lines. */
  ReceiptLineDismiss: {
    /** The ids of the lines, 1 to 500, all in status 0 (To be reviewed). */
    receipt_lines: readonly number[]
  }
  /** The lines as they are now, in the order of their ids. */
  ReceiptLineDismissResult: readonly Schemas['ReceiptLine'][]
  /** What was sold, taken and owed in a period, in the organisation’s currency. */
  AccountingReportTotals: {
    /** The first day that is counted: as asked for, or the first of this month. */
    from: string
    /** The last day that is counted: as asked for, or today where the department or organisation is. */
    to: string
    /** What was taken, by day and payment type, to compare with the till and the bank. */
    takings_by_day: readonly {
      /** The local day on which the money was paid. */
      dated: string
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What was taken on that day by this type, payouts and cancellations deducted. */
      total: string
    }[]
    /** What was taken by each payment type, payouts and cancellations deducted. 3 is rounding, 8 came out of prepayments, and set-offs sum to zero in 12. */
    totals_by_payment_type: readonly {
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What was taken in the period by this type, payouts and cancellations deducted. */
      total: string
    }[]
    /** Net sales and VAT by the ledger account they are posted to, credit notes deducted. */
    totals_by_account: readonly {
      /** The ledger account of items or VAT groups. */
      number: string
      /** What the account was for when the last of these entries was posted. */
      description: string
      /** What was posted to the account: positive for sales, negative where credit notes are more. */
      total: string
    }[]
    /** Sales and VAT by VAT group and rate, for the VAT return. */
    totals_by_vat_group: readonly {
      /** The VAT group, by the title it had when the invoices were made. */
      title: string
      /** The rate of VAT in percent. */
      percentage: string
      /** Sales at this rate without VAT, credit notes deducted. */
      net: string
      /** The VAT on those sales, as the invoices show it. */
      vat: string
      /** Sales at this rate with VAT: `net` and `vat` together. */
      total: string
    }[]
    /** Sales without VAT, credit notes deducted: `net` of all VAT groups together. */
    total: string
    /** The VAT on those sales: `vat` of all VAT groups together. */
    total_vat: string
    /** Sales with VAT, credit notes deducted: `total` of all VAT groups together. */
    total_with_vat: string
    /** All money that came in, payouts deducted: every payment type but 3 (Rounding) and 8 (Prepayment). */
    total_taken: string
    /** What was owed to the clinic before the first day of the period. */
    opening_receivables: string
    /** What was owed to the clinic at the end of the last day: invoices less payments. */
    closing_receivables: string
  }
  /** What was sold, taken and owed in a period, in the organisation’s currency. */
  DepartmentTotals: {
    /** The first day that is counted: as asked for, or the first of this month. */
    from: string
    /** The last day that is counted: as asked for, or today where the department or organisation is. */
    to: string
    /** What was taken, by day and payment type, to compare with the till and the bank. */
    takings_by_day: readonly {
      /** The local day on which the money was paid. */
      dated: string
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What was taken on that day by this type, payouts and cancellations deducted. */
      total: string
    }[]
    /** What was taken by each payment type, payouts and cancellations deducted. 3 is rounding, 8 came out of prepayments, and set-offs sum to zero in 12. */
    totals_by_payment_type: readonly {
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What was taken in the period by this type, payouts and cancellations deducted. */
      total: string
    }[]
    /** Net sales and VAT by the ledger account they are posted to, credit notes deducted. */
    totals_by_account: readonly {
      /** The ledger account of items or VAT groups. */
      number: string
      /** What the account was for when the last of these entries was posted. */
      description: string
      /** What was posted to the account: positive for sales, negative where credit notes are more. */
      total: string
    }[]
    /** Sales and VAT by VAT group and rate, for the VAT return. */
    totals_by_vat_group: readonly {
      /** The VAT group, by the title it had when the invoices were made. */
      title: string
      /** The rate of VAT in percent. */
      percentage: string
      /** Sales at this rate without VAT, credit notes deducted. */
      net: string
      /** The VAT on those sales, as the invoices show it. */
      vat: string
      /** Sales at this rate with VAT: `net` and `vat` together. */
      total: string
    }[]
    /** Sales without VAT, credit notes deducted: `net` of all VAT groups together. */
    total: string
    /** The VAT on those sales: `vat` of all VAT groups together. */
    total_vat: string
    /** Sales with VAT, credit notes deducted: `total` of all VAT groups together. */
    total_with_vat: string
    /** All money that came in, payouts deducted: every payment type but 3 (Rounding) and 8 (Prepayment). */
    total_taken: string
    /** What was owed to the clinic before the first day of the period. */
    opening_receivables: string
    /** What was owed to the clinic at the end of the last day: invoices less payments. */
    closing_receivables: string
  }
  /** What is owed to the clinic today, by how long it has been due. */
  AccountingReportReceivables: {
    /** What is due today or later. */
    not_due: string
    /** What has been due for 1 to 30 days: time for a first reminder. */
    late_1_to_30: string
    /** What has been due for 31 to 60 days. */
    late_31_to_60: string
    /** What has been due for 61 to 90 days. */
    late_61_to_90: string
    /** What has been due for more than 90 days. */
    late_over_90: string
    /** All that is owed: the sum of the other five. */
    total: string
  }
  /** What is owed to the clinic today, by how long it has been due. */
  DepartmentReceivables: {
    /** What is due today or later. */
    not_due: string
    /** What has been due for 1 to 30 days: time for a first reminder. */
    late_1_to_30: string
    /** What has been due for 31 to 60 days. */
    late_31_to_60: string
    /** What has been due for 61 to 90 days. */
    late_61_to_90: string
    /** What has been due for more than 90 days. */
    late_over_90: string
    /** All that is owed: the sum of the other five. */
    total: string
  }
  /** The takings of a department, in the organisation’s currency. */
  DepartmentTakings: {
    /** Today, as the calendar at the department has it. */
    date: string
    /** When the day was last closed: `period_end` of the last report. */
    closed_until: string | null
    /** What was taken by each type that occurs. 3 is rounding, and 8 came out of prepayments. */
    totals_by_payment_type: readonly {
      /** How it was paid, as on payments and prepayments. */
      payment_type: Enums.PaymentType
      /** What is dated today, closed or not. */
      today: string
      /** What was entered since the last report: what should be in the till for cash. */
      since_close: string
    }[]
    /** All money that came in today: every type but 3 (Rounding) and 8 (Prepayment). */
    today: string
    /** All money that came in since the last report, of the same types. */
    since_close: string
  }
  /** Where a client stands with the clinic, in the organisation’s currency. */
  ClientBalance: {
    /** What the client still has to pay on their invoices. */
    owing: string
    /** What the clinic owes the client from credit notes, as a positive amount. */
    owed_to_client: string
    /** What is unused of the client’s prepayments. */
    prepaid: string
  }
  /** What the clients owe, in the order of their ids. */
  ClientOwing: {
    /** One entry for each client. */
    results: readonly {
      /** Whose amount it is: the `id` of a client that was asked for. */
      client: number
      /** What the client still has to pay, as in `balance/`. */
      owing: string
    }[]
  }
  /** Nothing has to be sent to erase the personal data of a client: leave the body out, or send an empty object. */
  ClientErase: Record<string, never>
  /** What was erased, and what the law on bookkeeping keeps. */
  ClientEraseResult: {
    /** One entry a kind, in no particular order; kinds of which there was nothing are left out. */
    erased: readonly {
      /** `drafts`: whoever pays invoices without a number. */
      kind: Enums.ErasedKind
      /** How many records or entries. */
      count: number
    }[]
    /** Empty where nothing has to be kept. */
    kept: readonly {
      /** `invoices`: the name and address of whoever pays, on invoices with a number; the worker erases them after the day. */
      kind: Enums.ErasureKept
      /** How many records. */
      count: number
      /** The last day on which they must be kept, by the country of the organisation. */
      until: string
    }[]
  }
  /** Nothing has to be sent to erase the personal data of somebody who has left: leave the body out, or send an empty object. */
  UserErase: Record<string, never>
  /** What was erased, and what the records of the clinic keep. */
  UserEraseResult: {
    /** One entry a kind, in no particular order; kinds of which there was nothing are left out. */
    erased: readonly {
      /** `mails`: what the clinic mailed to them, such as links and alerts. */
      kind: Enums.ErasedUserKind
      /** How many records or entries. */
      count: number
    }[]
    /** Records that need the name. */
    kept: readonly {
      /** `medical_records`: visits, prescriptions, measurements and images. */
      kind: Enums.UserErasureKept
      /** How many records. */
      count: number
      /** The last day on which the name must be kept for them, by the country of the organisation. */
      until: string
    }[]
  }
  /** Nothing has to be sent to get a form to upload the file with: leave the body out, or send an empty object. */
  AttachmentUpload: Record<string, never>
  /** A form for the object store, to be sent as it is. */
  AttachmentUploadResult: {
    /** Where to POST the form as multipart/form-data. */
    url: string
    /** Until when the object store accepts it: five minutes from now. */
    expires: string
    /** Send each of these as an entry of the form, and after them the file, as `file`. */
    fields: { [name: string]: string }
  }
  /** Nothing has to be sent to report that the file has been uploaded: leave the body out, or send an empty object. */
  AttachmentComplete: Record<string, never>
  /** Where the file can be fetched, for a short time. */
  AttachmentDownload: {
    /** Fetch it with GET and without an `Authorization` header: the store refuses two credentials. */
    url: string
    /** Until when the object store accepts it: five minutes from now. */
    expires: string
  }
  /** What to send to get a form to upload a catalog with. */
  WholesalerCatalogUploadUrl: {
    /** The name of the file. */
    filename: string
    /** The media type that the file is uploaded with; `text/csv` if it is left out. */
    content_type?: Enums.CatalogFileType | undefined
  }
  /** A form for the object store, to be sent as it is. */
  WholesalerCatalogUploadUrlResult: {
    /** The upload, as in `catalog.processed`. */
    upload_id: number
    /** The catalog, as in `catalog.processed`. */
    catalog_id: string
    /** The name of the file, trimmed. */
    filename: string
    /** Where the object store keeps the file; it means nothing else. */
    storage_key: string
    /** Where to POST the form as multipart/form-data. */
    url: string
    /** Send each of these as an entry of the form, and after them the file, as `file`. */
    fields: { [name: string]: string }
    /** The columns that a catalog may have, by the names in its header. */
    expected_columns: readonly string[]
    /** The media type that the file must have. */
    content_type: Enums.CatalogFileType
    /** The largest file that the form takes. */
    max_size_bytes: number
  }
  /** Where the report can be fetched, for a short time. */
  CatalogUploadErrorReport: {
    /** Fetch it with GET and without an `Authorization` header: the store refuses two credentials. */
    url: string
    /** Until when the object store accepts it: five minutes from now. */
    expires: string
  }
  /** What to send to simulate a clinic that orders from a wholesaler. */
  OrderPlaceOrder: {
    /** From whom. */
    wholesaler?: string | undefined
    /** Which location orders. */
    department?: string | undefined
    /** What is ordered. */
    item?: string | undefined
    /** How many packages of each. 2 unless sent. */
    quantity?: string | number | undefined
    /** What the clinic tells the wholesaler with the order. */
    notes?: string | undefined
  }
  /** What to send to simulate a client who pays an invoice. */
  InvoicePaymentPayInvoice: {
    /** Which invoice is paid. */
    invoice?: string | undefined
    /** How it is paid. 2 (Bank payment) unless sent. */
    payment_type?: Enums.PaymentType | undefined
    /** How much is paid, at most what is due. */
    paid?: string | number | undefined
  }
  /** What to send to simulate a receiver that refuses deliveries. */
  WebhookDeliveryFailDeliveries: {
    /** How many of the next attempts fail, of whichever webhooks and wholesalers they are. 0: none any more. */
    count: number
  }
  /** What is played from now on. */
  WebhookDeliveryFailDeliveriesResult: {
    /** How many of the next attempts will fail. */
    count: number
  }
  /** How many changes of each kind an import would make. */
  CatalogUploadPreview: {
    /** The product becomes a new item. */
    new: number
    /** The wholesale price of an item rises. */
    price_up: number
    /** The wholesale price of an item falls. */
    price_down: number
    /** An item gets its first wholesale price, or another barcode or package. */
    changed: number
    /** The item is already as the catalog says, or the wholesaler is only its secondary one, which changes nothing. */
    unchanged: number
    /** An item that an import had discontinued is offered again. */
    continued: number
    /** An item of the wholesaler is marked as discontinued, because its product is neither in the catalog nor in that of another location. */
    discontinued: number
    /** The product is not imported; `reason` says why. */
    skipped: number
  }
  /** A page of what an import would change. */
  CatalogUploadPreviewChanges: {
    /** Changes on all pages. */
    count: number
    /** How many pages there are. */
    num_pages: number
    /** The next page, or null on the last. */
    next: string | null
    /** The page before, or null on the first. */
    previous: string | null
    /** The changes on this page. */
    results: readonly {
      /** What becomes of it, by the same words as in a catalog import change. */
      kind: Enums.CatalogPreviewKind
      /** The wholesaler’s number. */
      product_number: string
      /** What the catalog calls the product; for an item to discontinue, its name. */
      name: string
      /** The kind of the product, or of the item to discontinue. */
      type_code: Enums.ItemType
      /** The item that exists. */
      item: string | null
      /** What the item’s wholesale price is now. */
      old_wholesale_price: string | null
      /** What the wholesale price becomes. */
      new_wholesale_price: string | null
      /** By how much the wholesale price changes, in percent of the old one. */
      percentage_change: string | null
      /** The net price that a new item would be sold at. */
      price: string | null
      /** Why it is skipped: `currency`, because its prices are in another currency than the organisation’s; `price`, because the price with the markup has too many digits. */
      reason: Enums.CatalogSkipReason | null
    }[]
  }
  /** A client was created or changed. */
  ClientWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    client_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 1 (Client). */
    trigger: 1
    /** When it was committed. */
    occurred_at: string
  }
  /** A patient was created or changed. */
  PatientWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    patient_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 2 (Patient). */
    trigger: 2
    /** When it was committed. */
    occurred_at: string
  }
  /** A visit was created, changed or deleted. */
  ConsultationWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    consultation_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 3 (Consultation). */
    trigger: 3
    /** When it was committed. */
    occurred_at: string
  }
  /** A row of a visit was created, changed or deleted. */
  ConsultationItemWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    consultationitem_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 5 (Consultation item). */
    trigger: 5
    /** When it was committed. */
    occurred_at: string
  }
  /** A referral to imaging was made. */
  ImagingWorklistCreatedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    diagnosticimagingworklist_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 6 (Imaging worklist created). */
    trigger: 6
    /** When it was committed. */
    occurred_at: string
  }
  /** A referral to imaging or its order was made or changed. */
  ImagingWorklistUpdatedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    diagnosticimagingworklist_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 7 (Imaging worklist updated). */
    trigger: 7
    /** When it was committed. */
    occurred_at: string
  }
  /** A referral to imaging was deleted, with its order. */
  ImagingWorklistDeletedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    diagnosticimagingworklist_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 8 (Imaging worklist deleted). */
    trigger: 8
    /** When it was committed. */
    occurred_at: string
  }
  /** An invoice or a credit note got its number, which happens once. */
  InvoiceFinalizedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    invoice_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 9 (Invoice finalized). */
    trigger: 9
    /** When it was committed. */
    occurred_at: string
  }
  /** An invoice was created or changed while it has no number. */
  InvoiceDraftWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    invoice_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 10 (Invoice draft). */
    trigger: 10
    /** When it was committed. */
    occurred_at: string
  }
  /** A payment was recorded, cancellations and set-offs included. */
  InvoicePaymentWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    invoicepayment_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 11 (Invoice payment). */
    trigger: 11
    /** When it was committed. */
    occurred_at: string
  }
  /** A prepayment was made, or what is left of it has changed. */
  UnallocatedPaymentWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    unallocatedpayment_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 12 (Unallocated payment). */
    trigger: 12
    /** When it was committed. */
    occurred_at: string
  }
  /** A day was closed. */
  AccountingReportWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    accountingreport_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 14 (Accounting report). */
    trigger: 14
    /** When it was committed. */
    occurred_at: string
  }
  /** An appointment was made or changed, other than by cancelling it. */
  AppointmentWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    appointment_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 21 (Appointment). */
    trigger: 21
    /** When it was committed. */
    occurred_at: string
  }
  /** An appointment was cancelled: appointments are never deleted. */
  AppointmentDeletedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    appointment_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 22 (Appointment deleted). */
    trigger: 22
    /** When it was committed. */
    occurred_at: string
  }
  /** A visit was finalized. */
  ConsultationFinalizedWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    consultation_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 45 (Consultation finalized). */
    trigger: 45
    /** When it was committed. */
    occurred_at: string
  }
  /** An order of stock was created, changed, sent or withdrawn, or its products came. */
  StockOrderWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    order_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 46 (Stock order). */
    trigger: 46
    /** When it was committed. */
    occurred_at: string
  }
  /** A department or its settings were changed. */
  DepartmentSettingsWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    department_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 63 (Department settings). */
    trigger: 63
    /** When it was committed. */
    occurred_at: string
  }
  /** A phone number was created or changed. */
  PhoneNumberWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    phonenumber_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 65 (Phone number). */
    trigger: 65
    /** When it was committed. */
    occurred_at: string
  }
  /** An application was registered, or restored. */
  InstallationWebhook: {
    /** The `id` of the record: read it to see what it is now. */
    application_id: number
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** Always 100 (Installation). */
    trigger: 100
    /** When it was committed. */
    occurred_at: string
  }
  /** A test delivery was asked for, which tells of nothing. */
  TestWebhook: {
    /** Only in a test delivery, in the place of an id. */
    test: true
    /** The organisation that it happened in. */
    service_id: number
    /** Where the API of the organisation begins, with a slash. */
    service_url: string
    /** The same in every attempt, and in the header `webhook-id`. */
    event_id: string
    /** The trigger of the webhook that is tested. */
    trigger: Enums.WebhookTrigger
    /** When it was committed. */
    occurred_at: string
  }
  /** Whatever a webhook is posted as JSON; `trigger` tells which it is. */
  WebhookEvent: Schemas['ClientWebhook'] | Schemas['PatientWebhook'] | Schemas['ConsultationWebhook'] | Schemas['ConsultationItemWebhook'] | Schemas['ImagingWorklistCreatedWebhook'] | Schemas['ImagingWorklistUpdatedWebhook'] | Schemas['ImagingWorklistDeletedWebhook'] | Schemas['InvoiceFinalizedWebhook'] | Schemas['InvoiceDraftWebhook'] | Schemas['InvoicePaymentWebhook'] | Schemas['UnallocatedPaymentWebhook'] | Schemas['AccountingReportWebhook'] | Schemas['AppointmentWebhook'] | Schemas['AppointmentDeletedWebhook'] | Schemas['ConsultationFinalizedWebhook'] | Schemas['StockOrderWebhook'] | Schemas['DepartmentSettingsWebhook'] | Schemas['PhoneNumberWebhook'] | Schemas['InstallationWebhook'] | Schemas['TestWebhook']
  /** What may be sent to one URL. */
  Description: {
    /** What a record here is called. */
    name: string
    /** The media types of answers. */
    renders: readonly string[]
    /** The media types of bodies. */
    parses: readonly string[]
    /** What each method does, by method. */
    actions: { [name: string]: {
      /** The name of the action, under which its requests are counted. */
      action: string
      /** What the caller must be allowed, and whether to read or to write. */
      permission: string
      /** How often the action may be used. */
      rate: {
        /** How many requests are allowed in the window. */
        requests: number
        /** How long the rolling window is. */
        seconds: number
      }
      /** An OAuth scope that opens the action by itself, without the permission. */
      open_to_scope?: string | undefined
      /** Legacy keys are refused. */
      oauth_only?: boolean | undefined
      /** Only tokens of people are taken: those of applications alone are refused. */
      user_token_only?: boolean | undefined
      /** A browser session is refused unless its person has confirmed a moment ago that it is them. */
      step_up?: boolean | undefined
    } }
    /** The fields of a record or of the body, by name. */
    fields?: { [name: string]: {
      /** The kind of value, such as `decimal`, `link` or `choice`. */
      type: string
      /** What the value means. */
      help_text?: string | undefined
      /** Whether a new record must have it. */
      required: boolean
      /** Whether the service sets it; what is sent is refused or ignored. */
      read_only: boolean
      /** Whether it is never shown. */
      write_only?: boolean | undefined
      /** Whether it may be null. */
      nullable?: boolean | undefined
      /** The most characters it may have. */
      max_length?: number | undefined
      /** The values it may have, or each value with its meaning. */
      choices?: unknown | undefined
      /** The resource that a link points to. */
      links_to?: string | undefined
    } } | undefined
    /** The query parameters that a GET takes. */
    parameters: readonly string[]
  }
  /** What is wrong with each field, for people. */
  FieldMessages: { [name: string]: readonly string[] }
  /** The body of a 400: what is wrong with each field. */
  FieldErrors: Schemas['FieldMessages'] | readonly Schemas['FieldMessages'][]
  /** The body of every error other than a 400. */
  Detail: {
    /** What went wrong and what to do, for people; it may be reworded. */
    detail: string
  }
  /** One thing that is wrong with a field. */
  FieldError: {
    /** What is wrong and what to do, for people; it may be reworded. */
    message: string
    /** The kind of mistake, for programs to compare. */
    code: Enums.ErrorCode
  }
  /** What is wrong with each field, with a code for each. */
  FieldProblems: { [name: string]: readonly Schemas['FieldError'][] }
  /** What is wrong with each field of a request that got a 400. */
  ProblemErrors: Schemas['FieldProblems'] | readonly Schemas['FieldProblems'][]
  /** An error as RFC 9457 problem details, given to clients that accept `application/problem+json`. */
  Problem: {
    /** The address at which this `code` is explained. */
    type: string
    /** What the `code` means, in one sentence that is the same every time. */
    title: string
    /** The status code of the response, repeated. */
    status: number
    /** What went wrong this time and what to do, for people; it may be reworded. */
    detail: string
    /** The kind of problem, for programs to compare. */
    code: Enums.ErrorCode
    /** The path of the request, without its query. */
    instance: string
    /** Only in a 400: what is wrong with each field. */
    errors?: Schemas['ProblemErrors'] | undefined
    /** Only of a composite: the name of the entry that was refused. */
    entry?: string | undefined
  }
}

/** What each operation takes and answers, by its method and path. */
export interface Operations {
  GET: {
    '/': {
      answer: Schemas['ApiRoot']
    }
    '/limits/': {
      answer: Schemas['Limits']
    }
    '/events/': {
      query?: {
        after?: number | undefined
      }
      answer: Schemas['EventsFollow']
    }
    '/organisation/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OrganisationPage']
    }
    '/organisation/{id}/': {
      path: { id: number }
      answer: Schemas['Organisation']
    }
    '/department/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        number__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['DepartmentPage']
    }
    '/department/{id}/': {
      path: { id: number }
      answer: Schemas['Department']
    }
    '/settings/department/{id}/': {
      path: { id: number }
      answer: Schemas['DepartmentSettings']
    }
    '/settings/integration/{id}/': {
      path: { id: number }
      answer: Schemas['IntegrationSettings']
    }
    '/settings/messaging/{id}/': {
      path: { id: number }
      answer: Schemas['MessageSettings']
    }
    '/settings/security/{id}/': {
      path: { id: number }
      answer: Schemas['SecuritySettings']
    }
    '/user/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByLastNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        first_name__icontains?: string | undefined
        last_name__icontains?: string | undefined
        email__is?: string | undefined
        is_active__is?: boolean | undefined
        is_virtual__is?: boolean | undefined
        home_department__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
        may_write__is?: Enums.ClinicalPermission | undefined
      }
      answer: Schemas['UserPage']
    }
    '/user/{id}/': {
      path: { id: number }
      answer: Schemas['User']
    }
    '/permissiongroup/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PermissionGroupPage']
    }
    '/permissiongroup/{id}/': {
      path: { id: number }
      answer: Schemas['PermissionGroup']
    }
    '/application/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        client_id__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ApplicationPage']
    }
    '/application/{id}/': {
      path: { id: number }
      answer: Schemas['Application']
    }
    '/legacykey/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        application__is?: string | undefined
      }
      answer: Schemas['LegacyKeyPage']
    }
    '/legacykey/{id}/': {
      path: { id: number }
      answer: Schemas['LegacyKey']
    }
    '/custom_fields/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__is?: string | undefined
        name__icontains?: string | undefined
        content_type__is?: Enums.CustomFieldOwner | undefined
        content_type__in?: readonly Enums.CustomFieldOwner[] | undefined
        field_type__is?: Enums.CustomFieldType | undefined
        field_type__in?: readonly Enums.CustomFieldType[] | undefined
        is_required__is?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CustomFieldPage']
    }
    '/custom_fields/{id}/': {
      path: { id: number }
      answer: Schemas['CustomField']
    }
    '/custom_field_setting/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__is?: string | undefined
        name__icontains?: string | undefined
        content_type__is?: Enums.CustomFieldOwner | undefined
        content_type__in?: readonly Enums.CustomFieldOwner[] | undefined
        field_type__is?: Enums.CustomFieldType | undefined
        field_type__in?: readonly Enums.CustomFieldType[] | undefined
        is_required__is?: boolean | undefined
        application__is_null?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CustomFieldSettingPage']
    }
    '/custom_field_setting/{id}/': {
      path: { id: number }
      answer: Schemas['CustomFieldSetting']
    }
    '/client/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByLastnameOrSortNameOrModified | undefined
        filter_type?: Enums.FilterType | undefined
        expose_phone_numbers?: true | undefined
        expose_patients?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        firstname__icontains?: string | undefined
        firstname__is?: string | undefined
        lastname__icontains?: string | undefined
        lastname__is?: string | undefined
        organization_name__icontains?: string | undefined
        organization_name__is?: string | undefined
        email__is?: string | undefined
        country__is?: string | undefined
        customer_type__is?: Enums.CustomerType | undefined
        customer_type__is_not?: Enums.CustomerType | undefined
        customer_type__in?: readonly Enums.CustomerType[] | undefined
        home_department__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        modified__range?: Several | undefined
        phonenumbers__icontains?: string | undefined
        has_alive_patients__is?: boolean | undefined
      }
      answer: Schemas['ClientPage']
    }
    '/client/{id}/': {
      path: { id: number }
      query?: {
        expose_phone_numbers?: true | undefined
        expose_patients?: true | undefined
      }
      answer: Schemas['Client']
    }
    '/phonenumber/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_client?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        type_code__is?: Enums.PhoneNumberType | undefined
        phone_number__icontains?: string | undefined
        e164__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PhoneNumberPage']
    }
    '/phonenumber/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
      }
      answer: Schemas['PhoneNumber']
    }
    '/patient/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        expose_client?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        name__icontains?: string | undefined
        name__is?: string | undefined
        microchip__is?: string | undefined
        microchip__is_null?: boolean | undefined
        species__is?: string | undefined
        species__is_not?: string | undefined
        species__in?: Several | undefined
        breed__is?: string | undefined
        breed__is_null?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        deceased__is_null?: boolean | undefined
        deceased__gte?: string | undefined
        deceased__lt?: string | undefined
        date_of_birth__gte?: string | undefined
        date_of_birth__gt?: string | undefined
        date_of_birth__lt?: string | undefined
        date_of_birth__lte?: string | undefined
        date_of_birth__range?: Several | undefined
        date_of_birth__is_null?: boolean | undefined
        home_department__is?: string | undefined
        weight__gte?: string | number | undefined
        weight__lt?: string | number | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        modified__range?: Several | undefined
      }
      answer: Schemas['PatientPage']
    }
    '/patient/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
      }
      answer: Schemas['Patient']
    }
    '/patient/{id}/weight/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByMeasured | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        measured__gte?: string | undefined
        measured__lt?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PatientWeightPage']
    }
    '/patientweight/{id}/': {
      path: { id: number }
      answer: Schemas['PatientWeight']
    }
    '/alternative_payer/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrOrganizationName | undefined
        expose_client?: true | undefined
        expose_patient?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        patient__is?: string | undefined
        patient__is_null?: boolean | undefined
        name__icontains?: string | undefined
        organization_name__icontains?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AlternativePayerPage']
    }
    '/alternative_payer/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patient?: true | undefined
      }
      answer: Schemas['AlternativePayer']
    }
    '/attachment/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrCreatedOrModified | undefined
        expose_client?: true | undefined
        expose_patient?: true | undefined
        expose_consultation?: true | undefined
        expose_invoice?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        client__is_null?: boolean | undefined
        patient__is?: string | undefined
        patient__in?: Several | undefined
        patient__is_null?: boolean | undefined
        consultation__is?: string | undefined
        consultation__in?: Several | undefined
        consultation__is_null?: boolean | undefined
        invoice__is?: string | undefined
        invoice__in?: Several | undefined
        invoice__is_null?: boolean | undefined
        content_type__is?: Enums.AttachmentType | undefined
        content_type__in?: readonly Enums.AttachmentType[] | undefined
        uploaded__is_null?: boolean | undefined
        uploaded__gte?: string | undefined
        uploaded__lt?: string | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AttachmentPage']
    }
    '/attachment/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patient?: true | undefined
        expose_consultation?: true | undefined
        expose_invoice?: true | undefined
      }
      answer: Schemas['Attachment']
    }
    '/custom_field_values/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        field__is?: number | undefined
        field__in?: Several | undefined
        object_id__is?: number | undefined
        object_id__in?: Several | undefined
        content_type__is?: Enums.CustomFieldOwner | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CustomFieldValuePage']
    }
    '/custom_field_values/{id}/': {
      path: { id: number }
      answer: Schemas['CustomFieldValue']
    }
    '/client/{id}/custom_field_values/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        field_id__is?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ClientCustomFieldValuePage']
    }
    '/patient/{id}/custom_field_values/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        field_id__is?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PatientCustomFieldValuePage']
    }
    '/codelist/species/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        code__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
      }
      answer: Schemas['SpeciesPage']
    }
    '/codelist/species/{id}/': {
      path: { id: number }
      answer: Schemas['Species']
    }
    '/codelist/breeds/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        species__is?: number | undefined
        species__in?: Several | undefined
        name__icontains?: string | undefined
        code__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
      }
      answer: Schemas['BreedPage']
    }
    '/codelist/breeds/{id}/': {
      path: { id: number }
      answer: Schemas['Breed']
    }
    '/codelist/diagnoses/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        code__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
      }
      answer: Schemas['DiagnosisPage']
    }
    '/codelist/diagnoses/{id}/': {
      path: { id: number }
      answer: Schemas['Diagnosis']
    }
    '/antibiotic/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        atc_code__is?: string | undefined
        critically_important__is?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
      }
      answer: Schemas['AntibioticPage']
    }
    '/antibiotic/{id}/': {
      path: { id: number }
      answer: Schemas['Antibiotic']
    }
    '/listitem/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        list__is?: Enums.CodelistName | undefined
        list__in?: readonly Enums.CodelistName[] | undefined
        name__icontains?: string | undefined
        code__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ListItemPage']
    }
    '/listitem/{id}/': {
      path: { id: number }
      answer: Schemas['ListItem']
    }
    '/accountnumber/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNumber | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        number__is?: string | undefined
        number__icontains?: string | undefined
        department__is?: string | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AccountNumberPage']
    }
    '/accountnumber/{id}/': {
      path: { id: number }
      answer: Schemas['AccountNumber']
    }
    '/vatgroup/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByTitle | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        title__icontains?: string | undefined
        percentage__is?: string | number | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['VatGroupPage']
    }
    '/vatgroup/{id}/': {
      path: { id: number }
      answer: Schemas['VatGroup']
    }
    '/item/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        expose_vat_group?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        code__is?: string | undefined
        barcode__is?: string | undefined
        type_code__is?: Enums.ItemType | undefined
        type_code__in?: readonly Enums.ItemType[] | undefined
        vat_group__is?: string | undefined
        item_list__is?: string | undefined
        modality__is?: Enums.Modality | undefined
        is_vaccine__is?: boolean | undefined
        primary_wholesaler__is?: string | undefined
        discontinued__is?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ItemPage']
    }
    '/item/{id}/': {
      path: { id: number }
      query?: {
        expose_vat_group?: true | undefined
      }
      answer: Schemas['Item']
    }
    '/price_change/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PriceChangePage']
    }
    '/price_change/{id}/': {
      path: { id: number }
      answer: Schemas['PriceChange']
    }
    '/price_change_item/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        expose_item?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        price_change__is?: string | undefined
        item__is?: string | undefined
      }
      answer: Schemas['ChangedPricePage']
    }
    '/price_change_item/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
      }
      answer: Schemas['ChangedPrice']
    }
    '/alternativepricing/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByName | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        item__is?: string | undefined
        item__in?: Several | undefined
        name__icontains?: string | undefined
        department__is?: string | undefined
        department__is_null?: boolean | undefined
        customer_type__is?: Enums.CustomerType | undefined
        customer_type__is_null?: boolean | undefined
        valid_from__gte?: string | undefined
        valid_from__lte?: string | undefined
        valid_from__is_null?: boolean | undefined
        valid_until__gte?: string | undefined
        valid_until__lte?: string | undefined
        valid_until__is_null?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AlternativePricingPage']
    }
    '/alternativepricing/{id}/': {
      path: { id: number }
      answer: Schemas['AlternativePricing']
    }
    '/stock_level/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByExpiryDateOrModified | undefined
        expose_item?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        item__is?: string | undefined
        item__in?: Several | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        batch_number__is?: string | undefined
        expiry_date__lte?: string | undefined
        expiry_date__lt?: string | undefined
        expiry_date__gte?: string | undefined
        expiry_date__is_null?: boolean | undefined
        on_hand__gt?: string | number | undefined
        on_hand__lt?: string | number | undefined
        on_hand__is?: string | number | undefined
        on_hand__is_not?: string | number | undefined
        negative__is?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
        below_alert_level__is?: boolean | undefined
      }
      answer: Schemas['StockLevelPage']
    }
    '/stock_level/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
      }
      answer: Schemas['StockLevel']
    }
    '/stock_movement/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_item?: true | undefined
        expose_stock_level?: true | undefined
        expose_consultation?: true | undefined
        expose_consultation_item?: true | undefined
        expose_countersale?: true | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        stock_level__is?: string | undefined
        stock_level__in?: Several | undefined
        item__is?: string | undefined
        item__in?: Several | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        batch_number__is?: string | undefined
        cause__is?: Enums.StockMovementCause | undefined
        cause__in?: readonly Enums.StockMovementCause[] | undefined
        consultation__is?: string | undefined
        consultation_item__is?: string | undefined
        countersale__is?: string | undefined
        client__is?: string | undefined
        order_item__is?: string | undefined
        receipt_line__is?: string | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['StockMovementPage']
    }
    '/stock_movement/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
        expose_stock_level?: true | undefined
        expose_consultation?: true | undefined
        expose_consultation_item?: true | undefined
        expose_countersale?: true | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
      }
      answer: Schemas['StockMovement']
    }
    '/countersale/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_client?: true | undefined
        expose_countersale_items?: true | undefined
        expose_invoice?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__is_null?: boolean | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        finalized__is?: boolean | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CountersalePage']
    }
    '/countersale/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_countersale_items?: true | undefined
        expose_invoice?: true | undefined
      }
      answer: Schemas['Countersale']
    }
    '/countersaleitem/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        countersale__is?: string | undefined
        countersale__in?: Several | undefined
        item__is?: string | undefined
        patient__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CountersaleItemPage']
    }
    '/countersaleitem/{id}/': {
      path: { id: number }
      answer: Schemas['CountersaleItem']
    }
    '/invoice/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByInvoiceDateOrInvoiceNumberOrModified | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_invoice_row?: true | undefined
        expose_invoice_payment?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        status__is?: Enums.InvoiceStatus | undefined
        status__is_not?: Enums.InvoiceStatus | undefined
        status__in?: readonly Enums.InvoiceStatus[] | undefined
        credit_note__is?: boolean | undefined
        credit_note_original_invoice__is?: string | undefined
        credit_note_original_invoice__is_null?: boolean | undefined
        invoice_number__is?: number | undefined
        invoice_number__gte?: number | undefined
        invoice_number__lte?: number | undefined
        reference_number__is?: string | undefined
        invoice_date__gte?: string | undefined
        invoice_date__lte?: string | undefined
        invoice_date__gt?: string | undefined
        invoice_date__lt?: string | undefined
        invoice_date__is?: string | undefined
        invoice_date__range?: Several | undefined
        invoice_due_date__gte?: string | undefined
        invoice_due_date__lte?: string | undefined
        invoice_due_date__lt?: string | undefined
        date_paid__gte?: string | undefined
        date_paid__lte?: string | undefined
        date_paid__is?: string | undefined
        date_paid__is_null?: boolean | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        client__is_null?: boolean | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        consultation__is?: string | undefined
        countersale_record__is?: string | undefined
        alternative_payer__is?: string | undefined
        due_sum__gt?: string | number | undefined
        due_sum__lt?: string | number | undefined
        due_sum__is?: string | number | undefined
        due_sum__is_not?: string | number | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        modified__range?: Several | undefined
        countersale__is?: boolean | undefined
      }
      answer: Schemas['InvoicePage']
    }
    '/invoice/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_invoice_row?: true | undefined
        expose_invoice_payment?: true | undefined
      }
      answer: Schemas['Invoice']
    }
    '/invoicerow/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        expose_invoicerow_vat_group?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        invoice__is?: string | undefined
        invoice__in?: Several | undefined
        item__is?: string | undefined
        patient__is?: string | undefined
        consultation_item__is?: string | undefined
        countersale_item__is?: string | undefined
        credited_invoicerow__is?: string | undefined
        credited_invoicerow__is_null?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['InvoiceRowPage']
    }
    '/invoicerow/{id}/': {
      path: { id: number }
      query?: {
        expose_invoicerow_vat_group?: true | undefined
      }
      answer: Schemas['InvoiceRow']
    }
    '/invoicepayment/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByDateAdded | undefined
        expose_invoice?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        invoice__is?: string | undefined
        invoice__in?: Several | undefined
        payment_type__is?: Enums.PaymentType | undefined
        payment_type__in?: readonly Enums.PaymentType[] | undefined
        date_added__gte?: string | undefined
        date_added__lt?: string | undefined
        cancels__is?: string | undefined
        cancels__is_null?: boolean | undefined
        unallocatedpayment__is?: string | undefined
        unallocatedpayment__is_null?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
        department__is?: number | undefined
      }
      answer: Schemas['InvoicePaymentPage']
    }
    '/invoicepayment/{id}/': {
      path: { id: number }
      query?: {
        expose_invoice?: true | undefined
      }
      answer: Schemas['InvoicePayment']
    }
    '/unallocatedpayment/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_client?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        department__is?: string | undefined
        payment_type__is?: Enums.PaymentType | undefined
        payment_type__in?: readonly Enums.PaymentType[] | undefined
        fully_used__is?: boolean | undefined
        refunds__is?: string | undefined
        refunds__is_null?: boolean | undefined
        added__gte?: string | undefined
        added__lte?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        modified__range?: Several | undefined
      }
      answer: Schemas['UnallocatedPaymentPage']
    }
    '/unallocatedpayment/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
      }
      answer: Schemas['UnallocatedPayment']
    }
    '/openingbalance/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        expose_client?: true | undefined
        expose_invoice?: true | undefined
        expose_unallocatedpayment?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        department__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OpeningBalancePage']
    }
    '/openingbalance/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_invoice?: true | undefined
        expose_unallocatedpayment?: true | undefined
      }
      answer: Schemas['OpeningBalance']
    }
    '/invoice_series/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        prefix__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['InvoiceSeriesPage']
    }
    '/invoice_series/{id}/': {
      path: { id: number }
      answer: Schemas['InvoiceSeries']
    }
    '/consultation/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByStartedOrModified | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_supervising_veterinarian?: true | undefined
        expose_department?: true | undefined
        expose_reason?: true | undefined
        expose_consultation_items?: true | undefined
        expose_invoice?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        supervising_veterinarian__is?: string | undefined
        supervising_veterinarian__in?: Several | undefined
        reason__is?: string | undefined
        reason__in?: Several | undefined
        alternative_payer__is?: string | undefined
        type__is?: Enums.ConsultationType | undefined
        type__in?: readonly Enums.ConsultationType[] | undefined
        status__is?: Enums.ConsultationStatus | undefined
        status__is_not?: Enums.ConsultationStatus | undefined
        status__in?: readonly Enums.ConsultationStatus[] | undefined
        status__not_in?: readonly Enums.ConsultationStatus[] | undefined
        started__gte?: string | undefined
        started__gt?: string | undefined
        started__lt?: string | undefined
        started__lte?: string | undefined
        started__range?: Several | undefined
        external_sent__is_null?: boolean | undefined
        external_sent__gte?: string | undefined
        external_sent__lt?: string | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        modified__range?: Several | undefined
        patients__is?: string | undefined
      }
      answer: Schemas['ConsultationPage']
    }
    '/consultation/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_supervising_veterinarian?: true | undefined
        expose_department?: true | undefined
        expose_reason?: true | undefined
        expose_consultation_items?: true | undefined
        expose_invoice?: true | undefined
      }
      answer: Schemas['Consultation']
    }
    '/consultationitem/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_item?: true | undefined
        expose_consultation?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        consultation__is?: string | undefined
        consultation__in?: Several | undefined
        item__is?: string | undefined
        type_code__is?: Enums.ItemType | undefined
        type_code__in?: readonly Enums.ItemType[] | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        patients__is?: string | undefined
        type_code?: Enums.ItemType | undefined
      }
      answer: Schemas['ConsultationItemPage']
    }
    '/consultationitem/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
        expose_consultation?: true | undefined
      }
      answer: Schemas['ConsultationItem']
    }
    '/consultation/{id}/medicines/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationMedicinePage']
    }
    '/consultation/{id}/medicines/{child_id}/': {
      path: { id: number; child_id: number }
      answer: Schemas['ConsultationMedicine']
    }
    '/consultation/{id}/procedures/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationProcedurePage']
    }
    '/consultation/{id}/procedures/{child_id}/': {
      path: { id: number; child_id: number }
      answer: Schemas['ConsultationProcedure']
    }
    '/consultation/{id}/supplies/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationSupplyPage']
    }
    '/consultation/{id}/supplies/{child_id}/': {
      path: { id: number; child_id: number }
      answer: Schemas['ConsultationSupply']
    }
    '/consultation/{id}/foods/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationFoodPage']
    }
    '/consultation/{id}/foods/{child_id}/': {
      path: { id: number; child_id: number }
      answer: Schemas['ConsultationFood']
    }
    '/consultation/{id}/consultationdiagnosis/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        code__is?: string | undefined
        category__is?: Enums.DiagnosisCategory | undefined
        type__is?: Enums.DiagnosisType | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationDiagnosisPage']
    }
    '/consultationdiagnosis/{id}/': {
      path: { id: number }
      answer: Schemas['ConsultationDiagnosis']
    }
    '/consultation/{id}/consultationnote/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        type__is?: Enums.NoteType | undefined
        type__in?: readonly Enums.NoteType[] | undefined
        addendum__is?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ConsultationNotePage']
    }
    '/consultationnote/{id}/': {
      path: { id: number }
      answer: Schemas['ConsultationNote']
    }
    '/consultation/{id}/consultationdischargeinstruction/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['DischargeInstructionPage']
    }
    '/consultationdischargeinstruction/{id}/': {
      path: { id: number }
      answer: Schemas['DischargeInstruction']
    }
    '/vital/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByMeasuredAtOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        consultation__is?: string | undefined
        consultation__is_null?: boolean | undefined
        measured_at__gte?: string | undefined
        measured_at__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['VitalSignsPage']
    }
    '/vital/{id}/': {
      path: { id: number }
      answer: Schemas['VitalSigns']
    }
    '/contraindication/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        patient__in?: Several | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ContraindicationPage']
    }
    '/contraindication/{id}/': {
      path: { id: number }
      answer: Schemas['Contraindication']
    }
    '/text_template/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        shortcut__is?: string | undefined
        kind__is?: Enums.TextTemplateKind | undefined
        kind__in?: readonly Enums.TextTemplateKind[] | undefined
        language__is?: string | undefined
        language__in?: Several | undefined
        archived__is?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['TextTemplatePage']
    }
    '/text_template/{id}/': {
      path: { id: number }
      answer: Schemas['TextTemplate']
    }
    '/recall/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByDueOrModified | undefined
        expose_patient?: true | undefined
        expose_client?: true | undefined
        expose_item?: true | undefined
        expose_message?: true | undefined
        expose_appointment?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        patient__is?: string | undefined
        patient__in?: Several | undefined
        item__is?: string | undefined
        department__is?: string | undefined
        due__gte?: string | undefined
        due__lte?: string | undefined
        due__lt?: string | undefined
        replaced_by__is_null?: boolean | undefined
        called__is_null?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        open__is?: boolean | undefined
        written__is?: boolean | undefined
        held__is?: boolean | undefined
        booked__is?: boolean | undefined
      }
      answer: Schemas['RecallPage']
    }
    '/recall/{id}/': {
      path: { id: number }
      query?: {
        expose_patient?: true | undefined
        expose_client?: true | undefined
        expose_item?: true | undefined
        expose_message?: true | undefined
        expose_appointment?: true | undefined
      }
      answer: Schemas['Recall']
    }
    '/diagnosticimaging_referral/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByCreatedOrModified | undefined
        expose_worklist?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        worklist__is?: string | undefined
        worklist__in?: Several | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        patient__is?: string | undefined
        consultation_id__is?: number | undefined
      }
      answer: Schemas['ImagingReferralPage']
    }
    '/diagnosticimaging_referral/{id}/': {
      path: { id: number }
      query?: {
        expose_worklist?: true | undefined
      }
      answer: Schemas['ImagingReferral']
    }
    '/diagnosticimaging_worklist/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByCreatedOrModified | undefined
        expose_patient?: true | undefined
        expose_client?: true | undefined
        expose_requesting_user?: true | undefined
        expose_supervising_veterinarian?: true | undefined
        expose_department?: true | undefined
        expose_referral?: true | undefined
        expose_consultation?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        status__is?: Enums.ImagingOrderStatus | undefined
        status__is_not?: Enums.ImagingOrderStatus | undefined
        status__in?: readonly Enums.ImagingOrderStatus[] | undefined
        status__not_in?: readonly Enums.ImagingOrderStatus[] | undefined
        modality__is?: Enums.Modality | undefined
        modality__in?: readonly Enums.Modality[] | undefined
        accession_number__is?: string | undefined
        requesting_user__is?: string | undefined
        supervising_veterinarian__is?: string | undefined
        supervising_veterinarian__in?: Several | undefined
        patient__is?: string | undefined
        patient__in?: Several | undefined
        client__is?: string | undefined
        client__in?: Several | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        consultation__is?: string | undefined
        consultation__in?: Several | undefined
        consultation__is_null?: boolean | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ImagingOrderPage']
    }
    '/diagnosticimaging_worklist/{id}/': {
      path: { id: number }
      query?: {
        expose_patient?: true | undefined
        expose_client?: true | undefined
        expose_requesting_user?: true | undefined
        expose_supervising_veterinarian?: true | undefined
        expose_department?: true | undefined
        expose_referral?: true | undefined
        expose_consultation?: true | undefined
      }
      answer: Schemas['ImagingOrder']
    }
    '/reason/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        expose_default_items?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        available_online__is?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ReasonPage']
    }
    '/reason/{id}/': {
      path: { id: number }
      query?: {
        expose_default_items?: true | undefined
      }
      answer: Schemas['Reason']
    }
    '/reason_item/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_item?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        reason__is?: string | undefined
        reason__in?: Several | undefined
        item__is?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['DefaultItemOfAReasonPage']
    }
    '/reason_item/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
      }
      answer: Schemas['DefaultItemOfAReason']
    }
    '/appointment/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByStartOrModified | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_user?: true | undefined
        expose_reason?: true | undefined
        expose_department?: true | undefined
        expose_consultation?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        start__gte?: string | undefined
        start__lte?: string | undefined
        start__gt?: string | undefined
        start__lt?: string | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        user__is?: string | undefined
        user__in?: Several | undefined
        client__is?: string | undefined
        type__is?: Enums.AppointmentType | string | undefined
        type__in?: readonly Enums.AppointmentType[] | undefined
        reason__is?: string | undefined
        consultation__is?: string | undefined
        active__is?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AppointmentPage']
    }
    '/appointment/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_user?: true | undefined
        expose_reason?: true | undefined
        expose_department?: true | undefined
        expose_consultation?: true | undefined
      }
      answer: Schemas['Appointment']
    }
    '/onlinebookingclient/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_appointment?: true | undefined
        expose_patients?: true | undefined
        expose_client?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        appointment__is?: string | undefined
        appointment__in?: Several | undefined
        status__is?: Enums.OnlineBookingStatus | undefined
        status__in?: readonly Enums.OnlineBookingStatus[] | undefined
        client__is?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OnlineBookingClientPage']
    }
    '/onlinebookingclient/{id}/': {
      path: { id: number }
      query?: {
        expose_appointment?: true | undefined
        expose_patients?: true | undefined
        expose_client?: true | undefined
      }
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingpatient/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_onlinebookingclient?: true | undefined
        expose_patient?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        onlinebookingclient__is?: string | undefined
        onlinebookingclient__in?: Several | undefined
        patient__is?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OnlineBookingPatientPage']
    }
    '/onlinebookingpatient/{id}/': {
      path: { id: number }
      query?: {
        expose_onlinebookingclient?: true | undefined
        expose_patient?: true | undefined
      }
      answer: Schemas['OnlineBookingPatient']
    }
    '/appointment_reminder/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_appointment?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        appointment__is?: string | undefined
        appointment__in?: Several | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AppointmentReminderPage']
    }
    '/appointment_reminder/{id}/': {
      path: { id: number }
      query?: {
        expose_appointment?: true | undefined
      }
      answer: Schemas['AppointmentReminder']
    }
    '/shift/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_user?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        user__is?: string | undefined
        user__in?: Several | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        weekday__is?: Enums.Weekday | undefined
        date__is?: string | undefined
        date__gte?: string | undefined
        date__lte?: string | undefined
        date__is_null?: boolean | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ShiftPage']
    }
    '/shift/{id}/': {
      path: { id: number }
      query?: {
        expose_user?: true | undefined
      }
      answer: Schemas['Shift']
    }
    '/message/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        kind__is?: Enums.MessageKind | undefined
        kind__in?: readonly Enums.MessageKind[] | undefined
        channel__is?: Enums.MessageChannel | undefined
        status__is?: Enums.MessageStatus | undefined
        status__in?: readonly Enums.MessageStatus[] | undefined
        client__is?: string | undefined
        appointment__is?: string | undefined
        consultation__is?: string | undefined
        invoice__is?: string | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
      }
      answer: Schemas['MessagePage']
    }
    '/message/{id}/': {
      path: { id: number }
      answer: Schemas['Message']
    }
    '/message_template/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        kind__is?: Enums.MessageKind | undefined
        channel__is?: Enums.MessageChannel | undefined
        language__is?: Enums.Language | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['MessageTemplatePage']
    }
    '/message_template/{id}/': {
      path: { id: number }
      answer: Schemas['MessageTemplate']
    }
    '/eprescription/prescription/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByIssueTimeOrModified | undefined
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_items?: true | undefined
        expose_prescriber?: true | undefined
        expose_department?: true | undefined
        expose_consultation?: true | undefined
        expose_created_user?: true | undefined
        expose_message_read_by?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        client__is?: string | undefined
        department__is?: string | undefined
        prescriber__is?: string | undefined
        consultation__is?: string | undefined
        status__is?: Enums.PrescriptionStatus | undefined
        status__in?: readonly Enums.PrescriptionStatus[] | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        issue_time__gte?: string | undefined
        issue_time__lt?: string | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
        unread__is?: boolean | undefined
      }
      answer: Schemas['PrescriptionPage']
    }
    '/eprescription/prescription/{id}/': {
      path: { id: number }
      query?: {
        expose_client?: true | undefined
        expose_patients?: true | undefined
        expose_items?: true | undefined
        expose_prescriber?: true | undefined
        expose_department?: true | undefined
        expose_consultation?: true | undefined
        expose_created_user?: true | undefined
        expose_message_read_by?: true | undefined
      }
      answer: Schemas['Prescription']
    }
    '/eprescription/prescription_item/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_prescription?: true | undefined
        expose_patients?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        prescription__is?: string | undefined
        prescription__in?: Several | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['PrescriptionItemPage']
    }
    '/eprescription/prescription_item/{id}/': {
      path: { id: number }
      query?: {
        expose_prescription?: true | undefined
        expose_patients?: true | undefined
      }
      answer: Schemas['PrescriptionItem']
    }
    '/accountingreport/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByPeriodEnd | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        report_number__is?: number | undefined
        report_number__gte?: number | undefined
        period_start__gte?: string | undefined
        period_start__lt?: string | undefined
        period_end__gte?: string | undefined
        period_end__lt?: string | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AccountingReportPage']
    }
    '/accountingreport/{id}/': {
      path: { id: number }
      answer: Schemas['AccountingReport']
    }
    '/available_wholesaler/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['AvailableWholesalerPage']
    }
    '/available_wholesaler/{id}/': {
      path: { id: number }
      answer: Schemas['AvailableWholesaler']
    }
    '/wholesaler/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByNameOrModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        name__icontains?: string | undefined
        type__is?: Enums.WholesalerType | undefined
        available_wholesaler__is?: string | undefined
        parent__is?: string | undefined
        parent__is_null?: boolean | undefined
        department__is?: string | undefined
        department__is_null?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['WholesalerPage']
    }
    '/wholesaler/{id}/': {
      path: { id: number }
      answer: Schemas['Wholesaler']
    }
    '/catalog_upload/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        wholesaler__is?: string | undefined
        wholesaler__in?: Several | undefined
        status__is?: Enums.CatalogUploadStatus | undefined
        status__in?: readonly Enums.CatalogUploadStatus[] | undefined
        modified__gte?: string | undefined
        modified__gt?: string | undefined
        modified__lt?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CatalogUploadPage']
    }
    '/catalog_upload/{id}/': {
      path: { id: number }
      answer: Schemas['CatalogUpload']
    }
    '/catalog_product/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        upload__is?: string | undefined
        type_code__is?: Enums.ItemType | undefined
        type_code__in?: readonly Enums.ItemType[] | undefined
        product_number__is?: string | undefined
        product_number__in?: Several | undefined
        barcode__is?: string | undefined
        barcode__in?: Several | undefined
        wholesaler__is?: string | undefined
        product_name__icontains?: string | undefined
      }
      answer: Schemas['CatalogProductPage']
    }
    '/catalog_product/{id}/': {
      path: { id: number }
      answer: Schemas['CatalogProduct']
    }
    '/catalog_import/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        wholesaler__is?: string | undefined
        state__is?: Enums.CatalogImportState | undefined
        state__in?: readonly Enums.CatalogImportState[] | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['CatalogImportPage']
    }
    '/catalog_import/{id}/': {
      path: { id: number }
      answer: Schemas['CatalogImport']
    }
    '/catalog_import_change/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        catalog_import__is?: string | undefined
        item__is?: string | undefined
        kind__is?: Enums.CatalogChangeKind | undefined
        kind__in?: readonly Enums.CatalogChangeKind[] | undefined
      }
      answer: Schemas['CatalogImportChangePage']
    }
    '/catalog_import_change/{id}/': {
      path: { id: number }
      answer: Schemas['CatalogImportChange']
    }
    '/order/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByOrderedOrModified | undefined
        expose_order_items?: true | undefined
        expose_receipt_lines?: true | undefined
        expose_wholesaler?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        wholesaler__is?: string | undefined
        wholesaler__in?: Several | undefined
        status__is?: Enums.OrderStatus | undefined
        status__in?: readonly Enums.OrderStatus[] | undefined
        wholesaler_reference_number__is?: string | undefined
        ordered__gte?: string | undefined
        ordered__lt?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OrderPage']
    }
    '/order/{id}/': {
      path: { id: number }
      query?: {
        expose_order_items?: true | undefined
        expose_receipt_lines?: true | undefined
        expose_wholesaler?: true | undefined
      }
      answer: Schemas['Order']
    }
    '/orderitem/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_item?: true | undefined
        expose_order?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        order__is?: string | undefined
        order__in?: Several | undefined
        item__is?: string | undefined
        item__in?: Several | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['OrderItemPage']
    }
    '/orderitem/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
        expose_order?: true | undefined
      }
      answer: Schemas['OrderItem']
    }
    '/receiptline/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        expose_item?: true | undefined
        expose_order?: true | undefined
        expose_wholesaler?: true | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        status__is?: Enums.ReceiptLineStatus | undefined
        status__in?: readonly Enums.ReceiptLineStatus[] | undefined
        wholesaler__is?: string | undefined
        wholesaler__in?: Several | undefined
        order__is?: string | undefined
        order__in?: Several | undefined
        order__is_null?: boolean | undefined
        item__is?: string | undefined
        item__is_null?: boolean | undefined
        department__is?: string | undefined
        department__in?: Several | undefined
        external_id__is?: string | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ReceiptLinePage']
    }
    '/receiptline/{id}/': {
      path: { id: number }
      query?: {
        expose_item?: true | undefined
        expose_order?: true | undefined
        expose_wholesaler?: true | undefined
      }
      answer: Schemas['ReceiptLine']
    }
    '/hook/webhook/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByModified | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        trigger__is?: Enums.WebhookTrigger | undefined
        trigger__in?: readonly Enums.WebhookTrigger[] | undefined
        department__is?: string | undefined
        active__is?: boolean | undefined
        archived__is?: boolean | undefined
        archived__is_not?: boolean | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['WebhookPage']
    }
    '/hook/webhook/{id}/': {
      path: { id: number }
      answer: Schemas['Webhook']
    }
    '/hook/queue/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        webhook__is?: string | undefined
        available_wholesaler__is?: string | undefined
        trigger__is?: Enums.WebhookTrigger | undefined
        event_id__is?: string | undefined
        status__is?: Enums.DeliveryStatus | undefined
        created__gte?: string | undefined
        created__lt?: string | undefined
        failing__is?: boolean | undefined
      }
      answer: Schemas['WebhookDeliveryPage']
    }
    '/hook/queue/{id}/': {
      path: { id: number }
      answer: Schemas['WebhookDelivery']
    }
    '/hook/attempt/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        delivery__is?: string | undefined
      }
      answer: Schemas['DeliveryAttemptPage']
    }
    '/hook/attempt/{id}/': {
      path: { id: number }
      answer: Schemas['DeliveryAttempt']
    }
    '/import/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        state__is?: Enums.ImportState | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
      }
      answer: Schemas['ImportPage']
    }
    '/import/{id}/': {
      path: { id: number }
      answer: Schemas['Import']
    }
    '/import/{id}/rows/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        kind__is?: Enums.ImportKind | undefined
        outcome__is?: Enums.ImportOutcome | undefined
        outcome__is_null?: boolean | undefined
        line__is?: number | undefined
        line__gte?: number | undefined
        line__lte?: number | undefined
      }
      answer: Schemas['ImportRowPage']
    }
    '/import_row/{id}/': {
      path: { id: number }
      answer: Schemas['ImportRow']
    }
    '/auditevent/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        resource__is?: string | undefined
        record__is?: number | undefined
        user__is?: string | undefined
        request__is?: string | undefined
        occurred__gte?: string | undefined
        occurred__lt?: string | undefined
      }
      answer: Schemas['AuditEventPage']
    }
    '/auditevent/{id}/': {
      path: { id: number }
      answer: Schemas['AuditEvent']
    }
    '/securityevent/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderByOccurred | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        kind__is?: Enums.SecurityEventKind | undefined
        kind__in?: readonly Enums.SecurityEventKind[] | undefined
        user__is?: string | undefined
        actor__is?: string | undefined
        application__is?: string | undefined
        address__is?: string | undefined
        request__is?: string | undefined
        occurred__gte?: string | undefined
        occurred__lt?: string | undefined
      }
      answer: Schemas['SecurityEventPage']
    }
    '/securityevent/{id}/': {
      path: { id: number }
      answer: Schemas['SecurityEvent']
    }
    '/deleted/': {
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        ordering?: Enums.OrderById | undefined
        id__is?: number | undefined
        id__in?: Several | undefined
        id__gt?: number | undefined
        id__gte?: number | undefined
        id__lt?: number | undefined
        id__lte?: number | undefined
        modified__gte?: string | undefined
        modified__lte?: string | undefined
        resource__is?: string | undefined
      }
      answer: Schemas['DeletedRecordPage']
    }
    '/deleted/{id}/': {
      path: { id: number }
      answer: Schemas['DeletedRecord']
    }
    '/search/': {
      query?: {
        q?: string | undefined
      }
      answer: Schemas['Search']
    }
    '/me/': {
      answer: Schemas['MeRetrieve']
    }
    '/me/preferences/': {
      answer: Schemas['MePreferences']
    }
    '/setup/': {
      answer: Schemas['SetupRetrieve']
    }
    '/patient/{id}/timeline/': {
      path: { id: number }
      query?: {
        page?: number | undefined
        page_size?: number | undefined
        kind__in?: Several | undefined
      }
      answer: Schemas['PatientTimeline']
    }
    '/consultation/{id}/charge_hints/': {
      path: { id: number }
      answer: Schemas['ChargeHintChargeHints']
    }
    '/consultation/charge_hints/': {
      query?: {
        consultation__in?: Several | undefined
      }
      answer: Schemas['ChargeHintOpenChargeHints']
    }
    '/consultation/missing_charges/': {
      query?: {
        days?: number | undefined
        department__is?: string | undefined
      }
      answer: Schemas['ChargeHintMissingCharges']
    }
    '/department/{id}/settings/': {
      path: { id: number }
      answer: Schemas['DepartmentSettings']
    }
    '/settings/integration/': {
      answer: Schemas['IntegrationSettings']
    }
    '/settings/messaging/': {
      answer: Schemas['MessageSettings']
    }
    '/settings/security/': {
      answer: Schemas['SecuritySettings']
    }
    '/appointment/availability/': {
      query?: {
        department__is?: string | undefined
        date?: string | undefined
        reason__is?: string | undefined
        user__is?: string | undefined
        duration?: number | undefined
        moving__is?: string | undefined
      }
      answer: Schemas['AppointmentAvailability']
    }
    '/onlinebookingclient/{id}/suggestions/': {
      path: { id: number }
      answer: Schemas['OnlineBookingClientSuggestions']
    }
    '/consultation/{id}/full/': {
      path: { id: number }
      answer: Schemas['FullConsultation']
    }
    '/invoice/{id}/pdf/': {
      path: { id: number }
      answer: Blob
    }
    '/invoice/{id}/printed/': {
      path: { id: number }
      answer: Schemas['InvoicePrinted']
    }
    '/invoicerow/{id}/explanation/': {
      path: { id: number }
      answer: Schemas['InvoiceRowExplanation']
    }
    '/department/{id}/proposed_orders/': {
      path: { id: number }
      answer: Schemas['DepartmentProposedOrders']
    }
    '/accountingreport/totals/': {
      query?: {
        from?: string | undefined
        to?: string | undefined
      }
      answer: Schemas['AccountingReportTotals']
    }
    '/department/{id}/totals/': {
      path: { id: number }
      query?: {
        from?: string | undefined
        to?: string | undefined
      }
      answer: Schemas['DepartmentTotals']
    }
    '/accountingreport/receivables/': {
      answer: Schemas['AccountingReportReceivables']
    }
    '/department/{id}/receivables/': {
      path: { id: number }
      answer: Schemas['DepartmentReceivables']
    }
    '/department/{id}/takings/': {
      path: { id: number }
      answer: Schemas['DepartmentTakings']
    }
    '/client/{id}/balance/': {
      path: { id: number }
      answer: Schemas['ClientBalance']
    }
    '/client/owing/': {
      query?: {
        client__in?: Several | undefined
      }
      answer: Schemas['ClientOwing']
    }
    '/attachment/{id}/download/': {
      path: { id: number }
      answer: Schemas['AttachmentDownload']
    }
    '/settings/logo/': {
      answer: Blob
    }
    '/catalog_upload/{id}/error_report/': {
      path: { id: number }
      answer: Schemas['CatalogUploadErrorReport']
    }
    '/catalog_upload/{id}/preview/': {
      path: { id: number }
      query?: {
        item_types?: string | undefined
        search_term?: string | undefined
        markup_percentage?: string | number | undefined
      }
      answer: Schemas['CatalogUploadPreview']
    }
    '/catalog_upload/{id}/preview/changes/': {
      path: { id: number }
      query?: {
        item_types?: string | undefined
        search_term?: string | undefined
        markup_percentage?: string | number | undefined
        page?: number | undefined
        page_size?: number | undefined
        kind__is?: Enums.CatalogPreviewKind | undefined
        kind__in?: Several | undefined
        product_number__gt?: string | undefined
        item__gt?: number | undefined
      }
      answer: Schemas['CatalogUploadPreviewChanges']
    }
  }
  POST: {
    '/composite/': {
      body: Schemas['CompositeCreate']
      sentAlone: true
      answer: Schemas['CompositeCreateResult']
    }
    '/department/': {
      body: Schemas['DepartmentCreate']
      answer: Schemas['Department']
    }
    '/user/': {
      body: Schemas['UserCreate']
      links: 'home_department'
      answer: Schemas['User']
    }
    '/user/{id}/invite/': {
      path: { id: number }
      body?: Schemas['UserInvite']
      versioned: true
      links: 'home_department'
      answer: Schemas['User']
    }
    '/user/{id}/sign_out/': {
      path: { id: number }
      body?: Schemas['UserSignOut']
      versioned: true
      links: 'home_department'
      answer: Schemas['User']
    }
    '/permissiongroup/': {
      body: Schemas['PermissionGroupCreate']
      answer: Schemas['PermissionGroup']
    }
    '/application/': {
      body: Schemas['ApplicationCreate']
      sentAlone: true
      answer: Schemas['ApplicationWithSecret']
    }
    '/application/{id}/rotate_secret/': {
      path: { id: number }
      body?: Schemas['ApplicationRotateSecret']
      versioned: true
      sentAlone: true
      answer: Schemas['ApplicationWithSecret']
    }
    '/custom_fields/': {
      body: Schemas['CustomFieldCreate']
      answer: Schemas['CustomField']
    }
    '/custom_field_setting/': {
      body: Schemas['CustomFieldSettingCreate']
      links: 'application'
      answer: Schemas['CustomFieldSetting']
    }
    '/client/': {
      body?: Schemas['ClientCreate']
      links: 'home_department' | 'invoicing_client'
      answer: Schemas['Client']
    }
    '/phonenumber/': {
      body: Schemas['PhoneNumberCreate']
      links: 'client'
      answer: Schemas['PhoneNumber']
    }
    '/patient/': {
      body: Schemas['PatientCreate']
      links: 'client' | 'home_department'
      answer: Schemas['Patient']
    }
    '/patient/{id}/weight/': {
      path: { id: number }
      body: Schemas['PatientWeightCreate']
      links: 'patient'
      answer: Schemas['PatientWeight']
    }
    '/alternative_payer/': {
      body: Schemas['AlternativePayerCreate']
      links: 'client' | 'patient'
      answer: Schemas['AlternativePayer']
    }
    '/attachment/': {
      body: Schemas['AttachmentCreate']
      links: 'client' | 'patient' | 'consultation' | 'invoice'
      answer: Schemas['Attachment']
    }
    '/custom_field_values/': {
      body: Schemas['CustomFieldValueCreate']
      answer: Schemas['CustomFieldValue']
    }
    '/client/{id}/custom_field_values/': {
      path: { id: number }
      body: Schemas['ClientCustomFieldValueCreate']
      links: 'client'
      answer: Schemas['ClientCustomFieldValue']
    }
    '/patient/{id}/custom_field_values/': {
      path: { id: number }
      body: Schemas['PatientCustomFieldValueCreate']
      links: 'patient'
      answer: Schemas['PatientCustomFieldValue']
    }
    '/listitem/': {
      body: Schemas['ListItemCreate']
      answer: Schemas['ListItem']
    }
    '/accountnumber/': {
      body: Schemas['AccountNumberCreate']
      links: 'department'
      answer: Schemas['AccountNumber']
    }
    '/vatgroup/': {
      body: Schemas['VatGroupCreate']
      links: 'account_number'
      answer: Schemas['VatGroup']
    }
    '/item/': {
      body: Schemas['ItemCreate']
      links: 'vat_group' | 'account_number' | 'item_list' | 'antibiotic' | 'primary_wholesaler' | 'secondary_wholesaler' | 'catalog_import'
      answer: Schemas['Item']
    }
    '/alternativepricing/': {
      body: Schemas['AlternativePricingCreate']
      links: 'item' | 'department'
      answer: Schemas['AlternativePricing']
    }
    '/countersale/': {
      body: Schemas['CountersaleCreate']
      links: 'client' | 'department' | 'alternative_payer' | 'invoice' | 'created_user'
      answer: Schemas['Countersale']
    }
    '/countersale/{id}/add_item/': {
      path: { id: number }
      body: Schemas['CountersaleAddItem']
      versioned: true
      links: 'client' | 'department' | 'alternative_payer' | 'invoice' | 'created_user'
      answer: Schemas['Countersale']
    }
    '/countersale/{id}/finalize/': {
      path: { id: number }
      body?: Schemas['CountersaleFinalize']
      versioned: true
      links: 'client' | 'department' | 'alternative_payer' | 'invoice' | 'created_user'
      answer: Schemas['Countersale']
    }
    '/invoice/{id}/finalize/': {
      path: { id: number }
      body?: Schemas['InvoiceFinalize']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoice/{id}/update_status/': {
      path: { id: number }
      body: Schemas['InvoiceUpdateStatus']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoice/{id}/send/': {
      path: { id: number }
      body?: Schemas['InvoiceSend']
      versioned: true
      links: 'message'
      answer: Schemas['InvoiceSendResult']
    }
    '/invoice/{id}/void/': {
      path: { id: number }
      body?: Schemas['InvoiceVoid']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoice/{id}/full_refund/': {
      path: { id: number }
      body?: Schemas['InvoiceFullRefund']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoice/{id}/partial_refund/': {
      path: { id: number }
      body: Schemas['InvoicePartialRefund']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoice/{id}/to_prepayment/': {
      path: { id: number }
      body?: Schemas['InvoiceToPrepayment']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/invoicepayment/': {
      body: Schemas['InvoicePaymentCreate']
      links: 'invoice' | 'rounding' | 'cancels' | 'unallocatedpayment' | 'user'
      answer: Schemas['InvoicePayment']
    }
    '/invoicepayment/{id}/cancel_payment/': {
      path: { id: number }
      body: Schemas['InvoicePaymentCancelPayment']
      versioned: true
      links: 'invoice' | 'rounding' | 'cancels' | 'unallocatedpayment' | 'user'
      answer: Schemas['InvoicePayment']
    }
    '/unallocatedpayment/': {
      body: Schemas['UnallocatedPaymentCreate']
      links: 'department' | 'client' | 'refunds' | 'user'
      answer: Schemas['UnallocatedPayment']
    }
    '/unallocatedpayment/{id}/apply/': {
      path: { id: number }
      body: Schemas['UnallocatedPaymentApply']
      versioned: true
      links: 'department' | 'client' | 'refunds' | 'user'
      answer: Schemas['UnallocatedPayment']
    }
    '/invoice_series/': {
      body?: Schemas['InvoiceSeriesCreate']
      answer: Schemas['InvoiceSeries']
    }
    '/consultation/': {
      body: Schemas['ConsultationCreate']
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/consultation/{id}/update_status/': {
      path: { id: number }
      body: Schemas['ConsultationUpdateStatus']
      versioned: true
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/consultation/{id}/mark_sent/': {
      path: { id: number }
      body: Schemas['ConsultationMarkSent']
      versioned: true
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/consultation/{id}/medicines/': {
      path: { id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body: Schemas['ConsultationMedicineCreate']
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationMedicine']
    }
    '/consultation/{id}/procedures/': {
      path: { id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body: Schemas['ConsultationProcedureCreate']
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationProcedure']
    }
    '/consultation/{id}/supplies/': {
      path: { id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body: Schemas['ConsultationSupplyCreate']
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationSupply']
    }
    '/consultation/{id}/foods/': {
      path: { id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body: Schemas['ConsultationFoodCreate']
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationFood']
    }
    '/consultation/{id}/consultationdiagnosis/': {
      path: { id: number }
      body: Schemas['ConsultationDiagnosisCreate']
      links: 'consultation' | 'patient'
      answer: Schemas['ConsultationDiagnosis']
    }
    '/consultation/{id}/consultationnote/': {
      path: { id: number }
      body: Schemas['ConsultationNoteCreate']
      links: 'consultation' | 'patient' | 'user'
      answer: Schemas['ConsultationNote']
    }
    '/consultation/{id}/consultationdischargeinstruction/': {
      path: { id: number }
      body: Schemas['DischargeInstructionCreate']
      links: 'consultation' | 'patient' | 'user'
      answer: Schemas['DischargeInstruction']
    }
    '/vital/': {
      body: Schemas['VitalSignsCreate']
      links: 'patient' | 'consultation' | 'user'
      answer: Schemas['VitalSigns']
    }
    '/contraindication/': {
      body: Schemas['ContraindicationCreate']
      links: 'patient' | 'user'
      answer: Schemas['Contraindication']
    }
    '/text_template/': {
      body: Schemas['TextTemplateCreate']
      answer: Schemas['TextTemplate']
    }
    '/diagnosticimaging_referral/': {
      body: Schemas['ImagingReferralCreate']
      links: 'worklist'
      answer: Schemas['ImagingReferral']
    }
    '/reason/': {
      body: Schemas['ReasonCreate']
      answer: Schemas['Reason']
    }
    '/reason_item/': {
      body: Schemas['DefaultItemOfAReasonCreate']
      links: 'reason' | 'item'
      answer: Schemas['DefaultItemOfAReason']
    }
    '/appointment/': {
      body: Schemas['AppointmentCreate']
      links: 'department' | 'reason' | 'user' | 'client' | 'consultation'
      answer: Schemas['Appointment']
    }
    '/appointment/{id}/send_appointment_confirmation/': {
      path: { id: number }
      query?: {
        dont_send_email_confirmation?: boolean | undefined
        dont_send_sms_confirmation?: boolean | undefined
      }
      body: Schemas['AppointmentSendAppointmentConfirmation']
      versioned: true
      answer: Schemas['AppointmentSendAppointmentConfirmationResult']
    }
    '/onlinebookingclient/': {
      body: Schemas['OnlineBookingClientCreate']
      links: 'appointment' | 'client' | 'decided_user'
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingclient/{id}/link/': {
      path: { id: number }
      body: Schemas['OnlineBookingClientLink']
      versioned: true
      links: 'appointment' | 'client' | 'decided_user'
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingclient/{id}/create_client/': {
      path: { id: number }
      body?: Schemas['OnlineBookingClientCreateClient']
      versioned: true
      links: 'appointment' | 'client' | 'decided_user'
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingclient/{id}/decline/': {
      path: { id: number }
      body: Schemas['OnlineBookingClientDecline']
      versioned: true
      links: 'appointment' | 'client' | 'decided_user'
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingclient/{id}/send_decline/': {
      path: { id: number }
      body?: Schemas['OnlineBookingClientSendDecline']
      versioned: true
      answer: Schemas['OnlineBookingClientSendDeclineResult']
    }
    '/onlinebookingclient/{id}/reopen/': {
      path: { id: number }
      body?: Schemas['OnlineBookingClientReopen']
      versioned: true
      links: 'appointment' | 'client' | 'decided_user'
      answer: Schemas['OnlineBookingClient']
    }
    '/onlinebookingpatient/': {
      body: Schemas['OnlineBookingPatientCreate']
      links: 'onlinebookingclient' | 'patient'
      answer: Schemas['OnlineBookingPatient']
    }
    '/appointment_reminder/': {
      body: Schemas['AppointmentReminderCreate']
      links: 'appointment'
      answer: Schemas['AppointmentReminder']
    }
    '/shift/': {
      body: Schemas['ShiftCreate']
      links: 'user' | 'department'
      answer: Schemas['Shift']
    }
    '/message/': {
      body: Schemas['MessageCreate']
      links: 'client' | 'patient' | 'consultation' | 'appointment' | 'invoice' | 'department' | 'created_user'
      answer: Schemas['Message']
    }
    '/message_template/': {
      body: Schemas['MessageTemplateCreate']
      answer: Schemas['MessageTemplate']
    }
    '/eprescription/prescription/': {
      body: Schemas['PrescriptionCreate']
      links: 'consultation' | 'prescriber' | 'department' | 'client' | 'message_read_by' | 'created_user' | 'modified_user' | 'created_application' | 'modified_application'
      answer: Schemas['Prescription']
    }
    '/eprescription/prescription/{id}/mark_read/': {
      path: { id: number }
      body?: Schemas['PrescriptionMarkRead']
      versioned: true
      links: 'consultation' | 'prescriber' | 'department' | 'client' | 'message_read_by' | 'created_user' | 'modified_user' | 'created_application' | 'modified_application'
      answer: Schemas['Prescription']
    }
    '/available_wholesaler/': {
      body: Schemas['AvailableWholesalerCreate']
      answer: Schemas['AvailableWholesaler']
    }
    '/wholesaler/': {
      body: Schemas['WholesalerCreate']
      links: 'available_wholesaler' | 'parent' | 'department' | 'catalog' | 'previous_catalog'
      answer: Schemas['Wholesaler']
    }
    '/wholesaler/{id}/return_to_previous_catalog/': {
      path: { id: number }
      body?: Schemas['WholesalerReturnToPreviousCatalog']
      versioned: true
      links: 'available_wholesaler' | 'parent' | 'department' | 'catalog' | 'previous_catalog'
      answer: Schemas['Wholesaler']
    }
    '/catalog_import/': {
      body: Schemas['CatalogImportCreate']
      sentAlone: true
      links: 'wholesaler' | 'vat_group' | 'upload'
      answer: Schemas['CatalogImport']
    }
    '/catalog_import/{id}/cancel/': {
      path: { id: number }
      body?: Schemas['CatalogImportCancel']
      versioned: true
      sentAlone: true
      links: 'wholesaler' | 'vat_group' | 'upload'
      answer: Schemas['CatalogImport']
    }
    '/order/': {
      body: Schemas['OrderCreate']
      links: 'department' | 'wholesaler' | 'purchaser'
      answer: Schemas['Order']
    }
    '/order/{id}/send/': {
      path: { id: number }
      body?: Schemas['OrderSend']
      versioned: true
      links: 'department' | 'wholesaler' | 'purchaser'
      answer: Schemas['Order']
    }
    '/order/{id}/set_wholesaler_reference_number/': {
      path: { id: number }
      body: Schemas['OrderSetWholesalerReferenceNumber']
      versioned: true
      answer: Schemas['OrderSetWholesalerReferenceNumberResult']
    }
    '/order/{id}/mark_delivered/': {
      path: { id: number }
      body?: Schemas['OrderMarkDelivered']
      versioned: true
      answer: Schemas['OrderMarkDeliveredResult']
    }
    '/orderitem/': {
      body: Schemas['OrderItemCreate']
      links: 'order' | 'item'
      answer: Schemas['OrderItem']
    }
    '/hook/webhook/': {
      body: Schemas['WebhookCreate']
      sentAlone: true
      answer: Schemas['WebhookWithSecret']
    }
    '/hook/webhook/{id}/test/': {
      path: { id: number }
      body?: Schemas['WebhookTest']
      versioned: true
      links: 'delivery'
      answer: Schemas['WebhookTestResult']
    }
    '/hook/webhook/{id}/recover/': {
      path: { id: number }
      body: Schemas['WebhookRecover']
      versioned: true
      sentAlone: true
      answer: Schemas['WebhookRecoverResult']
    }
    '/hook/webhook/{id}/retire_secret/': {
      path: { id: number }
      body?: Schemas['WebhookRetireSecret']
      versioned: true
      links: 'department'
      answer: Schemas['Webhook']
    }
    '/hook/queue/{id}/redeliver/': {
      path: { id: number }
      body?: Schemas['WebhookDeliveryRedeliver']
      links: 'webhook' | 'available_wholesaler'
      answer: Schemas['WebhookDelivery']
    }
    '/import/': {
      body: Schemas['ImportCreate']
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/check/': {
      path: { id: number }
      body?: Schemas['ImportCheck']
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/run/': {
      path: { id: number }
      body?: Schemas['ImportRun']
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/consultation/{id}/charge_hints/{child_id}/decline/': {
      path: { id: number; child_id: number }
      body: Schemas['ChargeHintDeclineChargeHint']
      answer: Schemas['ChargeHintDeclineChargeHintResult']
    }
    '/settings/messaging/test/': {
      body: Schemas['MessageSettingsTest']
      sentAlone: true
      answer: Schemas['MessageSettingsTestResult']
    }
    '/patient/bulk/': {
      query?: {
        force_push?: boolean | undefined
      }
      body: Schemas['PatientBulk']
      sentAlone: true
      answer: Schemas['PatientBulkResult'] | Schemas['PatientBulkResultPartial']
    }
    '/item/change_prices/': {
      body?: Schemas['ItemChangePrices']
      sentAlone: true
      links: 'item_list' | 'vat_group'
      answer: Schemas['PriceChange']
    }
    '/message/preview/': {
      body: Schemas['MessagePreview']
      answer: Schemas['MessagePreviewResult']
    }
    '/message_template/preview/': {
      body: Schemas['MessageTemplatePreview']
      answer: Schemas['MessageTemplatePreviewResult']
    }
    '/price_change/{id}/undo/': {
      path: { id: number }
      body?: Schemas['PriceChangeUndo']
      versioned: true
      sentAlone: true
      links: 'item_list' | 'vat_group'
      answer: Schemas['PriceChange']
    }
    '/consultation/admit/': {
      body?: Schemas['ConsultationAdmit']
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/appointment/{id}/prepare/': {
      path: { id: number }
      body?: Schemas['AppointmentPrepare']
      versioned: true
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/accountingreport/close_day/': {
      body: Schemas['AccountingReportCloseDay']
      sentAlone: true
      links: 'department' | 'created_user'
      answer: Schemas['AccountingReport']
    }
    '/stock_movement/count/': {
      body: Schemas['StockMovementCount']
      links: 'stock_level' | 'item' | 'department' | 'consultation' | 'consultation_item' | 'countersale' | 'countersale_item' | 'invoicerow' | 'client' | 'order_item' | 'receipt_line' | 'other_department' | 'user'
      answer: Schemas['StockMovement']
    }
    '/stock_movement/waste/': {
      body: Schemas['StockMovementWaste']
      links: 'stock_level' | 'item' | 'department' | 'consultation' | 'consultation_item' | 'countersale' | 'countersale_item' | 'invoicerow' | 'client' | 'order_item' | 'receipt_line' | 'other_department' | 'user'
      answer: Schemas['StockMovement']
    }
    '/stock_movement/transfer/': {
      body: Schemas['StockMovementTransfer']
      links: 'stock_level' | 'item' | 'department' | 'consultation' | 'consultation_item' | 'countersale' | 'countersale_item' | 'invoicerow' | 'client' | 'order_item' | 'receipt_line' | 'other_department' | 'user'
      answer: Schemas['StockMovement']
    }
    '/wholesaler/{id}/receipts/': {
      path: { id: number }
      body: Schemas['WholesalerReceipts']
      sentAlone: true
      answer: Schemas['WholesalerReceiptsResult']
    }
    '/receiptline/match/': {
      body: Schemas['ReceiptLineMatch']
      sentAlone: true
      answer: Schemas['ReceiptLineMatchResult']
    }
    '/receiptline/approve/': {
      body: Schemas['ReceiptLineApprove']
      sentAlone: true
      answer: Schemas['ReceiptLineApproveResult']
    }
    '/receiptline/dismiss/': {
      body: Schemas['ReceiptLineDismiss']
      sentAlone: true
      answer: Schemas['ReceiptLineDismissResult']
    }
    '/client/{id}/erase/': {
      path: { id: number }
      body?: Schemas['ClientErase']
      versioned: true
      sentAlone: true
      answer: Schemas['ClientEraseResult']
    }
    '/user/{id}/erase/': {
      path: { id: number }
      body?: Schemas['UserErase']
      versioned: true
      sentAlone: true
      answer: Schemas['UserEraseResult']
    }
    '/attachment/{id}/upload/': {
      path: { id: number }
      body?: Schemas['AttachmentUpload']
      versioned: true
      sentAlone: true
      answer: Schemas['AttachmentUploadResult']
    }
    '/attachment/{id}/complete/': {
      path: { id: number }
      body?: Schemas['AttachmentComplete']
      versioned: true
      sentAlone: true
      links: 'client' | 'patient' | 'consultation' | 'invoice'
      answer: Schemas['Attachment']
    }
    '/wholesaler/{id}/catalog_upload_url/': {
      path: { id: number }
      body: Schemas['WholesalerCatalogUploadUrl']
      sentAlone: true
      answer: Schemas['WholesalerCatalogUploadUrlResult']
    }
    '/sandbox/place_order/': {
      body?: Schemas['OrderPlaceOrder']
      links: 'department' | 'wholesaler' | 'purchaser'
      answer: Schemas['Order']
    }
    '/sandbox/pay_invoice/': {
      body?: Schemas['InvoicePaymentPayInvoice']
      links: 'invoice' | 'rounding' | 'cancels' | 'unallocatedpayment' | 'user'
      answer: Schemas['InvoicePayment']
    }
    '/sandbox/fail_deliveries/': {
      body: Schemas['WebhookDeliveryFailDeliveries']
      answer: Schemas['WebhookDeliveryFailDeliveriesResult']
    }
  }
  PUT: {
    '/alternative_payer/{id}/': {
      path: { id: number }
      body: Schemas['AlternativePayerReplace']
      versioned: true
      links: 'client' | 'patient'
      answer: Schemas['AlternativePayer']
    }
    '/accountnumber/{id}/': {
      path: { id: number }
      body: Schemas['AccountNumberReplace']
      versioned: true
      links: 'department'
      answer: Schemas['AccountNumber']
    }
    '/alternativepricing/{id}/': {
      path: { id: number }
      body: Schemas['AlternativePricingReplace']
      versioned: true
      links: 'item' | 'department'
      answer: Schemas['AlternativePricing']
    }
    '/settings/logo/': {
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: undefined
    }
    '/import/{id}/clients/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/phone_numbers/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/patients/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/weights/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/items/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: Schemas['Import']
    }
    '/import/{id}/opening_balances/': {
      path: { id: number }
      body: Blob | string
      versioned: true
      sentAlone: true
      answer: never
    }
  }
  PATCH: {
    '/organisation/{id}/': {
      path: { id: number }
      body?: Schemas['OrganisationUpdate']
      versioned: true
      links: 'default_department'
      answer: Schemas['Organisation']
    }
    '/department/{id}/': {
      path: { id: number }
      body?: Schemas['DepartmentUpdate']
      versioned: true
      answer: Schemas['Department']
    }
    '/settings/department/{id}/': {
      path: { id: number }
      body?: Schemas['DepartmentSettingsUpdate']
      versioned: true
      links: 'department'
      answer: Schemas['DepartmentSettings']
    }
    '/settings/integration/{id}/': {
      path: { id: number }
      body?: Schemas['IntegrationSettingsUpdate']
      versioned: true
      links: 'organisation'
      answer: Schemas['IntegrationSettings']
    }
    '/settings/messaging/{id}/': {
      path: { id: number }
      body?: Schemas['MessageSettingsUpdate']
      versioned: true
      links: 'organisation'
      answer: Schemas['MessageSettings']
    }
    '/settings/security/{id}/': {
      path: { id: number }
      body?: Schemas['SecuritySettingsUpdate']
      versioned: true
      links: 'organisation'
      answer: Schemas['SecuritySettings']
    }
    '/user/{id}/': {
      path: { id: number }
      body?: Schemas['UserUpdate']
      versioned: true
      links: 'home_department'
      answer: Schemas['User']
    }
    '/permissiongroup/{id}/': {
      path: { id: number }
      body?: Schemas['PermissionGroupUpdate']
      versioned: true
      answer: Schemas['PermissionGroup']
    }
    '/application/{id}/': {
      path: { id: number }
      body?: Schemas['ApplicationUpdate']
      versioned: true
      links: 'user'
      answer: Schemas['Application']
    }
    '/custom_fields/{id}/': {
      path: { id: number }
      body?: Schemas['CustomFieldUpdate']
      versioned: true
      answer: Schemas['CustomField']
    }
    '/custom_field_setting/{id}/': {
      path: { id: number }
      body?: Schemas['CustomFieldSettingUpdate']
      versioned: true
      links: 'application'
      answer: Schemas['CustomFieldSetting']
    }
    '/client/{id}/': {
      path: { id: number }
      body?: Schemas['ClientUpdate']
      versioned: true
      links: 'home_department' | 'invoicing_client'
      answer: Schemas['Client']
    }
    '/phonenumber/{id}/': {
      path: { id: number }
      body?: Schemas['PhoneNumberUpdate']
      versioned: true
      links: 'client'
      answer: Schemas['PhoneNumber']
    }
    '/patient/{id}/': {
      path: { id: number }
      body?: Schemas['PatientUpdate']
      versioned: true
      links: 'client' | 'home_department'
      answer: Schemas['Patient']
    }
    '/alternative_payer/{id}/': {
      path: { id: number }
      body?: Schemas['AlternativePayerUpdate']
      versioned: true
      links: 'client' | 'patient'
      answer: Schemas['AlternativePayer']
    }
    '/attachment/{id}/': {
      path: { id: number }
      body?: Schemas['AttachmentUpdate']
      versioned: true
      links: 'client' | 'patient' | 'consultation' | 'invoice'
      answer: Schemas['Attachment']
    }
    '/listitem/{id}/': {
      path: { id: number }
      body?: Schemas['ListItemUpdate']
      versioned: true
      answer: Schemas['ListItem']
    }
    '/accountnumber/{id}/': {
      path: { id: number }
      body?: Schemas['AccountNumberUpdate']
      versioned: true
      links: 'department'
      answer: Schemas['AccountNumber']
    }
    '/vatgroup/{id}/': {
      path: { id: number }
      body?: Schemas['VatGroupUpdate']
      versioned: true
      links: 'account_number'
      answer: Schemas['VatGroup']
    }
    '/item/{id}/': {
      path: { id: number }
      body?: Schemas['ItemUpdate']
      versioned: true
      links: 'vat_group' | 'account_number' | 'item_list' | 'antibiotic' | 'primary_wholesaler' | 'secondary_wholesaler' | 'catalog_import'
      answer: Schemas['Item']
    }
    '/alternativepricing/{id}/': {
      path: { id: number }
      body?: Schemas['AlternativePricingUpdate']
      versioned: true
      links: 'item' | 'department'
      answer: Schemas['AlternativePricing']
    }
    '/countersale/{id}/': {
      path: { id: number }
      body?: Schemas['CountersaleUpdate']
      versioned: true
      links: 'client' | 'department' | 'alternative_payer' | 'invoice' | 'created_user'
      answer: Schemas['Countersale']
    }
    '/countersaleitem/{id}/': {
      path: { id: number }
      body?: Schemas['CountersaleItemUpdate']
      versioned: true
      links: 'countersale' | 'item' | 'patient'
      answer: Schemas['CountersaleItem']
    }
    '/invoice/{id}/': {
      path: { id: number }
      body?: Schemas['InvoiceUpdate']
      versioned: true
      links: 'credit_note_original_invoice' | 'client' | 'department' | 'consultation' | 'countersale_record' | 'alternative_payer'
      answer: Schemas['Invoice']
    }
    '/unallocatedpayment/{id}/': {
      path: { id: number }
      body?: Schemas['UnallocatedPaymentUpdate']
      versioned: true
      links: 'department' | 'client' | 'refunds' | 'user'
      answer: Schemas['UnallocatedPayment']
    }
    '/invoice_series/{id}/': {
      path: { id: number }
      body?: Schemas['InvoiceSeriesUpdate']
      versioned: true
      answer: Schemas['InvoiceSeries']
    }
    '/consultation/{id}/': {
      path: { id: number }
      body?: Schemas['ConsultationUpdate']
      versioned: true
      links: 'client' | 'reason' | 'supervising_veterinarian' | 'department' | 'invoice' | 'alternative_payer'
      answer: Schemas['Consultation']
    }
    '/consultation/{id}/medicines/{child_id}/': {
      path: { id: number; child_id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body?: Schemas['ConsultationMedicineUpdate']
      versioned: true
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationMedicine']
    }
    '/consultation/{id}/procedures/{child_id}/': {
      path: { id: number; child_id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body?: Schemas['ConsultationProcedureUpdate']
      versioned: true
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationProcedure']
    }
    '/consultation/{id}/supplies/{child_id}/': {
      path: { id: number; child_id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body?: Schemas['ConsultationSupplyUpdate']
      versioned: true
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationSupply']
    }
    '/consultation/{id}/foods/{child_id}/': {
      path: { id: number; child_id: number }
      query?: {
        no_multiplier?: boolean | undefined
      }
      body?: Schemas['ConsultationFoodUpdate']
      versioned: true
      links: 'consultation' | 'item' | 'supervising_veterinarian' | 'invoicerow'
      answer: Schemas['ConsultationFood']
    }
    '/consultationdiagnosis/{id}/': {
      path: { id: number }
      body?: Schemas['ConsultationDiagnosisUpdate']
      versioned: true
      links: 'consultation' | 'patient'
      answer: Schemas['ConsultationDiagnosis']
    }
    '/consultationnote/{id}/': {
      path: { id: number }
      body?: Schemas['ConsultationNoteUpdate']
      versioned: true
      links: 'consultation' | 'patient' | 'user'
      answer: Schemas['ConsultationNote']
    }
    '/consultationdischargeinstruction/{id}/': {
      path: { id: number }
      body?: Schemas['DischargeInstructionUpdate']
      versioned: true
      links: 'consultation' | 'patient' | 'user'
      answer: Schemas['DischargeInstruction']
    }
    '/vital/{id}/': {
      path: { id: number }
      body?: Schemas['VitalSignsUpdate']
      versioned: true
      links: 'patient' | 'consultation' | 'user'
      answer: Schemas['VitalSigns']
    }
    '/contraindication/{id}/': {
      path: { id: number }
      body?: Schemas['ContraindicationUpdate']
      versioned: true
      links: 'patient' | 'user'
      answer: Schemas['Contraindication']
    }
    '/text_template/{id}/': {
      path: { id: number }
      body?: Schemas['TextTemplateUpdate']
      versioned: true
      answer: Schemas['TextTemplate']
    }
    '/recall/{id}/': {
      path: { id: number }
      body?: Schemas['RecallUpdate']
      versioned: true
      links: 'patient' | 'client' | 'item' | 'consultation' | 'department' | 'replaced_by' | 'message' | 'appointment'
      answer: Schemas['Recall']
    }
    '/diagnosticimaging_referral/{id}/': {
      path: { id: number }
      body?: Schemas['ImagingReferralUpdate']
      versioned: true
      links: 'worklist'
      answer: Schemas['ImagingReferral']
    }
    '/diagnosticimaging_worklist/{id}/': {
      path: { id: number }
      body?: Schemas['ImagingOrderUpdate']
      versioned: true
      links: 'requesting_user' | 'supervising_veterinarian' | 'patient' | 'client' | 'department' | 'referral' | 'consultation'
      answer: Schemas['ImagingOrder']
    }
    '/reason/{id}/': {
      path: { id: number }
      body?: Schemas['ReasonUpdate']
      versioned: true
      answer: Schemas['Reason']
    }
    '/reason_item/{id}/': {
      path: { id: number }
      body?: Schemas['DefaultItemOfAReasonUpdate']
      versioned: true
      links: 'reason' | 'item'
      answer: Schemas['DefaultItemOfAReason']
    }
    '/appointment/{id}/': {
      path: { id: number }
      body?: Schemas['AppointmentUpdate']
      versioned: true
      links: 'department' | 'reason' | 'user' | 'client' | 'consultation'
      answer: Schemas['Appointment']
    }
    '/shift/{id}/': {
      path: { id: number }
      body?: Schemas['ShiftUpdate']
      versioned: true
      links: 'user' | 'department'
      answer: Schemas['Shift']
    }
    '/message_template/{id}/': {
      path: { id: number }
      body?: Schemas['MessageTemplateUpdate']
      versioned: true
      answer: Schemas['MessageTemplate']
    }
    '/eprescription/prescription/{id}/': {
      path: { id: number }
      body?: Schemas['PrescriptionUpdate']
      versioned: true
      links: 'consultation' | 'prescriber' | 'department' | 'client' | 'message_read_by' | 'created_user' | 'modified_user' | 'created_application' | 'modified_application'
      answer: Schemas['Prescription']
    }
    '/eprescription/prescription_item/{id}/': {
      path: { id: number }
      body?: Schemas['PrescriptionItemUpdate']
      versioned: true
      links: 'prescription' | 'created_user' | 'modified_user'
      answer: Schemas['PrescriptionItem']
    }
    '/available_wholesaler/{id}/': {
      path: { id: number }
      body?: Schemas['AvailableWholesalerUpdate']
      versioned: true
      answer: Schemas['AvailableWholesaler']
    }
    '/wholesaler/{id}/': {
      path: { id: number }
      body?: Schemas['WholesalerUpdate']
      versioned: true
      links: 'available_wholesaler' | 'parent' | 'department' | 'catalog' | 'previous_catalog'
      answer: Schemas['Wholesaler']
    }
    '/order/{id}/': {
      path: { id: number }
      body?: Schemas['OrderUpdate']
      versioned: true
      links: 'department' | 'wholesaler' | 'purchaser'
      answer: Schemas['Order']
    }
    '/orderitem/{id}/': {
      path: { id: number }
      body?: Schemas['OrderItemUpdate']
      versioned: true
      links: 'order' | 'item'
      answer: Schemas['OrderItem']
    }
    '/hook/webhook/{id}/': {
      path: { id: number }
      body?: Schemas['WebhookUpdate']
      versioned: true
      links: 'department'
      answer: Schemas['Webhook']
    }
    '/me/preferences/': {
      body?: Schemas['MeChangePreferences']
      answer: Schemas['MeChangePreferencesResult']
    }
    '/settings/integration/': {
      body?: Schemas['IntegrationSettingsChange']
      versioned: true
      links: 'organisation'
      answer: Schemas['IntegrationSettings']
    }
    '/settings/messaging/': {
      body?: Schemas['MessageSettingsChange']
      versioned: true
      links: 'organisation'
      answer: Schemas['MessageSettings']
    }
    '/settings/security/': {
      body?: Schemas['SecuritySettingsChange']
      versioned: true
      links: 'organisation'
      answer: Schemas['SecuritySettings']
    }
  }
  DELETE: {
    '/legacykey/{id}/': {
      path: { id: number }
      answer: undefined
    }
    '/custom_fields/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/alternative_payer/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/attachment/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/listitem/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/vatgroup/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/item/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/alternativepricing/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/countersaleitem/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/consultation/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/consultation/{id}/medicines/{child_id}/': {
      path: { id: number; child_id: number }
      versioned: true
      answer: undefined
    }
    '/consultation/{id}/procedures/{child_id}/': {
      path: { id: number; child_id: number }
      versioned: true
      answer: undefined
    }
    '/consultation/{id}/supplies/{child_id}/': {
      path: { id: number; child_id: number }
      versioned: true
      answer: undefined
    }
    '/consultation/{id}/foods/{child_id}/': {
      path: { id: number; child_id: number }
      versioned: true
      answer: undefined
    }
    '/consultationdiagnosis/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/consultationnote/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/consultationdischargeinstruction/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/vital/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/contraindication/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/text_template/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/diagnosticimaging_referral/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/reason/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/reason_item/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/appointment_reminder/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/shift/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/message_template/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/available_wholesaler/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/wholesaler/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/order/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/orderitem/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/hook/webhook/{id}/': {
      path: { id: number }
      versioned: true
      answer: undefined
    }
    '/settings/logo/': {
      versioned: true
      answer: undefined
    }
  }
}
