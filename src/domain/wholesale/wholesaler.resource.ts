import { optional, optionalOrNull, readOnly, readOnlyOrNull } from '../../kernel/fields.ts'
import { ref } from '../../kernel/links.ts'
import { archived, created, modified } from '../../kernel/record-fields.ts'
import { action, defineResource } from '../../kernel/resource.ts'
import { country, email } from '../../kernel/text-formats.ts'
import { boolean, choice, text } from '../../kernel/values.ts'
import { returnToPreviousCatalog } from './return-to-previous-catalog.ts'
import { registrationLink } from '../webhooks/registration-link.ts'
import { wholesalerTypes } from './statuses.ts'
import { archiveWholesaler, changeWholesaler, connectWholesaler, holdWholesaler } from './wholesalers.ts'

export const wholesaler = defineResource({
  name: 'wholesaler',
  title: 'Wholesaler',
  about:
    'A wholesaler that the clinic orders from, with one set of credentials: those of the whole clinic, or those that one location has of its own. Items name the clinic-wide one.',
  permission: 'Settings: Stock',
  fields: {
    name: text(255, { about: 'What staff choose the wholesaler by.' }),
    type: choice(wholesalerTypes, {
      ...optional,
      about:
        'Whether orders, catalogs and receipts pass through an integration; 0 unless sent. Chosen on the clinic-wide wholesaler; its locations have the same. 0 may become 1; an integration stays one.',
    }),
    available_wholesaler: registrationLink({
      ...optionalOrNull,
      about:
        'The registration whose application is told of these credentials and may use them. Required for type 1 and fixed from then on; null for type 0 and once the registration is deleted. Locations have that of their `parent`.',
    }),
    parent: ref('wholesaler', {
      ...optionalOrNull,
      createOnly: true,
      about:
        'The clinic-wide wholesaler, if these are the credentials of a location. Null if this is the clinic-wide one.',
    }),
    department: ref('department', {
      ...optionalOrNull,
      about: 'The location that has these credentials. Required with `parent`, and null without.',
    }),
    customer_number: text(63, {
      ...optional,
      about: 'By what the wholesaler knows the clinic. The integration is told of it, and it is on every order.',
    }),
    customer_username: text(127, {
      ...optional,
      about:
        'What the clinic logs in to the wholesaler with. Locations with the same user name have the same password: a new one applies to all of them.',
    }),
    customer_password: text(255, {
      optional: true,
      nullable: true,
      writeOnly: true,
      about:
        'The password that belongs to `customer_username`. It is stored encrypted and never returned; only the integration is told of it. Null or empty for none.',
    }),
    email: email({
      ...optional,
      about: 'Where the clinic writes to the wholesaler. The integration is not told of it.',
    }),
    phone: text(63, { ...optional, about: 'Where the clinic calls the wholesaler.' }),
    street_address: text(255, { ...optional, about: 'Street and house number of the wholesaler.' }),
    zip_code: text(31, { ...optional, about: 'Postal code, in the form its country uses. Not checked.' }),
    city: text(127, { ...optional, about: 'Town or village of the wholesaler.' }),
    country: country({ ...optional, about: 'Where the wholesaler is, as an ISO 3166-1 alpha-2 code.' }),
    shared: boolean({
      ...readOnly,
      about:
        'Connected before locations had ids of their own: several departments order with these credentials, so a receipt line must name its order. An operator marks it.',
    }),
    catalog: ref('catalog_upload', {
      ...readOnlyOrNull,
      about: 'The live catalog: what is offered for import with these credentials. Null before the first upload.',
    }),
    previous_catalog: ref('catalog_upload', {
      ...readOnlyOrNull,
      about: 'The catalog that was live before, which `return_to_previous_catalog/` brings back. Null for none.',
    }),
    archived,
    created,
    modified,
  },
  filters: {
    name: ['icontains'],
    type: ['is'],
    available_wholesaler: ['is'],
    parent: ['is', 'is_null'],
    department: ['is', 'is_null'],
    archived: ['is', 'is_not'],
    modified: ['gte'],
  },
  ordering: ['name', 'modified'],
  unique: {
    wholesaler_location: ['department', 'This department has credentials of its own at this wholesaler already.'],
  },
  holdBefore: holdWholesaler,
  list: { rate: 100 },
  retrieve: { rate: 300 },
  create: {
    rate: 300,
    run: connectWholesaler,
    about:
      'Without `parent` it is clinic-wide; with `parent` and `department` these are the credentials of that location. The integration is told by `wholesaler.created`.',
  },
  patch: {
    rate: 300,
    run: changeWholesaler,
    about:
      'Changed credentials, or another department, are told by `wholesaler.updated`, for every wholesaler with the same user name. A manual wholesaler that becomes an integration is told by `wholesaler.created`; to leave an integration, archive the wholesaler and connect a new one. `archived` false restores it, and what was archived with it, under the same ids.',
  },
  detailActions: {
    return_to_previous_catalog: action({
      summary: 'Make the previous catalog of a wholesaler the live one',
      about:
        'Swaps `catalog` and `previous_catalog`, so doing it twice changes nothing. It lasts until the next upload is accepted. Items stay as they are until the next catalog import. Refused if there is no previous catalog.',
      body: {},
      rate: 300,
      run: returnToPreviousCatalog,
    }),
  },
  remove: {
    rate: 300,
    run: archiveWholesaler,
    about:
      'The clinic-wide wholesaler is archived with all its locations. A location gives up its own credentials and orders with those of the clinic. The integration is told by `wholesaler.deleted`, once for each id.',
  },
})
