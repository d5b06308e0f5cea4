import { fieldsRel } from '../customfields/fields-rel.ts'
import { bySuffix } from '../../db/suffixes.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { optional, optionalOrNull, readOnly } from '../../kernel/fields.ts'
import { children, ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { country, email } from '../../kernel/text-formats.ts'
import { boolean, choice, group, integer, listOf, oneOf, text, timestamp } from '../../kernel/values.ts'
import { languages } from '../organisation/languages.ts'
import { changeClient, registerClient } from './clients.ts'
import { hasAlivePatients, hasPhoneNumber } from './finding-clients.ts'
import { customerTypes } from './statuses.ts'

export const client = defineResource({
  name: 'client',
  title: 'Client',
  about: 'An owner of animals: a person, a company or a charity.',
  permission: 'General: Patients and clients',
  fields: {
    title: text(63, {
      ...optional,
      about: 'How the person is addressed, for example “Dr”. Not printed on invoices.',
    }),
    firstname: text(127, {
      ...optional,
      about: 'Given name. At least one of `firstname`, `lastname` and `organization_name` must be filled.',
    }),
    lastname: text(127, {
      ...optional,
      about: 'Family name. Invoices name a person as `firstname` and `lastname`, as they are when the invoice is made.',
    }),
    organization_name: text(255, {
      ...optional,
      about: 'The company, farm or charity, where the client is one. Invoices show it beside the person’s name.',
    }),
    email: email({
      ...optional,
      about: 'Where to write to the client. Several clients may share an address. Empty where it is not known.',
    }),
    country: country({
      ...optional,
      about:
        'Where the client lives, as an ISO 3166-1 alpha-2 code. If it is left out or empty, the organisation’s is stored. Phone numbers without a country code are taken to be from here.',
    }),
    language: oneOf(languages, {
      ...optionalOrNull,
      about:
        'In which language the client is written to, as a primary tag of BCP 47. Null: the `language` of the organisation.',
    }),
    customer_type: choice(customerTypes, {
      ...optional,
      about:
        'An alternative pricing can be for one kind of customer only, so this may decide prices. It does not change VAT. 0 (Private person) unless sent.',
    }),
    vat_number: text(63, {
      ...optional,
      about: 'As registered for VAT, country code included. Not verified. Invoices copy it when they are made.',
    }),
    register_number: text(63, {
      ...optional,
      about:
        'What the trade register or business register lists the client under. Invoices copy it when they are made.',
    }),
    id_number: text(63, {
      ...optional,
      about: 'National identity or document number of the person, where the clinic must know it. Never printed.',
    }),
    home_department: ref('department', {
      ...optionalOrNull,
      about:
        'The location that the client usually visits, for filtering. A new consultation takes its department from the patient instead. Null where there is none.',
    }),
    due_date_delay: integer({
      optional: true,
      nullable: true,
      min: 0,
      max: 3650,
      about:
        'Days this client has to pay an invoice. Null: the `payment_terms_days` of the department count. Where an `invoicing_client` pays, theirs counts.',
    }),
    street_address: text(255, {
      ...optional,
      about: 'Street and house number. Invoices copy the address of whoever pays when they are made.',
    }),
    street_address_2: text(255, { ...optional, about: 'Second line: apartment, staircase, care of. Often empty.' }),
    zip_code: text(31, { ...optional, about: 'Postal code, in the form its country uses. Not checked.' }),
    city: text(127, { ...optional, about: 'Town or village of the postal address.' }),
    state: text(127, {
      ...optional,
      about: 'Region or province, in countries whose addresses name one. Empty elsewhere.',
    }),
    remarks: text(10_000, {
      ...optional,
      about: 'What staff noted about the client. For staff only: printed nowhere.',
    }),
    critical_notes: text(10_000, {
      ...optional,
      about: 'What everybody must know before dealing with the client. Show it wherever the client is opened.',
    }),
    invoicing_client: ref('client', {
      ...optionalOrNull,
      about:
        'Who receives and pays the invoices instead, for example a riding stable; cannot be the client itself. Null: the client pays. Invoices that exist already keep their payer.',
    }),
    no_sms: boolean({ ...optional, about: 'True: send this client no automated text messages.' }),
    no_email: boolean({ ...optional, about: 'True: send this client no automated messages to the `email` address.' }),
    communication_preferences: group(
      {
        email: boolean({
          ...optionalOrNull,
          about: 'Whether the client wants to be reached this way. Null: not asked.',
        }),
        sms: boolean({ ...optionalOrNull, about: 'Whether the client wants text messages. Null: not asked.' }),
        post: boolean({ ...optionalOrNull, about: 'Whether the client wants letters. Null: not asked.' }),
        answered_at: timestamp({
          ...optionalOrNull,
          about:
            'When the client was asked. Now, if answers are sent without it; it stays while an older answer about another channel still counts.',
        }),
      },
      {
        ...optional,
        about:
          'How the client agreed to be contacted. A PATCH changes only the answers that are sent. Where a department has `enable_communication_preferences`, no consultation is opened until all three are answered, and recently.',
      },
    ),
    tags_rel: listOf(text(63), 50, {
      ...optional,
      about:
        'Words by which the clinic groups clients, for example “breeder”. The list that is sent replaces the old one.',
    }),
    fields_rel: fieldsRel('client'),
    phone_numbers: children('phonenumber', 'client', {
      about: 'Where to call the client, oldest first. Add one with `POST /phonenumber/`.',
    }),
    patients: children('patient', 'client', {
      about: 'The animals that belong to the client, deceased and archived ones included.',
    }),
    sort_name: text(512, {
      ...readOnly,
      about:
        'What a list of clients is ordered by: `organization_name`, otherwise `lastname` and `firstname` with a comma between them, in lower case.',
    }),
    archived,
    created,
    modified,
  },
  filters: {
    firstname: ['icontains', 'is'],
    lastname: ['icontains', 'is'],
    organization_name: ['icontains', 'is'],
    email: ['is'],
    country: ['is'],
    customer_type: ['is', 'is_not', 'in'],
    home_department: ['is'],
    archived: ['is', 'is_not'],
    created: ['gte', 'lt'],
    modified: ['gte', 'gt', 'lt', 'lte', 'range'],
  },
  findable: { firstname: bySuffix(1), lastname: bySuffix(2), organization_name: bySuffix(3) },
  extraFilters: { phonenumbers__icontains: hasPhoneNumber, has_alive_patients__is: hasAlivePatients },
  orFilters: ['firstname', 'lastname', 'organization_name'],
  ordering: ['lastname', 'sort_name', 'modified'],
  exposes: ['phone_numbers', 'patients'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: registerClient,
    about:
      'One name is enough: `firstname`, `lastname` or `organization_name`. A custom field that is not in `fields_rel` gets its default; one that the clinic requires and that has none must be sent.',
  },
  patch: {
    rate: 300,
    run: changeClient,
    about: 'Clients are not deleted: `archived` true takes one out of use, and false brings it back.',
  },
})
