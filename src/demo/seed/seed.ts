import { type Database, inOrganisation, type Reader, readInOrganisation, type Tx } from '../../db/tx.ts'
import { registerApplication } from '../../domain/identity/applications.ts'
import { hashPassword, requireGoodPassword } from '../../domain/identity/passwords.ts'
import { newSecret } from '../../domain/identity/secrets.ts'
import { createUser } from '../../domain/identity/users.ts'
import { changeSettings } from '../../domain/organisation/change-settings.ts'
import { createOrganisation } from '../../domain/organisation/create-organisation.ts'
import { createDepartment } from '../../domain/organisation/create-department.ts'
import { registerWholesaler } from '../../domain/wholesale/registrations.ts'
import type { ObjectStore } from '../../gateways/object-store.ts'
import type { Actor, Seal } from '../../kernel/caller.ts'
import { actorIn } from '../actor.ts'
import { demoClinic, type DemoClinic, type DemoStaff } from '../generate/clinic.ts'
import { moveTimes } from '../generate/days.ts'
import { demoFiles } from '../generate/files.ts'
import { groupPermissions } from '../data/group-permissions.ts'
import { seedBilling } from './billing.ts'
import { seedRejectedCatalog } from './catalog-errors.ts'
import { seedCatalogs } from './catalogs.ts'
import { demoPassword, recordDemoClinic } from '../demo-clinics.ts'
import { seedItems, seedPayers } from './items.ts'
import { seedWebhooks } from './webhooks.ts'
import { seedCalendar } from './calendar.ts'
import { seedImaging } from './imaging.ts'
import { seedMessages } from './messages.ts'
import { seedOrders } from './orders.ts'
import { seedPrescriptions } from './prescriptions.ts'
import { seedSecurityEvents, settleSecurityEvents } from './security-events.ts'
import { keeperOf, seedStock, seedStocktaking } from './stock.ts'
import { seedVisitRecords } from './visit-records.ts'
import { seedWholesalers, settleEvents } from './wholesalers.ts'
import { seedVisits } from './visits.ts'
import { putFiles, seedFiles } from './files.ts'
import { type Count, dateFields, seedClients, seedFields, seedPatients } from './records.ts'

export type Seeding = {
  /** With the owner's role, because only the owner can create an organisation. */
  readonly owner: Database
  /** With the role of the API, for everything else. */
  readonly app: Database
  readonly store: ObjectStore
  readonly seal: Seal
  readonly seed: number
  readonly today: string
  readonly name?: string | undefined
  /** Where the clinic is by its clock, if not in Finland. */
  readonly timeZone?: string
  readonly password?: string
  readonly onCount?: Count
}

export type Seeded = {
  readonly organisation: number
  readonly name: string
  readonly email: string
  readonly password: string
  readonly integration: { readonly client_id: string; readonly client_secret: string }
  readonly wholesaler: { readonly client_id: string; readonly client_secret: string }
  readonly counts: {
    readonly departments: number
    readonly users: number
    readonly clients: number
    readonly patients: number
    readonly items: number
    readonly visits: number
    readonly attachments: number
  }
}

/** The organisations of this name that were seeded to the end, which are the webhooks. Row-level security applies to the owner too, so each organisation is read by itself. */
export const findSeeded = async (read: Reader, name: string): Promise<number[]> => {
  const [sequence] = await read<{ last: number | null }>(
    `select pg_sequence_last_value(pg_get_serial_sequence('organisation', 'id')::regclass)::int as last`,
    [],
  )
  const found: number[] = []
  for (let id = 1; id <= (sequence?.last ?? 0); id++) {
    const rows = await readInOrganisation(
      read,
      id,
      'select id from organisation where organisation = t.o and name = $2 and exists (select from webhook where webhook.organisation = t.o)',
      [name],
    )
    if (rows.length > 0) found.push(id)
  }
  return found
}

const seedGroups = async (tx: Tx, names: readonly string[]) => {
  const groups = new Map<string, number>()
  for (const name of names) {
    const { read, write } = groupPermissions[name]!
    const { id } = await tx
      .insertInto('permissiongroup')
      .values({ name, read: [...read], write: [...write] })
      .returning('id')
      .executeTakeFirstOrThrow()
    groups.set(name, id)
  }
  return groups
}

/** Creates the departments, each with the IBAN that banks use as an example, and reminders a day before appointments. */
const seedDepartments = async (tx: Tx, actor: Actor, departments: DemoClinic['departments']) => {
  const ids: number[] = []
  for (const department of departments) ids.push(await createDepartment(tx, undefined, department))
  for (const id of ids)
    await changeSettings(tx, actor, id, { iban: 'FI2112345600000785', bic: 'NDEAFIHH', reminder_hours_before: 24 })
  return ids
}

/** Creates users who are not yet active, because an active one would be invited by e-mail. */
const seedStaff = async (
  tx: Tx,
  staff: readonly DemoStaff[],
  departments: readonly number[],
  groups: ReadonlyMap<string, number>,
  password_hash: string,
) => {
  const ids: number[] = []
  for (const { home_department, group, role: _role, ...person } of staff)
    ids.push(
      await createUser(tx, undefined, {
        ...person,
        home_department: departments[home_department] ?? null,
        permission_groups: [groups.get(group)!],
        is_active: false,
      }),
    )
  await tx.updateTable('user').set({ password_hash, is_active: true }).execute()
  return ids
}

