import { connected } from '../scripts/database.ts'
import type { Urls } from '../proofs/harness.ts'

/** How much there is; ids run through all organisations without a gap, so a number is enough to find a record. */
export type Size = {
  readonly organisations: number
  /** Of each organisation. */
  readonly patients: number
  readonly clients: number
  readonly tokens: number
}
export type Token = { readonly organisation: number; readonly token: string }

const asText = (expression: string) => `encode(sha256(convert_to(${expression}, 'UTF8')), 'hex')`
const tokenOf = (seed: number) => `substr(${asText(`'token ' || n || ' ' || ${seed}`)}, 1, 40)`
const stamp = "timestamptz '2024-01-01 08:00Z' + id * interval '13.370003 seconds'"
const oneOf = (values: readonly string[], at: string) =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + ${at} % ${values.length}]`
const names = ['Bella', 'Musti', 'Luna', 'Rex', 'Nala', 'Simba', 'Molly', 'Otto', 'Misse', 'Ruska', 'Halla', 'Tähti']

/** The same statements fill both databases, whose tables have the same names and columns where they store the same. */
const shared = ({ organisations, patients, clients, tokens }: Size, seed: number) => [
  `insert into organisation (id, name, country, currency, time_zone)
    select o, 'Clinic ' || o, 'FI', 'EUR', 'Europe/Helsinki' from generate_series(1, ${organisations}) o`,
  'insert into ledger (organisation) select id from organisation',
  `insert into department (organisation, id, name)
    select 1 + (id - 1) / 2, id, 'Department ' || id from generate_series(1, ${organisations * 2}) id`,
  `insert into department_settings (organisation, id, time_zone)
    select organisation, id, 'Europe/Helsinki' from department`,
  `insert into client (organisation, id, firstname, lastname, email, country, street_address, zip_code, city, created, modified)
    select 1 + (id - 1) / ${clients}, id, 'Aino', 'Owner ' || id, 'owner' || id || '@example.com',
      case when id % 3 = 0 then 'FI' else '' end, 'Kauppakatu ' || id % 90, '00100', 'Helsinki', ${stamp}, ${stamp}
    from generate_series(1, ${organisations * clients}) id`,
  `insert into phonenumber (organisation, id, client, phone_number, e164, type_code, description, created, modified)
    select 1 + (id - 1) / ${clients}, id, id, '040 1' || lpad((id % 1000000)::text, 6, '0'),
      '+358401' || lpad((id % 1000000)::text, 6, '0'), 1, 'Mobile', ${stamp}, ${stamp}
    from generate_series(1, ${organisations * clients}) id`,
  `insert into patient (organisation, id, client, name, official_name, species, breed, gender, color, weight, date_of_birth,
      deceased, reason_of_death, microchip, microchip_date, date_of_registration, insurance, insurance_company,
      passport_number, register_number, herd_size, not_for_food, blood_group, remarks, critical_notes, home_department,
      tags_rel, archived, created, modified)
    select organisation, id, (organisation - 1) * ${clients} + 1 + (id - 1) % ${clients},
      ${oneOf(names, 'h')} || ' ' || id % 97, case when h % 5 = 0 then 'Kennel ' || h % 1000 else '' end, species,
      case species when 1 then 1001 + g % 200 when 2 then 2001 + g % 60 when 3 then 3001 + g % 60 end,
      ${oneOf(['Male', 'Female', 'Unknown'], 'g')}, ${oneOf(['black', 'white', 'brown', 'tabby'], 'h')},
      case when h % 7 > 0 then (1 + h % 60000) / 1000.0 end, date '2012-01-01' + h % 4500,
      case when h % 23 = 0 then date '2025-01-01' + g % 300 end, case when h % 23 = 0 then 'Old age' else '' end,
      case when h % 3 > 0 then '2461' || lpad(id::text, 11, '0') end, case when h % 3 > 0 then date '2020-01-01' + g % 1500 end,
      date '2022-01-01' + h % 1000, case when h % 4 = 0 then 'P' || g % 100000 else '' end,
      case when h % 4 = 0 then 'Pet Insurance Ltd' else '' end, '', '', null, species = 3, '',
      case when h % 2 = 0 then 'Comes in through the side door and prefers the scale by the window.' else '' end,
      case when h % 11 = 0 then 'Bites when held by the collar.' else '' end,
      (organisation - 1) * 2 + 1 + h % 2, case when h % 9 = 0 then array['nervous', 'senior'] else '{}' end, false,
      ${stamp}, ${stamp}
    from (select id, 1 + (id - 1) / ${patients} as organisation,
        (hashint8extended(id, ${seed}) & 1073741823)::int as h, (hashint8extended(id, ${seed + 1}) & 1073741823)::int as g
      from generate_series(1, ${organisations * patients}) id) n,
      lateral (select case when h % 100 < 50 then 1 when h % 100 < 85 then 2 when h % 100 < 95 then 3 else 10 end as species) s`,
  `insert into invoice (organisation, id, status, invoice_number, finalized, invoice_date, invoice_due_date, client, department,
      currency, payer_name, letterhead, total, total_vat, total_with_vat, due_sum, client_due_sum, created, modified)
    select organisation, id, 3, id - (organisation - 1) * ${clients}, ${stamp}, date '2024-01-01', date '2024-01-15', id,
      (organisation - 1) * 2 + 1 + id % 2, 'EUR', 'Aino Owner ' || id, '{"name": "Clinic", "time_zone": "Europe/Helsinki"}', 1000000, 240000, 1240000, 1239990, 1239990, ${stamp}, ${stamp}
    from (select id, 1 + (id - 1) / ${clients} as organisation from generate_series(1, ${organisations * clients}) id) n`,
  `insert into invoicepayment (organisation, id, invoice, payment_type, paid, date_added, info, set_off, "user", created, modified)
    select organisation, id, id, 0, 10, ${stamp}, '', false, 1 + (organisation - 1) * ${tokens}, ${stamp}, ${stamp} from invoice`,
  ...['phonenumber', 'invoicepayment'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), ${organisations * clients})`,
  ),
]

