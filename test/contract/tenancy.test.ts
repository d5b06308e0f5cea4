import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantLines, relations, servants } from '../../scripts/grants.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation, readInOrganisation } from '../../src/db/tx.ts'
import { useApi } from '../support/api.ts'
import { fill } from '../support/samples/fill.ts'
import { fillBehind } from '../support/samples/fill-behind.ts'

/** Tables of the deployment, which belong to no organisation. */
const deploymentWide: Readonly<Record<string, string>> = {
  species: 'a codelist, the same for every organisation',
  breed: 'a codelist, the same for every organisation',
  diagnosis: 'a codelist, the same for every organisation',
  antibiotic: 'a codelist, the same for every organisation',
  migration: 'which migrations this database has had',
  duty: 'what workers do by the clock, for every organisation',
  backup_run: 'when the deployment was last backed up, and whether a restore was tried',
  sandbox_template: 'which organisations sandboxes are copied from; neither the application nor the worker may read it',
  demo_clinic: 'which organisations were made with the published password, so that no process serves them to others',
}

/** Tables whose changes are not audited. */
const unaudited: Readonly<Record<string, string>> = {
  audit_checkpoint: 'is written with the part of the audit trail that is dropped',
  auditevent: 'is the audit trail',
  awaited_client: 'until when an online booking waits for its client; what comes of it is audited with the appointment',
  catalog_error: 'the rejected rows of a catalog upload, which is audited itself',
  catalog_import_change: 'is what a catalog import did, item by item, and stands for the audit trail of these changes',
  catalog_import_progress: 'how far a catalog import is, which is audited itself',
  catalog_product: 'the content of a catalog upload, which is audited itself',
  ceiling_refusal: 'counts how often the organisation was refused because it had its share',
  catalog_work: 'how far the worker is with a catalog upload, which is audited itself',
  deleted: 'is written from the audit trail: what was deleted, for delta sync',
  email_change: 'waits for both addresses; the change of the user is audited itself',
  email_link: 'links in e-mails, which expire',
  file_scan: 'files that wait for the virus scanner; what comes of it is audited with the attachment',
  follower: 'how far a reader of the audit trail has come',
  client_message: 'the log of what clients are sent: it follows from changes, which are audited themselves',
  delivery: 'the log of what is posted: it follows from changes, which are audited themselves',
  delivery_attempt: 'is part of that log',
  price_change_item: 'is what a price change did, item by item, and stands for the audit trail of these changes',
  idempotency_key: 'stored responses, which expire within a day',
  erasure: 'is recorded with a security event, and says itself whose data was erased when',
  factor_mark: 'browsers in which a second factor was given, which expires',
  import_file: 'the content of an import, which is audited itself',
  import_reference: 'is written with the record that was imported, which is audited itself',
  import_row: 'the content of an import, which is audited itself',
  journal_line: 'is written with the payment, invoice or report it books, which is audited itself',
  ledger: 'counts the changes of an organisation',
  message: 'the outbox: what is sent follows from a change of a user, which is audited itself',
  oauth_record: 'tokens and codes, which expire',
  passkey_challenge: 'sign-ins, which expire',
  password_link: 'links in e-mails, which expire',
  pending_sign_in: 'sign-ins, which expire',
  prescription_item_patient: 'is written once, with the medicine it belongs to, which is audited itself',
  recovery_code: 'is made and used up with a security event',
  sandbox_state: 'what is played in a sandbox, where nobody is real',
  security_event: 'is the log of security events',
  second_factor: 'is added and removed with a security event, and notes every sign-in',
  session: 'sign-ins, which expire',
  storage_used: 'counts the files of an organisation, which are audited themselves',
  stray_file: 'files that belong to no record',
  suffix: 'the search index',
  user_preference: 'what programs remember for a person, who changes it all day',
}
/** Tables audited as a change of another record, by the trigger that does it. */
const auditedWith: Readonly<Record<string, string>> = {
  appointment_patient: 'keep_between AFTER INSERT OR DELETE',
  appointment_user: 'keep_between AFTER INSERT OR DELETE',
  charge_hint_decline: 'keep_decline AFTER INSERT OR UPDATE',
  consultation_patient: 'keep_between AFTER INSERT OR DELETE',
  consultationitem_patient: 'keep_between AFTER INSERT OR DELETE',
  legacy_key: 'keep_key AFTER INSERT OR UPDATE',
  user_permissiongroup: 'keep_membership AFTER INSERT OR DELETE',
}
const auditedByDefault = 'keep_change AFTER INSERT OR DELETE OR UPDATE'

