import { expect } from 'vitest'
import { readBreeds, readSpecies } from '../../src/domain/clients/codelists/read.ts'
import { addItemOf } from '../../src/domain/consultations/consultation-items.ts'
import { actorOf, type TestResponse, type ApiClient, type TestOrganisation } from './api.ts'
import { sendFile } from './store.ts'

export type Fields = Readonly<Record<string, unknown>>
type Linked = { readonly url: string }

const entry = (list: readonly { readonly id: number; readonly code: string }[], wanted: string) => {
  const found = list.find(({ code }) => code === wanted)
  if (found === undefined) throw new Error(`There is no ${wanted} in the codelist.`)
  return found.id
}
/** The id of a species by its code. */
export const species = (code: string) => entry(readSpecies(), code)
/** The id of a breed by its code. */
export const breed = (code: string) => entry(readBreeds(), code)

let made = 0
const another = (word: string) => `${word} ${++made}`

const create = async (caller: ApiClient, path: string, fields: Fields): Promise<TestResponse['body']> => {
  const { status, body, text } = await caller.post(path, fields)
  if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
  return body
}

export const givenDepartment = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/department/', { name: another('Department'), ...fields })

export const givenClient = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/client/', { lastname: another('Owner'), ...fields })

export const givenPhoneNumber = (caller: ApiClient, client: Linked, fields: Fields = {}) =>
  create(caller, '/phonenumber/', { client: client.url, phone_number: '040 123 4567', type_code: 1, ...fields })

/** A dog, of a client of its own unless one is given. */
export const givenPatient = async (
  caller: ApiClient,
  { client, ...fields }: Fields & { readonly client?: string } = {},
) =>
  create(caller, '/patient/', {
    client: client ?? (await givenClient(caller)).url,
    name: another('Animal'),
    species: species('DOG'),
    ...fields,
  })

export const givenWeight = (caller: ApiClient, patient: { readonly id: number }, fields: Fields = {}) =>
  create(caller, `/patient/${patient.id}/weight/`, { weight: '10', ...fields })

export const givenVatGroup = (caller: ApiClient, percentage = '24.00', fields: Fields = {}) =>
  create(caller, '/vatgroup/', { title: another(`VAT ${percentage}`), percentage, ...fields })

/** A supply that costs ten net, in a VAT group of its own unless one is given. */
export const givenItem = async (
  caller: ApiClient,
  { vat_group, ...fields }: Fields & { readonly vat_group?: string } = {},
) =>
  create(caller, '/item/', {
    type_code: 3,
    name: another('Item'),
    vat_group: vat_group ?? (await givenVatGroup(caller)).url,
    ...('price_with_vat' in fields ? {} : { price: '10.00' }),
    ...fields,
  })

export const givenAccountNumber = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/accountnumber/', { number: another('3000'), ...fields })

export const givenListItem = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/listitem/', { list: 'items', name: another('Entry'), ...fields })

/** A price of 9 for an item, for everybody everywhere unless the fields say otherwise. */
export const givenPricing = (caller: ApiClient, item: Linked, fields: Fields = {}) =>
  create(caller, '/alternativepricing/', {
    item: item.url,
    name: another('Pricing'),
    ...('percentage_change' in fields ? {} : { price: '9.00' }),
    ...fields,
  })

/** An alternative payer, for a client of its own unless one is given. */
export const givenPayer = async (
  caller: ApiClient,
  { client, ...fields }: Fields & { readonly client?: string } = {},
) =>
  create(caller, '/alternative_payer/', {
    client: client ?? (await givenClient(caller)).url,
    organization_name: another('Insurer'),
    ...fields,
  })

export const givenPermissionGroup = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/permissiongroup/', { name: another('Permission group'), ...fields })

/** A member of staff who has been invited. */
export const givenUser = (caller: ApiClient, fields: Fields = {}) => {
  const last_name = another('Nurse')
  return create(caller, '/user/', {
    last_name,
    email: `${last_name.toLowerCase().replace(' ', '.')}@example.com`,
    ...fields,
  })
}

/** An application registered through the API; its `client_secret` is in the answer. */
export const givenIntegration = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/application/', { name: another('Integration'), ...fields })

export const givenRegistration = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/available_wholesaler/', {
    name: another('Wholesaler'),
    webhook_callback_url: 'https://hooks.example.com/fetlock',
    verification_salt: 'sixteen letters.',
    ...fields,
  })

