import { operations, resources } from '../../src/app/resources.ts'
import { bodies } from './bodies.ts'
import type { Context } from './context.ts'
import type { Json, Request, Send } from './sending.ts'

export const idIn = (url: string) => Number(url.split('/').at(-2))

const operationNamed = (name: string) => {
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`There is no operation ${name}.`)
  return operation
}

type Make = (name: string, id?: number) => Promise<Json>
type Done = (name: string, request: Request) => Promise<Json>

/** A visit leaves a draft where the department does not finalize invoices with visits. */
const draftInvoice = async (make: Make, done: Done, { department }: Context['made']) => {
  const setTo = (finalize_invoice_with_consultation: boolean) =>
    done('department_settings.patch', { id: department.id, body: { finalize_invoice_with_consultation } })
  await setTo(false)
  const visit = await make('consultation.create')
  await make('consultationprocedure.create', visit.id)
  const { invoice } = await done('consultation.update_status', { id: visit.id, body: { status: 10 } })
  await setTo(true)
  return done('invoice.retrieve', { id: idIn(invoice) })
}

/** Sends a file that begins as a PDF to the object store, with the form that the API signed. */
const uploadTo = async ({ url, fields }: Json, { size, content_type }: Json) => {
  const form = new FormData()
  for (const [name, value] of Object.entries<string>(fields)) form.append(name, value)
  const content = Buffer.alloc(size)
  content.write('%PDF-1.7\n')
  form.append('file', new Blob([content], { type: content_type }))
  const { status } = await fetch(url, { method: 'POST', body: form })
  if (status >= 300) throw new Error(`The object store answered ${status}.`)
}

/** Sends the bodies of the examples for real, in the order of a day. */
const work = async (done: Done, context: Context) => {
  const { made } = context
  const make: Make = async (name, id) => {
    const body = bodies[name]?.(context)
    return done(name, { ...(id === undefined ? {} : { id }), ...(body === undefined ? {} : { body }) })
  }
  const counted = await make('stock_movement.count')
  made.stock_level = await done('stock_level.retrieve', { id: idIn(counted.stock_level) })
  made.consultation = await make('consultation.create')
  for (const kind of ['medicine', 'procedure', 'supply', 'food', 'diagnosis', 'note', 'dischargeinstruction'])
    made[`consultation${kind}`] = await make(`consultation${kind}.create`, made.consultation.id)
  made.diagnosticimaging_referral = await make('diagnosticimaging_referral.create')
  made.diagnosticimaging_worklist = await done('diagnosticimaging_worklist.retrieve', {
    id: made.diagnosticimaging_referral.id,
  })
  made.reason = await make('reason.create')
  // Others than those of the examples, which exist once.
  made.reason_item = await done('reason_item.create', { body: { reason: made.reason.url, item: made.food.url } })
  made.vital = await make('vital.create')
  made.contraindication = await make('contraindication.create')
  made.text_template = await done('text_template.create', {
    body: { ...bodies['text_template.create']!(context), shortcut: 'lead' },
  })
  const hints = await done('consultation.charge_hints', { id: made.consultation.id })
  made.charge_hint = hints.results[0]
  made.appointment = await done('appointment.create', {
    body: { ...bodies['appointment.create']!(context), start: '2030-03-01T08:00:00Z', end: '2030-03-01T08:20:00Z' },
  })
  made.appointment_reminder = await make('appointment_reminder.create')
  // Invoices are mailed through a mail server, to an address; the online booking has the same.
  await make('message_settings.patch', made.message_settings.id)
  made.client = await done('client.patch', { id: made.client.id, body: { email: 'aino.virtanen@mail.example' } })
  made.leaving = await done('client.create', { body: { firstname: 'Eero', lastname: 'Salo' } })
  await done('phonenumber.create', {
    body: { client: made.leaving.url, phone_number: '040 765 4321', type_code: 1 },
  })
  // An application books online only where somebody works.
  await done('shift.create', {
    body: {
      user: made.user.url,
      department: made.department.url,
      date: '2030-03-01',
      start: '08:00',
      end: '20:00',
    },
  })
  const bookedOnline = (hour: number) =>
    done('appointment.create', {
      body: {
        ...bodies['appointment.create']!(context),
        type: 2,
        start: `2030-03-01T${hour}:00:00Z`,
        end: `2030-03-01T${hour}:20:00Z`,
        client: null,
        patients: [],
      },
    })
  made.onlineAppointment = await bookedOnline(14)
  const declined = await make('onlinebookingclient.create')
  made.declinedBooking = await make('onlinebookingclient.decline', declined.id)
  made.onlineAppointment = await bookedOnline(12)
  made.onlinebookingclient = await make('onlinebookingclient.create')
  made.onlinebookingpatient = await make('onlinebookingpatient.create')
  made.onlineAppointment = await bookedOnline(13)
  made.shift = await make('shift.create')
  made.prescription = await make('prescription.create')
  made.prescription_item = await done('prescription_item.retrieve', { id: idIn(made.prescription.items[0]) })
  const used = await done('stock_movement.list', { query: `consultation__is=${made.consultation.id}` })
  made.stock_movement = used.results[0]
  const draft = async (): Promise<Json> => {
    const sale = await make('countersale.create')
    await make('countersale.add_item', sale.id)
    return done('countersale.retrieve', { id: sale.id })
  }
  made.draft = await draftInvoice(make, done, made)
  made.countersale = await draft()
  made.countersaleitem = await done('countersaleitem.retrieve', { id: idIn(made.countersale.countersale_items[0]) })
  const sold = await done('countersale.finalize', { id: (await draft()).id })
  made.sold = await done('invoice.retrieve', { id: idIn(sold.invoice) })
  const returned = await done('countersale.finalize', { id: (await draft()).id })
  made.returned = await done('invoice.retrieve', { id: idIn(returned.invoice) })
  made.returnedPayment = await done('invoicepayment.create', {
    body: { invoice: made.returned.url, payment_type: 1, paid: made.returned.due_sum },
  })
  made.payment = await done('invoicepayment.create', {
    body: { invoice: made.sold.url, payment_type: 0, paid: '1.00' },
  })
  made.sold = await done('invoice.retrieve', { id: made.sold.id })
  made.creditnote = await done('invoice.full_refund', { id: made.returned.id })
  made.unallocatedpayment = await make('unallocatedpayment.create')
  made.custom_fields = await done('custom_fields.create', {
    body: { name: 'Number in the breed register', content_type: 'client', field_type: 1 },
  })
  made.invoice_series = await done('invoice_series.create', { body: { prefix: 'LAB', first_number: 1 } })
  made.newcomer = await done('user.create', {
    body: { first_name: 'Ville', last_name: 'Aalto', email: 'ville.aalto@clinic.example', is_active: true },
  })
  made.formerUser = await done('user.create', {
    body: { first_name: 'Tiina', last_name: 'Laine', email: 'tiina.laine@clinic.example', is_active: false },
  })
  made.registration = await make('available_wholesaler.create')
  made.wholesaler = await make('wholesaler.create')
  // Another one, which can be deleted because no wholesaler is connected to it.
  made.available_wholesaler = await make('available_wholesaler.create')
  const written = async (): Promise<Json> => {
    const order = await make('order.create')
    const line = { order: order.url, item: made.supply.url, quantity: '5' }
    made.orderitem = await done('orderitem.create', { body: line })
    return order
  }
  made.sentOrder = await done('order.send', { id: (await written()).id })
  made.order = await written()
  await make('wholesaler.receipts', made.wholesaler.id)
  const lines = await done('receiptline.list', { query: `order__is=${made.sentOrder.id}` })
  made.receiptline = lines.results[0]
  await make('receiptline.match')
  made.catalog_import = await make('catalog_import.create')
  made.price_change = await make('item.change_prices')
  made.price_change_item = (await done('price_change_item.list', {})).results[0]
  made.webhook = await make('webhook.create')
  made.webhook = await make('webhook.patch', made.webhook.id)
  const { delivery } = await done('webhook.test', { id: made.webhook.id })
  made.delivery = await done('delivery.retrieve', { id: idIn(delivery) })
  made.delivery_attempt = (await done('delivery_attempt.list', {})).results[0]
  made.attachment = await make('attachment.create')
  await uploadTo(await done('attachment.upload', { id: made.attachment.id }), made.attachment)
  made.import = await make('import.create')
  await done('import.clients', { id: made.import.id, file: String(bodies['import.clients']!(context)) })
  made.import_row = (await done('import_row.list', { id: made.import.id })).results[0]
  made.patientweight = (await done('patientweight.list', { id: made.patient.id })).results[0]
  const { id: removed } = await make('consultationnote.create', made.consultation.id)
  await done('consultationnote.delete', { id: removed })
  made.deleted = (await done('deleted.list', {})).results[0]
}