/** What the worker may do for all organisations at once, because it does not know which one has work. */
const workerWide: Readonly<Record<string, string>> = {
  'appointment_reminder.worker_finds SELECT using (queued IS NULL)': 'finds the reminders that are due',
  'awaited_client.worker_finds SELECT using (due IS NOT NULL)': 'finds the online bookings whose client is due',
  'attachment.worker_looks SELECT using (uploaded IS NULL)': 'finds the files that are awaited',
  "catalog_import.worker_looks SELECT using (state = ANY (ARRAY['waiting'::text, 'running'::text]))":
    'finds the catalog imports that are under way',
  'catalog_upload.worker_finds SELECT using (processed IS NOT NULL)': 'finds the error reports that are too old',
  'catalog_work.worker_finds SELECT using true':
    'finds the catalogs to be read: it shows keys of files and counts only',
  'catalog_work.worker_takes UPDATE using true': 'takes the catalogs to be read, whosever they are',
  'ceiling_refusal.worker_sweeps ALL using (day < (CURRENT_DATE - 90))': 'removes what is old',
  'client_message.worker_finds SELECT using (status < 3)': 'finds the messages to clients that are due',
  'client_message.worker_takes UPDATE using (status < 3)':
    'takes the messages to clients that are due, whosever they are',
  'delivery.worker_finds SELECT using (status < 2)': 'finds what is due, and what was taken long ago',
  'delivery.worker_takes UPDATE using (status = 0)': 'takes what is due, whosever it is',
  'delivery.worker_sweeps DELETE using (status = 1)': 'removes what was taken long ago',
  'department_settings.worker_looks SELECT using automatic_financial_period_lock_enabled':
    'finds the departments whose period locks by itself',
  'email_link.worker_sweeps ALL using (expires < now()) check false': 'removes what has expired',
  'erasure.worker_finds SELECT using ((kept_until IS NOT NULL) OR (NOT listed))':
    'finds whose data is not in the list of erasures yet, and whose term is over: it shows ids and days only',
  'file_scan.worker_finds SELECT using true': 'finds the files to be scanned: it shows ids only',
  'file_scan.worker_takes UPDATE using true': 'takes the files to be scanned, whosever they are',
  'follower.worker_looks SELECT using true': 'finds where events wait',
  'idempotency_key.worker_sweeps ALL using (expires < now())': 'removes what has expired',
  "import.worker_looks SELECT using (kept OR (state = ANY (ARRAY['checking'::text, 'running'::text])))":
    'finds the imports that are under way, and whose files have been here long enough',
  'factor_mark.worker_sweeps ALL using (expires < now())': 'removes what has expired',
  'ledger.worker_looks SELECT using true': 'finds where events wait: it shows how many changes there were, not which',
  'message.worker_finds SELECT using (sent IS NULL)': 'finds the mails that wait',
  'message.worker_takes UPDATE using (sent IS NULL)': 'takes the mails that wait, whosever they are',
  'oauth_record.worker_sweeps ALL using (expires < now())': 'removes what has expired',
  'organisation.worker_looks SELECT using sandbox': 'knows whose clock is not ours',
  'passkey_challenge.worker_sweeps ALL using (expires < now())': 'removes what has expired',
  'password_link.worker_sweeps ALL using (expires < now()) check false': 'removes what has expired',
  'recall.worker_finds SELECT using ((queued IS NULL) AND (replaced_by IS NULL))': 'finds the recalls that are due',
  'stray_file.worker_finds SELECT using true': 'finds the files that no record has: it shows their keys only',
  'stray_file.worker_takes UPDATE using true': 'takes the files that no record has, whosever they are',
  'pending_sign_in.worker_sweeps ALL using (expires < now())': 'removes what has expired',
  "security_event.keep_recent DELETE using (streamed AND (occurred < (now() - '30 days'::interval)))":
    'is restrictive: the worker deletes no event that is recent or not in the log',
  "security_event.worker_looks SELECT using ((NOT streamed) OR (occurred < (now() - '30 days'::interval)))":
    'finds the events that are not in the log yet, and those that are too old',
  'security_event.worker_sweeps DELETE using true': 'removes what is old enough for the restrictive policy',
  'session.worker_sweeps ALL using (expires < now())': 'removes what has expired',
}

/**
 * What PostgreSQL gives PUBLIC by itself. Only our three roles may connect, so PUBLIC is nobody else; using the schema
 * shows no row, and functions run with the caller's rights but for those below, which PUBLIC may not execute.
 */
const harmless = new Set(['schema public: USAGE', 'functions: EXECUTE'])

const golden = readFileSync('src/db/grants.golden.txt', 'utf8')