const permissions = '{"General: Patients and clients", "Financial: Invoices"}'

const accounts = ({ organisations, tokens }: Size, seed: number) => [
  `insert into permissiongroup (organisation, id, name, read, write)
    select o, o, 'Integrations', '{}', '${permissions}' from generate_series(1, ${organisations}) o`,
  `insert into "user" (organisation, id, first_name, last_name, is_virtual)
    select 1 + (n - 1) / ${tokens}, n, 'Integration', 'App ' || n, true from generate_series(1, ${organisations * tokens}) n`,
  `insert into user_permissiongroup (organisation, "user", permissiongroup)
    select 1 + (n - 1) / ${tokens}, n, 1 + (n - 1) / ${tokens} from generate_series(1, ${organisations * tokens}) n`,
  `insert into application (organisation, id, name, client_id, secret_hash, "user")
    select 1 + (n - 1) / ${tokens}, n, 'App ' || n, 'client-' || n, 'none', n
    from generate_series(1, ${organisations * tokens}) n`,
  `insert into oauth_record (organisation, model, id, payload, expires)
    select 1 + (n - 1) / ${tokens}, 'ClientCredentials',
      translate(encode(sha256(convert_to(${tokenOf(seed)}, 'UTF8')), 'base64'), '+/=', '-_'),
      jsonb_build_object('kind', 'ClientCredentials', 'clientId', 'client-' || n, 'scope', 'restapi'), now() + interval '1 day'
    from generate_series(1, ${organisations * tokens}) n`,
]

const peerAccounts = ({ organisations, tokens }: Size, seed: number) => [
  `insert into auth_user (id, password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined)
    select n, '!', false, 'app' || n, 'Integration', 'App ' || n, '', false, true, now()
    from generate_series(1, ${organisations * tokens}) n`,
  `insert into account (id, user_id, organisation, read, write)
    select n, n, 1 + (n - 1) / ${tokens}, '{}', '${permissions}' from generate_series(1, ${organisations * tokens}) n`,
  `insert into authtoken_token (key, created, user_id)
    select ${tokenOf(seed)}, now(), n from generate_series(1, ${organisations * tokens}) n`,
]

/** Without triggers, so that a million rows take seconds; the rows are as the triggers would have left them. */
const fill = (url: string, statements: readonly string[]) =>
  connected(url, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
    await client.query('vacuum (freeze, analyze)')
  })

export const fillApi = ({ superuser }: Pick<Urls, 'superuser'>, size: Size, seed: number) =>
  fill(superuser, [...shared(size, seed), ...accounts(size, seed)])

/** The peer's codelists are the API's own. */
export const fillPeer = async ({ superuser }: Urls, peer: string, size: Size, seed: number) => {
  const [species, breeds] = await connected(superuser, async (client) => [
    (await client.query('select id, code, name from species')).rows,
    (await client.query('select id, species, code, name from breed')).rows,
  ])
  await connected(peer, async (client) => {
    await client.query('insert into species select * from json_populate_recordset(null::species, $1)', [
      JSON.stringify(species),
    ])
    await client.query(
      'insert into breed (id, species, code, name) select id, species, code, name from json_populate_recordset(null::breed, $1)',
      [JSON.stringify(breeds)],
    )
  })
  await fill(peer, [...shared(size, seed), ...peerAccounts(size, seed)])
}

export const tokensOf = ({ superuser }: Urls, size: Size, seed: number): Promise<Token[]> =>
  connected(
    superuser,
    async (client) =>
      (
        await client.query<Token>(
          `select 1 + (n - 1) / ${size.tokens} as organisation, ${tokenOf(seed)} as token
            from generate_series(1, ${size.organisations * size.tokens}) n`,
        )
      ).rows,
  )