export const prepare = async (send: Send): Promise<Context> => {
  const records = new Map<string, readonly Json[]>()
  const done = async (name: string, request: Request): Promise<Json> => {
    const { status, body, text } = await send(operationNamed(name), request)
    if (status >= 300) throw new Error(`${name} ${JSON.stringify(request)}: ${status} ${text}`)
    return body
  }
  for (const { name, list, within } of resources)
    if (list && !within) records.set(name, (await done(`${name}.list`, { query: 'page_size=200' })).results)
  const all = (name: string) => records.get(name) ?? []
  const find = (name: string, fits: (record: Json) => boolean) => {
    const found = all(name).find(fits)
    if (found === undefined) throw new Error(`The demo clinic has no ${name} as needed.`)
    return found
  }
  const patient = find('patient', (one) => one.microchip && !one.archived && !one.deceased && one.breed_code)
  const client = await done('client.retrieve', { id: idIn(patient.client) })
  const itemOf = (type: number) =>
    find('item', (one) => one.type_code === type && !one.archived && Number(one.price) > 0)
  const context: Context = {
    all,
    find,
    made: {
      patient,
      client,
      department: find('department', ({ archived }) => !archived),
      otherDepartment: all('department').filter(({ archived }) => !archived)[1]!,
      user: find('user', ({ is_active }) => is_active),
      procedure: itemOf(1),
      medicine: itemOf(2),
      supply: itemOf(3),
      food: itemOf(4),
      diagnosis: all('diagnosis')[0],
    },
  }
  context.made.department_settings = context.made.department
  context.made.integration_settings = all('organisation')[0]
  context.made.message_settings = all('organisation')[0]
  context.made.security_settings = all('organisation')[0]
  await work(done, context)
  return context
}