const tables = `select * from (${relations}) c where relkind in ('r', 'p', 'f')`
const tenants = `select * from (${tables}) c where relname <> all ($1::text[])`

/** In `organisation` itself the id is the organisation. */
const isOrganisation = (table: string, column: string) =>
  `(${column} = 'organisation' or (${table} = 'organisation' and ${column} = 'id'))`

type Rule = (client: pg.Client) => Promise<readonly string[]>

/** A rule as a query that answers one sentence for everything that breaks it. */
const query =
  (text: string, values: readonly unknown[] = [Object.keys(deploymentWide)]): Rule =>
  async (client) =>
    (await client.query<{ complaint: string }>(text, [...values])).rows.map(({ complaint }) => complaint)

const rules: Readonly<Record<string, Rule>> = {
  'every table but the declared ones has an organisation that is never null': query(
    `select relname || ' has no organisation that is never null' as complaint from (${tenants}) c
     where not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation' and a.attnotnull)`,
  ),
  'every such table has row security, enabled and forced': query(
    `select relname || ' has row security ' || relrowsecurity || ', forced ' || relforcerowsecurity as complaint
     from (${tenants}) c where not (relrowsecurity and relforcerowsecurity)`,
  ),
  'the application is held to its organisation in every such table, by one policy for reading and writing': query(
    `select c.relname || ' has for the application: ' || coalesce(string_agg(
        p.cmd || ' using ' || coalesce(p.qual, 'nothing') || ' check ' || coalesce(p.with_check, 'nothing'), '; '), 'no policy') as complaint
     from (${tenants}) c left join pg_policies p on p.tablename = c.relname and p.roles && '{public,fetlock_app}'::name[]
     group by c.relname having not coalesce(bool_and(p.cmd = 'ALL' and p.permissive = 'PERMISSIVE'
       and p.qual = '(organisation = organisation())' and p.with_check = '(organisation = organisation())'), false)`,
  ),
  'what the policies ask for is the setting of the transaction': query(
    `select 'organisation() is ' || coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as complaint from pg_proc p
     where p.proname = 'organisation' and (p.pronargs > 0 or p.provolatile <> 's'
       or pg_get_function_sqlbody(p.oid) is distinct from $1)`,
    [`RETURN (current_setting('app.organisation'::text))::integer`],
  ),
  'every primary key and unique index starts with the organisation': query(
    `select c.relname || '.' || i.indexrelid::regclass || ' does not start with the organisation' as complaint
     from (${tenants}) c join pg_index i on i.indrelid = c.oid and (i.indisunique or i.indisexclusion)
     left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
     where not coalesce(${isOrganisation('c.relname', 'a.attname')}, false)
       and not (i.indisexclusion and pg_get_indexdef(i.indexrelid, 1, true) ~ '^int8range\\(organisation::bigint, organisation::bigint, ')
     union all select c.relname || ' has no primary key' from (${tenants}) c
     where not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
  ),
  'every foreign key between such tables starts with the organisation on both sides': query(
    `select c.relname || '.' || k.conname || ' may cross organisations' as complaint
     from (${tenants}) c join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     join (${tenants}) d on d.oid = k.confrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
     join pg_attribute b on b.attrelid = d.oid and b.attnum = k.confkey[1]
     where not (a.attname = 'organisation' and ${isOrganisation('d.relname', 'b.attname')}
       and (cardinality(k.conkey) > 1 or d.relname = 'organisation'))`,
  ),
  'every change in such a table is audited': async (client) => {
    const { rows } = await client.query<{ table: string; triggers: string[] }>(
      `select c.relname as table, array(select pg_get_triggerdef(t.oid) from pg_trigger t
         where t.tgrelid = c.oid and t.tgenabled = 'O') as triggers from (${tenants}) c
       where not relispartition`,
      [Object.keys(deploymentWide)],
    )
    return rows
      .filter(({ table }) => !(table in unaudited))
      .flatMap(({ table, triggers }) => {
        const wanted = auditedWith[table] ?? auditedByDefault
        const complete = new RegExp(
          String.raw`TRIGGER ${wanted} ON \S+ DEFERRABLE INITIALLY DEFERRED FOR EACH ROW( WHEN \(\(pg_trigger_depth\(\) = 0\)\))? EXECUTE`,
        )
        return triggers.some((trigger) => complete.test(trigger)) ? [] : [`${table} is not audited`]
      })
  },
  'no view reads with the rights of its owner': query(
    `select relname || ' is a view without security_invoker' as complaint from (${relations}) c
     where relkind = 'm' or (relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false))`,
    [],
  ),
  'only what writes the audit trail runs with the rights of its owner': query(
    `select p.proname || complaint as complaint from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       cross join lateral (values
         (' is SECURITY DEFINER', p.proname <> all($1) and p.oid not in (select tgfoid from pg_trigger where tgdeferrable)),
         (' belongs to another role', p.proowner <> 'fetlock_owner'::regrole),
         (' has no fixed search_path',
           p.proconfig is distinct from array['search_path=public, pg_temp']),
         (' may be executed by PUBLIC', exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
           where grantee = 0)),
         (' may be executed by a role that could forge with it', p.proname <> all($1) and (
           has_function_privilege('fetlock_app', p.oid, 'execute') or has_function_privilege('fetlock_worker', p.oid, 'execute')))
       ) c (complaint, holds)
     where p.prosecdef and c.holds and n.nspname not in ('pg_catalog', 'information_schema')`,
    [['make_audit_partitions', 'stamp_of_transaction']],
  ),
  'the application and the worker have no rights of their own': query(
    `select rolname || ' has an attribute that it must not have' as complaint from pg_roles where rolname = any($1)
       and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
     union all select m.member::regrole || ' is a member of ' || m.roleid::regrole from pg_auth_members m
       where m.member::regrole::text = any($1)
     union all select r.rolname || ' is not a role' from unnest($1::name[]) r (rolname)
       where not exists (select from pg_roles k where k.rolname = r.rolname)`,
    [servants],
  ),
  'the application and the worker own nothing': query(
    `select refobjid::regrole || ' owns ' || pg_describe_object(classid, objid, objsubid) as complaint from pg_shdepend
     where deptype = 'o' and refclassid = 'pg_authid'::regclass and refobjid::regrole::text = any($1)
       and dbid in (0, (select oid from pg_database where datname = current_database()))`,
    [servants],
  ),
  'every role has a default app.organisation of 0': query(
    `select r.rolname || ' does not start at organisation 0' as complaint from pg_roles r
     where r.rolname = any($1) and not exists (select from pg_db_role_setting s where s.setrole = r.oid
       and s.setdatabase = 0 and 'app.organisation=0' = any(s.setconfig))`,
    [[...servants, 'fetlock_owner']],
  ),
  'nothing is granted to everybody': query(
    `select complaint from (
       select 'relation ' || c.relname || ': ' || a.privilege_type as complaint from (${relations}) c, aclexplode(c.relacl) a where a.grantee = 0
       union all select 'column ' || c.relname || '.' || k.attname || ': ' || a.privilege_type from (${relations}) c
         join pg_attribute k on k.attrelid = c.oid, aclexplode(k.attacl) a where a.grantee = 0
       union all select 'schema ' || nspname || ': ' || a.privilege_type from pg_namespace, aclexplode(nspacl) a
         where a.grantee = 0 and nspname not in ('pg_catalog', 'information_schema')
       union all select 'database: ' || a.privilege_type from pg_database,
         aclexplode(coalesce(datacl, acldefault('d', datdba))) a where a.grantee = 0 and datname = current_database()
       union all select distinct 'functions: ' || a.privilege_type from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
         aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0 and n.nspname = 'public') x
     where complaint <> all ($1::text[])`,
    [[...harmless]],
  ),
  'the application only reads what is the deployment’s': query(
    `select c.relname || ' can be changed: ' || a.privilege_type as complaint from (${tables}) c, aclexplode(c.relacl) a
     where c.relname = any($1) and a.grantee::regrole::text = any($2) and a.privilege_type <> 'SELECT'
       and not (c.relname = 'duty' and a.grantee::regrole::text = 'fetlock_worker')`,
    [Object.keys(deploymentWide), servants],
  ),
  'the worker sees across organisations only what is declared': async (client) => {
    const { rows } = await client.query<{ policy: string; isForNone: boolean }>(
      `select tablename || '.' || policyname || ' ' || cmd || ' using '
         || coalesce(regexp_replace(qual, '^\\(\\(organisation\\(\\) = 0\\) AND (.*)\\)$', '\\1'), '-')
         || coalesce(' check ' || with_check, '') as policy,
         permissive = 'RESTRICTIVE' or qual like '((organisation() = 0) AND %' as "isForNone" from pg_policies
       where not (roles = '{public}' and qual = '(organisation = organisation())')`,
    )
    const found = new Set(rows.map(({ policy }) => policy))
    return [
      ...rows
        .filter(({ isForNone }) => !isForNone)
        .map(({ policy }) => `${policy} also holds while an organisation is set`),
      ...[...found].filter((policy) => !(policy in workerWide)).map((policy) => `${policy} is not declared`),
      ...Object.keys(workerWide)
        .filter((policy) => !found.has(policy))
        .map((policy) => `${policy} is declared and does not exist`),
    ]
  },
  'the application and the worker hold exactly the grants of grants.golden.txt': async (client) => {
    const [held, listed] = [new Set(await grantLines(client)), new Set(golden.trimEnd().split('\n'))]
    return [
      ...[...held].filter((line) => !listed.has(line)).map((line) => `not in the golden table: ${line}`),
      ...[...listed].filter((line) => !held.has(line)).map((line) => `only in the golden table: ${line}`),
    ]
  },
}

const tenantTable =
  'create table scratch (organisation int not null default organisation(), id bigint, client bigint, primary key (organisation, id));'

/** For every rule, what breaks it and how that is reported. */
const breaks: Readonly<Record<string, readonly (readonly [change: string, complaint: string])[]>> = {
  'every table but the declared ones has an organisation that is never null': [
    ['create table scratch (id int)', 'scratch has no organisation'],
    ['create table scratch (organisation int)', 'scratch has no organisation'],
    ['create schema other create table scratch (id int)', 'scratch has no organisation'],
  ],
  'every such table has row security, enabled and forced': [
    ['alter table client disable row level security', 'client has row security false'],
    ['alter table client no force row level security', 'client has row security true, forced false'],
  ],
  'the application is held to its organisation in every such table, by one policy for reading and writing': [
    ['drop policy one_organisation on client', 'client has for the application: no policy'],
    ['create policy more on client for select to fetlock_app using (archived)', 'client has for the application'],
    ['alter policy one_organisation on client with check (true)', 'client has for the application'],
  ],
  'what the policies ask for is the setting of the transaction': [
    [`create or replace function organisation() returns int language sql stable return 1`, 'organisation() is'],
  ],
  'every primary key and unique index starts with the organisation': [
    ['create unique index scratch on client (email)', 'client.scratch does not start'],
    ['create unique index scratch on client (lower(email), organisation)', 'client.scratch does not start'],
    ['create table scratch (organisation int not null)', 'scratch has no primary key'],
  ],
  'every foreign key between such tables starts with the organisation on both sides': [
    [
      `alter table client add unique (id); ${tenantTable} alter table scratch add foreign key (client) references client (id)`,
      'scratch.scratch_client_fkey may cross',
    ],
    [
      `alter table client add unique (id, organisation); ${tenantTable} alter table scratch add foreign key (client, organisation) references client (id, organisation)`,
      'may cross',
    ],
  ],
  'every change in such a table is audited': [
    ['drop trigger keep_change on invoicepayment', 'invoicepayment is not audited'],
    ['alter table invoicepayment disable trigger keep_change', 'invoicepayment is not audited'],
    [
      `drop trigger keep_change on invoicepayment; create constraint trigger keep_change after insert or update on invoicepayment
        deferrable initially deferred for each row execute function keep_change_of_invoicepayment('')`,
      'invoicepayment is not audited',
    ],
    [
      `drop trigger keep_change on invoicepayment; create constraint trigger keep_change after insert or update or delete on
        invoicepayment deferrable initially deferred for each row when (false) execute function keep_change_of_invoicepayment('')`,
      'invoicepayment is not audited',
    ],
    ['drop trigger keep_membership on user_permissiongroup', 'user_permissiongroup is not audited'],
    [tenantTable, 'scratch is not audited'],
  ],
  'no view reads with the rights of its owner': [
    ['create view scratch as select * from client', 'scratch is a view without'],
    ['create view scratch with (security_invoker = false) as select * from client', 'scratch is a view without'],
    ['create materialized view scratch as select * from client', 'scratch is a view without'],
  ],
  'only what writes the audit trail runs with the rights of its owner': [
    ['create function scratch() returns int language sql security definer return 1', 'scratch is SECURITY DEFINER'],
    ['alter function stamp_of_transaction() owner to postgres', 'stamp_of_transaction belongs to another role'],
    ['alter function stamp_of_transaction() set search_path = public', 'stamp_of_transaction has no fixed'],
    ['alter function keep_key() reset search_path', 'keep_key has no fixed search_path'],
    ['grant execute on function keep_key() to public', 'keep_key may be executed by PUBLIC'],
    [
      'grant execute on function keep_change_of_client() to fetlock_app',
      'keep_change_of_client may be executed by a role',
    ],
  ],
  'the application and the worker have no rights of their own': [
    ['alter role fetlock_app bypassrls', 'fetlock_app has an attribute'],
    ['alter role fetlock_worker createrole', 'fetlock_worker has an attribute'],
    ['grant pg_read_all_data to fetlock_worker', 'fetlock_worker is a member of pg_read_all_data'],
  ],
  'the application and the worker own nothing': [
    ['create table scratch (id int); alter table scratch owner to fetlock_app', 'fetlock_app owns table scratch'],
  ],
  'every role has a default app.organisation of 0': [
    [`alter role fetlock_app set app.organisation = '1'`, 'fetlock_app does not start'],
  ],
  'nothing is granted to everybody': [
    ['grant select on client to public', 'relation client: SELECT'],
    ['grant select (email) on client to public', 'column client.email: SELECT'],
    ['grant create on schema public to public', 'schema public: CREATE'],
  ],
  'the application only reads what is the deployment’s': [
    ['grant update on species to fetlock_app', 'species can be changed: UPDATE'],
    ['grant insert on migration to fetlock_worker', 'migration can be changed: INSERT'],
    ['grant update on duty to fetlock_app', 'duty can be changed: UPDATE'],
  ],
  'the worker sees across organisations only what is declared': [
    ['create policy scratch on client to fetlock_worker using (true)', 'client.scratch ALL using true is not declared'],
    ['drop policy worker_takes on message', 'is declared and does not exist'],
    [
      'alter policy worker_looks on organisation using (sandbox)',
      'organisation.worker_looks SELECT using sandbox also holds while an organisation is set',
    ],
  ],
  'the application and the worker hold exactly the grants of grants.golden.txt': [
    ['grant delete on client to fetlock_app', 'not in the golden table: client | fetlock_app: delete'],
    ['grant update (failure) on message to fetlock_app', 'not in the golden table: message'],
    ['revoke insert on client from fetlock_app', 'only in the golden table: client'],
    ['grant usage on sequence client_id_seq to fetlock_app', 'not in the golden table: client_id_seq'],
  ],
}

const api = await useApi()
let superuser: pg.Client
let here: number
let there: number

const opened = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  // Dropping the database ends this connection too; without a listener that would end the test run.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Does something and rolls it back, also changes of roles, which all databases share. */
const undone = async <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

beforeAll(async () => {
  superuser = await opened(api.database.superuserUrl)
  const filled = async (name: string) => {
    const organisation = await api.givenOrganisation({ name })
    await fillBehind(api, organisation, await fill(organisation, await organisation.userCaller()))
    return organisation.id
  }
  here = await filled('Here')
  there = await filled('There')
})
afterAll(() => superuser.end())

describe('the catalog of the database', () => {
  it.each(Object.entries(rules))('shows that %s', async (_name, rule) => {
    expect(await rule(superuser)).toEqual([])
  })

  const twins = Object.entries(breaks).flatMap(([rule, ways]) =>
    ways.map(([change, complaint]) => ({ rule, change, complaint })),
  )
  it.each(twins)('would show that not $rule: $change', async ({ rule, change, complaint }) => {
    const complaints = await undone(superuser, async () => {
      await superuser.query(change)
      return rules[rule]!(superuser)
    })
    expect(complaints.join('\n')).toContain(complaint)
  })

  it('has a twin for every rule', () => {
    expect(Object.keys(breaks)).toEqual(Object.keys(rules))
  })

  it('gives a reason for every table and policy that is an exception', async () => {
    const { rows } = await superuser.query<{ relname: string }>(`select relname from (${tables}) c`)
    const named = Object.keys({ ...deploymentWide, ...unaudited, ...auditedWith })
    expect(rows.map(({ relname }) => relname)).toEqual(expect.arrayContaining(named))
    expect(
      Object.values({ ...deploymentWide, ...unaudited, ...workerWide }).every((reason) => reason.length > 10),
    ).toBe(true)
  })
})

type TenantTable = { readonly name: string; readonly columns: readonly string[] }

const tenantTables = async (): Promise<TenantTable[]> => {
  const { rows } = await superuser.query<TenantTable>(
    `select quote_ident(c.relname) as name, array(select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from (${tenants}) c where not relispartition order by 1`,
    [Object.keys(deploymentWide)],
  )
  return rows
}

/** Everything a session with no organisation could see or change, as sentences. */
const reach = async (client: pg.Client) => {
  const found: string[] = []
  const tried = async (what: string, statement: string) => {
    await client.query('savepoint before')
    try {
      const { rowCount } = await client.query(statement)
      if (rowCount !== 0) found.push(`${what} ${rowCount}`)
    } catch (problem) {
      // Refused by row-level security, or because there is no grant, which the golden table shows.
      if ((problem as { code?: string }).code !== '42501') found.push(`${what}: ${(problem as Error).message}`)
    }
    await client.query('rollback to before')
  }
  for (const { name, columns } of await tenantTables()) {
    await tried(`${name} select`, `select 1 from ${name}`)
    await tried(`${name} update`, `update ${name} set ${columns[0]} = ${columns[0]}`)
    await tried(`${name} delete`, `delete from ${name}`)
  }
  return found
}

const asRole = (role: string, organisation: number) =>
  superuser.query(`set local role ${role}; set local app.organisation = '${organisation}'`)

describe('row security', () => {
  it('is tested on rows of two organisations in every table', async () => {
    for (const { name } of await tenantTables()) {
      const { rows } = await superuser.query(`select organisation from ${name} group by 1 order by 1`)
      expect([name, rows.map(({ organisation }) => organisation)]).toEqual([name, [here, there]])
    }
  })

  it('shows the application nothing and lets it change nothing while no organisation is set', async () => {
    const client = await opened(api.database.appUrl)
    expect((await client.query(`select current_setting('app.organisation') as o`)).rows).toEqual([{ o: '0' }])
    expect(await undone(client, () => reach(client))).toEqual([])
    await client.end()
  })

  it('applies to the owner of the tables too', async () => {
    const client = await opened(api.database.ownerUrl)
    expect(await undone(client, () => reach(client))).toEqual([])
    await client.end()
  })

  it('is what this tests: without it the application can read the rows', async () => {
    const found = await undone(superuser, async () => {
      await superuser.query('alter table client disable row level security')
      await superuser.query(`drop policy one_organisation on message; create policy all_of_it on message using (true)`)
      await asRole('fetlock_app', 0)
      return reach(superuser)
    })
    expect(found).toEqual(['client select 4', 'client update 4', 'message select 2', 'message delete 2'])
  })

  it('shows the worker only what the declared policies open while no organisation is set', async () => {
    const client = await opened(api.database.workerUrl)
    const { rowCount: events } = await superuser.query('select from security_event where not streamed')
    expect(await undone(client, () => reach(client))).toEqual([
      'appointment_reminder select 2',
      'awaited_client select 2',
      'catalog_import select 2',
      'catalog_upload select 4',
      'catalog_work select 2',
      'catalog_work update 2',
      'delivery select 10',
      'delivery update 10',
      'erasure select 2',
      'file_scan select 2',
      'file_scan update 2',
      'follower select 2',
      'import select 2',
      'ledger select 2',
      'message select 2',
      'message update 2',
      'organisation select 2',
      'recall select 2',
      `security_event select ${events}`,
      'stray_file select 2',
      'stray_file update 2',
    ])
    await client.end()
  })

  it('shows the worker nothing of other organisations while it works for one', async () => {
    const reachOfWorker = (before = '') =>
      undone(superuser, async () => {
        if (before !== '') await superuser.query(before)
        await asRole('fetlock_worker', there + 1_000)
        return reach(superuser)
      })
    expect(await reachOfWorker()).toEqual([])
    expect(await reachOfWorker('alter policy worker_finds on message using (sent is null)')).toEqual([
      'message select 2',
    ])
  })

  it('lets nobody insert a row for no organisation or for another one', async () => {
    const outcomes = new Map<string, string>()
    for (const [working, written] of [
      [0, here],
      [there, here],
    ])
      for (const { name, columns } of await tenantTables())
        await undone(superuser, async () => {
          await superuser.query(
            `create temp table copied as select * from ${name} where organisation = ${written}; grant select on copied to public`,
          )
          await asRole('fetlock_owner', working!)
          const outcome = await superuser
            .query(
              `insert into ${name} (${columns.join(', ')}) overriding system value select ${columns.join(', ')} from copied`,
            )
            .then(
              () => 'inserted',
              (problem: { code: string }) => problem.code,
            )
          outcomes.set(`${name} ${working} → ${written}`, outcome)
        })
    expect([...outcomes].filter(([, outcome]) => outcome !== '42501')).toEqual([])
    expect(outcomes.size).toBeGreaterThan(30)
  })

  it('lets no row move to another organisation', async () => {
    // An organisation is its own: its number is its id, and the column only repeats it.
    const movable = (await tenantTables()).filter(({ name }) => name !== 'organisation')
    const outcomes: string[] = []
    for (const { name } of movable)
      await undone(superuser, async () => {
        await asRole('fetlock_owner', here)
        const outcome = await superuser.query(`update ${name} set organisation = ${there}`).then(
          ({ rowCount }) => `moved ${rowCount}`,
          (problem: { code: string }) => problem.code,
        )
        outcomes.push(`${name}: ${outcome}`)
      })
    expect(outcomes).toEqual(movable.map(({ name }) => `${name}: 42501`))
  })
})

type ForeignKey = {
  readonly name: string
  readonly from: string
  readonly column: string
  readonly to: string
  readonly target: string
}

const foreignKeys = async (): Promise<ForeignKey[]> => {
  const { rows } = await superuser.query<ForeignKey>(
    `select k.conname as name, quote_ident(c.relname) as from, quote_ident(a.attname) as column,
       quote_ident(d.relname) as to, quote_ident(b.attname) as target
     from (${tenants}) c join pg_constraint k on k.conrelid = c.oid and k.contype = 'f'
     join (${tenants}) d on d.oid = k.confrelid and not (d.relname = 'organisation')
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[cardinality(k.conkey)]
     join pg_attribute b on b.attrelid = d.oid and b.attnum = k.confkey[cardinality(k.confkey)] order by 1`,
    [Object.keys(deploymentWide)],
  )
  return rows
}

/** Columns that PostgreSQL fills in from another, which is the one to write. */
const filledFrom: Readonly<Record<string, string>> = {
  'custom_field_value.client': 'object_id',
  'custom_field_value.patient': 'object_id',
  'custom_field_value.consultation': 'object_id',
  'import_reference.client': 'record',
  'import_reference.patient': 'record',
  'import_reference.openingbalance': 'record',
  'import_reference.item': 'record',
}

/** Drops the other constraints of a table, so that only its foreign keys can refuse a row. */
const dropChecks = async (table: string) => {
  const { rows } = await superuser.query<{ name: string }>(
    `select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of rows) await superuser.query(`alter table ${table} drop constraint ${name}`)
}