/** A clinic-wide wholesaler, manual unless a registration is given; with `parent` and `department` that of a location. */
export const givenWholesaler = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/wholesaler/', {
    name: another('Supplier'),
    ...('available_wholesaler' in fields ? { type: 1 } : {}),
    ...fields,
  })

/** A text field of clients that belongs to the caller's application. */
export const givenCustomField = (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/custom_fields/', { name: another('Field'), content_type: 'client', field_type: 1, ...fields })

/** A field of the clinic's own, which staff create: a select of clients with two options. */
export const givenClinicField = (staff: ApiClient, fields: Fields = {}) =>
  create(staff, '/custom_field_setting/', {
    name: another('Clinic field'),
    content_type: 'client',
    field_type: 6,
    options: fields.field_type === undefined || Number(fields.field_type) > 5 ? ['Red', 'Blue'] : [],
    ...fields,
  })

/** A text file of five bytes that is announced, of a client of its own unless an owner is given. */
export const givenAttachment = async (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/attachment/', {
    ...(['client', 'patient', 'consultation', 'invoice'].some((owner) => owner in fields)
      ? {}
      : { client: (await givenClient(caller)).url }),
    name: `${another('file')}.txt`,
    content_type: 'text/plain',
    size: 5,
    ...fields,
  })

/** Uploads the file of an attachment without calling complete/. */
export const upload = async (
  caller: ApiClient,
  attachment: Linked,
  bytes: string | Uint8Array<ArrayBuffer> = 'hello',
) => {
  const { body } = await caller.post(`${attachment.url}upload/`)
  const { status, text } = await sendFile(body, bytes)
  if (status !== 204) throw new Error(`The store answered ${status}: ${text}`)
  return body
}

/** An attachment whose upload is complete. */
export const givenFile = async (caller: ApiClient, fields: Fields = {}, bytes?: string | Uint8Array<ArrayBuffer>) => {
  const attachment = await givenAttachment(caller, fields)
  await upload(caller, attachment, bytes)
  return (await caller.post(`${attachment.url}complete/`)).body
}

/** The responses of twenty concurrent requests. */
export const twentyAtOnce = (ask: (at: number) => Promise<TestResponse>) =>
  Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)))

/** The statuses of several answers, smallest first. */
export const statusesOf = (answers: readonly TestResponse[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** Requests errors as problem details, which have a code for each field. */
export const asProblem = { headers: { accept: 'application/problem+json' } }

/** The problem code of each field that was refused, of a request sent with `asProblem`. */
export const codesOf = ({ status, body, text }: TestResponse): Readonly<Record<string, string>> => {
  expect({ status, text }).toMatchObject({ status: 400 })
  return Object.fromEntries(
    Object.entries<readonly { readonly code: string }[]>(body.errors).map(([field, problems]) => [
      field,
      problems.map(({ code }) => code).join(),
    ]),
  )
}

/** The ids of a list's records. */
export const idsIn = ({ status, body, text }: TestResponse): number[] => {
  expect({ status, text }).toMatchObject({ status: 200 })
  return body.results.map(({ id }: { id: number }) => id)
}

/** A visit of an outpatient, of a client of its own unless patients are given. */
export const givenConsultation = async (
  caller: ApiClient,
  {
    patients,
    ...fields
  }: Fields & { readonly patients?: readonly { readonly url: string; readonly client: string }[] } = {},
) => {
  const animals = patients ?? [await givenPatient(caller)]
  return create(caller, '/consultation/', {
    client: animals[0]!.client,
    patients: animals.map(({ url }) => url),
    type: 1,
    ...fields,
  })
}

/** A referral of a patient to imaging, of a patient of its own unless one is given. */
export const givenReferral = async (
  caller: ApiClient,
  { patient, ...fields }: Fields & { readonly patient?: string } = {},
) =>
  create(caller, '/diagnosticimaging_referral/', {
    patient: patient ?? (await givenPatient(caller)).url,
    modality: 'DX',
    target_areas: ['Thorax'],
    ...fields,
  })

/** An appointment of a quarter of an hour, with a user of its own unless one is given. */
export const givenAppointment = async (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/appointment/', {
    start: '2027-03-01T09:00:00Z',
    end: '2027-03-01T09:15:00Z',
    type: 1,
    department: fields.department ?? (await givenDepartment(caller)).url,
    user: fields.user ?? (await givenUser(caller)).url,
    ...fields,
  })

/** A reminder a day before an appointment, of its own unless one is given. */
export const givenReminder = async (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/appointment_reminder/', {
    appointment: fields.appointment ?? (await givenAppointment(caller)).url,
    ...('send_at' in fields ? {} : { hours_before: 24 }),
    ...fields,
  })