const seedApplications = async (tx: Tx, actor: Actor, groups: ReadonlyMap<string, number>) => {
  const integration = await registerApplication(tx, undefined, {
    name: 'Demo integration',
    scopes: ['restapi', 'openid'],
    redirect_uris: ['http://localhost:3000/signed-in'],
    permission_groups: [groups.get('Management')!],
  })
  const wholesaler = await registerApplication(tx, undefined, { name: 'Demo wholesaler', scopes: ['wholesaler'] })
  const registration = await registerWholesaler(
    tx,
    { ...actor, application: wholesaler.id },
    {
      name: 'Demo Veterinary Wholesale',
      email: 'orders@example.com',
      webhook_callback_url: 'https://wholesale.example.com/fetlock/',
      verification_salt: newSecret(),
    },
  )
  const credentials = ({ client_id, client_secret }: typeof integration) => ({
    client_id,
    client_secret: client_secret!,
  })
  return { registration, applications: { integration: credentials(integration), wholesaler: credentials(wholesaler) } }
}

type Records = {
  readonly files: Awaited<ReturnType<typeof putFiles>>
  readonly today: string
  readonly passwordHash: string
  readonly onCount: Count
}

/** Creates what the clinic has before anybody visits it. Answers the ids, by index. */
const seedRecords = async (
  tx: Tx,
  actor: Actor,
  clinic: DemoClinic,
  { files, today, passwordHash, onCount }: Records,
) => {
  const departments = await seedDepartments(tx, actor, clinic.departments)
  const groups = await seedGroups(tx, clinic.permission_groups)
  const staff = await seedStaff(tx, clinic.staff, departments, groups, passwordHash)
  const { registration, applications } = await seedApplications(tx, actor, groups)
  const wholesalers = await seedWholesalers(tx, actor, { registration, departments })
  const fields = await seedFields(tx, clinic.custom_fields)
  const clients = await seedClients(tx, actor, clinic.clients, { departments, fields }, onCount)
  const patients = await seedPatients(tx, actor, clinic, { clients, departments, fields }, onCount)
  await seedPayers(tx, clinic, { clients, patients })
  await seedFiles(tx, actor, files, { clients, patients })
  const items = await seedItems(tx, clinic, { departments, wholesalers }, onCount)
  await seedStock(tx, actor, clinic, today, { departments, staff, items })
  await dateFields(tx)
  await settleEvents(tx)
  return { departments, staff, clients, patients, items, applications, wholesalers }
}

/** Visits of one transaction. */
const visitsOfStep = 20

/** Creates an organisation with the demo clinic. The same seed and day give the same records. */
export const seedDemo = async ({ owner, app, store, seal, seed, today, ...options }: Seeding): Promise<Seeded> => {
  const usual = demoClinic(seed, today)
  const { time_zone: home } = usual.organisation
  const {
    onCount = () => {},
    password = demoPassword,
    name = usual.organisation.name,
    timeZone: time_zone = home,
  } = options
  const clinic = moveTimes(usual, { from: home, to: time_zone, on: today })
  const manager = clinic.staff[0]!
  // Everybody may know the password of a demo on one’s own machine; one that is chosen must be a good one.
  if (password !== demoPassword) await requireGoodPassword(password, { ...manager, clinic: name })
  const passwordHash = await hashPassword(password)
  // Nobody in it is real, so its clock may be set and the other side be played.
  const organisation = await createOrganisation(owner, { ...clinic.organisation, name, time_zone }, async (tx) => {
    await tx.updateTable('organisation').set({ sandbox: true }).execute()
  })
  if (password === demoPassword) await recordDemoClinic(owner, organisation)
  const actor = actorIn(organisation, new Date(`${today}T12:00:00Z`), seal)
  const files = await putFiles(app, store, organisation, demoFiles(clinic))
  // In steps: within one transaction PostgreSQL keeps every version of a row, and the ledger's has one for each change.
  const step = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(app, organisation, work)
  const { applications, wholesalers, ...ids } = await step((tx) =>
    seedRecords(tx, actor, clinic, { files, today, passwordHash, onCount }),
  )
  const { departments, staff, clients, items } = ids
  for (let at = 0; at < clinic.visits.length; at += visitsOfStep)
    await step((tx) => seedVisits(tx, actor, clinic.visits, { from: at, to: at + visitsOfStep }, ids, onCount))
  await step(async (tx) => {
    await seedImaging(tx, actor)
    await seedPrescriptions(tx, actor)
  })
  await step(async (tx) => {
    await seedCalendar(tx, actor, seed, today)
    await seedVisitRecords(tx, actor, seed)
  })
  await step((tx) => seedBilling(tx, actor, seed, today, { department: departments[0]!, clients }))
  await step(async (tx) => {
    await seedStocktaking(tx, actor, clinic, today, { departments, staff, items })
    await seedOrders(tx, actor, today, { departments, keeper: keeperOf(clinic, { staff }), wholesalers })
    await seedMessages(tx, actor)
    await seedWebhooks(tx, actor)
    await settleEvents(tx)
    await seedSecurityEvents(tx, today, staff)
  })
  await inOrganisation(owner, organisation, settleSecurityEvents)
  await seedCatalogs(app, actor, seed, wholesalers)
  await seedRejectedCatalog(app, store, organisation, wholesalers)
  return {
    organisation,
    name,
    email: manager.email,
    password,
    ...applications,
    counts: {
      departments: clinic.departments.length,
      users: clinic.staff.length,
      clients: clinic.clients.length,
      patients: clinic.patients.length,
      items: clinic.items.length,
      visits: clinic.visits.length,
      attachments: files.length,
    },
  }
}