/** Makes a row refer to a row of another organisation through each foreign key, and returns those that allow it. */
const crossings = async (keys: readonly ForeignKey[]) => {
  const crossed: string[] = []
  for (const { name, from, column, to, target } of keys) {
    await superuser.query('savepoint before')
    const [foreign] = (await superuser.query(`select ${target} as id from ${to} where organisation = ${there} limit 1`))
      .rows
    await dropChecks(from)
    await asRole('fetlock_owner', here)
    const source = filledFrom[`${from}.${column}`]
    // Only where it refers to a row already: some rows may refer to one of several tables only.
    const row = `select ctid from ${from} order by ${column} is null limit 1`
    const outcome = await superuser
      .query(`update ${from} set ${source ?? column} = $1 where ctid = (${row})`, [foreign.id])
      .then(
        ({ rowCount }) => `changed ${rowCount}`,
        (problem: { code: string }) => problem.code,
      )
    if (outcome !== '23503') crossed.push(`${name}: ${outcome}`)
    await superuser.query('rollback to before')
  }
  return crossed
}

describe('foreign keys', () => {
  it('never refer to another organisation, each one tested', async () => {
    const keys = await foreignKeys()
    expect(keys.length).toBeGreaterThan(15)
    expect(await undone(superuser, () => crossings(keys))).toEqual([])
  })

  it('would be reported: a foreign key on the id alone allows the row', async () => {
    const through = await undone(superuser, async () => {
      await superuser.query(
        'alter table client add unique (id); alter table phonenumber drop constraint phonenumber_organisation_client_fkey',
      )
      await superuser.query('alter table phonenumber add constraint plain foreign key (client) references client (id)')
      return crossings((await foreignKeys()).filter(({ from }) => from === 'phonenumber'))
    })
    expect(through).toEqual(['plain: changed 1'])
  })
})

