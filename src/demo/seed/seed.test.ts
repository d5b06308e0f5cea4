// @module-tag waits
// @module-tag timed
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connected } from '../../../scripts/database.ts'
import { testApi, type TestApi } from '../../../test/support/api.ts'
import { fetlock, jsonOf, settingsFor, useSettings } from '../../../test/support/commands.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { testStore } from '../../../test/support/store.ts'
import { expectWithin } from '../../../test/support/durations.ts'
import { connect } from '../../db/pool.ts'
import { inOrganisation } from '../../db/tx.ts'
import { isPassword } from '../../domain/identity/passwords.ts'
import { permissions } from '../../domain/identity/permissions.ts'
import { entryTables } from '../../domain/consultations/entries.ts'
import { kindsOfChange } from '../../domain/wholesale/catalog-plan.ts'
import { countPlanned } from '../../domain/wholesale/catalog-preview.ts'
import { objectStoreAt, type StoreSettings } from '../../gateways/object-store.ts'
import { demoClinic } from '../generate/clinic.ts'
import { demoFiles } from '../generate/files.ts'
import { groupPermissions } from '../data/group-permissions.ts'
import { actorIn } from '../actor.ts'
import { demoPassword } from '../demo-clinics.ts'
import { seedDemo } from './seed.ts'
import { seedDay } from './day.ts'

const today = '2026-06-01'

const rowsOf = (database: TestDatabase, query: string) =>
  connected(database.superuserUrl, async (client) => (await client.query(query)).rows)

/** Their records are as old as the seeding itself. */
const madeToday = [
  'accountnumber',
  'vatgroup',
  'listitem',
  'item',
  'alternativepricing',
  'alternative_payer',
  'stock_level',
  'reason',
  'reason_item',
  'text_template',
  'shift',
  'appointment',
  'onlinebookingclient',
  'onlinebookingpatient',
  'appointment_reminder',
  'recall',
]

type Stored = { readonly row: Record<string, unknown> }

const dump = async (database: TestDatabase) => {
  const tables = [
    'client',
    'phonenumber',
    'patient',
    'patientweight',
    'department_settings',
    'custom_field',
    'custom_field_value',
    'consultation',
    ...entryTables,
    'vital',
    'contraindication',
    'diagnosticimaging_worklist',
    'diagnosticimaging_referral',
    'prescription',
    'prescription_item',
    ...madeToday,
  ]
  const all = tables.map(async (table) => [
    table,
    await rowsOf(
      database,
      `select to_jsonb(r) - '{modified,uuid${madeToday.includes(table) ? ',created' : ''}}'::text[] as row from ${table} r order by id`,
    ),
  ])
  return Object.fromEntries(await Promise.all(all)) as Record<string, Stored[]>
}

const seeded = async (database: TestDatabase, seed: number, settings: StoreSettings, timeZone = 'Europe/Helsinki') => {
  const [owner, app] = [connect(database.ownerUrl, { max: 1 }), connect(database.appUrl, { max: 1 })]
  const store = objectStoreAt(settings)
  const seal = (secret: string) => Buffer.from(secret)
  try {
    return await seedDemo({ owner: owner.db, app: app.db, store, seal, seed, today, timeZone })
  } finally {
    store.close()
    await Promise.all([owner.close(), app.close()])
  }
}

/** How long PostgreSQL alone takes for 10,000 inserts, one after the other, on the machine as it is now. */
const bareMs = (database: TestDatabase) =>
  connected(database.superuserUrl, async (client) => {
    await client.query('create temporary table bare (number int, words text)')
    const began = performance.now()
    for (let number = 0; number < 10_000; number++)
      await client.query('insert into bare values ($1, $2)', [number, 'a few words'])
    return performance.now() - began
  })

