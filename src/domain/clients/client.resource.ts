import { fieldsRel } from '../customfields/fields-rel.ts'
import { bySuffix } from '../../db/suffixes.ts'
import { archived, created, modified } from '../../kernel/common-fields.ts'
import { optional, optionalOrNull } from '../../kernel/fields.ts'
import { children, ref } from '../../kernel/links.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean, choice, country, email, group, integer, listOf, text, timestamp } from '../../kernel/values.ts'
import { changeClient, registerClient } from './clients.ts'
import { hasAlivePatients, hasPhoneNumber } from './finding-clients.ts'
import { customerTypes } from './statuses.ts'

export const client = defineResource({
  name: 'client',
  title: 'Client',
  about: 'An owner of animals: a person, a company or a charity.',
  permission: 'General: Patients and clients',
  fields: {
    title: text(63, optional),
    firstname: text(127, optional),
    lastname: text(127, optional),
    organization_name: text(255, optional),
    email: email(optional),
    country: country(optional),
    customer_type: choice(customerTypes, optional),
    vat_number: text(63, optional),
    register_number: text(63, optional),
    id_number: text(63, optional),
    home_department: ref('department', optionalOrNull),
    due_date_delay: integer({ optional: true, nullable: true, min: 0, max: 3650 }),
    street_address: text(255, optional),
    street_address_2: text(255, optional),
    zip_code: text(31, optional),
    city: text(127, optional),
    state: text(127, optional),
    remarks: text(10_000, optional),
    critical_notes: text(10_000, optional),
    invoicing_client: ref('client', optionalOrNull),
    no_sms: boolean(optional),
    no_email: boolean(optional),
    communication_preferences: group(
      {
        email: boolean(optionalOrNull),
        sms: boolean(optionalOrNull),
        post: boolean(optionalOrNull),
        answered_at: timestamp(optionalOrNull),
      },
      optional,
    ),
    tags_rel: listOf(text(63), 50, optional),
    fields_rel: fieldsRel('client'),
    phone_numbers: children('phonenumber', 'client'),
    patients: children('patient', 'client'),
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
  ordering: ['lastname', 'modified'],
  exposes: ['phone_numbers', 'patients'],
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: { rate: 300, run: registerClient },
  patch: { rate: 300, run: changeClient },
})