describe('the organisation of a connection', () => {
  const left = async (use: (connection: ReturnType<typeof connect>) => Promise<unknown>) => {
    const connection = connect(api.database.appUrl, { max: 1 })
    await use(connection)
    const [row] = await connection.read<{ o: string }>(`select current_setting('app.organisation') as o`, [])
    await connection.close()
    return row!.o
  }

  it.each([
    [
      'a read through the pool',
      ({ read }: ReturnType<typeof connect>) => readInOrganisation(read, here, 'select t.o', []),
    ],
    [
      'a transaction',
      ({ db }: ReturnType<typeof connect>) =>
        inOrganisation(db, here, (tx) => tx.selectFrom('client').selectAll().execute()),
    ],
    [
      'a transaction that fails',
      ({ db }: ReturnType<typeof connect>) =>
        inOrganisation(db, here, () => Promise.reject(new Error('no'))).catch(() => {}),
    ],
    [
      'a read that fails',
      ({ read }: ReturnType<typeof connect>) => readInOrganisation(read, here, 'select 1 / 0', []).catch(() => {}),
    ],
  ])('is unset again after %s', async (_name, use) => {
    expect(await left(use)).toBe('0')
  })

  it('would be reported if it were set for the session', async () => {
    expect(await left(({ read }) => read(`select set_config('app.organisation', '${here}', false)`, []))).toBe(
      String(here),
    )
  })
})