describe('the demo clinic in a database', () => {
  let [one, two]: TestDatabase[] = []
  let store: Awaited<ReturnType<typeof testStore>>
  let timesBare: number
  let records: Awaited<ReturnType<typeof dump>>
  beforeAll(async () => {
    ;[one, two] = [await testDatabase(), await testDatabase()]
    store = await testStore(one.name)
    const bare = await bareMs(one)
    const began = performance.now()
    await seeded(one, 1, store.settings)
    const seeding = performance.now() - began
    timesBare = seeding / Math.max(bare, await bareMs(one))
    await seeded(two, 1, store.settings)
    records = await dump(one)
  })
  afterAll(() => Promise.all([one?.drop(), two?.drop(), store.drop()]))

  it('takes at most twenty times as long as PostgreSQL alone for 10,000 inserts', () => expectWithin(timesBare, 20))

  it('has the same records with the same ids for the same seed', async () => {
    expect(records.client).toHaveLength(200)
    expect(records.patient).toHaveLength(350)
    expect(await dump(two!)).toEqual(records)
  })

  it('has the generated records, with their dates', async () => {
    const { clients, patients } = demoClinic(1, today)
    expect(
      records.client?.map(({ row }) => [row.lastname, row.email, new Date(String(row.created)).valueOf()]),
    ).toEqual(clients.map(({ lastname, email, created }) => [lastname, email, Date.parse(created)]))
    expect(records.patient?.map(({ row }) => [row.name, row.microchip])).toEqual(
      patients.map(({ name, microchip }) => [name, microchip]),
    )
    expect(records.patientweight).toHaveLength(patients.flatMap(({ weights }) => weights).length)
  })

  it('has prices of goods that include VAT', async () => {
    const { items, alternative_pricings, alternative_payers } = demoClinic(1, today)
    const shelf = await rowsOf(
      one!,
      `select i.name, with_vat(i.price, g.percentage)::text as price from item i join vatgroup g on g.id = i.vat_group
      where not exists (select from catalog_import_change c where c.item = i.id and c.kind = 'new') order by i.id`,
    )
    expect(shelf).toHaveLength(items.length)
    const wrong = items.filter(
      ({ name, price_with_vat }, at) =>
        shelf[at]?.name !== name || (price_with_vat !== undefined && shelf[at]?.price !== price_with_vat),
    )
    expect(wrong).toEqual([])
    expect(records.alternativepricing).toHaveLength(alternative_pricings.length)
    expect(records.alternative_payer).toHaveLength(alternative_payers.length)
  })

  it('has the custom field values of clients and patients', async () => {
    const { clients, patients } = demoClinic(1, today)
    expect(records.custom_field).toHaveLength(6)
    expect(records.custom_field_value).toHaveLength([...clients, ...patients].flatMap(({ values }) => values).length)
    expect(
      await rowsOf(
        one!,
        `select distinct f.field_type from custom_field f join custom_field_value v on v.field = f.id order by 1`,
      ),
    ).toEqual([1, 2, 3, 4, 6, 7].map((field_type) => ({ field_type })))
  })

  it('has every visit with its notes, items, instructions and status', async () => {
    const { visits } = demoClinic(1, today)
    // What was finalized and paid is done.
    const statusOf = ({ row }: Stored) => (row.status === 9 ? 10 : row.status)
    expect(records.consultation?.map((stored) => [stored.row.complaint, statusOf(stored)])).toEqual(
      visits.map(({ complaint, status }) => [complaint, status]),
    )
    const seen = visits.filter(({ status }) => status > 0)
    expect(records.consultationitem).toHaveLength(seen.flatMap(({ rows }) => rows).length)
    expect(records.consultationnote).toHaveLength(2 * seen.length)
    expect(records.consultationdiagnosis).toHaveLength(seen.length)
    expect(
      await rowsOf(
        one!,
        `select id from consultation where created <> started or first_entry < started or finished < ended`,
      ),
    ).toEqual([])
  })

  it('has a calendar around today, in which nobody is booked twice', async () => {
    const appointments = records.appointment?.map(({ row }) => row) ?? []
    expect(appointments.length).toBeGreaterThan(100)
    expect(new Set(appointments.map(({ active }) => active))).toEqual(new Set([true, false]))
    expect(new Set(appointments.map(({ type }) => type))).toEqual(new Set([1, 2, 4, 7]))
    expect(appointments.filter(({ allow_overlap }) => allow_overlap)).toEqual([])
    const days = appointments.map(({ start }) => String(start).slice(0, 10)).toSorted()
    expect([days[0]! < today, days.at(-1)! > today]).toEqual([true, true])
  })

  it('shows on earlier days what became of every appointment, wherever the clinic is', async () => {
    const requireVisits = async (database: TestDatabase, timeZone: string) => {
      const earlier = await rowsOf(
        database,
        `select visit.status, visit.started = appointment.start as is_then from appointment
          left join consultation visit on visit.id = appointment.consultation
          where (appointment.start at time zone '${timeZone}')::date < '${today}'`,
      )
      expect(earlier.length).toBeGreaterThan(5)
      expect(earlier.filter(({ status, is_then }) => !is_then || ![9, 10].includes(status))).toEqual([])
    }
    await requireVisits(one!, 'Europe/Helsinki')
    const far = await testDatabase()
    try {
      await seeded(far, 1, store.settings, 'Etc/GMT-11')
      await requireVisits(far, 'Etc/GMT-11')
    } finally {
      await far.drop()
    }
  })

  it('has visits that were paid by card, in cash or not yet', async () => {
    const paid = await rowsOf(
      one!,
      `select payment.payment_type as by, count(distinct visit.id)::int as visits,
        count(distinct visit.started::date)::int as days
        from consultation visit join invoice on invoice.consultation = visit.id
        left join invoicepayment payment on payment.invoice = invoice.id and payment.payment_type in (0, 1)
        group by payment.payment_type order by payment.payment_type`,
    )
    expect(paid.map(({ by }) => by)).toEqual([0, 1, null])
    expect(paid.every(({ visits, days }) => visits > 10 && days > 7)).toBe(true)
  })

  it('has online bookings in every status, those of other appointments being none', async () => {
    const bookings = records.onlinebookingclient?.map(({ row }) => row) ?? []
    expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set([0, 1, 2, 3]))
    const online = records.appointment?.filter(({ row }) => row.type === 2).map(({ row }) => row.id)
    expect(bookings.map(({ appointment }) => appointment)).toEqual(online)
    expect(records.onlinebookingpatient).toHaveLength(bookings.length)
  })

  it('reminds clients of appointments a day before, and recalls animals a year after their vaccination', async () => {
    const reminders = records.appointment_reminder?.map(({ row }) => row) ?? []
    expect(reminders.length).toBeGreaterThan(20)
    expect(new Set(reminders.map(({ automatic, hours_before }) => [automatic, hours_before].join()))).toEqual(
      new Set(['true,24']),
    )
    const recalls = records.recall?.map(({ row }) => row) ?? []
    expect(recalls.length).toBeGreaterThan(5)
    expect(recalls.filter(({ replaced_by }) => replaced_by === null).length).toBeGreaterThan(5)
  })

  it('has a prescription in every status, of one of the newest visits', async () => {
    const prescriptions = records.prescription?.map(({ row }) => row) ?? []
    expect(new Set(prescriptions.map(({ status }) => status))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
    expect(new Set(prescriptions.map(({ consultation }) => consultation)).size).toBe(8)
    expect(records.prescription_item?.map(({ row }) => row.prescription)).toEqual(prescriptions.map(({ id }) => id))
  })

  it('has a referral to imaging in every status, of the visits that are open', async () => {
    const orders = records.diagnosticimaging_worklist?.map(({ row }) => row) ?? []
    expect(orders.map(({ status }) => status)).toEqual([3, 2, 1, 0, 4])
    expect(records.diagnosticimaging_referral?.map(({ row }) => row.id)).toEqual(orders.map(({ id }) => id))
    expect(
      await rowsOf(
        one!,
        `select w.id from diagnosticimaging_worklist w join consultation c on c.id = w.consultation
         where c.status not in (9, 10) and w.created between c.started and c.started + interval '1 hour'
           and w.requesting_user = c.supervising_veterinarian`,
      ),
    ).toHaveLength(orders.length)
  })

  it('has stock with batches and expiry dates, which visits and sales have used and orders replaced', async () => {
    const { stock } = demoClinic(1, today)
    const causes = await rowsOf(one!, 'select distinct cause from stock_movement order by 1')
    expect(causes.map(({ cause }) => cause)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(
      await rowsOf(one!, `select id from stock_level where batch_number <> '' and expiry_date > '${today}'`),
    ).not.toEqual([])
    const levels = records.stock_level ?? []
    expect(levels.length).toBeGreaterThanOrEqual(stock.length)
    // A clinic that counts has little that is negative, and something to look into.
    const negative = levels.filter(({ row }) => row.negative)
    expect(negative.length).toBeLessThan(levels.length / 10)
    expect(
      await rowsOf(
        one!,
        `select l.id from stock_level l left join stock_movement m on m.stock_level = l.id group by l.id, l.on_hand
         having l.on_hand <> coalesce(sum(m.quantity), 0)`,
      ),
    ).toEqual([])
    expect(await rowsOf(one!, `select id from stock_level where expiry_date < '${today}' and on_hand > 0`)).toEqual([])
  })

  it('has webhooks that are switched off, with a log of deliveries that wait, were taken and failed', async () => {
    const hooks = await rowsOf(one!, 'select name, url, active from webhook order by id')
    expect(hooks).toHaveLength(3)
    expect(hooks.every(({ active, url }) => !active && /^https:\/\/\w+\.example\.com\//.test(url))).toBe(true)
    const log = await rowsOf(one!, 'select status, count(*)::int as n from delivery group by 1 order by 1')
    expect(log.map(({ status }) => status)).toEqual([0, 1, 2])
    // Nothing is posted by itself.
    expect(await rowsOf(one!, `select id from delivery where status = 0 and due < 'infinity'`)).toEqual([])
    const orphans = await rowsOf(
      one!,
      `select d.id from delivery d where trigger = 9 and not exists (select from invoice i
         where i.id = (d.body::jsonb ->> 'invoice_id')::bigint and i.invoice_number is not null)`,
    )
    expect(orphans).toEqual([])
  })

  it('has messages to clients in every state, none of which is sent by itself', async () => {
    const log = await rowsOf(one!, 'select status, count(*)::int as n from client_message group by 1 order by 1')
    expect(log.map(({ status }) => status)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await rowsOf(one!, `select id from client_message where status < 3 and available < 'infinity'`)).toEqual([])
    const sent = await rowsOf(one!, 'select recipient, text from client_message where status = 3')
    expect(sent.every(({ recipient, text }) => recipient !== '' && !/\{\{|undefined/.test(text))).toBe(true)
    const settings = await rowsOf(one!, 'select smtp_host, sms_gateway_url from message_settings')
    expect(settings).toEqual([{ smtp_host: '', sms_gateway_url: '' }])
  })

  it('has a few files, each in the object store with its size', async () => {
    const files = await rowsOf(
      one!,
      `select organisation || '/' || kept_key as path, name, content_type, size::int from attachment order by id`,
    )
    expect(files.map(({ name, content_type, size }) => ({ name, content_type, size }))).toEqual(
      demoFiles(demoClinic(1, today)).map(({ name, content_type, bytes }) => ({
        name,
        content_type,
        size: bytes.length,
      })),
    )
    const at = objectStoreAt(store.settings)
    for (const { path, size } of files) expect(await at.sizeOf(path)).toBe(size)
    at.close()
    expect((await rowsOf(one!, `select from stray_file where due < now() + interval '1 minute'`)).length).toBe(
      files.length,
    )
  })

  it('shows for every patient the weight measured last', async () => {
    expect(
      await rowsOf(
        one!,
        `select id from patient p where weight is distinct from
          (select weight from patientweight w where w.patient = p.id order by measured desc, id desc limit 1)`,
      ),
    ).toEqual([])
  })

  it('has no record older than the one it belongs to', async () => {
    expect(
      await rowsOf(one!, 'select p.id from patient p join client c on c.id = p.client where p.created < c.created'),
    ).toEqual([])
  })

  it('lets every user sign in with the demo password, and queues no mail', async () => {
    const users = await rowsOf(one!, 'select is_active, password_hash from "user" where not is_virtual')
    expect(users).toHaveLength(10)
    expect(users.every(({ is_active }) => is_active)).toBe(true)
    expect(await isPassword(users[3]?.password_hash, demoPassword)).toBe(true)
    expect(await rowsOf(one!, 'select id from message')).toEqual([])
  })

  it('has a wholesaler that belongs to the application with the wholesaler scope', async () => {
    expect(
      await rowsOf(
        one!,
        'select w.name, a.scopes from available_wholesaler w join application a on a.id = w.application',
      ),
    ).toEqual([{ name: 'Demo Veterinary Wholesale', scopes: ['wholesaler'] }])
  })

  it('has a catalog of two thousand products, a finished import, and a newer catalog that changes something of each kind', async () => {
    const [run] = await rowsOf(
      one!,
      `select c.state, c.search_term, p.new > 20 as has_new, p.discontinued, p.skipped,
        (select count(*)::int from catalog_product where upload = c.upload) as products,
        w.catalog <> c.upload and w.previous_catalog = c.upload as is_previous
      from catalog_import c join catalog_import_progress p on p.catalog_import = c.id join wholesaler w on w.id = c.wholesaler`,
    )
    expect(run).toEqual({
      state: 'done',
      search_term: 'bandage',
      has_new: true,
      discontinued: 1,
      skipped: 0,
      products: 2_000,
      is_previous: true,
    })
    const [live] = await rowsOf(one!, 'select organisation, catalog::int from wholesaler where catalog is not null')
    const app = connect(one!.appUrl, { max: 1 })
    const terms = { item_types: [], search_term: '', markup_percentage: '40' }
    const counted = await inOrganisation(app.db, live.organisation, (tx) => countPlanned(tx, live.catalog, terms))
    await app.close()
    expect(
      Object.entries(counted)
        .filter(([, count]) => count > 0)
        .map(([kind]) => kind)
        .toSorted(),
    ).toEqual(kindsOfChange.toSorted())
  })

  it('has orders in every status, and receipt lines of every kind', async () => {
    expect(
      await rowsOf(
        one!,
        `select o.status, w.type, count(distinct i.id)::int as items, count(distinct r.id)::int as lines
        from "order" o join wholesaler w on w.id = o.wholesaler join orderitem i on i."order" = o.id
        left join receiptline r on r."order" = o.id group by o.id, o.status, w.type order by o.id`,
      ),
    ).toEqual([
      { status: 0, type: 1, items: 2, lines: 0 },
      { status: 1, type: 0, items: 3, lines: 0 },
      { status: 3, type: 1, items: 2, lines: 2 },
      { status: 2, type: 1, items: 3, lines: 3 },
      { status: 1, type: 1, items: 3, lines: 3 },
    ])
    expect(
      await rowsOf(
        one!,
        `select status, reason, item is null as unmatched, "order" is null as unlinked, count(*)::int as lines from receiptline
        group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      ),
    ).toEqual([
      { status: 0, reason: '', unmatched: false, unlinked: false, lines: 3 },
      { status: 0, reason: '', unmatched: false, unlinked: true, lines: 1 },
      { status: 0, reason: '', unmatched: true, unlinked: false, lines: 1 },
      { status: 1, reason: '', unmatched: false, unlinked: false, lines: 3 },
      { status: 2, reason: '', unmatched: false, unlinked: false, lines: 1 },
      { status: 3, reason: 'invalid_line', unmatched: true, unlinked: true, lines: 1 },
      { status: 3, reason: 'invalid_quantity', unmatched: true, unlinked: true, lines: 1 },
      { status: 3, reason: 'missing_product_identifier', unmatched: true, unlinked: true, lines: 1 },
    ])
  })

  it('orders from a connected wholesaler, one department with credentials of its own, and from a manual one', async () => {
    const sets = await rowsOf(
      one!,
      `select type, parent is not null as own, department is not null as located,
        (select count(*)::int from item where primary_wholesaler = w.id) as items
      from wholesaler w where not archived order by id`,
    )
    expect(sets).toEqual([
      { type: 1, own: false, located: false, items: expect.any(Number) },
      { type: 1, own: true, located: true, items: 0 },
      { type: 0, own: false, located: false, items: expect.any(Number) },
    ])
    expect(sets.every(({ own, items }) => own || items > 5)).toBe(true)
    const waiting = await rowsOf(one!, 'select id from delivery where available_wholesaler is not null and status = 0')
    expect(waiting).toEqual([])
  })

  it('has a day in full swing around a moment, if one is asked for: a full calendar, and visits at every stage', async () => {
    const now = new Date(`${today}T19:00:00Z`)
    const app = connect(two!.appUrl, { max: 1 })
    const actor = actorIn(1, now, (secret) => Buffer.from(secret))
    try {
      await inOrganisation(app.db, 1, (tx) => seedDay(tx, actor, 1))
    } finally {
      await app.close()
    }
    const visits = await rowsOf(
      two!,
      `select status, count(*)::int, min(status_changed) as first, max(status_changed) as last from consultation
        where started > '${now.toISOString()}'::timestamptz - interval '3 hours' or status not in (9, 10) group by status order by status`,
    )
    expect(visits.map(({ status }) => status)).toEqual([0, 5, 6, 8, 9, 10])
    expect(visits.every(({ last }) => last <= now)).toBe(true)
    const [booked] = await rowsOf(
      two!,
      `select count(*)::int from appointment where active and consultation is null
        and start between '${now.toISOString()}' and '${now.toISOString()}'::timestamptz + interval '4 hours'`,
    )
    expect(booked.count).toBeGreaterThan(12)
    const twice = await rowsOf(
      two!,
      `select patient, start::date from appointment_patient
        join appointment on appointment.id = appointment_patient.appointment and active
        group by patient, start::date having count(*) > 1`,
    )
    expect(twice).toEqual([])
  })

  it('can be filled at any hour, beside what is booked', async () => {
    const app = connect(two!.appUrl, { max: 1 })
    const undone = new Error('The next hour starts from the same calendar.')
    try {
      for (let hour = 0; hour < 24; hour += 3) {
        const now = new Date(`${today}T${String(hour).padStart(2, '0')}:41:00Z`)
        const filling = inOrganisation(app.db, 1, async (tx) => {
          await seedDay(
            tx,
            actorIn(1, now, (secret) => Buffer.from(secret)),
            hour,
          )
          throw undone
        })
        const outcome = await filling.catch((problem: unknown) => problem)
        expect({ now, outcome }).toEqual({ now, outcome: undone })
      }
    } finally {
      await app.close()
    }
  })
})

describe('the groups of the demo clinic', () => {
  it('are those that its staff belong to', () => {
    expect(Object.keys(groupPermissions)).toEqual(demoClinic(1, today).permission_groups)
  })

  it('have every permission between them, and only the management may change users', () => {
    const { Management, ...others } = groupPermissions
    expect(Management?.write).toEqual(permissions)
    for (const { read, write } of Object.values(others)) {
      expect([...read, ...write]).not.toContain('Settings: Users and permissions')
      expect(read.filter((name) => write.includes(name))).toEqual([])
    }
  })
})

describe('fetlock seed', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi()
    useSettings({
      ...settingsFor(api.database),
      FETLOCK_PUBLIC_URL: api.publicUrl,
      FETLOCK_S3_BUCKET: api.options.store.bucket,
    })
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await api.close()
  })

  it('prints credentials that the API accepts, and creates the same organisation again only with --again', async () => {
    const made = jsonOf(await fetlock('seed', '--seed', '7', '--today', today, '--json'))
    expect(made).toMatchObject({ email: 'helena.vuorela@example.com', password: demoPassword })
    const tokenOf = async (
      { client_id, client_secret }: { client_id: string; client_secret: string },
      scope: string,
    ) => {
      const response = await fetch(`${api.publicUrl}/${made.organisation}/oauth2/token/`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope }),
      })
      return ((await response.json()) as { access_token: string }).access_token
    }
    const count = async (path: string, token: string) => {
      const response = await fetch(`${made.api_url}${path}`, { headers: { authorization: `Bearer ${token}` } })
      return ((await response.json()) as { count: number }).count
    }
    expect(await count('patient/', await tokenOf(made.integration, 'restapi'))).toBe(350)
    expect(await count('available_wholesaler/', await tokenOf(made.wholesaler, 'wholesaler'))).toBe(1)
    expect((await fetch(made.sign_in_url)).status).toBe(200)

    const refused = await fetlock('seed')
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain(`exists already, as organisation ${made.organisation}. Use --again`)
    const again = jsonOf(await fetlock('seed', '--again', '--json'))
    expect(again.organisation).toBeGreaterThan(made.organisation)
    const other = await fetlock('seed', '--organisation-name', 'Another clinic')
    expect(other.out).toMatch(/^Organisation +\d+ \(Another clinic\)\n/)
    expect(other.err).toContain('Creating "Another clinic" from seed 1\n')
  })

  it('sets a random password unless FETLOCK_PUBLIC_URL is this machine', async () => {
    useSettings({ FETLOCK_PUBLIC_URL: 'https://vet.example.com' })
    const made = jsonOf(await fetlock('seed', '--organisation-name', 'Public demo', '--json'))
    expect(made.password).not.toBe(demoPassword)
    expect(made.password.length).toBeGreaterThan(30)
  })
})