/** Who booked an appointment online, an appointment of its own unless one is given. */
export const givenOnlineClient = async (caller: ApiClient, fields: Fields = {}) =>
  create(caller, '/onlinebookingclient/', {
    appointment: fields.appointment ?? (await givenAppointment(caller, { type: 2 })).url,
    first_name: 'Aino',
    last_name: another('Guest'),
    email: 'guest@example.com',
    ...fields,
  })

/** An animal of an online booking. */
export const givenOnlinePatient = (caller: ApiClient, booking: Linked, fields: Fields = {}) =>
  create(caller, '/onlinebookingpatient/', {
    onlinebookingclient: booking.url,
    name: another('Pet'),
    species: species('DOG'),
    ...fields,
  })

/** A prescription of one medicine for a patient, who has a client of their own unless one is given. */
export const givenPrescription = async (
  caller: ApiClient,
  { patient: given, item, ...fields }: Fields & { readonly patient?: Fields; readonly item?: Fields } = {},
) => {
  const patient = (given ?? (await givenPatient(caller))) as { readonly id: number; readonly client: string }
  return create(caller, '/eprescription/prescription/', {
    client_id: Number(patient.client.split('/').at(-2)),
    department_id: (await givenDepartment(caller)).id,
    prescriber_id: (await givenUser(caller)).id,
    issue_time: '2026-03-31T09:30:00Z',
    prescription_items: [
      {
        name: 'Amoxicillin 250 mg',
        patients: [patient.id],
        strength: '250 mg',
        instructions: 'Twice a day.',
        quantity_packages: 2,
        valid_until: '2026-06-30',
        ...item,
      },
    ],
    ...fields,
  })
}

const routeOf = ['', 'procedures', 'medicines', 'supplies', 'foods'] as const
type Kind = 1 | 2 | 3 | 4

/** Where a row of a visit is corrected and removed. */
export const detailOf = (row: {
  readonly id: number
  readonly consultation: string
  readonly type_code: number
}): string => `${row.consultation}${routeOf[row.type_code]!}/${row.id}/`

/** Something used or done in a visit: an item of a kind, of its own unless one is given. */
export const givenRow = async (
  caller: ApiClient,
  { id }: { readonly id: number },
  { kind = 2, item, ...fields }: Fields & { readonly kind?: Kind; readonly item?: string } = {},
) =>
  create(caller, `/consultation/${id}/${routeOf[kind]}/`, {
    item: item ?? (await givenItem(caller, { type_code: kind })).url,
    quantity: '1',
    ...fields,
  })

/** A laboratory row of a visit, of an item of type 5 or 6. No route creates these. */
export const givenLabRow = (
  clinic: TestOrganisation,
  { id, supervising_veterinarian }: { readonly id: number; readonly supervising_veterinarian: string },
  item: { readonly id: number; readonly type_code: 5 | 6 },
) =>
  clinic.within((tx) =>
    addItemOf(item.type_code)(
      tx,
      actorOf(clinic.id, { user: Number(supervising_veterinarian.split('/').at(-2)), now: new Date() }),
      { consultation: id, item: item.id, quantity: '1' },
    ),
  )

type Visit = { readonly id: number; readonly patients: readonly string[] }

export const givenNote = (caller: ApiClient, { id, patients }: Visit, fields: Fields = {}) =>
  create(caller, `/consultation/${id}/consultationnote/`, {
    patient: patients[0],
    text: another('Note'),
    type: 0,
    ...fields,
  })

export const givenDiagnosis = (caller: ApiClient, { id, patients }: Visit, fields: Fields = {}) =>
  create(caller, `/consultation/${id}/consultationdiagnosis/`, {
    patient: patients[0],
    diagnosis: 1001,
    code: 'GEN-001',
    name: another('Diagnosis'),
    category: 0,
    type: 1,
    ...fields,
  })

export const givenInstruction = (caller: ApiClient, { id, patients }: Visit, fields: Fields = {}) =>
  create(caller, `/consultation/${id}/consultationdischargeinstruction/`, {
    patient: patients[0],
    text: another('Instruction'),
    ...fields,
  })
