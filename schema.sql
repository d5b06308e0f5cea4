CREATE SCHEMA partitions;

CREATE TYPE public.permission AS ENUM (
    'Clinical: Consultations',
    'Clinical: Diagnostic imaging',
    'Clinical: Prescriptions',
    'Custom field settings',
    'Financial: Discounts',
    'Financial: End of day and accounting reports',
    'Financial: Invoices',
    'General: Appointments',
    'General: Patients and clients',
    'Settings: Departments',
    'Settings: Integration settings',
    'Settings: Items',
    'Settings: Stock',
    'Settings: Users and permissions'
);

CREATE FUNCTION public.add_suffixes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into suffix (organisation, field, suffix, record)
    select distinct new.organisation, f.field, f.suffix, new.id from findable(new) f;
  return null;
end $$;

CREATE FUNCTION public.organisation() RETURNS integer
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (current_setting('app.organisation'::text))::integer;

CREATE TABLE public.auditevent (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    sequence bigint NOT NULL,
    resource text NOT NULL,
    record bigint NOT NULL,
    action text NOT NULL,
    changes jsonb NOT NULL,
    "user" bigint,
    application bigint,
    credential text NOT NULL,
    address text NOT NULL,
    request text NOT NULL,
    occurred timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    salt bytea,
    commitment bytea,
    CONSTRAINT auditevent_action_check CHECK ((action = ANY (ARRAY['create'::text, 'change'::text, 'delete'::text]))),
    CONSTRAINT auditevent_erased CHECK (((salt IS NULL) = (commitment IS NOT NULL)))
)
PARTITION BY RANGE (occurred);

ALTER TABLE ONLY public.auditevent FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.audit_commitment(event public.auditevent) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  return case when event.salt is not null then sha256(event.salt || convert_to(event.changes::text, 'UTF8'))
    when event.changes = '{}' then event.commitment end;
end $$;

CREATE FUNCTION public.audit_link(before bytea, event public.auditevent) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  return sha256(before || convert_to(jsonb_build_array(event.organisation, event.sequence, event.resource, event.record,
    event.action, encode(audit_commitment(event), 'hex'), event."user", event.application, event.credential, event.address,
    event.request, (extract(epoch from event.occurred) * 1000000)::bigint)::text, 'UTF8'));
end $$;

CREATE FUNCTION public.bury_registration() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into deleted (resource, record, modified) values ('available_wholesaler', new.id, take_stamp());
  return null;
end $$;

CREATE FUNCTION public.change_suffixes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  gone record;
begin
  for gone in select * from findable(old) except select * from findable(new) loop
    delete from suffix s where s.organisation = old.organisation and s.field = gone.field and s.suffix = gone.suffix
      and s.record = old.id;
  end loop;
  insert into suffix (organisation, field, suffix, record) select new.organisation, f.field, f.suffix, new.id
    from (select * from findable(new) except select * from findable(old)) f;
  return null;
end $$;

CREATE FUNCTION public.client_due(due numeric, theirs numeric, claimed numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (due - (sign(theirs) * LEAST(abs(due), GREATEST((0)::numeric, (sign(theirs) * (theirs - claimed))))));

CREATE FUNCTION public.count_storage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  gone record;
  there record;
begin
  select * into gone from storage_counted(case when tg_op = 'INSERT' then null::attachment else old end);
  select * into there from storage_counted(case when tg_op = 'DELETE' then null::attachment else new end);
  update storage_used set bytes = storage_used.bytes + there.bytes - gone.bytes,
    files = storage_used.files + there.files - gone.files, pending = storage_used.pending + there.pending - gone.pending
    where organisation = coalesce(new.organisation, old.organisation);
  if not found and there.files > gone.files then
    insert into storage_used values (new.organisation, there.bytes, there.files, there.pending)
    on conflict (organisation) do update set bytes = storage_used.bytes + excluded.bytes,
      files = storage_used.files + excluded.files, pending = storage_used.pending + excluded.pending;
  end if;
  return null;
end $$;

CREATE FUNCTION public.creditor_reference(digits text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (('RF'::text || lpad((((98)::numeric - (((digits || '271500'::text))::numeric % (97)::numeric)))::text, 2, '0'::text)) || digits);

CREATE FUNCTION public.differences_between(was jsonb, becomes jsonb, hidden text[]) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    AS $$
declare
  differences jsonb;
begin
  select jsonb_object_agg(name, case when name = any(hidden) then '"hidden"'::jsonb
      else jsonb_build_object('from', was -> name, 'to', becomes -> name) end)
    into differences
    from jsonb_object_keys(was || becomes) name
    where (was -> name) is distinct from (becomes -> name) and name <> all('{organisation,id,created,modified}');
  return differences;
end $$;

CREATE FUNCTION public.differences_code(target regclass, hidden text[]) RETURNS TABLE(of_insert text, of_update text)
    LANGUAGE sql STABLE
    AS $_$
  with field as (
    select a.attnum, quote_literal(a.attname) as name, quote_ident(a.attname) as field, a.attname::text = any(hidden) as is_hidden,
        case
          when format_type(a.atttypid, null) = any('{bigint,integer,smallint,boolean,text,date,timestamp with time zone,'
            'time without time zone,uuid,bytea,numeric,text[],bigint[],integer[]}') then '%2$s.%1$s'
          when a.atttypid = 'jsonb'::regtype then 'coalesce(%2$s.%1$s, ''null'')'
          else 'to_jsonb(%2$s.%1$s)'
        end as compared
      from pg_attribute a where a.attrelid = target and a.attnum > 0 and not a.attisdropped
        and a.attname <> all('{organisation,id,created,modified}')),
  piece as (
    -- A function has at most a hundred arguments.
    select min(attnum) as place, string_agg(format(case when is_hidden then '%s, ''hidden''' else
        '%s, jsonb_build_object(''from'', null, ''to'', new.%s)' end, name, field), e',\n        ' order by attnum) as code
      from (select *, row_number() over (order by attnum) as n from field) f group by (n - 1) / 50)
  select (select coalesce(string_agg(format(e'jsonb_build_object(\n        %s)', code), e'\n        || ' order by place), '''{}''::jsonb')
      from piece),
    (select coalesce(string_agg(format(e'    if %s is distinct from %s then differences := differences || jsonb_build_object(%s, %s); end if;\n',
      format(compared, field, 'old'), format(compared, field, 'new'), name,
      case when is_hidden then '''hidden''' else format('jsonb_build_object(''from'', old.%1$s, ''to'', new.%1$s)', field) end), '' order by attnum), '')
      from field)
  $_$;

CREATE FUNCTION public.drop_audit_before(moment timestamp with time zone) RETURNS TABLE(partition text, ended timestamp with time zone)
    LANGUAGE plpgsql
    AS $_$
declare
  cutoff timestamptz;
  last_event auditevent;
  lagging text;
begin
  if moment > now() then raise exception 'This is in the future.' using errcode = 'FL002'; end if;
  perform pg_advisory_xact_lock(hashtext('make_audit_partitions'));
  create temporary table dropping on commit drop as
    select c.relname::text as name, bound.ends from pg_inherits i join pg_class c on c.oid = i.inhrelid
      cross join lateral (select substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \('([^']+)'\)$re$)::timestamptz) bound (ends)
    where i.inhparent = 'auditevent'::regclass and bound.ends <= moment;
  select max(d.ends) into cutoff from dropping d;
  if cutoff is null then return; end if;
  -- What is dropped stops nobody until the end of this transaction, but for the default partition and the list of partitions.
  for clinic in 1 .. (select last_value from organisation_id_seq) loop
    perform set_config('app.organisation', clinic::text, true);
    select * into last_event from auditevent e where e.organisation = clinic and e.occurred < cutoff order by e.sequence desc limit 1;
    continue when not found;
    select f.name into lagging from follower f where f.organisation = clinic and f.position < last_event.sequence limit 1;
    if found then
      raise exception 'The worker has not processed event % of organisation % for "%". Let it catch up, then drop again.',
        last_event.sequence, clinic, lagging using errcode = 'FL002';
    end if;
    if exists (select from verify_audit(last_event.sequence)) then
      raise exception 'The audit trail of organisation % was altered: it is kept, so that "fetlock audit verify" can tell.', clinic
        using errcode = 'FL002';
    end if;
    insert into audit_checkpoint as c (organisation, sequence, hash, occurred)
      values (clinic, last_event.sequence, last_event.hash, last_event.occurred)
      on conflict (organisation) do update set sequence = excluded.sequence, hash = excluded.hash,
        occurred = excluded.occurred, dropped = clock_timestamp();
    insert into security_event (kind, details) values ('audit.anchored', jsonb_build_object(
      'end', last_event.sequence || ':' || encode(last_event.hash, 'hex'), 'dropped_before', cutoff));
    delete from partitions.auditevent_default e where e.organisation = clinic and e.occurred < cutoff;
  end loop;
  perform set_config('app.organisation', '0', true);
  for partition, ended in select d.name, d.ends from dropping d order by d.ends loop
    execute format('drop table partitions.%I', partition);
    return next;
  end loop;
end $_$;

CREATE FUNCTION public.ends_of_number(number text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT (substr(w.small, place.place, 32) COLLATE "C") AS substr
    FROM (( SELECT lower(ends_of_number.number) AS small
          OFFSET 0) w
      CROSS JOIN LATERAL unnest(ARRAY[1, (length(w.small) - 5), (length(w.small) - 4), (length(w.small) - 3)]) place(place))
   WHERE ((place.place >= 1) AND ((length(w.small) - place.place) >= 2));
END;

CREATE FUNCTION public.erase_audited_values() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone bigint;
begin
  if new.resource = 'client' then
    with target as (select new.record as client, new.record::text as named),
    owned as (
      -- Records that were the client's at some time, those that are gone included.
      select distinct e.resource, e.record from auditevent e, target
        where e.organisation = new.organisation and e.salt is not null
          and e.resource in ('phonenumber', 'alternative_payer', 'custom_field_value', 'attachment', 'onlinebookingclient')
          and target.named in (e.changes #>> '{client,from}', e.changes #>> '{client,to}')
      union all select 'client', target.client from target
      union all select 'onlinebookingclient', b.id from onlinebookingclient b
        where b.organisation = new.organisation and b.first_name = '' and b.last_name = '' and b.email = '' and b.e164 = ''),
    partly (resource, record, names) as (
      -- Of these only the events that have one of these values: the others say nothing of the person.
      select 'appointment', a.id, array['title', 'complaint', 'notes', 'cancellation_reason']
        from appointment a, target where a.organisation = new.organisation and a.title = '' and a.complaint = ''
          and a.notes = '' and a.cancellation_reason = '' and (a.client = target.client or exists (
            select from onlinebookingclient b where b.organisation = a.organisation and b.appointment = a.id
              and b.first_name = '' and b.last_name = ''))
      union all select 'patient', p.id, array['insurance', 'insurance_company']
        from patient p, target where p.organisation = new.organisation and p.client = target.client
      union all select 'recall', r.id, array['call_note']
        from recall r join patient p on p.organisation = r.organisation and p.id = r.patient, target
        where r.organisation = new.organisation and p.client = target.client and r.call_note = ''
      union all select 'onlinebookingpatient', p.id, array['notes']
        from onlinebookingpatient p
        join onlinebookingclient b on b.organisation = p.organisation and b.id = p.onlinebookingclient
        where p.organisation = new.organisation and p.notes = '' and b.first_name = '' and b.last_name = ''
      union all select 'invoice', i.id, array['payer_name', 'payer_organization_name', 'payer_vat_number',
          'payer_register_number', 'payer_street_address', 'payer_street_address_2', 'payer_zip_code', 'payer_city',
          'payer_state', 'alternative_payer_name']
        from invoice i, target where i.organisation = new.organisation and target.client = coalesce(i.payer, i.client)
          and i.payer_name = 'Erased client'),
    chosen as (
      select e.id from auditevent e join owned on owned.resource = e.resource and owned.record = e.record
        where e.organisation = new.organisation and e.salt is not null
      union
      select e.id from auditevent e join partly on partly.resource = e.resource and partly.record = e.record
        where e.organisation = new.organisation and e.salt is not null and exists (
          select from unnest(partly.names) name where coalesce(e.changes #>> array[name, 'from'], '') <> ''
            or coalesce(e.changes #>> array[name, 'to'], '') <> ''))
    update auditevent e set commitment = audit_commitment(e), salt = null, changes = '{}'
      from chosen where e.organisation = new.organisation and e.id = chosen.id;
  else
    update auditevent e set commitment = audit_commitment(e), salt = null, changes = '{}'
      where e.organisation = new.organisation and e.resource = new.resource and e.record = new.record and e.salt is not null
        -- What somebody was allowed stays.
        and e.changes - array['permission_groups', 'is_active'] <> '{}';
  end if;
  get diagnostics gone = row_count;
  update erasure set audit_values = audit_values + gone where organisation = new.organisation and id = new.id;
  return null;
end $$;

CREATE FUNCTION public.erase_changes(erased_resource text, erased_record bigint) RETURNS bigint
    LANGUAGE sql
    AS $$
  with erased as (
    update auditevent e set commitment = audit_commitment(e), salt = null, changes = '{}'
    where organisation = organisation() and resource = erased_resource and record = erased_record and salt is not null
    returning 1)
  select count(*) from erased
  $$;

CREATE FUNCTION public.starts_in_address(address text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT (substr(w.small, place.place, 32) COLLATE "C") AS substr
    FROM (( SELECT lower(starts_in_address.address) AS small
          OFFSET 0) w
      CROSS JOIN LATERAL generate_series(1, (length(w.small) - 2)) place(place))
   WHERE ((place.place = 1) OR ((place.place <= (POSITION(('@'::text) IN (w.small)) + 1)) AND (substr(w.small, (place.place - 1), 1) = ANY (ARRAY['.'::text, '_'::text, '-'::text, '+'::text, '@'::text]))));
END;

CREATE FUNCTION public.suffixes_of(whole text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    BEGIN ATOMIC
 SELECT (substr(w.small, generate_series(1, (length(w.small) - 2)), 32) COLLATE "C") AS substr
    FROM ( SELECT lower(suffixes_of.whole) AS small
          OFFSET 0) w;
END;

CREATE TABLE public.client (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    firstname text DEFAULT ''::text NOT NULL,
    lastname text DEFAULT ''::text NOT NULL,
    organization_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    customer_type integer DEFAULT 0 NOT NULL,
    vat_number text DEFAULT ''::text NOT NULL,
    register_number text DEFAULT ''::text NOT NULL,
    id_number text DEFAULT ''::text NOT NULL,
    home_department bigint,
    due_date_delay integer,
    street_address text DEFAULT ''::text NOT NULL,
    street_address_2 text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    critical_notes text DEFAULT ''::text NOT NULL,
    invoicing_client bigint,
    no_sms boolean DEFAULT false NOT NULL,
    no_email boolean DEFAULT false NOT NULL,
    communication_preferences jsonb DEFAULT '{"sms": null, "post": null, "email": null, "answered_at": null}'::jsonb NOT NULL,
    tags_rel text[] DEFAULT '{}'::text[] NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    language text,
    sort_name text GENERATED ALWAYS AS (lower(
CASE
    WHEN (organization_name <> ''::text) THEN organization_name
    WHEN (firstname = ''::text) THEN lastname
    WHEN (lastname = ''::text) THEN firstname
    ELSE ((lastname || ', '::text) || firstname)
END)) STORED NOT NULL,
    erased timestamp with time zone,
    CONSTRAINT client_check CHECK (((firstname <> ''::text) OR (lastname <> ''::text) OR (organization_name <> ''::text))),
    CONSTRAINT client_customer_type_check CHECK (((customer_type >= 0) AND (customer_type <= 4))),
    CONSTRAINT client_due_date_delay_check CHECK ((due_date_delay >= 0))
);

ALTER TABLE ONLY public.client FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.findable(r public.client) RETURNS TABLE(field smallint, suffix text)
    LANGUAGE sql IMMUTABLE
    BEGIN ATOMIC
 SELECT (1)::smallint AS int2,
     s.s
    FROM public.suffixes_of((findable.r).firstname) s(s)
 UNION ALL
  SELECT (2)::smallint AS int2,
     s.s
    FROM public.suffixes_of((findable.r).lastname) s(s)
 UNION ALL
  SELECT (3)::smallint AS int2,
     s.s
    FROM public.suffixes_of((findable.r).organization_name) s(s)
 UNION ALL
  SELECT (6)::smallint AS int2,
     s.s
    FROM public.starts_in_address((findable.r).email) s(s);
END;

CREATE TABLE public.patient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    official_name text DEFAULT ''::text NOT NULL,
    species integer,
    breed integer,
    gender text DEFAULT 'Unknown'::text NOT NULL,
    color text DEFAULT ''::text NOT NULL,
    weight numeric(9,3),
    date_of_birth date,
    deceased date,
    reason_of_death text DEFAULT ''::text NOT NULL,
    microchip text,
    microchip_date date,
    date_of_registration date,
    insurance text DEFAULT ''::text NOT NULL,
    insurance_company text DEFAULT ''::text NOT NULL,
    passport_number text DEFAULT ''::text NOT NULL,
    register_number text DEFAULT ''::text NOT NULL,
    herd_size integer,
    not_for_food boolean DEFAULT false NOT NULL,
    blood_group text DEFAULT ''::text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    critical_notes text DEFAULT ''::text NOT NULL,
    home_department bigint,
    tags_rel text[] DEFAULT '{}'::text[] NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT patient_breed_needs_species CHECK (((breed IS NULL) OR (species IS NOT NULL))),
    CONSTRAINT patient_herd_size_check CHECK ((herd_size > 0)),
    CONSTRAINT patient_weight_check CHECK (((weight > (0)::numeric) AND (weight < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.patient FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.findable(r public.patient) RETURNS TABLE(field smallint, suffix text)
    LANGUAGE sql IMMUTABLE
    BEGIN ATOMIC
 SELECT (5)::smallint AS int2,
     s.s
    FROM public.suffixes_of((findable.r).name) s(s)
 UNION ALL
  SELECT (7)::smallint AS int2,
     s.s
    FROM public.ends_of_number((findable.r).microchip) s(s);
END;

CREATE FUNCTION public.without_separators(phone_number text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN regexp_replace(phone_number, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff().\-/]'::text, ''::text, 'g'::text);

CREATE TABLE public.phonenumber (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint NOT NULL,
    phone_number text NOT NULL,
    e164 text NOT NULL,
    type_code integer NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT phonenumber_type_code_check CHECK ((type_code = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.phonenumber FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.findable(r public.phonenumber) RETURNS TABLE(field smallint, suffix text)
    LANGUAGE sql IMMUTABLE
    BEGIN ATOMIC
 SELECT (4)::smallint AS int2,
     s.s
    FROM public.suffixes_of(public.without_separators((findable.r).phone_number)) s(s)
 UNION ALL
  SELECT (4)::smallint AS int2,
     s.s
    FROM public.suffixes_of(regexp_replace((findable.r).phone_number, '[^0-9+]'::text, ''::text, 'g'::text)) s(s)
 UNION ALL
  SELECT (4)::smallint AS int2,
     s.s
    FROM public.suffixes_of((findable.r).e164) s(s);
END;

CREATE PROCEDURE public.keep_apart(IN target regclass, IN app_may text, IN worker_may text DEFAULT NULL::text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy one_organisation on %s using (organisation = organisation()) with check (organisation = organisation())', target);
  execute format('grant %s on %s to fetlock_app', app_may, target);
  if worker_may is not null then execute format('grant %s on %s to fetlock_worker', worker_may, target); end if;
end $$;

CREATE FUNCTION public.keep_between() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  resource text := tg_argv[0];
  ours text := tg_argv[1];
  theirs text := tg_argv[2];
  field text := tg_argv[3];
  row jsonb := to_jsonb(coalesce(new, old));
begin
  perform write_change(resource, (row ->> ours)::bigint, 'change', jsonb_build_object(field, jsonb_build_object(
    'from', case tg_op when 'DELETE' then row -> theirs end, 'to', case tg_op when 'INSERT' then row -> theirs end)));
  return null;
end $$;

CREATE PROCEDURE public.keep_by_owner(IN keeper text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('alter function %s() security definer set search_path = public, pg_temp', keeper);
  execute format('revoke execute on function %s() from public', keeper);
end $$;

CREATE FUNCTION public.keep_change_code(target regclass, hidden text, run text) RETURNS text
    LANGUAGE sql STABLE
    AS $_$
  select format($code$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := %4$s;
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', %2$L);
  elsif new is distinct from old then
    differences := '{}';
%5$s    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();%6$s
  else moment := write_change(%1$L, coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values (%1$L, old.id, moment);
  elsif new.modified <> moment then
    update %3$s set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $code$, c.relname, string_to_array(hidden, ' '), target, d.of_insert, d.of_update, (select coalesce(string_agg(format($code$
  elsif current_setting(%1$L, true) <> '' and tg_op <> 'DELETE' then
    moment := %2$I(current_setting(%1$L)::bigint, old, new, differences);$code$, 'app.' || one, format('write_%s_change', one)), '' order by place), '')
    from unnest(string_to_array(run, ' ')) with ordinality r (one, place)))
  from pg_class c, differences_code(target, string_to_array(hidden, ' ')) d where c.oid = target
  $_$;

CREATE FUNCTION public.keep_change_of_accountingreport() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'department', jsonb_build_object('from', null, 'to', new.department),
        'report_number', jsonb_build_object('from', null, 'to', new.report_number),
        'period_start', jsonb_build_object('from', null, 'to', new.period_start),
        'period_end', jsonb_build_object('from', null, 'to', new.period_end),
        'created_user', jsonb_build_object('from', null, 'to', new.created_user),
        'totals_by_account', jsonb_build_object('from', null, 'to', new.totals_by_account),
        'totals_by_vat_group', jsonb_build_object('from', null, 'to', new.totals_by_vat_group),
        'totals_by_payment_type', jsonb_build_object('from', null, 'to', new.totals_by_payment_type),
        'opening_receivables', jsonb_build_object('from', null, 'to', new.opening_receivables),
        'closing_receivables', jsonb_build_object('from', null, 'to', new.closing_receivables));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.report_number is distinct from new.report_number then differences := differences || jsonb_build_object('report_number', jsonb_build_object('from', old.report_number, 'to', new.report_number)); end if;
    if old.period_start is distinct from new.period_start then differences := differences || jsonb_build_object('period_start', jsonb_build_object('from', old.period_start, 'to', new.period_start)); end if;
    if old.period_end is distinct from new.period_end then differences := differences || jsonb_build_object('period_end', jsonb_build_object('from', old.period_end, 'to', new.period_end)); end if;
    if old.created_user is distinct from new.created_user then differences := differences || jsonb_build_object('created_user', jsonb_build_object('from', old.created_user, 'to', new.created_user)); end if;
    if coalesce(old.totals_by_account, 'null') is distinct from coalesce(new.totals_by_account, 'null') then differences := differences || jsonb_build_object('totals_by_account', jsonb_build_object('from', old.totals_by_account, 'to', new.totals_by_account)); end if;
    if coalesce(old.totals_by_vat_group, 'null') is distinct from coalesce(new.totals_by_vat_group, 'null') then differences := differences || jsonb_build_object('totals_by_vat_group', jsonb_build_object('from', old.totals_by_vat_group, 'to', new.totals_by_vat_group)); end if;
    if coalesce(old.totals_by_payment_type, 'null') is distinct from coalesce(new.totals_by_payment_type, 'null') then differences := differences || jsonb_build_object('totals_by_payment_type', jsonb_build_object('from', old.totals_by_payment_type, 'to', new.totals_by_payment_type)); end if;
    if old.opening_receivables is distinct from new.opening_receivables then differences := differences || jsonb_build_object('opening_receivables', jsonb_build_object('from', old.opening_receivables, 'to', new.opening_receivables)); end if;
    if old.closing_receivables is distinct from new.closing_receivables then differences := differences || jsonb_build_object('closing_receivables', jsonb_build_object('from', old.closing_receivables, 'to', new.closing_receivables)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('accountingreport', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('accountingreport', old.id, moment);
  elsif new.modified <> moment then
    update accountingreport set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_accountnumber() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'number', jsonb_build_object('from', null, 'to', new.number),
        'description', jsonb_build_object('from', null, 'to', new.description),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.number is distinct from new.number then differences := differences || jsonb_build_object('number', jsonb_build_object('from', old.number, 'to', new.number)); end if;
    if old.description is distinct from new.description then differences := differences || jsonb_build_object('description', jsonb_build_object('from', old.description, 'to', new.description)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('accountnumber', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('accountnumber', old.id, moment);
  elsif new.modified <> moment then
    update accountnumber set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_alternative_payer() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'organization_name', jsonb_build_object('from', null, 'to', new.organization_name),
        'vat_number', jsonb_build_object('from', null, 'to', new.vat_number),
        'register_number', jsonb_build_object('from', null, 'to', new.register_number),
        'country', jsonb_build_object('from', null, 'to', new.country),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'street_address_2', jsonb_build_object('from', null, 'to', new.street_address_2),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'state', jsonb_build_object('from', null, 'to', new.state),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.organization_name is distinct from new.organization_name then differences := differences || jsonb_build_object('organization_name', jsonb_build_object('from', old.organization_name, 'to', new.organization_name)); end if;
    if old.vat_number is distinct from new.vat_number then differences := differences || jsonb_build_object('vat_number', jsonb_build_object('from', old.vat_number, 'to', new.vat_number)); end if;
    if old.register_number is distinct from new.register_number then differences := differences || jsonb_build_object('register_number', jsonb_build_object('from', old.register_number, 'to', new.register_number)); end if;
    if old.country is distinct from new.country then differences := differences || jsonb_build_object('country', jsonb_build_object('from', old.country, 'to', new.country)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.street_address_2 is distinct from new.street_address_2 then differences := differences || jsonb_build_object('street_address_2', jsonb_build_object('from', old.street_address_2, 'to', new.street_address_2)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.state is distinct from new.state then differences := differences || jsonb_build_object('state', jsonb_build_object('from', old.state, 'to', new.state)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('alternative_payer', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('alternative_payer', old.id, moment);
  elsif new.modified <> moment then
    update alternative_payer set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_alternativepricing() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'item', jsonb_build_object('from', null, 'to', new.item),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'customer_type', jsonb_build_object('from', null, 'to', new.customer_type),
        'price', jsonb_build_object('from', null, 'to', new.price),
        'percentage_change', jsonb_build_object('from', null, 'to', new.percentage_change),
        'valid_from', jsonb_build_object('from', null, 'to', new.valid_from),
        'valid_until', jsonb_build_object('from', null, 'to', new.valid_until),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.customer_type is distinct from new.customer_type then differences := differences || jsonb_build_object('customer_type', jsonb_build_object('from', old.customer_type, 'to', new.customer_type)); end if;
    if old.price is distinct from new.price then differences := differences || jsonb_build_object('price', jsonb_build_object('from', old.price, 'to', new.price)); end if;
    if old.percentage_change is distinct from new.percentage_change then differences := differences || jsonb_build_object('percentage_change', jsonb_build_object('from', old.percentage_change, 'to', new.percentage_change)); end if;
    if old.valid_from is distinct from new.valid_from then differences := differences || jsonb_build_object('valid_from', jsonb_build_object('from', old.valid_from, 'to', new.valid_from)); end if;
    if old.valid_until is distinct from new.valid_until then differences := differences || jsonb_build_object('valid_until', jsonb_build_object('from', old.valid_until, 'to', new.valid_until)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('alternativepricing', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('alternativepricing', old.id, moment);
  elsif new.modified <> moment then
    update alternativepricing set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_application() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'client_id', jsonb_build_object('from', null, 'to', new.client_id),
        'secret_hash', 'hidden',
        'public', jsonb_build_object('from', null, 'to', new.public),
        'redirect_uris', jsonb_build_object('from', null, 'to', new.redirect_uris),
        'scopes', jsonb_build_object('from', null, 'to', new.scopes),
        'user', jsonb_build_object('from', null, 'to', new."user"),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'allowed_origins', jsonb_build_object('from', null, 'to', new.allowed_origins),
        'pkce_required', jsonb_build_object('from', null, 'to', new.pkce_required));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{secret_hash}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.client_id is distinct from new.client_id then differences := differences || jsonb_build_object('client_id', jsonb_build_object('from', old.client_id, 'to', new.client_id)); end if;
    if old.secret_hash is distinct from new.secret_hash then differences := differences || jsonb_build_object('secret_hash', 'hidden'); end if;
    if old.public is distinct from new.public then differences := differences || jsonb_build_object('public', jsonb_build_object('from', old.public, 'to', new.public)); end if;
    if old.redirect_uris is distinct from new.redirect_uris then differences := differences || jsonb_build_object('redirect_uris', jsonb_build_object('from', old.redirect_uris, 'to', new.redirect_uris)); end if;
    if old.scopes is distinct from new.scopes then differences := differences || jsonb_build_object('scopes', jsonb_build_object('from', old.scopes, 'to', new.scopes)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old.allowed_origins is distinct from new.allowed_origins then differences := differences || jsonb_build_object('allowed_origins', jsonb_build_object('from', old.allowed_origins, 'to', new.allowed_origins)); end if;
    if old.pkce_required is distinct from new.pkce_required then differences := differences || jsonb_build_object('pkce_required', jsonb_build_object('from', old.pkce_required, 'to', new.pkce_required)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('application', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('application', old.id, moment);
  elsif new.modified <> moment then
    update application set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_appointment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'start', jsonb_build_object('from', null, 'to', new.start),
        'end', jsonb_build_object('from', null, 'to', new."end"),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'title', jsonb_build_object('from', null, 'to', new.title),
        'type', jsonb_build_object('from', null, 'to', new.type),
        'reason', jsonb_build_object('from', null, 'to', new.reason),
        'complaint', jsonb_build_object('from', null, 'to', new.complaint),
        'user', jsonb_build_object('from', null, 'to', new."user"),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'notes', jsonb_build_object('from', null, 'to', new.notes),
        'active', jsonb_build_object('from', null, 'to', new.active),
        'confirmed', jsonb_build_object('from', null, 'to', new.confirmed),
        'cancellation_reason', jsonb_build_object('from', null, 'to', new.cancellation_reason),
        'allow_overlap', jsonb_build_object('from', null, 'to', new.allow_overlap),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'request_hash', jsonb_build_object('from', null, 'to', new.request_hash));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.start is distinct from new.start then differences := differences || jsonb_build_object('start', jsonb_build_object('from', old.start, 'to', new.start)); end if;
    if old."end" is distinct from new."end" then differences := differences || jsonb_build_object('end', jsonb_build_object('from', old."end", 'to', new."end")); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.title is distinct from new.title then differences := differences || jsonb_build_object('title', jsonb_build_object('from', old.title, 'to', new.title)); end if;
    if old.type is distinct from new.type then differences := differences || jsonb_build_object('type', jsonb_build_object('from', old.type, 'to', new.type)); end if;
    if old.reason is distinct from new.reason then differences := differences || jsonb_build_object('reason', jsonb_build_object('from', old.reason, 'to', new.reason)); end if;
    if old.complaint is distinct from new.complaint then differences := differences || jsonb_build_object('complaint', jsonb_build_object('from', old.complaint, 'to', new.complaint)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.notes is distinct from new.notes then differences := differences || jsonb_build_object('notes', jsonb_build_object('from', old.notes, 'to', new.notes)); end if;
    if old.active is distinct from new.active then differences := differences || jsonb_build_object('active', jsonb_build_object('from', old.active, 'to', new.active)); end if;
    if old.confirmed is distinct from new.confirmed then differences := differences || jsonb_build_object('confirmed', jsonb_build_object('from', old.confirmed, 'to', new.confirmed)); end if;
    if old.cancellation_reason is distinct from new.cancellation_reason then differences := differences || jsonb_build_object('cancellation_reason', jsonb_build_object('from', old.cancellation_reason, 'to', new.cancellation_reason)); end if;
    if old.allow_overlap is distinct from new.allow_overlap then differences := differences || jsonb_build_object('allow_overlap', jsonb_build_object('from', old.allow_overlap, 'to', new.allow_overlap)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.request_hash is distinct from new.request_hash then differences := differences || jsonb_build_object('request_hash', jsonb_build_object('from', old.request_hash, 'to', new.request_hash)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('appointment', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('appointment', old.id, moment);
  elsif new.modified <> moment then
    update appointment set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_appointment_reminder() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'appointment', jsonb_build_object('from', null, 'to', new.appointment),
        'send_at', jsonb_build_object('from', null, 'to', new.send_at),
        'hours_before', jsonb_build_object('from', null, 'to', new.hours_before),
        'send_email', jsonb_build_object('from', null, 'to', new.send_email),
        'send_sms', jsonb_build_object('from', null, 'to', new.send_sms),
        'automatic', jsonb_build_object('from', null, 'to', new.automatic),
        'due', jsonb_build_object('from', null, 'to', new.due),
        'queued', jsonb_build_object('from', null, 'to', new.queued),
        'request', jsonb_build_object('from', null, 'to', new.request));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.appointment is distinct from new.appointment then differences := differences || jsonb_build_object('appointment', jsonb_build_object('from', old.appointment, 'to', new.appointment)); end if;
    if old.send_at is distinct from new.send_at then differences := differences || jsonb_build_object('send_at', jsonb_build_object('from', old.send_at, 'to', new.send_at)); end if;
    if old.hours_before is distinct from new.hours_before then differences := differences || jsonb_build_object('hours_before', jsonb_build_object('from', old.hours_before, 'to', new.hours_before)); end if;
    if old.send_email is distinct from new.send_email then differences := differences || jsonb_build_object('send_email', jsonb_build_object('from', old.send_email, 'to', new.send_email)); end if;
    if old.send_sms is distinct from new.send_sms then differences := differences || jsonb_build_object('send_sms', jsonb_build_object('from', old.send_sms, 'to', new.send_sms)); end if;
    if old.automatic is distinct from new.automatic then differences := differences || jsonb_build_object('automatic', jsonb_build_object('from', old.automatic, 'to', new.automatic)); end if;
    if old.due is distinct from new.due then differences := differences || jsonb_build_object('due', jsonb_build_object('from', old.due, 'to', new.due)); end if;
    if old.queued is distinct from new.queued then differences := differences || jsonb_build_object('queued', jsonb_build_object('from', old.queued, 'to', new.queued)); end if;
    if old.request is distinct from new.request then differences := differences || jsonb_build_object('request', jsonb_build_object('from', old.request, 'to', new.request)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('appointment_reminder', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('appointment_reminder', old.id, moment);
  elsif new.modified <> moment then
    update appointment_reminder set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_attachment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'content_type', jsonb_build_object('from', null, 'to', new.content_type),
        'size', jsonb_build_object('from', null, 'to', new.size),
        'upload_key', 'hidden',
        'kept_key', 'hidden',
        'uploaded', jsonb_build_object('from', null, 'to', new.uploaded),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'invoice', jsonb_build_object('from', null, 'to', new.invoice),
        'refusal', jsonb_build_object('from', null, 'to', new.refusal),
        'scan', jsonb_build_object('from', null, 'to', new.scan));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{upload_key,kept_key}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.content_type is distinct from new.content_type then differences := differences || jsonb_build_object('content_type', jsonb_build_object('from', old.content_type, 'to', new.content_type)); end if;
    if old.size is distinct from new.size then differences := differences || jsonb_build_object('size', jsonb_build_object('from', old.size, 'to', new.size)); end if;
    if old.upload_key is distinct from new.upload_key then differences := differences || jsonb_build_object('upload_key', 'hidden'); end if;
    if old.kept_key is distinct from new.kept_key then differences := differences || jsonb_build_object('kept_key', 'hidden'); end if;
    if old.uploaded is distinct from new.uploaded then differences := differences || jsonb_build_object('uploaded', jsonb_build_object('from', old.uploaded, 'to', new.uploaded)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.invoice is distinct from new.invoice then differences := differences || jsonb_build_object('invoice', jsonb_build_object('from', old.invoice, 'to', new.invoice)); end if;
    if old.refusal is distinct from new.refusal then differences := differences || jsonb_build_object('refusal', jsonb_build_object('from', old.refusal, 'to', new.refusal)); end if;
    if old.scan is distinct from new.scan then differences := differences || jsonb_build_object('scan', jsonb_build_object('from', old.scan, 'to', new.scan)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('attachment', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('attachment', old.id, moment);
  elsif new.modified <> moment then
    update attachment set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_available_wholesaler() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'application', jsonb_build_object('from', null, 'to', new.application),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'register_number', jsonb_build_object('from', null, 'to', new.register_number),
        'webhook_callback_url', jsonb_build_object('from', null, 'to', new.webhook_callback_url),
        'verification_salt', 'hidden',
        'removed', jsonb_build_object('from', null, 'to', new.removed));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{verification_salt}');
  elsif new is distinct from old then
    differences := '{}';
    if old.application is distinct from new.application then differences := differences || jsonb_build_object('application', jsonb_build_object('from', old.application, 'to', new.application)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.register_number is distinct from new.register_number then differences := differences || jsonb_build_object('register_number', jsonb_build_object('from', old.register_number, 'to', new.register_number)); end if;
    if old.webhook_callback_url is distinct from new.webhook_callback_url then differences := differences || jsonb_build_object('webhook_callback_url', jsonb_build_object('from', old.webhook_callback_url, 'to', new.webhook_callback_url)); end if;
    if old.verification_salt is distinct from new.verification_salt then differences := differences || jsonb_build_object('verification_salt', 'hidden'); end if;
    if old.removed is distinct from new.removed then differences := differences || jsonb_build_object('removed', jsonb_build_object('from', old.removed, 'to', new.removed)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('available_wholesaler', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('available_wholesaler', old.id, moment);
  elsif new.modified <> moment then
    update available_wholesaler set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_catalog_import() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'wholesaler', jsonb_build_object('from', null, 'to', new.wholesaler),
        'upload', jsonb_build_object('from', null, 'to', new.upload),
        'item_types', jsonb_build_object('from', null, 'to', new.item_types),
        'search_term', jsonb_build_object('from', null, 'to', new.search_term),
        'markup_percentage', jsonb_build_object('from', null, 'to', new.markup_percentage),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'state', jsonb_build_object('from', null, 'to', new.state),
        'failure', jsonb_build_object('from', null, 'to', new.failure),
        'who', 'hidden',
        'started', jsonb_build_object('from', null, 'to', new.started),
        'finished', jsonb_build_object('from', null, 'to', new.finished));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{who}');
  elsif new is distinct from old then
    differences := '{}';
    if old.wholesaler is distinct from new.wholesaler then differences := differences || jsonb_build_object('wholesaler', jsonb_build_object('from', old.wholesaler, 'to', new.wholesaler)); end if;
    if old.upload is distinct from new.upload then differences := differences || jsonb_build_object('upload', jsonb_build_object('from', old.upload, 'to', new.upload)); end if;
    if old.item_types is distinct from new.item_types then differences := differences || jsonb_build_object('item_types', jsonb_build_object('from', old.item_types, 'to', new.item_types)); end if;
    if old.search_term is distinct from new.search_term then differences := differences || jsonb_build_object('search_term', jsonb_build_object('from', old.search_term, 'to', new.search_term)); end if;
    if old.markup_percentage is distinct from new.markup_percentage then differences := differences || jsonb_build_object('markup_percentage', jsonb_build_object('from', old.markup_percentage, 'to', new.markup_percentage)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.state is distinct from new.state then differences := differences || jsonb_build_object('state', jsonb_build_object('from', old.state, 'to', new.state)); end if;
    if old.failure is distinct from new.failure then differences := differences || jsonb_build_object('failure', jsonb_build_object('from', old.failure, 'to', new.failure)); end if;
    if coalesce(old.who, 'null') is distinct from coalesce(new.who, 'null') then differences := differences || jsonb_build_object('who', 'hidden'); end if;
    if old.started is distinct from new.started then differences := differences || jsonb_build_object('started', jsonb_build_object('from', old.started, 'to', new.started)); end if;
    if old.finished is distinct from new.finished then differences := differences || jsonb_build_object('finished', jsonb_build_object('from', old.finished, 'to', new.finished)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('catalog_import', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('catalog_import', old.id, moment);
  elsif new.modified <> moment then
    update catalog_import set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_catalog_upload() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'wholesaler', jsonb_build_object('from', null, 'to', new.wholesaler),
        'catalog_id', jsonb_build_object('from', null, 'to', new.catalog_id),
        'filename', jsonb_build_object('from', null, 'to', new.filename),
        'content_type', jsonb_build_object('from', null, 'to', new.content_type),
        'storage_key', jsonb_build_object('from', null, 'to', new.storage_key),
        'issued', jsonb_build_object('from', null, 'to', new.issued),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'rows_total', jsonb_build_object('from', null, 'to', new.rows_total),
        'rows_accepted', jsonb_build_object('from', null, 'to', new.rows_accepted),
        'rows_rejected', jsonb_build_object('from', null, 'to', new.rows_rejected),
        'errors', jsonb_build_object('from', null, 'to', new.errors),
        'errors_truncated', jsonb_build_object('from', null, 'to', new.errors_truncated),
        'error_summary', jsonb_build_object('from', null, 'to', new.error_summary),
        'report_key', jsonb_build_object('from', null, 'to', new.report_key),
        'processed', jsonb_build_object('from', null, 'to', new.processed));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.wholesaler is distinct from new.wholesaler then differences := differences || jsonb_build_object('wholesaler', jsonb_build_object('from', old.wholesaler, 'to', new.wholesaler)); end if;
    if old.catalog_id is distinct from new.catalog_id then differences := differences || jsonb_build_object('catalog_id', jsonb_build_object('from', old.catalog_id, 'to', new.catalog_id)); end if;
    if old.filename is distinct from new.filename then differences := differences || jsonb_build_object('filename', jsonb_build_object('from', old.filename, 'to', new.filename)); end if;
    if old.content_type is distinct from new.content_type then differences := differences || jsonb_build_object('content_type', jsonb_build_object('from', old.content_type, 'to', new.content_type)); end if;
    if old.storage_key is distinct from new.storage_key then differences := differences || jsonb_build_object('storage_key', jsonb_build_object('from', old.storage_key, 'to', new.storage_key)); end if;
    if old.issued is distinct from new.issued then differences := differences || jsonb_build_object('issued', jsonb_build_object('from', old.issued, 'to', new.issued)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.rows_total is distinct from new.rows_total then differences := differences || jsonb_build_object('rows_total', jsonb_build_object('from', old.rows_total, 'to', new.rows_total)); end if;
    if old.rows_accepted is distinct from new.rows_accepted then differences := differences || jsonb_build_object('rows_accepted', jsonb_build_object('from', old.rows_accepted, 'to', new.rows_accepted)); end if;
    if old.rows_rejected is distinct from new.rows_rejected then differences := differences || jsonb_build_object('rows_rejected', jsonb_build_object('from', old.rows_rejected, 'to', new.rows_rejected)); end if;
    if coalesce(old.errors, 'null') is distinct from coalesce(new.errors, 'null') then differences := differences || jsonb_build_object('errors', jsonb_build_object('from', old.errors, 'to', new.errors)); end if;
    if old.errors_truncated is distinct from new.errors_truncated then differences := differences || jsonb_build_object('errors_truncated', jsonb_build_object('from', old.errors_truncated, 'to', new.errors_truncated)); end if;
    if coalesce(old.error_summary, 'null') is distinct from coalesce(new.error_summary, 'null') then differences := differences || jsonb_build_object('error_summary', jsonb_build_object('from', old.error_summary, 'to', new.error_summary)); end if;
    if old.report_key is distinct from new.report_key then differences := differences || jsonb_build_object('report_key', jsonb_build_object('from', old.report_key, 'to', new.report_key)); end if;
    if old.processed is distinct from new.processed then differences := differences || jsonb_build_object('processed', jsonb_build_object('from', old.processed, 'to', new.processed)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('catalog_upload', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('catalog_upload', old.id, moment);
  elsif new.modified <> moment then
    update catalog_upload set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_client() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'title', jsonb_build_object('from', null, 'to', new.title),
        'firstname', jsonb_build_object('from', null, 'to', new.firstname),
        'lastname', jsonb_build_object('from', null, 'to', new.lastname),
        'organization_name', jsonb_build_object('from', null, 'to', new.organization_name),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'country', jsonb_build_object('from', null, 'to', new.country),
        'customer_type', jsonb_build_object('from', null, 'to', new.customer_type),
        'vat_number', jsonb_build_object('from', null, 'to', new.vat_number),
        'register_number', jsonb_build_object('from', null, 'to', new.register_number),
        'id_number', jsonb_build_object('from', null, 'to', new.id_number),
        'home_department', jsonb_build_object('from', null, 'to', new.home_department),
        'due_date_delay', jsonb_build_object('from', null, 'to', new.due_date_delay),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'street_address_2', jsonb_build_object('from', null, 'to', new.street_address_2),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'state', jsonb_build_object('from', null, 'to', new.state),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'critical_notes', jsonb_build_object('from', null, 'to', new.critical_notes),
        'invoicing_client', jsonb_build_object('from', null, 'to', new.invoicing_client),
        'no_sms', jsonb_build_object('from', null, 'to', new.no_sms),
        'no_email', jsonb_build_object('from', null, 'to', new.no_email),
        'communication_preferences', jsonb_build_object('from', null, 'to', new.communication_preferences),
        'tags_rel', jsonb_build_object('from', null, 'to', new.tags_rel),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'language', jsonb_build_object('from', null, 'to', new.language),
        'sort_name', jsonb_build_object('from', null, 'to', new.sort_name),
        'erased', jsonb_build_object('from', null, 'to', new.erased));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.title is distinct from new.title then differences := differences || jsonb_build_object('title', jsonb_build_object('from', old.title, 'to', new.title)); end if;
    if old.firstname is distinct from new.firstname then differences := differences || jsonb_build_object('firstname', jsonb_build_object('from', old.firstname, 'to', new.firstname)); end if;
    if old.lastname is distinct from new.lastname then differences := differences || jsonb_build_object('lastname', jsonb_build_object('from', old.lastname, 'to', new.lastname)); end if;
    if old.organization_name is distinct from new.organization_name then differences := differences || jsonb_build_object('organization_name', jsonb_build_object('from', old.organization_name, 'to', new.organization_name)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.country is distinct from new.country then differences := differences || jsonb_build_object('country', jsonb_build_object('from', old.country, 'to', new.country)); end if;
    if old.customer_type is distinct from new.customer_type then differences := differences || jsonb_build_object('customer_type', jsonb_build_object('from', old.customer_type, 'to', new.customer_type)); end if;
    if old.vat_number is distinct from new.vat_number then differences := differences || jsonb_build_object('vat_number', jsonb_build_object('from', old.vat_number, 'to', new.vat_number)); end if;
    if old.register_number is distinct from new.register_number then differences := differences || jsonb_build_object('register_number', jsonb_build_object('from', old.register_number, 'to', new.register_number)); end if;
    if old.id_number is distinct from new.id_number then differences := differences || jsonb_build_object('id_number', jsonb_build_object('from', old.id_number, 'to', new.id_number)); end if;
    if old.home_department is distinct from new.home_department then differences := differences || jsonb_build_object('home_department', jsonb_build_object('from', old.home_department, 'to', new.home_department)); end if;
    if old.due_date_delay is distinct from new.due_date_delay then differences := differences || jsonb_build_object('due_date_delay', jsonb_build_object('from', old.due_date_delay, 'to', new.due_date_delay)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.street_address_2 is distinct from new.street_address_2 then differences := differences || jsonb_build_object('street_address_2', jsonb_build_object('from', old.street_address_2, 'to', new.street_address_2)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.state is distinct from new.state then differences := differences || jsonb_build_object('state', jsonb_build_object('from', old.state, 'to', new.state)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old.critical_notes is distinct from new.critical_notes then differences := differences || jsonb_build_object('critical_notes', jsonb_build_object('from', old.critical_notes, 'to', new.critical_notes)); end if;
    if old.invoicing_client is distinct from new.invoicing_client then differences := differences || jsonb_build_object('invoicing_client', jsonb_build_object('from', old.invoicing_client, 'to', new.invoicing_client)); end if;
    if old.no_sms is distinct from new.no_sms then differences := differences || jsonb_build_object('no_sms', jsonb_build_object('from', old.no_sms, 'to', new.no_sms)); end if;
    if old.no_email is distinct from new.no_email then differences := differences || jsonb_build_object('no_email', jsonb_build_object('from', old.no_email, 'to', new.no_email)); end if;
    if coalesce(old.communication_preferences, 'null') is distinct from coalesce(new.communication_preferences, 'null') then differences := differences || jsonb_build_object('communication_preferences', jsonb_build_object('from', old.communication_preferences, 'to', new.communication_preferences)); end if;
    if old.tags_rel is distinct from new.tags_rel then differences := differences || jsonb_build_object('tags_rel', jsonb_build_object('from', old.tags_rel, 'to', new.tags_rel)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old.language is distinct from new.language then differences := differences || jsonb_build_object('language', jsonb_build_object('from', old.language, 'to', new.language)); end if;
    if old.sort_name is distinct from new.sort_name then differences := differences || jsonb_build_object('sort_name', jsonb_build_object('from', old.sort_name, 'to', new.sort_name)); end if;
    if old.erased is distinct from new.erased then differences := differences || jsonb_build_object('erased', jsonb_build_object('from', old.erased, 'to', new.erased)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('client', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('client', old.id, moment);
  elsif new.modified <> moment then
    update client set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_consultation() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'supervising_veterinarian', jsonb_build_object('from', null, 'to', new.supervising_veterinarian),
        'type', jsonb_build_object('from', null, 'to', new.type),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'status_changed', jsonb_build_object('from', null, 'to', new.status_changed),
        'complaint', jsonb_build_object('from', null, 'to', new.complaint),
        'admitted_time', jsonb_build_object('from', null, 'to', new.admitted_time),
        'first_entry', jsonb_build_object('from', null, 'to', new.first_entry),
        'started', jsonb_build_object('from', null, 'to', new.started),
        'ended', jsonb_build_object('from', null, 'to', new.ended),
        'finished', jsonb_build_object('from', null, 'to', new.finished),
        'external_sent', jsonb_build_object('from', null, 'to', new.external_sent),
        'reporting_dimension_1', jsonb_build_object('from', null, 'to', new.reporting_dimension_1),
        'reporting_dimension_2', jsonb_build_object('from', null, 'to', new.reporting_dimension_2),
        'alternative_payer', jsonb_build_object('from', null, 'to', new.alternative_payer),
        'alternative_payer_share', jsonb_build_object('from', null, 'to', new.alternative_payer_share),
        'reason', jsonb_build_object('from', null, 'to', new.reason));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.supervising_veterinarian is distinct from new.supervising_veterinarian then differences := differences || jsonb_build_object('supervising_veterinarian', jsonb_build_object('from', old.supervising_veterinarian, 'to', new.supervising_veterinarian)); end if;
    if old.type is distinct from new.type then differences := differences || jsonb_build_object('type', jsonb_build_object('from', old.type, 'to', new.type)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.status_changed is distinct from new.status_changed then differences := differences || jsonb_build_object('status_changed', jsonb_build_object('from', old.status_changed, 'to', new.status_changed)); end if;
    if old.complaint is distinct from new.complaint then differences := differences || jsonb_build_object('complaint', jsonb_build_object('from', old.complaint, 'to', new.complaint)); end if;
    if old.admitted_time is distinct from new.admitted_time then differences := differences || jsonb_build_object('admitted_time', jsonb_build_object('from', old.admitted_time, 'to', new.admitted_time)); end if;
    if old.first_entry is distinct from new.first_entry then differences := differences || jsonb_build_object('first_entry', jsonb_build_object('from', old.first_entry, 'to', new.first_entry)); end if;
    if old.started is distinct from new.started then differences := differences || jsonb_build_object('started', jsonb_build_object('from', old.started, 'to', new.started)); end if;
    if old.ended is distinct from new.ended then differences := differences || jsonb_build_object('ended', jsonb_build_object('from', old.ended, 'to', new.ended)); end if;
    if old.finished is distinct from new.finished then differences := differences || jsonb_build_object('finished', jsonb_build_object('from', old.finished, 'to', new.finished)); end if;
    if old.external_sent is distinct from new.external_sent then differences := differences || jsonb_build_object('external_sent', jsonb_build_object('from', old.external_sent, 'to', new.external_sent)); end if;
    if old.reporting_dimension_1 is distinct from new.reporting_dimension_1 then differences := differences || jsonb_build_object('reporting_dimension_1', jsonb_build_object('from', old.reporting_dimension_1, 'to', new.reporting_dimension_1)); end if;
    if old.reporting_dimension_2 is distinct from new.reporting_dimension_2 then differences := differences || jsonb_build_object('reporting_dimension_2', jsonb_build_object('from', old.reporting_dimension_2, 'to', new.reporting_dimension_2)); end if;
    if old.alternative_payer is distinct from new.alternative_payer then differences := differences || jsonb_build_object('alternative_payer', jsonb_build_object('from', old.alternative_payer, 'to', new.alternative_payer)); end if;
    if old.alternative_payer_share is distinct from new.alternative_payer_share then differences := differences || jsonb_build_object('alternative_payer_share', jsonb_build_object('from', old.alternative_payer_share, 'to', new.alternative_payer_share)); end if;
    if old.reason is distinct from new.reason then differences := differences || jsonb_build_object('reason', jsonb_build_object('from', old.reason, 'to', new.reason)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('consultation', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('consultation', old.id, moment);
  elsif new.modified <> moment then
    update consultation set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_consultationdiagnosis() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'diagnosis', jsonb_build_object('from', null, 'to', new.diagnosis),
        'listitem', jsonb_build_object('from', null, 'to', new.listitem),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'category', jsonb_build_object('from', null, 'to', new.category),
        'type', jsonb_build_object('from', null, 'to', new.type));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.diagnosis is distinct from new.diagnosis then differences := differences || jsonb_build_object('diagnosis', jsonb_build_object('from', old.diagnosis, 'to', new.diagnosis)); end if;
    if old.listitem is distinct from new.listitem then differences := differences || jsonb_build_object('listitem', jsonb_build_object('from', old.listitem, 'to', new.listitem)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.category is distinct from new.category then differences := differences || jsonb_build_object('category', jsonb_build_object('from', old.category, 'to', new.category)); end if;
    if old.type is distinct from new.type then differences := differences || jsonb_build_object('type', jsonb_build_object('from', old.type, 'to', new.type)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('consultationdiagnosis', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('consultationdiagnosis', old.id, moment);
  elsif new.modified <> moment then
    update consultationdiagnosis set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_consultationdischargeinstruction() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'text', jsonb_build_object('from', null, 'to', new.text),
        'user', jsonb_build_object('from', null, 'to', new."user"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.text is distinct from new.text then differences := differences || jsonb_build_object('text', jsonb_build_object('from', old.text, 'to', new.text)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('consultationdischargeinstruction', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('consultationdischargeinstruction', old.id, moment);
  elsif new.modified <> moment then
    update consultationdischargeinstruction set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_consultationitem() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'type_code', jsonb_build_object('from', null, 'to', new.type_code),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'unit', jsonb_build_object('from', null, 'to', new.unit),
        'list_price', jsonb_build_object('from', null, 'to', new.list_price),
        'alternativepricing', jsonb_build_object('from', null, 'to', new.alternativepricing),
        'package_price', jsonb_build_object('from', null, 'to', new.package_price),
        'dosage_units', jsonb_build_object('from', null, 'to', new.dosage_units),
        'price', jsonb_build_object('from', null, 'to', new.price),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'vat_percentage', jsonb_build_object('from', null, 'to', new.vat_percentage),
        'percentage_change', jsonb_build_object('from', null, 'to', new.percentage_change),
        'sent_quantity', jsonb_build_object('from', null, 'to', new.sent_quantity),
        'no_multiplier', jsonb_build_object('from', null, 'to', new.no_multiplier),
        'multiplier', jsonb_build_object('from', null, 'to', new.multiplier),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'usage_type', jsonb_build_object('from', null, 'to', new.usage_type),
        'usage_size', jsonb_build_object('from', null, 'to', new.usage_size),
        'instructions', jsonb_build_object('from', null, 'to', new.instructions),
        'batch_number', jsonb_build_object('from', null, 'to', new.batch_number),
        'supervising_veterinarian', jsonb_build_object('from', null, 'to', new.supervising_veterinarian),
        'warnings', jsonb_build_object('from', null, 'to', new.warnings),
        'warning_reason', jsonb_build_object('from', null, 'to', new.warning_reason));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.type_code is distinct from new.type_code then differences := differences || jsonb_build_object('type_code', jsonb_build_object('from', old.type_code, 'to', new.type_code)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.unit is distinct from new.unit then differences := differences || jsonb_build_object('unit', jsonb_build_object('from', old.unit, 'to', new.unit)); end if;
    if old.list_price is distinct from new.list_price then differences := differences || jsonb_build_object('list_price', jsonb_build_object('from', old.list_price, 'to', new.list_price)); end if;
    if old.alternativepricing is distinct from new.alternativepricing then differences := differences || jsonb_build_object('alternativepricing', jsonb_build_object('from', old.alternativepricing, 'to', new.alternativepricing)); end if;
    if old.package_price is distinct from new.package_price then differences := differences || jsonb_build_object('package_price', jsonb_build_object('from', old.package_price, 'to', new.package_price)); end if;
    if old.dosage_units is distinct from new.dosage_units then differences := differences || jsonb_build_object('dosage_units', jsonb_build_object('from', old.dosage_units, 'to', new.dosage_units)); end if;
    if old.price is distinct from new.price then differences := differences || jsonb_build_object('price', jsonb_build_object('from', old.price, 'to', new.price)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.vat_percentage is distinct from new.vat_percentage then differences := differences || jsonb_build_object('vat_percentage', jsonb_build_object('from', old.vat_percentage, 'to', new.vat_percentage)); end if;
    if old.percentage_change is distinct from new.percentage_change then differences := differences || jsonb_build_object('percentage_change', jsonb_build_object('from', old.percentage_change, 'to', new.percentage_change)); end if;
    if old.sent_quantity is distinct from new.sent_quantity then differences := differences || jsonb_build_object('sent_quantity', jsonb_build_object('from', old.sent_quantity, 'to', new.sent_quantity)); end if;
    if old.no_multiplier is distinct from new.no_multiplier then differences := differences || jsonb_build_object('no_multiplier', jsonb_build_object('from', old.no_multiplier, 'to', new.no_multiplier)); end if;
    if old.multiplier is distinct from new.multiplier then differences := differences || jsonb_build_object('multiplier', jsonb_build_object('from', old.multiplier, 'to', new.multiplier)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.usage_type is distinct from new.usage_type then differences := differences || jsonb_build_object('usage_type', jsonb_build_object('from', old.usage_type, 'to', new.usage_type)); end if;
    if old.usage_size is distinct from new.usage_size then differences := differences || jsonb_build_object('usage_size', jsonb_build_object('from', old.usage_size, 'to', new.usage_size)); end if;
    if old.instructions is distinct from new.instructions then differences := differences || jsonb_build_object('instructions', jsonb_build_object('from', old.instructions, 'to', new.instructions)); end if;
    if old.batch_number is distinct from new.batch_number then differences := differences || jsonb_build_object('batch_number', jsonb_build_object('from', old.batch_number, 'to', new.batch_number)); end if;
    if old.supervising_veterinarian is distinct from new.supervising_veterinarian then differences := differences || jsonb_build_object('supervising_veterinarian', jsonb_build_object('from', old.supervising_veterinarian, 'to', new.supervising_veterinarian)); end if;
    if coalesce(old.warnings, 'null') is distinct from coalesce(new.warnings, 'null') then differences := differences || jsonb_build_object('warnings', jsonb_build_object('from', old.warnings, 'to', new.warnings)); end if;
    if old.warning_reason is distinct from new.warning_reason then differences := differences || jsonb_build_object('warning_reason', jsonb_build_object('from', old.warning_reason, 'to', new.warning_reason)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('consultationitem', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('consultationitem', old.id, moment);
  elsif new.modified <> moment then
    update consultationitem set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_consultationnote() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'type', jsonb_build_object('from', null, 'to', new.type),
        'text', jsonb_build_object('from', null, 'to', new.text),
        'addendum', jsonb_build_object('from', null, 'to', new.addendum),
        'user', jsonb_build_object('from', null, 'to', new."user"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.type is distinct from new.type then differences := differences || jsonb_build_object('type', jsonb_build_object('from', old.type, 'to', new.type)); end if;
    if old.text is distinct from new.text then differences := differences || jsonb_build_object('text', jsonb_build_object('from', old.text, 'to', new.text)); end if;
    if old.addendum is distinct from new.addendum then differences := differences || jsonb_build_object('addendum', jsonb_build_object('from', old.addendum, 'to', new.addendum)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('consultationnote', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('consultationnote', old.id, moment);
  elsif new.modified <> moment then
    update consultationnote set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_contraindication() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'substance', jsonb_build_object('from', null, 'to', new.substance),
        'atc_prefix', jsonb_build_object('from', null, 'to', new.atc_prefix),
        'reaction', jsonb_build_object('from', null, 'to', new.reaction),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'user', jsonb_build_object('from', null, 'to', new."user"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.substance is distinct from new.substance then differences := differences || jsonb_build_object('substance', jsonb_build_object('from', old.substance, 'to', new.substance)); end if;
    if old.atc_prefix is distinct from new.atc_prefix then differences := differences || jsonb_build_object('atc_prefix', jsonb_build_object('from', old.atc_prefix, 'to', new.atc_prefix)); end if;
    if old.reaction is distinct from new.reaction then differences := differences || jsonb_build_object('reaction', jsonb_build_object('from', old.reaction, 'to', new.reaction)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('contraindication', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('contraindication', old.id, moment);
  elsif new.modified <> moment then
    update contraindication set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_countersale() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'finalized', jsonb_build_object('from', null, 'to', new.finalized),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'alternative_payer', jsonb_build_object('from', null, 'to', new.alternative_payer),
        'alternative_payer_share', jsonb_build_object('from', null, 'to', new.alternative_payer_share),
        'created_user', jsonb_build_object('from', null, 'to', new.created_user));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.finalized is distinct from new.finalized then differences := differences || jsonb_build_object('finalized', jsonb_build_object('from', old.finalized, 'to', new.finalized)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old.alternative_payer is distinct from new.alternative_payer then differences := differences || jsonb_build_object('alternative_payer', jsonb_build_object('from', old.alternative_payer, 'to', new.alternative_payer)); end if;
    if old.alternative_payer_share is distinct from new.alternative_payer_share then differences := differences || jsonb_build_object('alternative_payer_share', jsonb_build_object('from', old.alternative_payer_share, 'to', new.alternative_payer_share)); end if;
    if old.created_user is distinct from new.created_user then differences := differences || jsonb_build_object('created_user', jsonb_build_object('from', old.created_user, 'to', new.created_user)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('countersale', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('countersale', old.id, moment);
  elsif new.modified <> moment then
    update countersale set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_countersaleitem() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'countersale', jsonb_build_object('from', null, 'to', new.countersale),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'type_code', jsonb_build_object('from', null, 'to', new.type_code),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'unit', jsonb_build_object('from', null, 'to', new.unit),
        'list_price', jsonb_build_object('from', null, 'to', new.list_price),
        'alternativepricing', jsonb_build_object('from', null, 'to', new.alternativepricing),
        'package_price', jsonb_build_object('from', null, 'to', new.package_price),
        'dosage_units', jsonb_build_object('from', null, 'to', new.dosage_units),
        'price', jsonb_build_object('from', null, 'to', new.price),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'vat_percentage', jsonb_build_object('from', null, 'to', new.vat_percentage),
        'percentage_change', jsonb_build_object('from', null, 'to', new.percentage_change),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'usage_size', jsonb_build_object('from', null, 'to', new.usage_size),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'batch_number', jsonb_build_object('from', null, 'to', new.batch_number),
        'vat_sent', jsonb_build_object('from', null, 'to', new.vat_sent));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.countersale is distinct from new.countersale then differences := differences || jsonb_build_object('countersale', jsonb_build_object('from', old.countersale, 'to', new.countersale)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.type_code is distinct from new.type_code then differences := differences || jsonb_build_object('type_code', jsonb_build_object('from', old.type_code, 'to', new.type_code)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.unit is distinct from new.unit then differences := differences || jsonb_build_object('unit', jsonb_build_object('from', old.unit, 'to', new.unit)); end if;
    if old.list_price is distinct from new.list_price then differences := differences || jsonb_build_object('list_price', jsonb_build_object('from', old.list_price, 'to', new.list_price)); end if;
    if old.alternativepricing is distinct from new.alternativepricing then differences := differences || jsonb_build_object('alternativepricing', jsonb_build_object('from', old.alternativepricing, 'to', new.alternativepricing)); end if;
    if old.package_price is distinct from new.package_price then differences := differences || jsonb_build_object('package_price', jsonb_build_object('from', old.package_price, 'to', new.package_price)); end if;
    if old.dosage_units is distinct from new.dosage_units then differences := differences || jsonb_build_object('dosage_units', jsonb_build_object('from', old.dosage_units, 'to', new.dosage_units)); end if;
    if old.price is distinct from new.price then differences := differences || jsonb_build_object('price', jsonb_build_object('from', old.price, 'to', new.price)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.vat_percentage is distinct from new.vat_percentage then differences := differences || jsonb_build_object('vat_percentage', jsonb_build_object('from', old.vat_percentage, 'to', new.vat_percentage)); end if;
    if old.percentage_change is distinct from new.percentage_change then differences := differences || jsonb_build_object('percentage_change', jsonb_build_object('from', old.percentage_change, 'to', new.percentage_change)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.usage_size is distinct from new.usage_size then differences := differences || jsonb_build_object('usage_size', jsonb_build_object('from', old.usage_size, 'to', new.usage_size)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.batch_number is distinct from new.batch_number then differences := differences || jsonb_build_object('batch_number', jsonb_build_object('from', old.batch_number, 'to', new.batch_number)); end if;
    if old.vat_sent is distinct from new.vat_sent then differences := differences || jsonb_build_object('vat_sent', jsonb_build_object('from', old.vat_sent, 'to', new.vat_sent)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('countersaleitem', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('countersaleitem', old.id, moment);
  elsif new.modified <> moment then
    update countersaleitem set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_custom_field() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'application', jsonb_build_object('from', null, 'to', new.application),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'content_type', jsonb_build_object('from', null, 'to', new.content_type),
        'field_type', jsonb_build_object('from', null, 'to', new.field_type),
        'default_value', jsonb_build_object('from', null, 'to', new.default_value),
        'is_required', jsonb_build_object('from', null, 'to', new.is_required),
        'options', jsonb_build_object('from', null, 'to', new.options),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.application is distinct from new.application then differences := differences || jsonb_build_object('application', jsonb_build_object('from', old.application, 'to', new.application)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.content_type is distinct from new.content_type then differences := differences || jsonb_build_object('content_type', jsonb_build_object('from', old.content_type, 'to', new.content_type)); end if;
    if old.field_type is distinct from new.field_type then differences := differences || jsonb_build_object('field_type', jsonb_build_object('from', old.field_type, 'to', new.field_type)); end if;
    if old.default_value is distinct from new.default_value then differences := differences || jsonb_build_object('default_value', jsonb_build_object('from', old.default_value, 'to', new.default_value)); end if;
    if old.is_required is distinct from new.is_required then differences := differences || jsonb_build_object('is_required', jsonb_build_object('from', old.is_required, 'to', new.is_required)); end if;
    if coalesce(old.options, 'null') is distinct from coalesce(new.options, 'null') then differences := differences || jsonb_build_object('options', jsonb_build_object('from', old.options, 'to', new.options)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('custom_field', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('custom_field', old.id, moment);
  elsif new.modified <> moment then
    update custom_field set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_custom_field_value() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'field', jsonb_build_object('from', null, 'to', new.field),
        'content_type', jsonb_build_object('from', null, 'to', new.content_type),
        'object_id', jsonb_build_object('from', null, 'to', new.object_id),
        'value', jsonb_build_object('from', null, 'to', new.value),
        'options', jsonb_build_object('from', null, 'to', new.options),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.field is distinct from new.field then differences := differences || jsonb_build_object('field', jsonb_build_object('from', old.field, 'to', new.field)); end if;
    if old.content_type is distinct from new.content_type then differences := differences || jsonb_build_object('content_type', jsonb_build_object('from', old.content_type, 'to', new.content_type)); end if;
    if old.object_id is distinct from new.object_id then differences := differences || jsonb_build_object('object_id', jsonb_build_object('from', old.object_id, 'to', new.object_id)); end if;
    if old.value is distinct from new.value then differences := differences || jsonb_build_object('value', jsonb_build_object('from', old.value, 'to', new.value)); end if;
    if old.options is distinct from new.options then differences := differences || jsonb_build_object('options', jsonb_build_object('from', old.options, 'to', new.options)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('custom_field_value', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('custom_field_value', old.id, moment);
  elsif new.modified <> moment then
    update custom_field_value set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_department() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'number', jsonb_build_object('from', null, 'to', new.number),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'country', jsonb_build_object('from', null, 'to', new.country),
        'phone', jsonb_build_object('from', null, 'to', new.phone),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.number is distinct from new.number then differences := differences || jsonb_build_object('number', jsonb_build_object('from', old.number, 'to', new.number)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.country is distinct from new.country then differences := differences || jsonb_build_object('country', jsonb_build_object('from', old.country, 'to', new.country)); end if;
    if old.phone is distinct from new.phone then differences := differences || jsonb_build_object('phone', jsonb_build_object('from', old.phone, 'to', new.phone)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('department', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('department', old.id, moment);
  elsif new.modified <> moment then
    update department set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_department_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'time_zone', jsonb_build_object('from', null, 'to', new.time_zone),
        'financial_period_lock_date', jsonb_build_object('from', null, 'to', new.financial_period_lock_date),
        'automatic_financial_period_lock_enabled', jsonb_build_object('from', null, 'to', new.automatic_financial_period_lock_enabled),
        'automatic_financial_period_lock_monthday', jsonb_build_object('from', null, 'to', new.automatic_financial_period_lock_monthday),
        'payment_cancel_set_date', jsonb_build_object('from', null, 'to', new.payment_cancel_set_date),
        'enable_communication_preferences', jsonb_build_object('from', null, 'to', new.enable_communication_preferences),
        'preferences_valid_months', jsonb_build_object('from', null, 'to', new.preferences_valid_months),
        'invoice_prefix', jsonb_build_object('from', null, 'to', new.invoice_prefix),
        'payment_terms_days', jsonb_build_object('from', null, 'to', new.payment_terms_days),
        'finalize_invoice_with_consultation', jsonb_build_object('from', null, 'to', new.finalize_invoice_with_consultation),
        'eprescription_enabled', jsonb_build_object('from', null, 'to', new.eprescription_enabled),
        'eprescription_sender_id', jsonb_build_object('from', null, 'to', new.eprescription_sender_id),
        'additional_reference', jsonb_build_object('from', null, 'to', new.additional_reference),
        'iban', jsonb_build_object('from', null, 'to', new.iban),
        'bic', jsonb_build_object('from', null, 'to', new.bic),
        'prescription_fee_item', jsonb_build_object('from', null, 'to', new.prescription_fee_item),
        'reminder_hours_before', jsonb_build_object('from', null, 'to', new.reminder_hours_before),
        'online_booking_client_minutes', jsonb_build_object('from', null, 'to', new.online_booking_client_minutes),
        'printed_remarks', jsonb_build_object('from', null, 'to', new.printed_remarks));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.time_zone is distinct from new.time_zone then differences := differences || jsonb_build_object('time_zone', jsonb_build_object('from', old.time_zone, 'to', new.time_zone)); end if;
    if old.financial_period_lock_date is distinct from new.financial_period_lock_date then differences := differences || jsonb_build_object('financial_period_lock_date', jsonb_build_object('from', old.financial_period_lock_date, 'to', new.financial_period_lock_date)); end if;
    if old.automatic_financial_period_lock_enabled is distinct from new.automatic_financial_period_lock_enabled then differences := differences || jsonb_build_object('automatic_financial_period_lock_enabled', jsonb_build_object('from', old.automatic_financial_period_lock_enabled, 'to', new.automatic_financial_period_lock_enabled)); end if;
    if old.automatic_financial_period_lock_monthday is distinct from new.automatic_financial_period_lock_monthday then differences := differences || jsonb_build_object('automatic_financial_period_lock_monthday', jsonb_build_object('from', old.automatic_financial_period_lock_monthday, 'to', new.automatic_financial_period_lock_monthday)); end if;
    if old.payment_cancel_set_date is distinct from new.payment_cancel_set_date then differences := differences || jsonb_build_object('payment_cancel_set_date', jsonb_build_object('from', old.payment_cancel_set_date, 'to', new.payment_cancel_set_date)); end if;
    if old.enable_communication_preferences is distinct from new.enable_communication_preferences then differences := differences || jsonb_build_object('enable_communication_preferences', jsonb_build_object('from', old.enable_communication_preferences, 'to', new.enable_communication_preferences)); end if;
    if old.preferences_valid_months is distinct from new.preferences_valid_months then differences := differences || jsonb_build_object('preferences_valid_months', jsonb_build_object('from', old.preferences_valid_months, 'to', new.preferences_valid_months)); end if;
    if old.invoice_prefix is distinct from new.invoice_prefix then differences := differences || jsonb_build_object('invoice_prefix', jsonb_build_object('from', old.invoice_prefix, 'to', new.invoice_prefix)); end if;
    if old.payment_terms_days is distinct from new.payment_terms_days then differences := differences || jsonb_build_object('payment_terms_days', jsonb_build_object('from', old.payment_terms_days, 'to', new.payment_terms_days)); end if;
    if old.finalize_invoice_with_consultation is distinct from new.finalize_invoice_with_consultation then differences := differences || jsonb_build_object('finalize_invoice_with_consultation', jsonb_build_object('from', old.finalize_invoice_with_consultation, 'to', new.finalize_invoice_with_consultation)); end if;
    if old.eprescription_enabled is distinct from new.eprescription_enabled then differences := differences || jsonb_build_object('eprescription_enabled', jsonb_build_object('from', old.eprescription_enabled, 'to', new.eprescription_enabled)); end if;
    if old.eprescription_sender_id is distinct from new.eprescription_sender_id then differences := differences || jsonb_build_object('eprescription_sender_id', jsonb_build_object('from', old.eprescription_sender_id, 'to', new.eprescription_sender_id)); end if;
    if old.additional_reference is distinct from new.additional_reference then differences := differences || jsonb_build_object('additional_reference', jsonb_build_object('from', old.additional_reference, 'to', new.additional_reference)); end if;
    if old.iban is distinct from new.iban then differences := differences || jsonb_build_object('iban', jsonb_build_object('from', old.iban, 'to', new.iban)); end if;
    if old.bic is distinct from new.bic then differences := differences || jsonb_build_object('bic', jsonb_build_object('from', old.bic, 'to', new.bic)); end if;
    if old.prescription_fee_item is distinct from new.prescription_fee_item then differences := differences || jsonb_build_object('prescription_fee_item', jsonb_build_object('from', old.prescription_fee_item, 'to', new.prescription_fee_item)); end if;
    if old.reminder_hours_before is distinct from new.reminder_hours_before then differences := differences || jsonb_build_object('reminder_hours_before', jsonb_build_object('from', old.reminder_hours_before, 'to', new.reminder_hours_before)); end if;
    if old.online_booking_client_minutes is distinct from new.online_booking_client_minutes then differences := differences || jsonb_build_object('online_booking_client_minutes', jsonb_build_object('from', old.online_booking_client_minutes, 'to', new.online_booking_client_minutes)); end if;
    if old.printed_remarks is distinct from new.printed_remarks then differences := differences || jsonb_build_object('printed_remarks', jsonb_build_object('from', old.printed_remarks, 'to', new.printed_remarks)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('department_settings', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('department_settings', old.id, moment);
  elsif new.modified <> moment then
    update department_settings set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_diagnosticimaging_referral() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'internal_notes', jsonb_build_object('from', null, 'to', new.internal_notes),
        'appointment', jsonb_build_object('from', null, 'to', new.appointment));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old.internal_notes is distinct from new.internal_notes then differences := differences || jsonb_build_object('internal_notes', jsonb_build_object('from', old.internal_notes, 'to', new.internal_notes)); end if;
    if old.appointment is distinct from new.appointment then differences := differences || jsonb_build_object('appointment', jsonb_build_object('from', old.appointment, 'to', new.appointment)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('diagnosticimaging_referral', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('diagnosticimaging_referral', old.id, moment);
  elsif new.modified <> moment then
    update diagnosticimaging_referral set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_diagnosticimaging_worklist() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'status', jsonb_build_object('from', null, 'to', new.status),
        'modality', jsonb_build_object('from', null, 'to', new.modality),
        'accession_number', jsonb_build_object('from', null, 'to', new.accession_number),
        'target_areas', jsonb_build_object('from', null, 'to', new.target_areas),
        'requesting_user', jsonb_build_object('from', null, 'to', new.requesting_user),
        'supervising_veterinarian', jsonb_build_object('from', null, 'to', new.supervising_veterinarian),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.modality is distinct from new.modality then differences := differences || jsonb_build_object('modality', jsonb_build_object('from', old.modality, 'to', new.modality)); end if;
    if old.accession_number is distinct from new.accession_number then differences := differences || jsonb_build_object('accession_number', jsonb_build_object('from', old.accession_number, 'to', new.accession_number)); end if;
    if old.target_areas is distinct from new.target_areas then differences := differences || jsonb_build_object('target_areas', jsonb_build_object('from', old.target_areas, 'to', new.target_areas)); end if;
    if old.requesting_user is distinct from new.requesting_user then differences := differences || jsonb_build_object('requesting_user', jsonb_build_object('from', old.requesting_user, 'to', new.requesting_user)); end if;
    if old.supervising_veterinarian is distinct from new.supervising_veterinarian then differences := differences || jsonb_build_object('supervising_veterinarian', jsonb_build_object('from', old.supervising_veterinarian, 'to', new.supervising_veterinarian)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('diagnosticimaging_worklist', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('diagnosticimaging_worklist', old.id, moment);
  elsif new.modified <> moment then
    update diagnosticimaging_worklist set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_import() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'state', jsonb_build_object('from', null, 'to', new.state),
        'kept', jsonb_build_object('from', null, 'to', new.kept),
        'who', 'hidden',
        'started', jsonb_build_object('from', null, 'to', new.started),
        'finished', jsonb_build_object('from', null, 'to', new.finished));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{who}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.state is distinct from new.state then differences := differences || jsonb_build_object('state', jsonb_build_object('from', old.state, 'to', new.state)); end if;
    if old.kept is distinct from new.kept then differences := differences || jsonb_build_object('kept', jsonb_build_object('from', old.kept, 'to', new.kept)); end if;
    if coalesce(old.who, 'null') is distinct from coalesce(new.who, 'null') then differences := differences || jsonb_build_object('who', 'hidden'); end if;
    if old.started is distinct from new.started then differences := differences || jsonb_build_object('started', jsonb_build_object('from', old.started, 'to', new.started)); end if;
    if old.finished is distinct from new.finished then differences := differences || jsonb_build_object('finished', jsonb_build_object('from', old.finished, 'to', new.finished)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('import', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('import', old.id, moment);
  elsif new.modified <> moment then
    update import set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_integration_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'imaging_viewer_url', jsonb_build_object('from', null, 'to', new.imaging_viewer_url));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.imaging_viewer_url is distinct from new.imaging_viewer_url then differences := differences || jsonb_build_object('imaging_viewer_url', jsonb_build_object('from', old.imaging_viewer_url, 'to', new.imaging_viewer_url)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('integration_settings', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('integration_settings', old.id, moment);
  elsif new.modified <> moment then
    update integration_settings set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_invoice() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'status', jsonb_build_object('from', null, 'to', new.status),
        'credit_note', jsonb_build_object('from', null, 'to', new.credit_note),
        'credit_note_original_invoice', jsonb_build_object('from', null, 'to', new.credit_note_original_invoice),
        'invoice_number', jsonb_build_object('from', null, 'to', new.invoice_number),
        'invoice_prefix', jsonb_build_object('from', null, 'to', new.invoice_prefix),
        'reference_number', jsonb_build_object('from', null, 'to', new.reference_number),
        'additional_reference', jsonb_build_object('from', null, 'to', new.additional_reference),
        'invoice_date', jsonb_build_object('from', null, 'to', new.invoice_date),
        'invoice_due_date', jsonb_build_object('from', null, 'to', new.invoice_due_date),
        'date_paid', jsonb_build_object('from', null, 'to', new.date_paid),
        'finalized', jsonb_build_object('from', null, 'to', new.finalized),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'countersale_record', jsonb_build_object('from', null, 'to', new.countersale_record),
        'currency', jsonb_build_object('from', null, 'to', new.currency),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'letterhead', jsonb_build_object('from', null, 'to', new.letterhead),
        'payer_name', jsonb_build_object('from', null, 'to', new.payer_name),
        'payer_organization_name', jsonb_build_object('from', null, 'to', new.payer_organization_name),
        'payer_vat_number', jsonb_build_object('from', null, 'to', new.payer_vat_number),
        'payer_register_number', jsonb_build_object('from', null, 'to', new.payer_register_number),
        'payer_country_code', jsonb_build_object('from', null, 'to', new.payer_country_code),
        'payer_street_address', jsonb_build_object('from', null, 'to', new.payer_street_address),
        'payer_street_address_2', jsonb_build_object('from', null, 'to', new.payer_street_address_2),
        'payer_zip_code', jsonb_build_object('from', null, 'to', new.payer_zip_code),
        'payer_city', jsonb_build_object('from', null, 'to', new.payer_city),
        'payer_state', jsonb_build_object('from', null, 'to', new.payer_state),
        'alternative_payer', jsonb_build_object('from', null, 'to', new.alternative_payer),
        'alternative_payer_name', jsonb_build_object('from', null, 'to', new.alternative_payer_name),
        'alternative_payer_share', jsonb_build_object('from', null, 'to', new.alternative_payer_share),
        'total', jsonb_build_object('from', null, 'to', new.total),
        'total_vat', jsonb_build_object('from', null, 'to', new.total_vat),
        'total_with_vat', jsonb_build_object('from', null, 'to', new.total_with_vat),
        'due_sum', jsonb_build_object('from', null, 'to', new.due_sum),
        'client_due_sum', jsonb_build_object('from', null, 'to', new.client_due_sum),
        'alternative_payer_sum', jsonb_build_object('from', null, 'to', new.alternative_payer_sum),
        'payer', jsonb_build_object('from', null, 'to', new.payer),
        'sent', jsonb_build_object('from', null, 'to', new.sent));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.credit_note is distinct from new.credit_note then differences := differences || jsonb_build_object('credit_note', jsonb_build_object('from', old.credit_note, 'to', new.credit_note)); end if;
    if old.credit_note_original_invoice is distinct from new.credit_note_original_invoice then differences := differences || jsonb_build_object('credit_note_original_invoice', jsonb_build_object('from', old.credit_note_original_invoice, 'to', new.credit_note_original_invoice)); end if;
    if old.invoice_number is distinct from new.invoice_number then differences := differences || jsonb_build_object('invoice_number', jsonb_build_object('from', old.invoice_number, 'to', new.invoice_number)); end if;
    if old.invoice_prefix is distinct from new.invoice_prefix then differences := differences || jsonb_build_object('invoice_prefix', jsonb_build_object('from', old.invoice_prefix, 'to', new.invoice_prefix)); end if;
    if old.reference_number is distinct from new.reference_number then differences := differences || jsonb_build_object('reference_number', jsonb_build_object('from', old.reference_number, 'to', new.reference_number)); end if;
    if old.additional_reference is distinct from new.additional_reference then differences := differences || jsonb_build_object('additional_reference', jsonb_build_object('from', old.additional_reference, 'to', new.additional_reference)); end if;
    if old.invoice_date is distinct from new.invoice_date then differences := differences || jsonb_build_object('invoice_date', jsonb_build_object('from', old.invoice_date, 'to', new.invoice_date)); end if;
    if old.invoice_due_date is distinct from new.invoice_due_date then differences := differences || jsonb_build_object('invoice_due_date', jsonb_build_object('from', old.invoice_due_date, 'to', new.invoice_due_date)); end if;
    if old.date_paid is distinct from new.date_paid then differences := differences || jsonb_build_object('date_paid', jsonb_build_object('from', old.date_paid, 'to', new.date_paid)); end if;
    if old.finalized is distinct from new.finalized then differences := differences || jsonb_build_object('finalized', jsonb_build_object('from', old.finalized, 'to', new.finalized)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.countersale_record is distinct from new.countersale_record then differences := differences || jsonb_build_object('countersale_record', jsonb_build_object('from', old.countersale_record, 'to', new.countersale_record)); end if;
    if old.currency is distinct from new.currency then differences := differences || jsonb_build_object('currency', jsonb_build_object('from', old.currency, 'to', new.currency)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if coalesce(old.letterhead, 'null') is distinct from coalesce(new.letterhead, 'null') then differences := differences || jsonb_build_object('letterhead', jsonb_build_object('from', old.letterhead, 'to', new.letterhead)); end if;
    if old.payer_name is distinct from new.payer_name then differences := differences || jsonb_build_object('payer_name', jsonb_build_object('from', old.payer_name, 'to', new.payer_name)); end if;
    if old.payer_organization_name is distinct from new.payer_organization_name then differences := differences || jsonb_build_object('payer_organization_name', jsonb_build_object('from', old.payer_organization_name, 'to', new.payer_organization_name)); end if;
    if old.payer_vat_number is distinct from new.payer_vat_number then differences := differences || jsonb_build_object('payer_vat_number', jsonb_build_object('from', old.payer_vat_number, 'to', new.payer_vat_number)); end if;
    if old.payer_register_number is distinct from new.payer_register_number then differences := differences || jsonb_build_object('payer_register_number', jsonb_build_object('from', old.payer_register_number, 'to', new.payer_register_number)); end if;
    if old.payer_country_code is distinct from new.payer_country_code then differences := differences || jsonb_build_object('payer_country_code', jsonb_build_object('from', old.payer_country_code, 'to', new.payer_country_code)); end if;
    if old.payer_street_address is distinct from new.payer_street_address then differences := differences || jsonb_build_object('payer_street_address', jsonb_build_object('from', old.payer_street_address, 'to', new.payer_street_address)); end if;
    if old.payer_street_address_2 is distinct from new.payer_street_address_2 then differences := differences || jsonb_build_object('payer_street_address_2', jsonb_build_object('from', old.payer_street_address_2, 'to', new.payer_street_address_2)); end if;
    if old.payer_zip_code is distinct from new.payer_zip_code then differences := differences || jsonb_build_object('payer_zip_code', jsonb_build_object('from', old.payer_zip_code, 'to', new.payer_zip_code)); end if;
    if old.payer_city is distinct from new.payer_city then differences := differences || jsonb_build_object('payer_city', jsonb_build_object('from', old.payer_city, 'to', new.payer_city)); end if;
    if old.payer_state is distinct from new.payer_state then differences := differences || jsonb_build_object('payer_state', jsonb_build_object('from', old.payer_state, 'to', new.payer_state)); end if;
    if old.alternative_payer is distinct from new.alternative_payer then differences := differences || jsonb_build_object('alternative_payer', jsonb_build_object('from', old.alternative_payer, 'to', new.alternative_payer)); end if;
    if old.alternative_payer_name is distinct from new.alternative_payer_name then differences := differences || jsonb_build_object('alternative_payer_name', jsonb_build_object('from', old.alternative_payer_name, 'to', new.alternative_payer_name)); end if;
    if old.alternative_payer_share is distinct from new.alternative_payer_share then differences := differences || jsonb_build_object('alternative_payer_share', jsonb_build_object('from', old.alternative_payer_share, 'to', new.alternative_payer_share)); end if;
    if old.total is distinct from new.total then differences := differences || jsonb_build_object('total', jsonb_build_object('from', old.total, 'to', new.total)); end if;
    if old.total_vat is distinct from new.total_vat then differences := differences || jsonb_build_object('total_vat', jsonb_build_object('from', old.total_vat, 'to', new.total_vat)); end if;
    if old.total_with_vat is distinct from new.total_with_vat then differences := differences || jsonb_build_object('total_with_vat', jsonb_build_object('from', old.total_with_vat, 'to', new.total_with_vat)); end if;
    if old.due_sum is distinct from new.due_sum then differences := differences || jsonb_build_object('due_sum', jsonb_build_object('from', old.due_sum, 'to', new.due_sum)); end if;
    if old.client_due_sum is distinct from new.client_due_sum then differences := differences || jsonb_build_object('client_due_sum', jsonb_build_object('from', old.client_due_sum, 'to', new.client_due_sum)); end if;
    if old.alternative_payer_sum is distinct from new.alternative_payer_sum then differences := differences || jsonb_build_object('alternative_payer_sum', jsonb_build_object('from', old.alternative_payer_sum, 'to', new.alternative_payer_sum)); end if;
    if old.payer is distinct from new.payer then differences := differences || jsonb_build_object('payer', jsonb_build_object('from', old.payer, 'to', new.payer)); end if;
    if old.sent is distinct from new.sent then differences := differences || jsonb_build_object('sent', jsonb_build_object('from', old.sent, 'to', new.sent)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('invoice', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('invoice', old.id, moment);
  elsif new.modified <> moment then
    update invoice set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_invoice_series() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'prefix', jsonb_build_object('from', null, 'to', new.prefix),
        'first_number', jsonb_build_object('from', null, 'to', new.first_number),
        'last_number', jsonb_build_object('from', null, 'to', new.last_number));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.prefix is distinct from new.prefix then differences := differences || jsonb_build_object('prefix', jsonb_build_object('from', old.prefix, 'to', new.prefix)); end if;
    if old.first_number is distinct from new.first_number then differences := differences || jsonb_build_object('first_number', jsonb_build_object('from', old.first_number, 'to', new.first_number)); end if;
    if old.last_number is distinct from new.last_number then differences := differences || jsonb_build_object('last_number', jsonb_build_object('from', old.last_number, 'to', new.last_number)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('invoice_series', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('invoice_series', old.id, moment);
  elsif new.modified <> moment then
    update invoice_series set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_invoicepayment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'invoice', jsonb_build_object('from', null, 'to', new.invoice),
        'payment_type', jsonb_build_object('from', null, 'to', new.payment_type),
        'paid', jsonb_build_object('from', null, 'to', new.paid),
        'date_added', jsonb_build_object('from', null, 'to', new.date_added),
        'info', jsonb_build_object('from', null, 'to', new.info),
        'cancels', jsonb_build_object('from', null, 'to', new.cancels),
        'unallocatedpayment', jsonb_build_object('from', null, 'to', new.unallocatedpayment),
        'set_off', jsonb_build_object('from', null, 'to', new.set_off),
        'user', jsonb_build_object('from', null, 'to', new."user"),
        'rounding', jsonb_build_object('from', null, 'to', new.rounding));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.invoice is distinct from new.invoice then differences := differences || jsonb_build_object('invoice', jsonb_build_object('from', old.invoice, 'to', new.invoice)); end if;
    if old.payment_type is distinct from new.payment_type then differences := differences || jsonb_build_object('payment_type', jsonb_build_object('from', old.payment_type, 'to', new.payment_type)); end if;
    if old.paid is distinct from new.paid then differences := differences || jsonb_build_object('paid', jsonb_build_object('from', old.paid, 'to', new.paid)); end if;
    if old.date_added is distinct from new.date_added then differences := differences || jsonb_build_object('date_added', jsonb_build_object('from', old.date_added, 'to', new.date_added)); end if;
    if old.info is distinct from new.info then differences := differences || jsonb_build_object('info', jsonb_build_object('from', old.info, 'to', new.info)); end if;
    if old.cancels is distinct from new.cancels then differences := differences || jsonb_build_object('cancels', jsonb_build_object('from', old.cancels, 'to', new.cancels)); end if;
    if old.unallocatedpayment is distinct from new.unallocatedpayment then differences := differences || jsonb_build_object('unallocatedpayment', jsonb_build_object('from', old.unallocatedpayment, 'to', new.unallocatedpayment)); end if;
    if old.set_off is distinct from new.set_off then differences := differences || jsonb_build_object('set_off', jsonb_build_object('from', old.set_off, 'to', new.set_off)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    if old.rounding is distinct from new.rounding then differences := differences || jsonb_build_object('rounding', jsonb_build_object('from', old.rounding, 'to', new.rounding)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('invoicepayment', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('invoicepayment', old.id, moment);
  elsif new.modified <> moment then
    update invoicepayment set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_invoicerow() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'invoice', jsonb_build_object('from', null, 'to', new.invoice),
        'consultation_item', jsonb_build_object('from', null, 'to', new.consultation_item),
        'countersale_item', jsonb_build_object('from', null, 'to', new.countersale_item),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'unit', jsonb_build_object('from', null, 'to', new.unit),
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'patient_names', jsonb_build_object('from', null, 'to', new.patient_names),
        'list_price', jsonb_build_object('from', null, 'to', new.list_price),
        'alternativepricing', jsonb_build_object('from', null, 'to', new.alternativepricing),
        'package_price', jsonb_build_object('from', null, 'to', new.package_price),
        'dosage_units', jsonb_build_object('from', null, 'to', new.dosage_units),
        'price', jsonb_build_object('from', null, 'to', new.price),
        'sent_quantity', jsonb_build_object('from', null, 'to', new.sent_quantity),
        'multiplier', jsonb_build_object('from', null, 'to', new.multiplier),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'percentage_change', jsonb_build_object('from', null, 'to', new.percentage_change),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'vat_title', jsonb_build_object('from', null, 'to', new.vat_title),
        'vat_percentage', jsonb_build_object('from', null, 'to', new.vat_percentage),
        'vat_account_number', jsonb_build_object('from', null, 'to', new.vat_account_number),
        'sum', jsonb_build_object('from', null, 'to', new.sum),
        'sum_vat', jsonb_build_object('from', null, 'to', new.sum_vat),
        'sum_total', jsonb_build_object('from', null, 'to', new.sum_total),
        'account_number', jsonb_build_object('from', null, 'to', new.account_number),
        'reporting_dimension_1', jsonb_build_object('from', null, 'to', new.reporting_dimension_1),
        'reporting_dimension_2', jsonb_build_object('from', null, 'to', new.reporting_dimension_2),
        'reporting_dimension_3', jsonb_build_object('from', null, 'to', new.reporting_dimension_3),
        'internal_account_number', jsonb_build_object('from', null, 'to', new.internal_account_number),
        'internal_reporting_dimension_1', jsonb_build_object('from', null, 'to', new.internal_reporting_dimension_1),
        'internal_reporting_dimension_2', jsonb_build_object('from', null, 'to', new.internal_reporting_dimension_2),
        'credited_invoicerow', jsonb_build_object('from', null, 'to', new.credited_invoicerow),
        'return_to_stock', jsonb_build_object('from', null, 'to', new.return_to_stock));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.invoice is distinct from new.invoice then differences := differences || jsonb_build_object('invoice', jsonb_build_object('from', old.invoice, 'to', new.invoice)); end if;
    if old.consultation_item is distinct from new.consultation_item then differences := differences || jsonb_build_object('consultation_item', jsonb_build_object('from', old.consultation_item, 'to', new.consultation_item)); end if;
    if old.countersale_item is distinct from new.countersale_item then differences := differences || jsonb_build_object('countersale_item', jsonb_build_object('from', old.countersale_item, 'to', new.countersale_item)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.unit is distinct from new.unit then differences := differences || jsonb_build_object('unit', jsonb_build_object('from', old.unit, 'to', new.unit)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.patient_names is distinct from new.patient_names then differences := differences || jsonb_build_object('patient_names', jsonb_build_object('from', old.patient_names, 'to', new.patient_names)); end if;
    if old.list_price is distinct from new.list_price then differences := differences || jsonb_build_object('list_price', jsonb_build_object('from', old.list_price, 'to', new.list_price)); end if;
    if old.alternativepricing is distinct from new.alternativepricing then differences := differences || jsonb_build_object('alternativepricing', jsonb_build_object('from', old.alternativepricing, 'to', new.alternativepricing)); end if;
    if old.package_price is distinct from new.package_price then differences := differences || jsonb_build_object('package_price', jsonb_build_object('from', old.package_price, 'to', new.package_price)); end if;
    if old.dosage_units is distinct from new.dosage_units then differences := differences || jsonb_build_object('dosage_units', jsonb_build_object('from', old.dosage_units, 'to', new.dosage_units)); end if;
    if old.price is distinct from new.price then differences := differences || jsonb_build_object('price', jsonb_build_object('from', old.price, 'to', new.price)); end if;
    if old.sent_quantity is distinct from new.sent_quantity then differences := differences || jsonb_build_object('sent_quantity', jsonb_build_object('from', old.sent_quantity, 'to', new.sent_quantity)); end if;
    if old.multiplier is distinct from new.multiplier then differences := differences || jsonb_build_object('multiplier', jsonb_build_object('from', old.multiplier, 'to', new.multiplier)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.percentage_change is distinct from new.percentage_change then differences := differences || jsonb_build_object('percentage_change', jsonb_build_object('from', old.percentage_change, 'to', new.percentage_change)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.vat_title is distinct from new.vat_title then differences := differences || jsonb_build_object('vat_title', jsonb_build_object('from', old.vat_title, 'to', new.vat_title)); end if;
    if old.vat_percentage is distinct from new.vat_percentage then differences := differences || jsonb_build_object('vat_percentage', jsonb_build_object('from', old.vat_percentage, 'to', new.vat_percentage)); end if;
    if old.vat_account_number is distinct from new.vat_account_number then differences := differences || jsonb_build_object('vat_account_number', jsonb_build_object('from', old.vat_account_number, 'to', new.vat_account_number)); end if;
    if old.sum is distinct from new.sum then differences := differences || jsonb_build_object('sum', jsonb_build_object('from', old.sum, 'to', new.sum)); end if;
    if old.sum_vat is distinct from new.sum_vat then differences := differences || jsonb_build_object('sum_vat', jsonb_build_object('from', old.sum_vat, 'to', new.sum_vat)); end if;
    if old.sum_total is distinct from new.sum_total then differences := differences || jsonb_build_object('sum_total', jsonb_build_object('from', old.sum_total, 'to', new.sum_total)); end if;
    if old.account_number is distinct from new.account_number then differences := differences || jsonb_build_object('account_number', jsonb_build_object('from', old.account_number, 'to', new.account_number)); end if;
    if old.reporting_dimension_1 is distinct from new.reporting_dimension_1 then differences := differences || jsonb_build_object('reporting_dimension_1', jsonb_build_object('from', old.reporting_dimension_1, 'to', new.reporting_dimension_1)); end if;
    if old.reporting_dimension_2 is distinct from new.reporting_dimension_2 then differences := differences || jsonb_build_object('reporting_dimension_2', jsonb_build_object('from', old.reporting_dimension_2, 'to', new.reporting_dimension_2)); end if;
    if old.reporting_dimension_3 is distinct from new.reporting_dimension_3 then differences := differences || jsonb_build_object('reporting_dimension_3', jsonb_build_object('from', old.reporting_dimension_3, 'to', new.reporting_dimension_3)); end if;
    if old.internal_account_number is distinct from new.internal_account_number then differences := differences || jsonb_build_object('internal_account_number', jsonb_build_object('from', old.internal_account_number, 'to', new.internal_account_number)); end if;
    if old.internal_reporting_dimension_1 is distinct from new.internal_reporting_dimension_1 then differences := differences || jsonb_build_object('internal_reporting_dimension_1', jsonb_build_object('from', old.internal_reporting_dimension_1, 'to', new.internal_reporting_dimension_1)); end if;
    if old.internal_reporting_dimension_2 is distinct from new.internal_reporting_dimension_2 then differences := differences || jsonb_build_object('internal_reporting_dimension_2', jsonb_build_object('from', old.internal_reporting_dimension_2, 'to', new.internal_reporting_dimension_2)); end if;
    if old.credited_invoicerow is distinct from new.credited_invoicerow then differences := differences || jsonb_build_object('credited_invoicerow', jsonb_build_object('from', old.credited_invoicerow, 'to', new.credited_invoicerow)); end if;
    if old.return_to_stock is distinct from new.return_to_stock then differences := differences || jsonb_build_object('return_to_stock', jsonb_build_object('from', old.return_to_stock, 'to', new.return_to_stock)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('invoicerow', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('invoicerow', old.id, moment);
  elsif new.modified <> moment then
    update invoicerow set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_item() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'type_code', jsonb_build_object('from', null, 'to', new.type_code),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'barcode', jsonb_build_object('from', null, 'to', new.barcode),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'print_name', jsonb_build_object('from', null, 'to', new.print_name),
        'price', jsonb_build_object('from', null, 'to', new.price),
        'wholesale_price', jsonb_build_object('from', null, 'to', new.wholesale_price),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'account_number', jsonb_build_object('from', null, 'to', new.account_number),
        'item_list', jsonb_build_object('from', null, 'to', new.item_list),
        'unit', jsonb_build_object('from', null, 'to', new.unit),
        'package_description', jsonb_build_object('from', null, 'to', new.package_description),
        'dosage_units', jsonb_build_object('from', null, 'to', new.dosage_units),
        'instructions', jsonb_build_object('from', null, 'to', new.instructions),
        'controlled_substance', jsonb_build_object('from', null, 'to', new.controlled_substance),
        'antibiotic', jsonb_build_object('from', null, 'to', new.antibiotic),
        'batch_number_required', jsonb_build_object('from', null, 'to', new.batch_number_required),
        'primary_wholesaler_code', jsonb_build_object('from', null, 'to', new.primary_wholesaler_code),
        'secondary_wholesaler_code', jsonb_build_object('from', null, 'to', new.secondary_wholesaler_code),
        'reporting_dimension_1', jsonb_build_object('from', null, 'to', new.reporting_dimension_1),
        'reporting_dimension_2', jsonb_build_object('from', null, 'to', new.reporting_dimension_2),
        'alert_level', jsonb_build_object('from', null, 'to', new.alert_level),
        'discontinued', jsonb_build_object('from', null, 'to', new.discontinued),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'internal_account_number', jsonb_build_object('from', null, 'to', new.internal_account_number),
        'internal_reporting_dimension_1', jsonb_build_object('from', null, 'to', new.internal_reporting_dimension_1),
        'internal_reporting_dimension_2', jsonb_build_object('from', null, 'to', new.internal_reporting_dimension_2),
        'reporting_dimension_3', jsonb_build_object('from', null, 'to', new.reporting_dimension_3),
        'primary_wholesaler', jsonb_build_object('from', null, 'to', new.primary_wholesaler),
        'secondary_wholesaler', jsonb_build_object('from', null, 'to', new.secondary_wholesaler),
        'discontinued_by_import', jsonb_build_object('from', null, 'to', new.discontinued_by_import),
        'modality', jsonb_build_object('from', null, 'to', new.modality),
        'is_vaccine', jsonb_build_object('from', null, 'to', new.is_vaccine),
        'recall_interval_days', jsonb_build_object('from', null, 'to', new.recall_interval_days),
        'substances', jsonb_build_object('from', null, 'to', new.substances));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.type_code is distinct from new.type_code then differences := differences || jsonb_build_object('type_code', jsonb_build_object('from', old.type_code, 'to', new.type_code)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.barcode is distinct from new.barcode then differences := differences || jsonb_build_object('barcode', jsonb_build_object('from', old.barcode, 'to', new.barcode)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.print_name is distinct from new.print_name then differences := differences || jsonb_build_object('print_name', jsonb_build_object('from', old.print_name, 'to', new.print_name)); end if;
    if old.price is distinct from new.price then differences := differences || jsonb_build_object('price', jsonb_build_object('from', old.price, 'to', new.price)); end if;
    if old.wholesale_price is distinct from new.wholesale_price then differences := differences || jsonb_build_object('wholesale_price', jsonb_build_object('from', old.wholesale_price, 'to', new.wholesale_price)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.account_number is distinct from new.account_number then differences := differences || jsonb_build_object('account_number', jsonb_build_object('from', old.account_number, 'to', new.account_number)); end if;
    if old.item_list is distinct from new.item_list then differences := differences || jsonb_build_object('item_list', jsonb_build_object('from', old.item_list, 'to', new.item_list)); end if;
    if old.unit is distinct from new.unit then differences := differences || jsonb_build_object('unit', jsonb_build_object('from', old.unit, 'to', new.unit)); end if;
    if old.package_description is distinct from new.package_description then differences := differences || jsonb_build_object('package_description', jsonb_build_object('from', old.package_description, 'to', new.package_description)); end if;
    if old.dosage_units is distinct from new.dosage_units then differences := differences || jsonb_build_object('dosage_units', jsonb_build_object('from', old.dosage_units, 'to', new.dosage_units)); end if;
    if old.instructions is distinct from new.instructions then differences := differences || jsonb_build_object('instructions', jsonb_build_object('from', old.instructions, 'to', new.instructions)); end if;
    if old.controlled_substance is distinct from new.controlled_substance then differences := differences || jsonb_build_object('controlled_substance', jsonb_build_object('from', old.controlled_substance, 'to', new.controlled_substance)); end if;
    if old.antibiotic is distinct from new.antibiotic then differences := differences || jsonb_build_object('antibiotic', jsonb_build_object('from', old.antibiotic, 'to', new.antibiotic)); end if;
    if old.batch_number_required is distinct from new.batch_number_required then differences := differences || jsonb_build_object('batch_number_required', jsonb_build_object('from', old.batch_number_required, 'to', new.batch_number_required)); end if;
    if old.primary_wholesaler_code is distinct from new.primary_wholesaler_code then differences := differences || jsonb_build_object('primary_wholesaler_code', jsonb_build_object('from', old.primary_wholesaler_code, 'to', new.primary_wholesaler_code)); end if;
    if old.secondary_wholesaler_code is distinct from new.secondary_wholesaler_code then differences := differences || jsonb_build_object('secondary_wholesaler_code', jsonb_build_object('from', old.secondary_wholesaler_code, 'to', new.secondary_wholesaler_code)); end if;
    if old.reporting_dimension_1 is distinct from new.reporting_dimension_1 then differences := differences || jsonb_build_object('reporting_dimension_1', jsonb_build_object('from', old.reporting_dimension_1, 'to', new.reporting_dimension_1)); end if;
    if old.reporting_dimension_2 is distinct from new.reporting_dimension_2 then differences := differences || jsonb_build_object('reporting_dimension_2', jsonb_build_object('from', old.reporting_dimension_2, 'to', new.reporting_dimension_2)); end if;
    if old.alert_level is distinct from new.alert_level then differences := differences || jsonb_build_object('alert_level', jsonb_build_object('from', old.alert_level, 'to', new.alert_level)); end if;
    if old.discontinued is distinct from new.discontinued then differences := differences || jsonb_build_object('discontinued', jsonb_build_object('from', old.discontinued, 'to', new.discontinued)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old.internal_account_number is distinct from new.internal_account_number then differences := differences || jsonb_build_object('internal_account_number', jsonb_build_object('from', old.internal_account_number, 'to', new.internal_account_number)); end if;
    if old.internal_reporting_dimension_1 is distinct from new.internal_reporting_dimension_1 then differences := differences || jsonb_build_object('internal_reporting_dimension_1', jsonb_build_object('from', old.internal_reporting_dimension_1, 'to', new.internal_reporting_dimension_1)); end if;
    if old.internal_reporting_dimension_2 is distinct from new.internal_reporting_dimension_2 then differences := differences || jsonb_build_object('internal_reporting_dimension_2', jsonb_build_object('from', old.internal_reporting_dimension_2, 'to', new.internal_reporting_dimension_2)); end if;
    if old.reporting_dimension_3 is distinct from new.reporting_dimension_3 then differences := differences || jsonb_build_object('reporting_dimension_3', jsonb_build_object('from', old.reporting_dimension_3, 'to', new.reporting_dimension_3)); end if;
    if old.primary_wholesaler is distinct from new.primary_wholesaler then differences := differences || jsonb_build_object('primary_wholesaler', jsonb_build_object('from', old.primary_wholesaler, 'to', new.primary_wholesaler)); end if;
    if old.secondary_wholesaler is distinct from new.secondary_wholesaler then differences := differences || jsonb_build_object('secondary_wholesaler', jsonb_build_object('from', old.secondary_wholesaler, 'to', new.secondary_wholesaler)); end if;
    if old.discontinued_by_import is distinct from new.discontinued_by_import then differences := differences || jsonb_build_object('discontinued_by_import', jsonb_build_object('from', old.discontinued_by_import, 'to', new.discontinued_by_import)); end if;
    if old.modality is distinct from new.modality then differences := differences || jsonb_build_object('modality', jsonb_build_object('from', old.modality, 'to', new.modality)); end if;
    if old.is_vaccine is distinct from new.is_vaccine then differences := differences || jsonb_build_object('is_vaccine', jsonb_build_object('from', old.is_vaccine, 'to', new.is_vaccine)); end if;
    if old.recall_interval_days is distinct from new.recall_interval_days then differences := differences || jsonb_build_object('recall_interval_days', jsonb_build_object('from', old.recall_interval_days, 'to', new.recall_interval_days)); end if;
    if old.substances is distinct from new.substances then differences := differences || jsonb_build_object('substances', jsonb_build_object('from', old.substances, 'to', new.substances)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  elsif current_setting('app.catalog_import', true) <> '' and tg_op <> 'DELETE' then
    moment := write_catalog_import_change(current_setting('app.catalog_import')::bigint, old, new, differences);
  elsif current_setting('app.price_run', true) <> '' and tg_op <> 'DELETE' then
    moment := write_price_run_change(current_setting('app.price_run')::bigint, old, new, differences);
  else moment := write_change('item', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('item', old.id, moment);
  elsif new.modified <> moment then
    update item set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_listitem() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'list', jsonb_build_object('from', null, 'to', new.list),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'code', jsonb_build_object('from', null, 'to', new.code),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.list is distinct from new.list then differences := differences || jsonb_build_object('list', jsonb_build_object('from', old.list, 'to', new.list)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.code is distinct from new.code then differences := differences || jsonb_build_object('code', jsonb_build_object('from', old.code, 'to', new.code)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('listitem', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('listitem', old.id, moment);
  elsif new.modified <> moment then
    update listitem set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_message_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'smtp_host', jsonb_build_object('from', null, 'to', new.smtp_host),
        'smtp_port', jsonb_build_object('from', null, 'to', new.smtp_port),
        'smtp_username', jsonb_build_object('from', null, 'to', new.smtp_username),
        'smtp_password', 'hidden',
        'mail_from', jsonb_build_object('from', null, 'to', new.mail_from),
        'sms_gateway_url', jsonb_build_object('from', null, 'to', new.sms_gateway_url),
        'sms_account', jsonb_build_object('from', null, 'to', new.sms_account),
        'sms_token', 'hidden',
        'sms_from', jsonb_build_object('from', null, 'to', new.sms_from));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{smtp_password,sms_token}');
  elsif new is distinct from old then
    differences := '{}';
    if old.smtp_host is distinct from new.smtp_host then differences := differences || jsonb_build_object('smtp_host', jsonb_build_object('from', old.smtp_host, 'to', new.smtp_host)); end if;
    if old.smtp_port is distinct from new.smtp_port then differences := differences || jsonb_build_object('smtp_port', jsonb_build_object('from', old.smtp_port, 'to', new.smtp_port)); end if;
    if old.smtp_username is distinct from new.smtp_username then differences := differences || jsonb_build_object('smtp_username', jsonb_build_object('from', old.smtp_username, 'to', new.smtp_username)); end if;
    if old.smtp_password is distinct from new.smtp_password then differences := differences || jsonb_build_object('smtp_password', 'hidden'); end if;
    if old.mail_from is distinct from new.mail_from then differences := differences || jsonb_build_object('mail_from', jsonb_build_object('from', old.mail_from, 'to', new.mail_from)); end if;
    if old.sms_gateway_url is distinct from new.sms_gateway_url then differences := differences || jsonb_build_object('sms_gateway_url', jsonb_build_object('from', old.sms_gateway_url, 'to', new.sms_gateway_url)); end if;
    if old.sms_account is distinct from new.sms_account then differences := differences || jsonb_build_object('sms_account', jsonb_build_object('from', old.sms_account, 'to', new.sms_account)); end if;
    if old.sms_token is distinct from new.sms_token then differences := differences || jsonb_build_object('sms_token', 'hidden'); end if;
    if old.sms_from is distinct from new.sms_from then differences := differences || jsonb_build_object('sms_from', jsonb_build_object('from', old.sms_from, 'to', new.sms_from)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('message_settings', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('message_settings', old.id, moment);
  elsif new.modified <> moment then
    update message_settings set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_message_template() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'kind', jsonb_build_object('from', null, 'to', new.kind),
        'channel', jsonb_build_object('from', null, 'to', new.channel),
        'language', jsonb_build_object('from', null, 'to', new.language),
        'subject', jsonb_build_object('from', null, 'to', new.subject),
        'text', jsonb_build_object('from', null, 'to', new.text));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.kind is distinct from new.kind then differences := differences || jsonb_build_object('kind', jsonb_build_object('from', old.kind, 'to', new.kind)); end if;
    if old.channel is distinct from new.channel then differences := differences || jsonb_build_object('channel', jsonb_build_object('from', old.channel, 'to', new.channel)); end if;
    if old.language is distinct from new.language then differences := differences || jsonb_build_object('language', jsonb_build_object('from', old.language, 'to', new.language)); end if;
    if old.subject is distinct from new.subject then differences := differences || jsonb_build_object('subject', jsonb_build_object('from', old.subject, 'to', new.subject)); end if;
    if old.text is distinct from new.text then differences := differences || jsonb_build_object('text', jsonb_build_object('from', old.text, 'to', new.text)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('message_template', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('message_template', old.id, moment);
  elsif new.modified <> moment then
    update message_template set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_onlinebookingclient() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'appointment', jsonb_build_object('from', null, 'to', new.appointment),
        'first_name', jsonb_build_object('from', null, 'to', new.first_name),
        'last_name', jsonb_build_object('from', null, 'to', new.last_name),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'phone_number', jsonb_build_object('from', null, 'to', new.phone_number),
        'e164', jsonb_build_object('from', null, 'to', new.e164),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'decline_reason', jsonb_build_object('from', null, 'to', new.decline_reason),
        'decided', jsonb_build_object('from', null, 'to', new.decided),
        'decided_user', jsonb_build_object('from', null, 'to', new.decided_user));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.appointment is distinct from new.appointment then differences := differences || jsonb_build_object('appointment', jsonb_build_object('from', old.appointment, 'to', new.appointment)); end if;
    if old.first_name is distinct from new.first_name then differences := differences || jsonb_build_object('first_name', jsonb_build_object('from', old.first_name, 'to', new.first_name)); end if;
    if old.last_name is distinct from new.last_name then differences := differences || jsonb_build_object('last_name', jsonb_build_object('from', old.last_name, 'to', new.last_name)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.phone_number is distinct from new.phone_number then differences := differences || jsonb_build_object('phone_number', jsonb_build_object('from', old.phone_number, 'to', new.phone_number)); end if;
    if old.e164 is distinct from new.e164 then differences := differences || jsonb_build_object('e164', jsonb_build_object('from', old.e164, 'to', new.e164)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.decline_reason is distinct from new.decline_reason then differences := differences || jsonb_build_object('decline_reason', jsonb_build_object('from', old.decline_reason, 'to', new.decline_reason)); end if;
    if old.decided is distinct from new.decided then differences := differences || jsonb_build_object('decided', jsonb_build_object('from', old.decided, 'to', new.decided)); end if;
    if old.decided_user is distinct from new.decided_user then differences := differences || jsonb_build_object('decided_user', jsonb_build_object('from', old.decided_user, 'to', new.decided_user)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('onlinebookingclient', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('onlinebookingclient', old.id, moment);
  elsif new.modified <> moment then
    update onlinebookingclient set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_onlinebookingpatient() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'onlinebookingclient', jsonb_build_object('from', null, 'to', new.onlinebookingclient),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'species', jsonb_build_object('from', null, 'to', new.species),
        'breed', jsonb_build_object('from', null, 'to', new.breed),
        'notes', jsonb_build_object('from', null, 'to', new.notes),
        'patient', jsonb_build_object('from', null, 'to', new.patient));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.onlinebookingclient is distinct from new.onlinebookingclient then differences := differences || jsonb_build_object('onlinebookingclient', jsonb_build_object('from', old.onlinebookingclient, 'to', new.onlinebookingclient)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.species is distinct from new.species then differences := differences || jsonb_build_object('species', jsonb_build_object('from', old.species, 'to', new.species)); end if;
    if old.breed is distinct from new.breed then differences := differences || jsonb_build_object('breed', jsonb_build_object('from', old.breed, 'to', new.breed)); end if;
    if old.notes is distinct from new.notes then differences := differences || jsonb_build_object('notes', jsonb_build_object('from', old.notes, 'to', new.notes)); end if;
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('onlinebookingpatient', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('onlinebookingpatient', old.id, moment);
  elsif new.modified <> moment then
    update onlinebookingpatient set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_openingbalance() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'amount', jsonb_build_object('from', null, 'to', new.amount),
        'due_date', jsonb_build_object('from', null, 'to', new.due_date),
        'description', jsonb_build_object('from', null, 'to', new.description),
        'invoice', jsonb_build_object('from', null, 'to', new.invoice),
        'unallocatedpayment', jsonb_build_object('from', null, 'to', new.unallocatedpayment));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.amount is distinct from new.amount then differences := differences || jsonb_build_object('amount', jsonb_build_object('from', old.amount, 'to', new.amount)); end if;
    if old.due_date is distinct from new.due_date then differences := differences || jsonb_build_object('due_date', jsonb_build_object('from', old.due_date, 'to', new.due_date)); end if;
    if old.description is distinct from new.description then differences := differences || jsonb_build_object('description', jsonb_build_object('from', old.description, 'to', new.description)); end if;
    if old.invoice is distinct from new.invoice then differences := differences || jsonb_build_object('invoice', jsonb_build_object('from', old.invoice, 'to', new.invoice)); end if;
    if old.unallocatedpayment is distinct from new.unallocatedpayment then differences := differences || jsonb_build_object('unallocatedpayment', jsonb_build_object('from', old.unallocatedpayment, 'to', new.unallocatedpayment)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('openingbalance', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('openingbalance', old.id, moment);
  elsif new.modified <> moment then
    update openingbalance set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_order() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'department', jsonb_build_object('from', null, 'to', new.department),
        'wholesaler', jsonb_build_object('from', null, 'to', new.wholesaler),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'notes', jsonb_build_object('from', null, 'to', new.notes),
        'wholesaler_reference_number', jsonb_build_object('from', null, 'to', new.wholesaler_reference_number),
        'purchaser', jsonb_build_object('from', null, 'to', new.purchaser),
        'ordered', jsonb_build_object('from', null, 'to', new.ordered),
        'last_placed', jsonb_build_object('from', null, 'to', new.last_placed),
        'delivery_date', jsonb_build_object('from', null, 'to', new.delivery_date));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.wholesaler is distinct from new.wholesaler then differences := differences || jsonb_build_object('wholesaler', jsonb_build_object('from', old.wholesaler, 'to', new.wholesaler)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.notes is distinct from new.notes then differences := differences || jsonb_build_object('notes', jsonb_build_object('from', old.notes, 'to', new.notes)); end if;
    if old.wholesaler_reference_number is distinct from new.wholesaler_reference_number then differences := differences || jsonb_build_object('wholesaler_reference_number', jsonb_build_object('from', old.wholesaler_reference_number, 'to', new.wholesaler_reference_number)); end if;
    if old.purchaser is distinct from new.purchaser then differences := differences || jsonb_build_object('purchaser', jsonb_build_object('from', old.purchaser, 'to', new.purchaser)); end if;
    if old.ordered is distinct from new.ordered then differences := differences || jsonb_build_object('ordered', jsonb_build_object('from', old.ordered, 'to', new.ordered)); end if;
    if old.last_placed is distinct from new.last_placed then differences := differences || jsonb_build_object('last_placed', jsonb_build_object('from', old.last_placed, 'to', new.last_placed)); end if;
    if old.delivery_date is distinct from new.delivery_date then differences := differences || jsonb_build_object('delivery_date', jsonb_build_object('from', old.delivery_date, 'to', new.delivery_date)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('order', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('order', old.id, moment);
  elsif new.modified <> moment then
    update "order" set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_orderitem() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'order', jsonb_build_object('from', null, 'to', new."order"),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'product_number', jsonb_build_object('from', null, 'to', new.product_number),
        'product_name', jsonb_build_object('from', null, 'to', new.product_name),
        'unit', jsonb_build_object('from', null, 'to', new.unit),
        'barcode', jsonb_build_object('from', null, 'to', new.barcode),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'notes', jsonb_build_object('from', null, 'to', new.notes),
        'delivered_quantity', jsonb_build_object('from', null, 'to', new.delivered_quantity),
        'wholesale_price', jsonb_build_object('from', null, 'to', new.wholesale_price));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old."order" is distinct from new."order" then differences := differences || jsonb_build_object('order', jsonb_build_object('from', old."order", 'to', new."order")); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.product_number is distinct from new.product_number then differences := differences || jsonb_build_object('product_number', jsonb_build_object('from', old.product_number, 'to', new.product_number)); end if;
    if old.product_name is distinct from new.product_name then differences := differences || jsonb_build_object('product_name', jsonb_build_object('from', old.product_name, 'to', new.product_name)); end if;
    if old.unit is distinct from new.unit then differences := differences || jsonb_build_object('unit', jsonb_build_object('from', old.unit, 'to', new.unit)); end if;
    if old.barcode is distinct from new.barcode then differences := differences || jsonb_build_object('barcode', jsonb_build_object('from', old.barcode, 'to', new.barcode)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.notes is distinct from new.notes then differences := differences || jsonb_build_object('notes', jsonb_build_object('from', old.notes, 'to', new.notes)); end if;
    if old.delivered_quantity is distinct from new.delivered_quantity then differences := differences || jsonb_build_object('delivered_quantity', jsonb_build_object('from', old.delivered_quantity, 'to', new.delivered_quantity)); end if;
    if old.wholesale_price is distinct from new.wholesale_price then differences := differences || jsonb_build_object('wholesale_price', jsonb_build_object('from', old.wholesale_price, 'to', new.wholesale_price)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('orderitem', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('orderitem', old.id, moment);
  elsif new.modified <> moment then
    update orderitem set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_organisation() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'country', jsonb_build_object('from', null, 'to', new.country),
        'currency', jsonb_build_object('from', null, 'to', new.currency),
        'time_zone', jsonb_build_object('from', null, 'to', new.time_zone),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'phone', jsonb_build_object('from', null, 'to', new.phone),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'vat_number', jsonb_build_object('from', null, 'to', new.vat_number),
        'register_number', jsonb_build_object('from', null, 'to', new.register_number),
        'default_department', jsonb_build_object('from', null, 'to', new.default_department),
        'sandbox', jsonb_build_object('from', null, 'to', new.sandbox),
        'clock_offset', jsonb_build_object('from', null, 'to', new.clock_offset),
        'reference_numbers', jsonb_build_object('from', null, 'to', new.reference_numbers),
        'reporting_dimension_3_enabled', jsonb_build_object('from', null, 'to', new.reporting_dimension_3_enabled),
        'language', jsonb_build_object('from', null, 'to', new.language),
        'logo_key', jsonb_build_object('from', null, 'to', new.logo_key),
        'logo', jsonb_build_object('from', null, 'to', new.logo),
        'setup_open', jsonb_build_object('from', null, 'to', new.setup_open),
        'vat_rates_confirmed', jsonb_build_object('from', null, 'to', new.vat_rates_confirmed));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.country is distinct from new.country then differences := differences || jsonb_build_object('country', jsonb_build_object('from', old.country, 'to', new.country)); end if;
    if old.currency is distinct from new.currency then differences := differences || jsonb_build_object('currency', jsonb_build_object('from', old.currency, 'to', new.currency)); end if;
    if old.time_zone is distinct from new.time_zone then differences := differences || jsonb_build_object('time_zone', jsonb_build_object('from', old.time_zone, 'to', new.time_zone)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.phone is distinct from new.phone then differences := differences || jsonb_build_object('phone', jsonb_build_object('from', old.phone, 'to', new.phone)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.vat_number is distinct from new.vat_number then differences := differences || jsonb_build_object('vat_number', jsonb_build_object('from', old.vat_number, 'to', new.vat_number)); end if;
    if old.register_number is distinct from new.register_number then differences := differences || jsonb_build_object('register_number', jsonb_build_object('from', old.register_number, 'to', new.register_number)); end if;
    if old.default_department is distinct from new.default_department then differences := differences || jsonb_build_object('default_department', jsonb_build_object('from', old.default_department, 'to', new.default_department)); end if;
    if old.sandbox is distinct from new.sandbox then differences := differences || jsonb_build_object('sandbox', jsonb_build_object('from', old.sandbox, 'to', new.sandbox)); end if;
    if old.clock_offset is distinct from new.clock_offset then differences := differences || jsonb_build_object('clock_offset', jsonb_build_object('from', old.clock_offset, 'to', new.clock_offset)); end if;
    if old.reference_numbers is distinct from new.reference_numbers then differences := differences || jsonb_build_object('reference_numbers', jsonb_build_object('from', old.reference_numbers, 'to', new.reference_numbers)); end if;
    if old.reporting_dimension_3_enabled is distinct from new.reporting_dimension_3_enabled then differences := differences || jsonb_build_object('reporting_dimension_3_enabled', jsonb_build_object('from', old.reporting_dimension_3_enabled, 'to', new.reporting_dimension_3_enabled)); end if;
    if old.language is distinct from new.language then differences := differences || jsonb_build_object('language', jsonb_build_object('from', old.language, 'to', new.language)); end if;
    if old.logo_key is distinct from new.logo_key then differences := differences || jsonb_build_object('logo_key', jsonb_build_object('from', old.logo_key, 'to', new.logo_key)); end if;
    if old.logo is distinct from new.logo then differences := differences || jsonb_build_object('logo', jsonb_build_object('from', old.logo, 'to', new.logo)); end if;
    if old.setup_open is distinct from new.setup_open then differences := differences || jsonb_build_object('setup_open', jsonb_build_object('from', old.setup_open, 'to', new.setup_open)); end if;
    if old.vat_rates_confirmed is distinct from new.vat_rates_confirmed then differences := differences || jsonb_build_object('vat_rates_confirmed', jsonb_build_object('from', old.vat_rates_confirmed, 'to', new.vat_rates_confirmed)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('organisation', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('organisation', old.id, moment);
  elsif new.modified <> moment then
    update organisation set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_patient() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'official_name', jsonb_build_object('from', null, 'to', new.official_name),
        'species', jsonb_build_object('from', null, 'to', new.species),
        'breed', jsonb_build_object('from', null, 'to', new.breed),
        'gender', jsonb_build_object('from', null, 'to', new.gender),
        'color', jsonb_build_object('from', null, 'to', new.color),
        'weight', jsonb_build_object('from', null, 'to', new.weight),
        'date_of_birth', jsonb_build_object('from', null, 'to', new.date_of_birth),
        'deceased', jsonb_build_object('from', null, 'to', new.deceased),
        'reason_of_death', jsonb_build_object('from', null, 'to', new.reason_of_death),
        'microchip', jsonb_build_object('from', null, 'to', new.microchip),
        'microchip_date', jsonb_build_object('from', null, 'to', new.microchip_date),
        'date_of_registration', jsonb_build_object('from', null, 'to', new.date_of_registration),
        'insurance', jsonb_build_object('from', null, 'to', new.insurance),
        'insurance_company', jsonb_build_object('from', null, 'to', new.insurance_company),
        'passport_number', jsonb_build_object('from', null, 'to', new.passport_number),
        'register_number', jsonb_build_object('from', null, 'to', new.register_number),
        'herd_size', jsonb_build_object('from', null, 'to', new.herd_size),
        'not_for_food', jsonb_build_object('from', null, 'to', new.not_for_food),
        'blood_group', jsonb_build_object('from', null, 'to', new.blood_group),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'critical_notes', jsonb_build_object('from', null, 'to', new.critical_notes),
        'home_department', jsonb_build_object('from', null, 'to', new.home_department),
        'tags_rel', jsonb_build_object('from', null, 'to', new.tags_rel),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.official_name is distinct from new.official_name then differences := differences || jsonb_build_object('official_name', jsonb_build_object('from', old.official_name, 'to', new.official_name)); end if;
    if old.species is distinct from new.species then differences := differences || jsonb_build_object('species', jsonb_build_object('from', old.species, 'to', new.species)); end if;
    if old.breed is distinct from new.breed then differences := differences || jsonb_build_object('breed', jsonb_build_object('from', old.breed, 'to', new.breed)); end if;
    if old.gender is distinct from new.gender then differences := differences || jsonb_build_object('gender', jsonb_build_object('from', old.gender, 'to', new.gender)); end if;
    if old.color is distinct from new.color then differences := differences || jsonb_build_object('color', jsonb_build_object('from', old.color, 'to', new.color)); end if;
    if old.weight is distinct from new.weight then differences := differences || jsonb_build_object('weight', jsonb_build_object('from', old.weight, 'to', new.weight)); end if;
    if old.date_of_birth is distinct from new.date_of_birth then differences := differences || jsonb_build_object('date_of_birth', jsonb_build_object('from', old.date_of_birth, 'to', new.date_of_birth)); end if;
    if old.deceased is distinct from new.deceased then differences := differences || jsonb_build_object('deceased', jsonb_build_object('from', old.deceased, 'to', new.deceased)); end if;
    if old.reason_of_death is distinct from new.reason_of_death then differences := differences || jsonb_build_object('reason_of_death', jsonb_build_object('from', old.reason_of_death, 'to', new.reason_of_death)); end if;
    if old.microchip is distinct from new.microchip then differences := differences || jsonb_build_object('microchip', jsonb_build_object('from', old.microchip, 'to', new.microchip)); end if;
    if old.microchip_date is distinct from new.microchip_date then differences := differences || jsonb_build_object('microchip_date', jsonb_build_object('from', old.microchip_date, 'to', new.microchip_date)); end if;
    if old.date_of_registration is distinct from new.date_of_registration then differences := differences || jsonb_build_object('date_of_registration', jsonb_build_object('from', old.date_of_registration, 'to', new.date_of_registration)); end if;
    if old.insurance is distinct from new.insurance then differences := differences || jsonb_build_object('insurance', jsonb_build_object('from', old.insurance, 'to', new.insurance)); end if;
    if old.insurance_company is distinct from new.insurance_company then differences := differences || jsonb_build_object('insurance_company', jsonb_build_object('from', old.insurance_company, 'to', new.insurance_company)); end if;
    if old.passport_number is distinct from new.passport_number then differences := differences || jsonb_build_object('passport_number', jsonb_build_object('from', old.passport_number, 'to', new.passport_number)); end if;
    if old.register_number is distinct from new.register_number then differences := differences || jsonb_build_object('register_number', jsonb_build_object('from', old.register_number, 'to', new.register_number)); end if;
    if old.herd_size is distinct from new.herd_size then differences := differences || jsonb_build_object('herd_size', jsonb_build_object('from', old.herd_size, 'to', new.herd_size)); end if;
    if old.not_for_food is distinct from new.not_for_food then differences := differences || jsonb_build_object('not_for_food', jsonb_build_object('from', old.not_for_food, 'to', new.not_for_food)); end if;
    if old.blood_group is distinct from new.blood_group then differences := differences || jsonb_build_object('blood_group', jsonb_build_object('from', old.blood_group, 'to', new.blood_group)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old.critical_notes is distinct from new.critical_notes then differences := differences || jsonb_build_object('critical_notes', jsonb_build_object('from', old.critical_notes, 'to', new.critical_notes)); end if;
    if old.home_department is distinct from new.home_department then differences := differences || jsonb_build_object('home_department', jsonb_build_object('from', old.home_department, 'to', new.home_department)); end if;
    if old.tags_rel is distinct from new.tags_rel then differences := differences || jsonb_build_object('tags_rel', jsonb_build_object('from', old.tags_rel, 'to', new.tags_rel)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('patient', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('patient', old.id, moment);
  elsif new.modified <> moment then
    update patient set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_patientweight() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'weight', jsonb_build_object('from', null, 'to', new.weight),
        'measured', jsonb_build_object('from', null, 'to', new.measured));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.weight is distinct from new.weight then differences := differences || jsonb_build_object('weight', jsonb_build_object('from', old.weight, 'to', new.weight)); end if;
    if old.measured is distinct from new.measured then differences := differences || jsonb_build_object('measured', jsonb_build_object('from', old.measured, 'to', new.measured)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('patientweight', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('patientweight', old.id, moment);
  elsif new.modified <> moment then
    update patientweight set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_permissiongroup() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'read', jsonb_build_object('from', null, 'to', new.read),
        'write', jsonb_build_object('from', null, 'to', new.write),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if to_jsonb(old.read) is distinct from to_jsonb(new.read) then differences := differences || jsonb_build_object('read', jsonb_build_object('from', old.read, 'to', new.read)); end if;
    if to_jsonb(old.write) is distinct from to_jsonb(new.write) then differences := differences || jsonb_build_object('write', jsonb_build_object('from', old.write, 'to', new.write)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('permissiongroup', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('permissiongroup', old.id, moment);
  elsif new.modified <> moment then
    update permissiongroup set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_phonenumber() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'client', jsonb_build_object('from', null, 'to', new.client),
        'phone_number', jsonb_build_object('from', null, 'to', new.phone_number),
        'e164', jsonb_build_object('from', null, 'to', new.e164),
        'type_code', jsonb_build_object('from', null, 'to', new.type_code),
        'description', jsonb_build_object('from', null, 'to', new.description));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.phone_number is distinct from new.phone_number then differences := differences || jsonb_build_object('phone_number', jsonb_build_object('from', old.phone_number, 'to', new.phone_number)); end if;
    if old.e164 is distinct from new.e164 then differences := differences || jsonb_build_object('e164', jsonb_build_object('from', old.e164, 'to', new.e164)); end if;
    if old.type_code is distinct from new.type_code then differences := differences || jsonb_build_object('type_code', jsonb_build_object('from', old.type_code, 'to', new.type_code)); end if;
    if old.description is distinct from new.description then differences := differences || jsonb_build_object('description', jsonb_build_object('from', old.description, 'to', new.description)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('phonenumber', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('phonenumber', old.id, moment);
  elsif new.modified <> moment then
    update phonenumber set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_prescription() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'uuid', jsonb_build_object('from', null, 'to', new.uuid),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'prescriber', jsonb_build_object('from', null, 'to', new.prescriber),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'issue_time', jsonb_build_object('from', null, 'to', new.issue_time),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'created_user', jsonb_build_object('from', null, 'to', new.created_user),
        'modified_user', jsonb_build_object('from', null, 'to', new.modified_user),
        'created_application', jsonb_build_object('from', null, 'to', new.created_application),
        'modified_application', jsonb_build_object('from', null, 'to', new.modified_application),
        'status_message', jsonb_build_object('from', null, 'to', new.status_message),
        'message_read_by', jsonb_build_object('from', null, 'to', new.message_read_by));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.uuid is distinct from new.uuid then differences := differences || jsonb_build_object('uuid', jsonb_build_object('from', old.uuid, 'to', new.uuid)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.prescriber is distinct from new.prescriber then differences := differences || jsonb_build_object('prescriber', jsonb_build_object('from', old.prescriber, 'to', new.prescriber)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.issue_time is distinct from new.issue_time then differences := differences || jsonb_build_object('issue_time', jsonb_build_object('from', old.issue_time, 'to', new.issue_time)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old.created_user is distinct from new.created_user then differences := differences || jsonb_build_object('created_user', jsonb_build_object('from', old.created_user, 'to', new.created_user)); end if;
    if old.modified_user is distinct from new.modified_user then differences := differences || jsonb_build_object('modified_user', jsonb_build_object('from', old.modified_user, 'to', new.modified_user)); end if;
    if old.created_application is distinct from new.created_application then differences := differences || jsonb_build_object('created_application', jsonb_build_object('from', old.created_application, 'to', new.created_application)); end if;
    if old.modified_application is distinct from new.modified_application then differences := differences || jsonb_build_object('modified_application', jsonb_build_object('from', old.modified_application, 'to', new.modified_application)); end if;
    if old.status_message is distinct from new.status_message then differences := differences || jsonb_build_object('status_message', jsonb_build_object('from', old.status_message, 'to', new.status_message)); end if;
    if old.message_read_by is distinct from new.message_read_by then differences := differences || jsonb_build_object('message_read_by', jsonb_build_object('from', old.message_read_by, 'to', new.message_read_by)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('prescription', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('prescription', old.id, moment);
  elsif new.modified <> moment then
    update prescription set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_prescription_item() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'prescription', jsonb_build_object('from', null, 'to', new.prescription),
        'name', jsonb_build_object('from', null, 'to', new.name),
        'strength', jsonb_build_object('from', null, 'to', new.strength),
        'instructions', jsonb_build_object('from', null, 'to', new.instructions),
        'quantity_packages', jsonb_build_object('from', null, 'to', new.quantity_packages),
        'repeat_number', jsonb_build_object('from', null, 'to', new.repeat_number),
        'valid_until', jsonb_build_object('from', null, 'to', new.valid_until),
        'created_user', jsonb_build_object('from', null, 'to', new.created_user),
        'modified_user', jsonb_build_object('from', null, 'to', new.modified_user),
        'warnings', jsonb_build_object('from', null, 'to', new.warnings),
        'warning_reason', jsonb_build_object('from', null, 'to', new.warning_reason));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.prescription is distinct from new.prescription then differences := differences || jsonb_build_object('prescription', jsonb_build_object('from', old.prescription, 'to', new.prescription)); end if;
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.strength is distinct from new.strength then differences := differences || jsonb_build_object('strength', jsonb_build_object('from', old.strength, 'to', new.strength)); end if;
    if old.instructions is distinct from new.instructions then differences := differences || jsonb_build_object('instructions', jsonb_build_object('from', old.instructions, 'to', new.instructions)); end if;
    if old.quantity_packages is distinct from new.quantity_packages then differences := differences || jsonb_build_object('quantity_packages', jsonb_build_object('from', old.quantity_packages, 'to', new.quantity_packages)); end if;
    if old.repeat_number is distinct from new.repeat_number then differences := differences || jsonb_build_object('repeat_number', jsonb_build_object('from', old.repeat_number, 'to', new.repeat_number)); end if;
    if old.valid_until is distinct from new.valid_until then differences := differences || jsonb_build_object('valid_until', jsonb_build_object('from', old.valid_until, 'to', new.valid_until)); end if;
    if old.created_user is distinct from new.created_user then differences := differences || jsonb_build_object('created_user', jsonb_build_object('from', old.created_user, 'to', new.created_user)); end if;
    if old.modified_user is distinct from new.modified_user then differences := differences || jsonb_build_object('modified_user', jsonb_build_object('from', old.modified_user, 'to', new.modified_user)); end if;
    if coalesce(old.warnings, 'null') is distinct from coalesce(new.warnings, 'null') then differences := differences || jsonb_build_object('warnings', jsonb_build_object('from', old.warnings, 'to', new.warnings)); end if;
    if old.warning_reason is distinct from new.warning_reason then differences := differences || jsonb_build_object('warning_reason', jsonb_build_object('from', old.warning_reason, 'to', new.warning_reason)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('prescription_item', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('prescription_item', old.id, moment);
  elsif new.modified <> moment then
    update prescription_item set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_price_change() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'item_types', jsonb_build_object('from', null, 'to', new.item_types),
        'item_list', jsonb_build_object('from', null, 'to', new.item_list),
        'vat_group', jsonb_build_object('from', null, 'to', new.vat_group),
        'search_term', jsonb_build_object('from', null, 'to', new.search_term),
        'percentage_change', jsonb_build_object('from', null, 'to', new.percentage_change),
        'amount_change', jsonb_build_object('from', null, 'to', new.amount_change),
        'basis', jsonb_build_object('from', null, 'to', new.basis),
        'round_to', jsonb_build_object('from', null, 'to', new.round_to),
        'rounding', jsonb_build_object('from', null, 'to', new.rounding),
        'matched', jsonb_build_object('from', null, 'to', new.matched),
        'changed', jsonb_build_object('from', null, 'to', new.changed),
        'undone', jsonb_build_object('from', null, 'to', new.undone),
        'restored', jsonb_build_object('from', null, 'to', new.restored),
        'kept', jsonb_build_object('from', null, 'to', new.kept));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.item_types is distinct from new.item_types then differences := differences || jsonb_build_object('item_types', jsonb_build_object('from', old.item_types, 'to', new.item_types)); end if;
    if old.item_list is distinct from new.item_list then differences := differences || jsonb_build_object('item_list', jsonb_build_object('from', old.item_list, 'to', new.item_list)); end if;
    if old.vat_group is distinct from new.vat_group then differences := differences || jsonb_build_object('vat_group', jsonb_build_object('from', old.vat_group, 'to', new.vat_group)); end if;
    if old.search_term is distinct from new.search_term then differences := differences || jsonb_build_object('search_term', jsonb_build_object('from', old.search_term, 'to', new.search_term)); end if;
    if old.percentage_change is distinct from new.percentage_change then differences := differences || jsonb_build_object('percentage_change', jsonb_build_object('from', old.percentage_change, 'to', new.percentage_change)); end if;
    if old.amount_change is distinct from new.amount_change then differences := differences || jsonb_build_object('amount_change', jsonb_build_object('from', old.amount_change, 'to', new.amount_change)); end if;
    if old.basis is distinct from new.basis then differences := differences || jsonb_build_object('basis', jsonb_build_object('from', old.basis, 'to', new.basis)); end if;
    if old.round_to is distinct from new.round_to then differences := differences || jsonb_build_object('round_to', jsonb_build_object('from', old.round_to, 'to', new.round_to)); end if;
    if old.rounding is distinct from new.rounding then differences := differences || jsonb_build_object('rounding', jsonb_build_object('from', old.rounding, 'to', new.rounding)); end if;
    if old.matched is distinct from new.matched then differences := differences || jsonb_build_object('matched', jsonb_build_object('from', old.matched, 'to', new.matched)); end if;
    if old.changed is distinct from new.changed then differences := differences || jsonb_build_object('changed', jsonb_build_object('from', old.changed, 'to', new.changed)); end if;
    if old.undone is distinct from new.undone then differences := differences || jsonb_build_object('undone', jsonb_build_object('from', old.undone, 'to', new.undone)); end if;
    if old.restored is distinct from new.restored then differences := differences || jsonb_build_object('restored', jsonb_build_object('from', old.restored, 'to', new.restored)); end if;
    if old.kept is distinct from new.kept then differences := differences || jsonb_build_object('kept', jsonb_build_object('from', old.kept, 'to', new.kept)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('price_change', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('price_change', old.id, moment);
  elsif new.modified <> moment then
    update price_change set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_reason() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'duration', jsonb_build_object('from', null, 'to', new.duration),
        'available_online', jsonb_build_object('from', null, 'to', new.available_online),
        'color', jsonb_build_object('from', null, 'to', new.color),
        'instructions', jsonb_build_object('from', null, 'to', new.instructions),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.duration is distinct from new.duration then differences := differences || jsonb_build_object('duration', jsonb_build_object('from', old.duration, 'to', new.duration)); end if;
    if old.available_online is distinct from new.available_online then differences := differences || jsonb_build_object('available_online', jsonb_build_object('from', old.available_online, 'to', new.available_online)); end if;
    if old.color is distinct from new.color then differences := differences || jsonb_build_object('color', jsonb_build_object('from', old.color, 'to', new.color)); end if;
    if old.instructions is distinct from new.instructions then differences := differences || jsonb_build_object('instructions', jsonb_build_object('from', old.instructions, 'to', new.instructions)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('reason', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('reason', old.id, moment);
  elsif new.modified <> moment then
    update reason set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_reason_item() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'reason', jsonb_build_object('from', null, 'to', new.reason),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.reason is distinct from new.reason then differences := differences || jsonb_build_object('reason', jsonb_build_object('from', old.reason, 'to', new.reason)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('reason_item', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('reason_item', old.id, moment);
  elsif new.modified <> moment then
    update reason_item set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_recall() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'consultation_item', jsonb_build_object('from', null, 'to', new.consultation_item),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'given', jsonb_build_object('from', null, 'to', new.given),
        'due', jsonb_build_object('from', null, 'to', new.due),
        'replaced_by', jsonb_build_object('from', null, 'to', new.replaced_by),
        'queued', jsonb_build_object('from', null, 'to', new.queued),
        'called', jsonb_build_object('from', null, 'to', new.called),
        'call_note', jsonb_build_object('from', null, 'to', new.call_note));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.consultation_item is distinct from new.consultation_item then differences := differences || jsonb_build_object('consultation_item', jsonb_build_object('from', old.consultation_item, 'to', new.consultation_item)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.given is distinct from new.given then differences := differences || jsonb_build_object('given', jsonb_build_object('from', old.given, 'to', new.given)); end if;
    if old.due is distinct from new.due then differences := differences || jsonb_build_object('due', jsonb_build_object('from', old.due, 'to', new.due)); end if;
    if old.replaced_by is distinct from new.replaced_by then differences := differences || jsonb_build_object('replaced_by', jsonb_build_object('from', old.replaced_by, 'to', new.replaced_by)); end if;
    if old.queued is distinct from new.queued then differences := differences || jsonb_build_object('queued', jsonb_build_object('from', old.queued, 'to', new.queued)); end if;
    if old.called is distinct from new.called then differences := differences || jsonb_build_object('called', jsonb_build_object('from', old.called, 'to', new.called)); end if;
    if old.call_note is distinct from new.call_note then differences := differences || jsonb_build_object('call_note', jsonb_build_object('from', old.call_note, 'to', new.call_note)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('recall', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('recall', old.id, moment);
  elsif new.modified <> moment then
    update recall set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_receiptline() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'wholesaler', jsonb_build_object('from', null, 'to', new.wholesaler),
        'external_id', jsonb_build_object('from', null, 'to', new.external_id),
        'status', jsonb_build_object('from', null, 'to', new.status),
        'reason', jsonb_build_object('from', null, 'to', new.reason),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'product_number', jsonb_build_object('from', null, 'to', new.product_number),
        'barcode', jsonb_build_object('from', null, 'to', new.barcode),
        'product_name', jsonb_build_object('from', null, 'to', new.product_name),
        'invoice_number', jsonb_build_object('from', null, 'to', new.invoice_number),
        'invoice_date', jsonb_build_object('from', null, 'to', new.invoice_date),
        'batch_number', jsonb_build_object('from', null, 'to', new.batch_number),
        'expiry_date', jsonb_build_object('from', null, 'to', new.expiry_date),
        'order', jsonb_build_object('from', null, 'to', new."order"),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'matched_by', jsonb_build_object('from', null, 'to', new.matched_by),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'outcome', jsonb_build_object('from', null, 'to', new.outcome),
        'units', jsonb_build_object('from', null, 'to', new.units),
        'attached_units', jsonb_build_object('from', null, 'to', new.attached_units),
        'reviewed_by', jsonb_build_object('from', null, 'to', new.reviewed_by),
        'reviewed', jsonb_build_object('from', null, 'to', new.reviewed));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.wholesaler is distinct from new.wholesaler then differences := differences || jsonb_build_object('wholesaler', jsonb_build_object('from', old.wholesaler, 'to', new.wholesaler)); end if;
    if old.external_id is distinct from new.external_id then differences := differences || jsonb_build_object('external_id', jsonb_build_object('from', old.external_id, 'to', new.external_id)); end if;
    if old.status is distinct from new.status then differences := differences || jsonb_build_object('status', jsonb_build_object('from', old.status, 'to', new.status)); end if;
    if old.reason is distinct from new.reason then differences := differences || jsonb_build_object('reason', jsonb_build_object('from', old.reason, 'to', new.reason)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.product_number is distinct from new.product_number then differences := differences || jsonb_build_object('product_number', jsonb_build_object('from', old.product_number, 'to', new.product_number)); end if;
    if old.barcode is distinct from new.barcode then differences := differences || jsonb_build_object('barcode', jsonb_build_object('from', old.barcode, 'to', new.barcode)); end if;
    if old.product_name is distinct from new.product_name then differences := differences || jsonb_build_object('product_name', jsonb_build_object('from', old.product_name, 'to', new.product_name)); end if;
    if old.invoice_number is distinct from new.invoice_number then differences := differences || jsonb_build_object('invoice_number', jsonb_build_object('from', old.invoice_number, 'to', new.invoice_number)); end if;
    if old.invoice_date is distinct from new.invoice_date then differences := differences || jsonb_build_object('invoice_date', jsonb_build_object('from', old.invoice_date, 'to', new.invoice_date)); end if;
    if old.batch_number is distinct from new.batch_number then differences := differences || jsonb_build_object('batch_number', jsonb_build_object('from', old.batch_number, 'to', new.batch_number)); end if;
    if old.expiry_date is distinct from new.expiry_date then differences := differences || jsonb_build_object('expiry_date', jsonb_build_object('from', old.expiry_date, 'to', new.expiry_date)); end if;
    if old."order" is distinct from new."order" then differences := differences || jsonb_build_object('order', jsonb_build_object('from', old."order", 'to', new."order")); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.matched_by is distinct from new.matched_by then differences := differences || jsonb_build_object('matched_by', jsonb_build_object('from', old.matched_by, 'to', new.matched_by)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if coalesce(old.outcome, 'null') is distinct from coalesce(new.outcome, 'null') then differences := differences || jsonb_build_object('outcome', jsonb_build_object('from', old.outcome, 'to', new.outcome)); end if;
    if old.units is distinct from new.units then differences := differences || jsonb_build_object('units', jsonb_build_object('from', old.units, 'to', new.units)); end if;
    if old.attached_units is distinct from new.attached_units then differences := differences || jsonb_build_object('attached_units', jsonb_build_object('from', old.attached_units, 'to', new.attached_units)); end if;
    if old.reviewed_by is distinct from new.reviewed_by then differences := differences || jsonb_build_object('reviewed_by', jsonb_build_object('from', old.reviewed_by, 'to', new.reviewed_by)); end if;
    if old.reviewed is distinct from new.reviewed then differences := differences || jsonb_build_object('reviewed', jsonb_build_object('from', old.reviewed, 'to', new.reviewed)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('receiptline', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('receiptline', old.id, moment);
  elsif new.modified <> moment then
    update receiptline set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_security_settings() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'second_factor_required', jsonb_build_object('from', null, 'to', new.second_factor_required));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.second_factor_required is distinct from new.second_factor_required then differences := differences || jsonb_build_object('second_factor_required', jsonb_build_object('from', old.second_factor_required, 'to', new.second_factor_required)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('security_settings', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('security_settings', old.id, moment);
  elsif new.modified <> moment then
    update security_settings set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_shift() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'user', jsonb_build_object('from', null, 'to', new."user"),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'weekday', jsonb_build_object('from', null, 'to', new.weekday),
        'date', jsonb_build_object('from', null, 'to', new.date),
        'start', jsonb_build_object('from', null, 'to', new.start),
        'end', jsonb_build_object('from', null, 'to', new."end"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.weekday is distinct from new.weekday then differences := differences || jsonb_build_object('weekday', jsonb_build_object('from', old.weekday, 'to', new.weekday)); end if;
    if old.date is distinct from new.date then differences := differences || jsonb_build_object('date', jsonb_build_object('from', old.date, 'to', new.date)); end if;
    if old.start is distinct from new.start then differences := differences || jsonb_build_object('start', jsonb_build_object('from', old.start, 'to', new.start)); end if;
    if old."end" is distinct from new."end" then differences := differences || jsonb_build_object('end', jsonb_build_object('from', old."end", 'to', new."end")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('shift', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('shift', old.id, moment);
  elsif new.modified <> moment then
    update shift set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_stock_level() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'item', jsonb_build_object('from', null, 'to', new.item),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'batch_number', jsonb_build_object('from', null, 'to', new.batch_number),
        'expiry_date', jsonb_build_object('from', null, 'to', new.expiry_date),
        'on_hand', jsonb_build_object('from', null, 'to', new.on_hand),
        'negative', jsonb_build_object('from', null, 'to', new.negative));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.batch_number is distinct from new.batch_number then differences := differences || jsonb_build_object('batch_number', jsonb_build_object('from', old.batch_number, 'to', new.batch_number)); end if;
    if old.expiry_date is distinct from new.expiry_date then differences := differences || jsonb_build_object('expiry_date', jsonb_build_object('from', old.expiry_date, 'to', new.expiry_date)); end if;
    if old.on_hand is distinct from new.on_hand then differences := differences || jsonb_build_object('on_hand', jsonb_build_object('from', old.on_hand, 'to', new.on_hand)); end if;
    if old.negative is distinct from new.negative then differences := differences || jsonb_build_object('negative', jsonb_build_object('from', old.negative, 'to', new.negative)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('stock_level', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('stock_level', old.id, moment);
  elsif new.modified <> moment then
    update stock_level set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_stock_movement() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'stock_level', jsonb_build_object('from', null, 'to', new.stock_level),
        'item', jsonb_build_object('from', null, 'to', new.item),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'batch_number', jsonb_build_object('from', null, 'to', new.batch_number),
        'expiry_date', jsonb_build_object('from', null, 'to', new.expiry_date),
        'quantity', jsonb_build_object('from', null, 'to', new.quantity),
        'cause', jsonb_build_object('from', null, 'to', new.cause),
        'batch_assumed', jsonb_build_object('from', null, 'to', new.batch_assumed),
        'counted', jsonb_build_object('from', null, 'to', new.counted),
        'reason', jsonb_build_object('from', null, 'to', new.reason),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'consultation_item', jsonb_build_object('from', null, 'to', new.consultation_item),
        'countersale', jsonb_build_object('from', null, 'to', new.countersale),
        'countersale_item', jsonb_build_object('from', null, 'to', new.countersale_item),
        'invoicerow', jsonb_build_object('from', null, 'to', new.invoicerow),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'user', jsonb_build_object('from', null, 'to', new."user"),
        'order_item', jsonb_build_object('from', null, 'to', new.order_item),
        'receipt_line', jsonb_build_object('from', null, 'to', new.receipt_line),
        'other_department', jsonb_build_object('from', null, 'to', new.other_department));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.stock_level is distinct from new.stock_level then differences := differences || jsonb_build_object('stock_level', jsonb_build_object('from', old.stock_level, 'to', new.stock_level)); end if;
    if old.item is distinct from new.item then differences := differences || jsonb_build_object('item', jsonb_build_object('from', old.item, 'to', new.item)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.batch_number is distinct from new.batch_number then differences := differences || jsonb_build_object('batch_number', jsonb_build_object('from', old.batch_number, 'to', new.batch_number)); end if;
    if old.expiry_date is distinct from new.expiry_date then differences := differences || jsonb_build_object('expiry_date', jsonb_build_object('from', old.expiry_date, 'to', new.expiry_date)); end if;
    if old.quantity is distinct from new.quantity then differences := differences || jsonb_build_object('quantity', jsonb_build_object('from', old.quantity, 'to', new.quantity)); end if;
    if old.cause is distinct from new.cause then differences := differences || jsonb_build_object('cause', jsonb_build_object('from', old.cause, 'to', new.cause)); end if;
    if old.batch_assumed is distinct from new.batch_assumed then differences := differences || jsonb_build_object('batch_assumed', jsonb_build_object('from', old.batch_assumed, 'to', new.batch_assumed)); end if;
    if old.counted is distinct from new.counted then differences := differences || jsonb_build_object('counted', jsonb_build_object('from', old.counted, 'to', new.counted)); end if;
    if old.reason is distinct from new.reason then differences := differences || jsonb_build_object('reason', jsonb_build_object('from', old.reason, 'to', new.reason)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.consultation_item is distinct from new.consultation_item then differences := differences || jsonb_build_object('consultation_item', jsonb_build_object('from', old.consultation_item, 'to', new.consultation_item)); end if;
    if old.countersale is distinct from new.countersale then differences := differences || jsonb_build_object('countersale', jsonb_build_object('from', old.countersale, 'to', new.countersale)); end if;
    if old.countersale_item is distinct from new.countersale_item then differences := differences || jsonb_build_object('countersale_item', jsonb_build_object('from', old.countersale_item, 'to', new.countersale_item)); end if;
    if old.invoicerow is distinct from new.invoicerow then differences := differences || jsonb_build_object('invoicerow', jsonb_build_object('from', old.invoicerow, 'to', new.invoicerow)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    if old.order_item is distinct from new.order_item then differences := differences || jsonb_build_object('order_item', jsonb_build_object('from', old.order_item, 'to', new.order_item)); end if;
    if old.receipt_line is distinct from new.receipt_line then differences := differences || jsonb_build_object('receipt_line', jsonb_build_object('from', old.receipt_line, 'to', new.receipt_line)); end if;
    if old.other_department is distinct from new.other_department then differences := differences || jsonb_build_object('other_department', jsonb_build_object('from', old.other_department, 'to', new.other_department)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('stock_movement', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('stock_movement', old.id, moment);
  elsif new.modified <> moment then
    update stock_movement set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_text_template() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'shortcut', jsonb_build_object('from', null, 'to', new.shortcut),
        'kind', jsonb_build_object('from', null, 'to', new.kind),
        'text', jsonb_build_object('from', null, 'to', new.text),
        'language', jsonb_build_object('from', null, 'to', new.language),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.shortcut is distinct from new.shortcut then differences := differences || jsonb_build_object('shortcut', jsonb_build_object('from', old.shortcut, 'to', new.shortcut)); end if;
    if old.kind is distinct from new.kind then differences := differences || jsonb_build_object('kind', jsonb_build_object('from', old.kind, 'to', new.kind)); end if;
    if old.text is distinct from new.text then differences := differences || jsonb_build_object('text', jsonb_build_object('from', old.text, 'to', new.text)); end if;
    if old.language is distinct from new.language then differences := differences || jsonb_build_object('language', jsonb_build_object('from', old.language, 'to', new.language)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('text_template', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('text_template', old.id, moment);
  elsif new.modified <> moment then
    update text_template set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_unallocatedpayment() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'department', jsonb_build_object('from', null, 'to', new.department),
        'client', jsonb_build_object('from', null, 'to', new.client),
        'payment_type', jsonb_build_object('from', null, 'to', new.payment_type),
        'paid', jsonb_build_object('from', null, 'to', new.paid),
        'unused_amount', jsonb_build_object('from', null, 'to', new.unused_amount),
        'fully_used', jsonb_build_object('from', null, 'to', new.fully_used),
        'description', jsonb_build_object('from', null, 'to', new.description),
        'refunds', jsonb_build_object('from', null, 'to', new.refunds),
        'external_id', jsonb_build_object('from', null, 'to', new.external_id),
        'metadata', jsonb_build_object('from', null, 'to', new.metadata),
        'added', jsonb_build_object('from', null, 'to', new.added),
        'user', jsonb_build_object('from', null, 'to', new."user"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.client is distinct from new.client then differences := differences || jsonb_build_object('client', jsonb_build_object('from', old.client, 'to', new.client)); end if;
    if old.payment_type is distinct from new.payment_type then differences := differences || jsonb_build_object('payment_type', jsonb_build_object('from', old.payment_type, 'to', new.payment_type)); end if;
    if old.paid is distinct from new.paid then differences := differences || jsonb_build_object('paid', jsonb_build_object('from', old.paid, 'to', new.paid)); end if;
    if old.unused_amount is distinct from new.unused_amount then differences := differences || jsonb_build_object('unused_amount', jsonb_build_object('from', old.unused_amount, 'to', new.unused_amount)); end if;
    if old.fully_used is distinct from new.fully_used then differences := differences || jsonb_build_object('fully_used', jsonb_build_object('from', old.fully_used, 'to', new.fully_used)); end if;
    if old.description is distinct from new.description then differences := differences || jsonb_build_object('description', jsonb_build_object('from', old.description, 'to', new.description)); end if;
    if old.refunds is distinct from new.refunds then differences := differences || jsonb_build_object('refunds', jsonb_build_object('from', old.refunds, 'to', new.refunds)); end if;
    if old.external_id is distinct from new.external_id then differences := differences || jsonb_build_object('external_id', jsonb_build_object('from', old.external_id, 'to', new.external_id)); end if;
    if old.metadata is distinct from new.metadata then differences := differences || jsonb_build_object('metadata', jsonb_build_object('from', old.metadata, 'to', new.metadata)); end if;
    if old.added is distinct from new.added then differences := differences || jsonb_build_object('added', jsonb_build_object('from', old.added, 'to', new.added)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('unallocatedpayment', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('unallocatedpayment', old.id, moment);
  elsif new.modified <> moment then
    update unallocatedpayment set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_user() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'first_name', jsonb_build_object('from', null, 'to', new.first_name),
        'last_name', jsonb_build_object('from', null, 'to', new.last_name),
        'email', jsonb_build_object('from', null, 'to', new.email),
        'title', jsonb_build_object('from', null, 'to', new.title),
        'initials', jsonb_build_object('from', null, 'to', new.initials),
        'is_active', jsonb_build_object('from', null, 'to', new.is_active),
        'is_virtual', jsonb_build_object('from', null, 'to', new.is_virtual),
        'home_department', jsonb_build_object('from', null, 'to', new.home_department),
        'password_hash', 'hidden',
        'phone', jsonb_build_object('from', null, 'to', new.phone),
        'erased', jsonb_build_object('from', null, 'to', new.erased));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{password_hash}');
  elsif new is distinct from old then
    differences := '{}';
    if old.first_name is distinct from new.first_name then differences := differences || jsonb_build_object('first_name', jsonb_build_object('from', old.first_name, 'to', new.first_name)); end if;
    if old.last_name is distinct from new.last_name then differences := differences || jsonb_build_object('last_name', jsonb_build_object('from', old.last_name, 'to', new.last_name)); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.title is distinct from new.title then differences := differences || jsonb_build_object('title', jsonb_build_object('from', old.title, 'to', new.title)); end if;
    if old.initials is distinct from new.initials then differences := differences || jsonb_build_object('initials', jsonb_build_object('from', old.initials, 'to', new.initials)); end if;
    if old.is_active is distinct from new.is_active then differences := differences || jsonb_build_object('is_active', jsonb_build_object('from', old.is_active, 'to', new.is_active)); end if;
    if old.is_virtual is distinct from new.is_virtual then differences := differences || jsonb_build_object('is_virtual', jsonb_build_object('from', old.is_virtual, 'to', new.is_virtual)); end if;
    if old.home_department is distinct from new.home_department then differences := differences || jsonb_build_object('home_department', jsonb_build_object('from', old.home_department, 'to', new.home_department)); end if;
    if old.password_hash is distinct from new.password_hash then differences := differences || jsonb_build_object('password_hash', 'hidden'); end if;
    if old.phone is distinct from new.phone then differences := differences || jsonb_build_object('phone', jsonb_build_object('from', old.phone, 'to', new.phone)); end if;
    if old.erased is distinct from new.erased then differences := differences || jsonb_build_object('erased', jsonb_build_object('from', old.erased, 'to', new.erased)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('user', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('user', old.id, moment);
  elsif new.modified <> moment then
    update "user" set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_vatgroup() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'title', jsonb_build_object('from', null, 'to', new.title),
        'percentage', jsonb_build_object('from', null, 'to', new.percentage),
        'account_number', jsonb_build_object('from', null, 'to', new.account_number),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.title is distinct from new.title then differences := differences || jsonb_build_object('title', jsonb_build_object('from', old.title, 'to', new.title)); end if;
    if old.percentage is distinct from new.percentage then differences := differences || jsonb_build_object('percentage', jsonb_build_object('from', old.percentage, 'to', new.percentage)); end if;
    if old.account_number is distinct from new.account_number then differences := differences || jsonb_build_object('account_number', jsonb_build_object('from', old.account_number, 'to', new.account_number)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('vatgroup', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('vatgroup', old.id, moment);
  elsif new.modified <> moment then
    update vatgroup set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_vital() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'patient', jsonb_build_object('from', null, 'to', new.patient),
        'consultation', jsonb_build_object('from', null, 'to', new.consultation),
        'measured_at', jsonb_build_object('from', null, 'to', new.measured_at),
        'temperature', jsonb_build_object('from', null, 'to', new.temperature),
        'heart_rate', jsonb_build_object('from', null, 'to', new.heart_rate),
        'respiratory_rate', jsonb_build_object('from', null, 'to', new.respiratory_rate),
        'capillary_refill', jsonb_build_object('from', null, 'to', new.capillary_refill),
        'systolic_pressure', jsonb_build_object('from', null, 'to', new.systolic_pressure),
        'diastolic_pressure', jsonb_build_object('from', null, 'to', new.diastolic_pressure),
        'oxygen_saturation', jsonb_build_object('from', null, 'to', new.oxygen_saturation),
        'blood_glucose', jsonb_build_object('from', null, 'to', new.blood_glucose),
        'pain_score', jsonb_build_object('from', null, 'to', new.pain_score),
        'body_condition_score', jsonb_build_object('from', null, 'to', new.body_condition_score),
        'mucous_membranes', jsonb_build_object('from', null, 'to', new.mucous_membranes),
        'remarks', jsonb_build_object('from', null, 'to', new.remarks),
        'user', jsonb_build_object('from', null, 'to', new."user"));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{}');
  elsif new is distinct from old then
    differences := '{}';
    if old.patient is distinct from new.patient then differences := differences || jsonb_build_object('patient', jsonb_build_object('from', old.patient, 'to', new.patient)); end if;
    if old.consultation is distinct from new.consultation then differences := differences || jsonb_build_object('consultation', jsonb_build_object('from', old.consultation, 'to', new.consultation)); end if;
    if old.measured_at is distinct from new.measured_at then differences := differences || jsonb_build_object('measured_at', jsonb_build_object('from', old.measured_at, 'to', new.measured_at)); end if;
    if old.temperature is distinct from new.temperature then differences := differences || jsonb_build_object('temperature', jsonb_build_object('from', old.temperature, 'to', new.temperature)); end if;
    if old.heart_rate is distinct from new.heart_rate then differences := differences || jsonb_build_object('heart_rate', jsonb_build_object('from', old.heart_rate, 'to', new.heart_rate)); end if;
    if old.respiratory_rate is distinct from new.respiratory_rate then differences := differences || jsonb_build_object('respiratory_rate', jsonb_build_object('from', old.respiratory_rate, 'to', new.respiratory_rate)); end if;
    if old.capillary_refill is distinct from new.capillary_refill then differences := differences || jsonb_build_object('capillary_refill', jsonb_build_object('from', old.capillary_refill, 'to', new.capillary_refill)); end if;
    if old.systolic_pressure is distinct from new.systolic_pressure then differences := differences || jsonb_build_object('systolic_pressure', jsonb_build_object('from', old.systolic_pressure, 'to', new.systolic_pressure)); end if;
    if old.diastolic_pressure is distinct from new.diastolic_pressure then differences := differences || jsonb_build_object('diastolic_pressure', jsonb_build_object('from', old.diastolic_pressure, 'to', new.diastolic_pressure)); end if;
    if old.oxygen_saturation is distinct from new.oxygen_saturation then differences := differences || jsonb_build_object('oxygen_saturation', jsonb_build_object('from', old.oxygen_saturation, 'to', new.oxygen_saturation)); end if;
    if old.blood_glucose is distinct from new.blood_glucose then differences := differences || jsonb_build_object('blood_glucose', jsonb_build_object('from', old.blood_glucose, 'to', new.blood_glucose)); end if;
    if old.pain_score is distinct from new.pain_score then differences := differences || jsonb_build_object('pain_score', jsonb_build_object('from', old.pain_score, 'to', new.pain_score)); end if;
    if old.body_condition_score is distinct from new.body_condition_score then differences := differences || jsonb_build_object('body_condition_score', jsonb_build_object('from', old.body_condition_score, 'to', new.body_condition_score)); end if;
    if old.mucous_membranes is distinct from new.mucous_membranes then differences := differences || jsonb_build_object('mucous_membranes', jsonb_build_object('from', old.mucous_membranes, 'to', new.mucous_membranes)); end if;
    if old.remarks is distinct from new.remarks then differences := differences || jsonb_build_object('remarks', jsonb_build_object('from', old.remarks, 'to', new.remarks)); end if;
    if old."user" is distinct from new."user" then differences := differences || jsonb_build_object('user', jsonb_build_object('from', old."user", 'to', new."user")); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('vital', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('vital', old.id, moment);
  elsif new.modified <> moment then
    update vital set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_webhook() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'trigger', jsonb_build_object('from', null, 'to', new.trigger),
        'url', jsonb_build_object('from', null, 'to', new.url),
        'content_type', jsonb_build_object('from', null, 'to', new.content_type),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'active', jsonb_build_object('from', null, 'to', new.active),
        'disabled_reason', jsonb_build_object('from', null, 'to', new.disabled_reason),
        'secret', 'hidden',
        'previous_secret', 'hidden',
        'previous_secret_until', jsonb_build_object('from', null, 'to', new.previous_secret_until),
        'archived', jsonb_build_object('from', null, 'to', new.archived));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{secret,previous_secret}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.trigger is distinct from new.trigger then differences := differences || jsonb_build_object('trigger', jsonb_build_object('from', old.trigger, 'to', new.trigger)); end if;
    if old.url is distinct from new.url then differences := differences || jsonb_build_object('url', jsonb_build_object('from', old.url, 'to', new.url)); end if;
    if old.content_type is distinct from new.content_type then differences := differences || jsonb_build_object('content_type', jsonb_build_object('from', old.content_type, 'to', new.content_type)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.active is distinct from new.active then differences := differences || jsonb_build_object('active', jsonb_build_object('from', old.active, 'to', new.active)); end if;
    if old.disabled_reason is distinct from new.disabled_reason then differences := differences || jsonb_build_object('disabled_reason', jsonb_build_object('from', old.disabled_reason, 'to', new.disabled_reason)); end if;
    if old.secret is distinct from new.secret then differences := differences || jsonb_build_object('secret', 'hidden'); end if;
    if old.previous_secret is distinct from new.previous_secret then differences := differences || jsonb_build_object('previous_secret', 'hidden'); end if;
    if old.previous_secret_until is distinct from new.previous_secret_until then differences := differences || jsonb_build_object('previous_secret_until', jsonb_build_object('from', old.previous_secret_until, 'to', new.previous_secret_until)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('webhook', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('webhook', old.id, moment);
  elsif new.modified <> moment then
    update webhook set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_change_of_wholesaler() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  differences jsonb;
  moment timestamptz;
begin
  if tg_op = 'INSERT' then
    differences := jsonb_build_object(
        'name', jsonb_build_object('from', null, 'to', new.name),
        'type', jsonb_build_object('from', null, 'to', new.type),
        'available_wholesaler', jsonb_build_object('from', null, 'to', new.available_wholesaler),
        'parent', jsonb_build_object('from', null, 'to', new.parent),
        'department', jsonb_build_object('from', null, 'to', new.department),
        'customer_number', jsonb_build_object('from', null, 'to', new.customer_number),
        'customer_username', jsonb_build_object('from', null, 'to', new.customer_username),
        'customer_password', 'hidden',
        'email', jsonb_build_object('from', null, 'to', new.email),
        'phone', jsonb_build_object('from', null, 'to', new.phone),
        'street_address', jsonb_build_object('from', null, 'to', new.street_address),
        'zip_code', jsonb_build_object('from', null, 'to', new.zip_code),
        'city', jsonb_build_object('from', null, 'to', new.city),
        'country', jsonb_build_object('from', null, 'to', new.country),
        'shared', jsonb_build_object('from', null, 'to', new.shared),
        'archived', jsonb_build_object('from', null, 'to', new.archived),
        'archived_with_parent', jsonb_build_object('from', null, 'to', new.archived_with_parent),
        'catalog', jsonb_build_object('from', null, 'to', new.catalog),
        'previous_catalog', jsonb_build_object('from', null, 'to', new.previous_catalog));
  elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', '{customer_password}');
  elsif new is distinct from old then
    differences := '{}';
    if old.name is distinct from new.name then differences := differences || jsonb_build_object('name', jsonb_build_object('from', old.name, 'to', new.name)); end if;
    if old.type is distinct from new.type then differences := differences || jsonb_build_object('type', jsonb_build_object('from', old.type, 'to', new.type)); end if;
    if old.available_wholesaler is distinct from new.available_wholesaler then differences := differences || jsonb_build_object('available_wholesaler', jsonb_build_object('from', old.available_wholesaler, 'to', new.available_wholesaler)); end if;
    if old.parent is distinct from new.parent then differences := differences || jsonb_build_object('parent', jsonb_build_object('from', old.parent, 'to', new.parent)); end if;
    if old.department is distinct from new.department then differences := differences || jsonb_build_object('department', jsonb_build_object('from', old.department, 'to', new.department)); end if;
    if old.customer_number is distinct from new.customer_number then differences := differences || jsonb_build_object('customer_number', jsonb_build_object('from', old.customer_number, 'to', new.customer_number)); end if;
    if old.customer_username is distinct from new.customer_username then differences := differences || jsonb_build_object('customer_username', jsonb_build_object('from', old.customer_username, 'to', new.customer_username)); end if;
    if old.customer_password is distinct from new.customer_password then differences := differences || jsonb_build_object('customer_password', 'hidden'); end if;
    if old.email is distinct from new.email then differences := differences || jsonb_build_object('email', jsonb_build_object('from', old.email, 'to', new.email)); end if;
    if old.phone is distinct from new.phone then differences := differences || jsonb_build_object('phone', jsonb_build_object('from', old.phone, 'to', new.phone)); end if;
    if old.street_address is distinct from new.street_address then differences := differences || jsonb_build_object('street_address', jsonb_build_object('from', old.street_address, 'to', new.street_address)); end if;
    if old.zip_code is distinct from new.zip_code then differences := differences || jsonb_build_object('zip_code', jsonb_build_object('from', old.zip_code, 'to', new.zip_code)); end if;
    if old.city is distinct from new.city then differences := differences || jsonb_build_object('city', jsonb_build_object('from', old.city, 'to', new.city)); end if;
    if old.country is distinct from new.country then differences := differences || jsonb_build_object('country', jsonb_build_object('from', old.country, 'to', new.country)); end if;
    if old.shared is distinct from new.shared then differences := differences || jsonb_build_object('shared', jsonb_build_object('from', old.shared, 'to', new.shared)); end if;
    if old.archived is distinct from new.archived then differences := differences || jsonb_build_object('archived', jsonb_build_object('from', old.archived, 'to', new.archived)); end if;
    if old.archived_with_parent is distinct from new.archived_with_parent then differences := differences || jsonb_build_object('archived_with_parent', jsonb_build_object('from', old.archived_with_parent, 'to', new.archived_with_parent)); end if;
    if old.catalog is distinct from new.catalog then differences := differences || jsonb_build_object('catalog', jsonb_build_object('from', old.catalog, 'to', new.catalog)); end if;
    if old.previous_catalog is distinct from new.previous_catalog then differences := differences || jsonb_build_object('previous_catalog', jsonb_build_object('from', old.previous_catalog, 'to', new.previous_catalog)); end if;
    differences := nullif(differences, '{}');
  end if;
  if differences is null then moment := take_stamp();
  else moment := write_change('wholesaler', coalesce(new.id, old.id),
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences);
  end if;
  if tg_op = 'DELETE' then
    insert into deleted (resource, record, modified) values ('wholesaler', old.id, moment);
  elsif new.modified <> moment then
    update wholesaler set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
  end if;
  return null;
end $$;

CREATE FUNCTION public.keep_decline() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform write_change('consultation', new.consultation, 'change', jsonb_build_object('charge_hints', jsonb_build_object(
    'from', case when tg_op = 'UPDATE' then jsonb_build_object('hint', old.record * 10 + old.kind, 'declined', old.reason) end,
    'to', jsonb_build_object('hint', new.record * 10 + new.kind, 'declined', new.reason))));
  return null;
end $$;

CREATE PROCEDURE public.keep_findable(IN target regclass, IN columns text[])
    LANGUAGE plpgsql
    AS $$
declare
  was text := (select string_agg(format('old.%I', name), ', ') from unnest(columns) name);
  becomes text := replace(was, 'old.', 'new.');
begin
  execute format('create trigger add_suffixes after insert on %s for each row execute function add_suffixes()', target);
  execute format('create trigger change_suffixes after update on %s for each row
    when ((%s) is distinct from (%s)) execute function change_suffixes()', target, was, becomes);
  execute format('create trigger remove_suffixes after delete on %s for each row execute function remove_suffixes()', target);
end $$;

CREATE FUNCTION public.keep_key() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'UPDATE' and new.revoked is not distinct from old.revoked then return null; end if;
  perform write_change('application', new.application, 'change', jsonb_build_object('legacy_key',
    jsonb_build_object('from', case when tg_op = 'UPDATE' then new.id end, 'to', case when tg_op = 'INSERT' then new.id end)));
  return null;
end $$;

CREATE FUNCTION public.keep_letterhead() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.letterhead := letterhead_of(new.department);
  new.alternative_payer_name := coalesce(new.alternative_payer_name, name_of_payer(new.alternative_payer));
  return new;
end $$;

CREATE FUNCTION public.keep_membership() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform write_change('user', coalesce(new."user", old."user"), 'change', jsonb_build_object('permission_groups',
    jsonb_build_object('from', old.permissiongroup, 'to', new.permissiongroup)));
  return null;
end $$;

CREATE PROCEDURE public.keep_track(IN target regclass, IN hidden text DEFAULT ''::text, IN run text DEFAULT ''::text)
    LANGUAGE plpgsql
    AS $$
declare
  keeper text := quote_ident('keep_change_of_' || (select relname from pg_class where oid = target));
begin
  call write_keeper(keeper, keep_change_code(target, hidden, run));
  execute format('create constraint trigger keep_change after insert or update or delete on %s deferrable initially deferred
    for each row when (pg_trigger_depth() = 0) execute function %s(%L, %L)', target, keeper, hidden, run);
end $$;

CREATE PROCEDURE public.keep_tracks()
    LANGUAGE plpgsql
    AS $$
declare
  stale record;
begin
  for stale in select t.* from tracked() t join pg_proc p on p.oid = t.keeper where p.prosrc <> t.code loop
    call write_keeper(stale.keeper::text, stale.code);
  end loop;
end $$;

CREATE TABLE public.department (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    number text DEFAULT ''::text NOT NULL,
    street_address text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.department FORCE ROW LEVEL SECURITY;

CREATE TABLE public.department_settings (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    time_zone text NOT NULL,
    financial_period_lock_date date,
    automatic_financial_period_lock_enabled boolean DEFAULT false NOT NULL,
    automatic_financial_period_lock_monthday integer DEFAULT 1 NOT NULL,
    payment_cancel_set_date boolean DEFAULT false NOT NULL,
    enable_communication_preferences boolean DEFAULT false NOT NULL,
    preferences_valid_months integer DEFAULT 24 NOT NULL,
    invoice_prefix text DEFAULT ''::text NOT NULL,
    payment_terms_days integer DEFAULT 14 NOT NULL,
    finalize_invoice_with_consultation boolean DEFAULT true NOT NULL,
    eprescription_enabled boolean DEFAULT false NOT NULL,
    eprescription_sender_id text DEFAULT ''::text NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    additional_reference text DEFAULT ''::text NOT NULL,
    iban text DEFAULT ''::text NOT NULL,
    bic text DEFAULT ''::text NOT NULL,
    prescription_fee_item bigint,
    reminder_hours_before integer,
    online_booking_client_minutes integer DEFAULT 15 NOT NULL,
    printed_remarks text DEFAULT ''::text NOT NULL,
    CONSTRAINT department_settings_automatic_financial_period_lock_month_check CHECK (((automatic_financial_period_lock_monthday >= 1) AND (automatic_financial_period_lock_monthday <= 31))),
    CONSTRAINT department_settings_online_booking_client_minutes_check CHECK (((online_booking_client_minutes >= 5) AND (online_booking_client_minutes <= 1440))),
    CONSTRAINT department_settings_payment_terms_days_check CHECK ((payment_terms_days >= 0)),
    CONSTRAINT department_settings_preferences_valid_months_check CHECK ((preferences_valid_months > 0)),
    CONSTRAINT department_settings_reminder_hours_before_check CHECK (((reminder_hours_before >= 1) AND (reminder_hours_before <= 720)))
);

ALTER TABLE ONLY public.department_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.organisation (
    id integer NOT NULL,
    organisation integer GENERATED ALWAYS AS (id) STORED NOT NULL,
    name text NOT NULL,
    country text NOT NULL,
    currency text NOT NULL,
    time_zone text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    street_address text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    vat_number text DEFAULT ''::text NOT NULL,
    register_number text DEFAULT ''::text NOT NULL,
    default_department bigint,
    sandbox boolean DEFAULT false NOT NULL,
    clock_offset integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    reference_numbers boolean DEFAULT true NOT NULL,
    reporting_dimension_3_enabled boolean DEFAULT false NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    logo_key uuid,
    logo bigint,
    setup_open boolean DEFAULT false NOT NULL,
    vat_rates_confirmed boolean DEFAULT false NOT NULL,
    CONSTRAINT organisation_check CHECK ((sandbox OR (clock_offset = 0))),
    CONSTRAINT organisation_logo CHECK (((logo_key IS NULL) = (logo IS NULL)))
);

ALTER TABLE ONLY public.organisation FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.letterhead_of(wanted bigint) RETURNS jsonb
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT (jsonb_build_object('name', o.name, 'department', d.name, 'vat_number', o.vat_number, 'register_number', o.register_number, 'phone', COALESCE(NULLIF(d.phone, ''::text), o.phone), 'email', COALESCE(NULLIF(d.email, ''::text), o.email), 'iban', s.iban, 'bic', s.bic, 'time_zone', s.time_zone, 'remarks', s.printed_remarks) || CASE WHEN ((o.city <> ''::text) OR (o.street_address <> ''::text)) THEN jsonb_build_object('street_address', o.street_address, 'zip_code', o.zip_code, 'city', o.city, 'country', o.country) ELSE jsonb_build_object('street_address', d.street_address, 'zip_code', d.zip_code, 'city', d.city, 'country', COALESCE(NULLIF(d.country, ''::text), o.country)) END) FROM ((public.department d JOIN public.organisation o ON ((o.organisation = d.organisation))) JOIN public.department_settings s ON (((s.organisation = d.organisation) AND (s.id = d.id)))) WHERE ((d.organisation = public.organisation()) AND (d.id = letterhead_of.wanted)));

CREATE PROCEDURE public.make_audit_partition(IN partition text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('create table partitions.%I (like auditevent including all excluding identity)', partition);
  execute format('alter table partitions.%I enable row level security, force row level security,
    add constraint %I unique (organisation, sequence)', partition, partition || '_sequence');
  execute format('create policy one_organisation on partitions.%I using (organisation = organisation())
    with check (organisation = organisation())', partition);
end $$;

CREATE FUNCTION public.make_audit_partitions() RETURNS SETOF text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  quarter timestamptz;
  partition text;
begin
  perform set_config('lock_timeout', '3s', true), pg_advisory_xact_lock(hashtext('make_audit_partitions'));
  for quarter in select (date_trunc('quarter', now() at time zone 'UTC') + n * interval '3 months') at time zone 'UTC'
    from generate_series(0, 2) n loop
    partition := to_char(quarter at time zone 'UTC', '"auditevent_"YYYY"q"Q');
    continue when exists (select from pg_class c
      where c.relnamespace = 'partitions'::regnamespace and c.relname = partition);
    begin
      call make_audit_partition(partition);
      execute format('alter table auditevent attach partition partitions.%I for values from (%L) to (%L)',
        partition, quarter, (quarter at time zone 'UTC' + interval '3 months') at time zone 'UTC');
      return next partition;
    -- Its time is that of another partition, or events of that time are in the default one, where they stay.
    exception when invalid_object_definition or check_violation then null;
    end;
  end loop;
end $$;

CREATE TABLE public.alternative_payer (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint NOT NULL,
    patient bigint,
    name text DEFAULT ''::text NOT NULL,
    organization_name text DEFAULT ''::text NOT NULL,
    vat_number text DEFAULT ''::text NOT NULL,
    register_number text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    street_address text DEFAULT ''::text NOT NULL,
    street_address_2 text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT alternative_payer_check CHECK (((name <> ''::text) OR (organization_name <> ''::text)))
);

ALTER TABLE ONLY public.alternative_payer FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.name_of_payer(wanted bigint) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (SELECT COALESCE(NULLIF(p.organization_name, ''::text), p.name) AS "coalesce" FROM public.alternative_payer p WHERE ((p.organisation = public.organisation()) AND (p.id = name_of_payer.wanted)));

CREATE FUNCTION public.next_stamp(last timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE sql
    RETURN GREATEST(clock_timestamp(), (last + '00:00:00.000001'::interval));

CREATE FUNCTION public.open_ledger() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into ledger (organisation) values (new.id);
  return null;
end $$;

CREATE PROCEDURE public.refill_suffixes()
    LANGUAGE plpgsql
    SET work_mem TO '64MB'
    SET jit TO 'off'
    AS $$
begin
  lock table suffix in share row exclusive mode;
  delete from suffix where organisation = organisation();
  insert into suffix (organisation, field, suffix, record)
    select distinct organisation(), f.field, f.suffix, f.record from (
      select f.*, r.id as record from client r, findable(r) f where r.organisation = organisation() union all
      select f.*, r.id from phonenumber r, findable(r) f where r.organisation = organisation() union all
      select f.*, r.id from patient r, findable(r) f where r.organisation = organisation()) f
    order by 2, 3, 4;
end $$;

CREATE FUNCTION public.refuse_changing_erased() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if to_jsonb(new) - 'modified' = to_jsonb(old) - 'modified' then return null; end if;
  raise exception 'The personal data of this client was erased. The client cannot be changed or used again: create a new one.'
    using errcode = 'FL001';
end $$;

CREATE FUNCTION public.refuse_changing_erased_user() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  names text[] := array['modified', 'first_name', 'last_name', 'title'];
begin
  if to_jsonb(new) - 'modified' = to_jsonb(old) - 'modified' then return null; end if;
  if to_jsonb(new) - names = to_jsonb(old) - names
    and new.first_name = '' and new.title = '' and new.last_name = 'Erased user' then return null; end if;
  raise exception 'The personal data of this user was erased. The user cannot be changed or used again: create a new one.'
    using errcode = 'FL001';
end $$;

CREATE FUNCTION public.refuse_erased() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- Being stamped is no change.
  if tg_op = 'UPDATE' and to_jsonb(new) - 'modified' = to_jsonb(old) - 'modified' then return null; end if;
  perform from client c where c.organisation = new.organisation
    and c.id = (to_jsonb(new) ->> tg_argv[0])::bigint for key share;
  if exists (select from client c where c.organisation = new.organisation
      and c.id = (to_jsonb(new) ->> tg_argv[0])::bigint and c.erased is not null) then
    raise exception 'The personal data of this client was erased. Nothing can be added to the client or changed: choose another client, or create one.'
      using errcode = 'FL001', column = tg_argv[0];
  end if;
  return null;
end $$;

CREATE FUNCTION public.refuse_erased_user() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform from "user" u where u.organisation = new.organisation and u.id = new."user" for key share;
  if exists (select from "user" u where u.organisation = new.organisation and u.id = new."user" and u.erased is not null) then
    raise exception 'The personal data of this user was erased. Nothing can be added to the user: create a new one.'
      using errcode = 'FL001', column = 'user';
  end if;
  return null;
end $$;

CREATE FUNCTION public.remove_suffixes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  gone record;
begin
  for gone in select distinct * from findable(old) loop
    delete from suffix s where s.organisation = old.organisation and s.field = gone.field and s.suffix = gone.suffix
      and s.record = old.id;
  end loop;
  return null;
end $$;

CREATE FUNCTION public.require_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  off numeric;
begin
  select sum(amount) into off from journal_line where organisation = new.organisation and entry = new.entry;
  if off <> 0 then raise exception 'The journal entry % is off balance by %.', new.entry, off; end if;
  return null;
end $$;

CREATE FUNCTION public.reseal() RETURNS trigger
    LANGUAGE plpgsql
    AS $_$
declare
  resealed int;
begin
  execute format('update %I set %I = $1 where organisation = $2 and id = $3 and %I = $4', old.source, old.field, old.field)
    using new.sealed, old.organisation, old.id, old.sealed;
  get diagnostics resealed = row_count;
  if resealed = 0 then return null; end if;
  return new;
end $_$;

CREATE FUNCTION public.row_amount(quantity numeric, price numeric, percentage_change numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN (((quantity * price) * ((100)::numeric + percentage_change)) * 0.01);

CREATE FUNCTION public.row_sum(quantity numeric, price numeric, percentage_change numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN round(public.row_amount(quantity, price, percentage_change), 2);

CREATE FUNCTION public.row_total(quantity numeric, price numeric, percentage_change numeric, vat_percentage numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN round(((public.row_amount(quantity, price, percentage_change) * ((100)::numeric + vat_percentage)) * 0.01), 2);

CREATE FUNCTION public.share_of(amount numeric, share numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN round(((amount * COALESCE(share, (0)::numeric)) * 0.01), 2);

CREATE FUNCTION public.stamp_of_transaction() RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return take_stamp();
end $$;

CREATE TABLE public.attachment (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint,
    patient bigint,
    name text NOT NULL,
    content_type text NOT NULL,
    size bigint NOT NULL,
    upload_key uuid DEFAULT gen_random_uuid() NOT NULL,
    kept_key uuid,
    uploaded timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    consultation bigint,
    invoice bigint,
    refusal text DEFAULT ''::text NOT NULL,
    scan text DEFAULT 'not_configured'::text NOT NULL,
    CONSTRAINT attachment_check CHECK (((uploaded IS NULL) = (kept_key IS NULL))),
    CONSTRAINT attachment_owner CHECK ((num_nonnulls(client, patient, consultation, invoice) = 1)),
    CONSTRAINT attachment_scan_check CHECK ((scan = ANY (ARRAY['not_configured'::text, 'pending'::text, 'clean'::text, 'infected'::text, 'failed'::text]))),
    CONSTRAINT attachment_size_check CHECK (((size >= 1) AND (size <= 104857600)))
);

ALTER TABLE ONLY public.attachment FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.storage_counted(file public.attachment) RETURNS TABLE(bytes bigint, files bigint, pending bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when kept then file.size else 0 end, case when kept then 1 else 0 end,
    case when kept and file.uploaded is null then 1 else 0 end
  from (select file.organisation is not null and file.refusal = '' as kept) k
$$;

CREATE FUNCTION public.take_stamp() RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  moment timestamptz;
begin
  select stamp into moment from ledger where organisation = organisation() and transaction = pg_current_xact_id();
  if not found then
    update ledger set stamp = next_stamp(stamp), transaction = pg_current_xact_id()
      where organisation = organisation() returning stamp into moment;
  end if;
  return moment;
end $$;

CREATE FUNCTION public.tracked() RETURNS TABLE(target regclass, hidden text, run text, keeper regproc, code text)
    LANGUAGE sql STABLE
    AS $$
  select t.tgrelid::regclass, g.hidden, g.run, t.tgfoid::regproc, keep_change_code(t.tgrelid, g.hidden, g.run)
    from pg_trigger t,
      lateral (select string_to_array(encode(t.tgargs, 'escape'), '\000') as said) a,
      lateral (select coalesce(a.said[1], '') as hidden, coalesce(a.said[2], '') as run) g
    where t.tgname = 'keep_change'
  $$;

CREATE FUNCTION public.verify_audit(until bigint DEFAULT NULL::bigint) RETURNS SETOF text
    LANGUAGE plpgsql STABLE
    AS $$
declare
  event auditevent;
  head ledger;
  chain bytea := '';
  expected bigint := 1;
begin
  select c.hash, c.sequence + 1 into chain, expected from audit_checkpoint c where c.organisation = organisation();
  if not found then
    chain := '';
    expected := 1;
  end if;
  for event in select * from auditevent
    where organisation = organisation() and sequence <= coalesce(until, 9223372036854775807) order by sequence loop
    if event.sequence <> expected then return next format('Event %s is missing.', expected); end if;
    chain := audit_link(chain, event);
    if chain <> event.hash then return next format('Event %s is not what was written.', event.sequence); end if;
    chain := event.hash;
    expected := event.sequence + 1;
  end loop;
  if until is not null then return; end if;
  select * into head from ledger where organisation = organisation();
  if head.changes >= expected then return next format('Events %s to %s are missing.', expected, head.changes);
  elsif head.chain <> chain then return next 'The end of the chain is not what was written.'; end if;
end $$;

CREATE FUNCTION public.with_vat(net numeric, percentage numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN round(((net * ((100)::numeric + percentage)) / (100)::numeric), 2);

CREATE FUNCTION public.without_vat(gross numeric, percentage numeric) RETURNS numeric
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN round(((gross * (100)::numeric) / ((100)::numeric + percentage)), 4);

CREATE TABLE public.item (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    type_code integer NOT NULL,
    code text DEFAULT ''::text NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    name text NOT NULL,
    print_name text DEFAULT ''::text NOT NULL,
    price numeric(12,4) NOT NULL,
    wholesale_price numeric(12,4),
    vat_group bigint NOT NULL,
    account_number bigint,
    item_list bigint,
    unit text DEFAULT ''::text NOT NULL,
    package_description text DEFAULT ''::text NOT NULL,
    dosage_units numeric(9,3) DEFAULT 1 NOT NULL,
    instructions text DEFAULT ''::text NOT NULL,
    controlled_substance boolean DEFAULT false NOT NULL,
    antibiotic integer,
    batch_number_required boolean DEFAULT false NOT NULL,
    primary_wholesaler_code text DEFAULT ''::text NOT NULL,
    secondary_wholesaler_code text DEFAULT ''::text NOT NULL,
    reporting_dimension_1 text DEFAULT ''::text NOT NULL,
    reporting_dimension_2 text DEFAULT ''::text NOT NULL,
    alert_level numeric(12,3),
    discontinued boolean DEFAULT false NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    internal_account_number text DEFAULT ''::text NOT NULL,
    internal_reporting_dimension_1 text DEFAULT ''::text NOT NULL,
    internal_reporting_dimension_2 text DEFAULT ''::text NOT NULL,
    reporting_dimension_3 text DEFAULT ''::text NOT NULL,
    primary_wholesaler bigint,
    secondary_wholesaler bigint,
    discontinued_by_import boolean DEFAULT false NOT NULL,
    modality text,
    is_vaccine boolean DEFAULT false NOT NULL,
    recall_interval_days integer,
    substances text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT item_alert_level_check CHECK (((alert_level >= (0)::numeric) AND (alert_level < 'NaN'::numeric))),
    CONSTRAINT item_check CHECK (((antibiotic IS NULL) OR (type_code = 2))),
    CONSTRAINT item_discontinued_by_import CHECK ((discontinued OR (NOT discontinued_by_import))),
    CONSTRAINT item_dosage_units_check CHECK (((dosage_units > (0)::numeric) AND (dosage_units < 'NaN'::numeric))),
    CONSTRAINT item_price_check CHECK (((price >= (0)::numeric) AND (price < 'NaN'::numeric))),
    CONSTRAINT item_recall_interval_days_check CHECK (((recall_interval_days >= 1) AND (recall_interval_days <= 3650))),
    CONSTRAINT item_type_code_check CHECK (((type_code >= 1) AND (type_code <= 6))),
    CONSTRAINT item_wholesale_price_check CHECK (((wholesale_price >= (0)::numeric) AND (wholesale_price < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.item FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.write_catalog_import_change(run bigint, was public.item, becomes public.item, differences jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  moment timestamptz := take_stamp();
begin
  insert into catalog_import_change (catalog_import, item, kind, product_number, name, changes, occurred)
    select run, becomes.id,
      case when was.id is null then 'new'
        when becomes.discontinued and not was.discontinued then 'discontinued'
        when was.discontinued and not becomes.discontinued then 'continued'
        when becomes.wholesale_price > was.wholesale_price then 'price_up'
        when becomes.wholesale_price < was.wholesale_price then 'price_down'
        else 'changed' end,
      case when becomes.primary_wholesaler = coalesce(w.parent, w.id) then becomes.primary_wholesaler_code
        else becomes.secondary_wholesaler_code end,
      becomes.name, differences, moment
    from catalog_import c join wholesaler w on w.organisation = c.organisation and w.id = c.wholesaler
    where c.organisation = organisation() and c.id = run and c.state = 'running';
  if not found then raise exception 'No catalog import % is running.', run; end if;
  return moment;
end $$;

CREATE FUNCTION public.write_change(resource text, record bigint, action text, changes jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  event auditevent;
begin
  event.organisation := organisation();
  event.resource := resource;
  event.record := record;
  event.action := action;
  event.changes := changes;
  event.salt := uuid_send(gen_random_uuid());
  event."user" := (actor ->> 'user')::bigint;
  event.application := (actor ->> 'application')::bigint;
  event.credential := coalesce(actor ->> 'credential', 'service');
  event.address := coalesce(actor ->> 'address', '');
  event.request := coalesce(actor ->> 'request', '');
  select l.stamp, l.changes, l.chain into event.occurred, event.sequence, event.hash from ledger l
    where l.organisation = event.organisation and l.transaction = pg_current_xact_id();
  if not found then
    select next_stamp(l.stamp), l.changes, l.chain into event.occurred, event.sequence, event.hash from ledger l
      where l.organisation = event.organisation for no key update;
  end if;
  event.sequence := event.sequence + 1;
  event.hash := audit_link(event.hash, event);
  update ledger l set stamp = event.occurred, transaction = pg_current_xact_id(), changes = event.sequence, chain = event.hash
    where l.organisation = event.organisation;
  insert into auditevent (sequence, resource, record, action, changes, salt, "user", application, credential, address, request,
      occurred, hash)
    values (event.sequence, event.resource, event.record, event.action, event.changes, event.salt, event."user",
      event.application, event.credential, event.address, event.request, event.occurred, event.hash);
  return event.occurred;
end $$;

CREATE PROCEDURE public.write_keeper(IN keeper text, IN code text)
    LANGUAGE plpgsql
    AS $$
begin
  execute format('create or replace function %s() returns trigger language plpgsql as %L', keeper, code);
  call keep_by_owner(keeper);
end $$;

CREATE FUNCTION public.write_price_run_change(run bigint, was public.item, becomes public.item, differences jsonb) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    AS $$
declare
  moment timestamptz := take_stamp();
  is_undone boolean;
begin
  select undone is not null into is_undone from price_change
    where organisation = organisation() and id = run and xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'No price change % is being carried out.', run; end if;
  if differences - 'price' <> '{}' then raise exception 'A price change changes prices and nothing else of item %.', becomes.id; end if;
  if is_undone then
    update price_change_item set restored = moment
      where organisation = organisation() and price_change = run and item = becomes.id and restored is null
        and kept_price is null and new_price = was.price and old_price = becomes.price;
    if not found then raise exception 'Price change % did not change item % so.', run, becomes.id; end if;
  else
    insert into price_change_item (price_change, item, old_price, new_price, vat_percentage, occurred)
      select run, becomes.id, was.price, becomes.price, g.percentage, moment
      from vatgroup g where g.organisation = organisation() and g.id = becomes.vat_group;
  end if;
  return moment;
end $$;

CREATE TABLE partitions.auditevent_default (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    sequence bigint NOT NULL,
    resource text NOT NULL,
    record bigint NOT NULL,
    action text NOT NULL,
    changes jsonb NOT NULL,
    "user" bigint,
    application bigint,
    credential text NOT NULL,
    address text NOT NULL,
    request text NOT NULL,
    occurred timestamp with time zone NOT NULL,
    hash bytea NOT NULL,
    salt bytea,
    commitment bytea,
    CONSTRAINT auditevent_action_check CHECK ((action = ANY (ARRAY['create'::text, 'change'::text, 'delete'::text]))),
    CONSTRAINT auditevent_erased CHECK (((salt IS NULL) = (commitment IS NOT NULL)))
);

ALTER TABLE ONLY partitions.auditevent_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.accountingreport (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    department bigint NOT NULL,
    report_number integer NOT NULL,
    period_start timestamp with time zone NOT NULL,
    period_end timestamp with time zone NOT NULL,
    created_user bigint NOT NULL,
    totals_by_account jsonb NOT NULL,
    totals_by_vat_group jsonb NOT NULL,
    totals_by_payment_type jsonb NOT NULL,
    opening_receivables numeric(20,2) NOT NULL,
    closing_receivables numeric(20,2) NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT accountingreport_check CHECK ((period_end >= period_start)),
    CONSTRAINT accountingreport_closing_receivables_check CHECK ((closing_receivables < 'NaN'::numeric)),
    CONSTRAINT accountingreport_opening_receivables_check CHECK ((opening_receivables < 'NaN'::numeric)),
    CONSTRAINT accountingreport_report_number_check CHECK ((report_number > 0))
);

ALTER TABLE ONLY public.accountingreport FORCE ROW LEVEL SECURITY;

ALTER TABLE public.accountingreport ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accountingreport_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.accountnumber (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    number text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    department bigint,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.accountnumber FORCE ROW LEVEL SECURITY;

ALTER TABLE public.accountnumber ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.accountnumber_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.alternative_payer ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.alternative_payer_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.alternativepricing (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    item bigint NOT NULL,
    name text NOT NULL,
    department bigint,
    customer_type integer,
    price numeric(12,4),
    percentage_change numeric(5,2),
    valid_from date,
    valid_until date,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT alternativepricing_check CHECK ((num_nonnulls(price, percentage_change) = 1)),
    CONSTRAINT alternativepricing_check1 CHECK ((valid_until >= valid_from)),
    CONSTRAINT alternativepricing_customer_type_check CHECK (((customer_type >= 0) AND (customer_type <= 4))),
    CONSTRAINT alternativepricing_percentage_change_check CHECK (((percentage_change >= ('-100'::integer)::numeric) AND (percentage_change < 'NaN'::numeric))),
    CONSTRAINT alternativepricing_price_check CHECK (((price >= (0)::numeric) AND (price < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.alternativepricing FORCE ROW LEVEL SECURITY;

ALTER TABLE public.alternativepricing ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.alternativepricing_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.antibiotic (
    id integer NOT NULL,
    name text NOT NULL,
    atc_code text NOT NULL,
    substance_class text NOT NULL,
    critically_important boolean NOT NULL,
    archived boolean DEFAULT false NOT NULL
);

CREATE TABLE public.application (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL,
    secret_hash text,
    public boolean DEFAULT false NOT NULL,
    redirect_uris text[] DEFAULT '{}'::text[] NOT NULL,
    scopes text[] DEFAULT '{restapi}'::text[] NOT NULL,
    "user" bigint NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    allowed_origins text[] DEFAULT '{}'::text[] NOT NULL,
    pkce_required boolean DEFAULT true NOT NULL,
    CONSTRAINT application_check CHECK ((public = (secret_hash IS NULL)))
);

ALTER TABLE ONLY public.application FORCE ROW LEVEL SECURITY;

ALTER TABLE public.application ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.application_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.appointment (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    start timestamp with time zone NOT NULL,
    "end" timestamp with time zone NOT NULL,
    department bigint NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    type integer NOT NULL,
    reason bigint,
    complaint text DEFAULT ''::text NOT NULL,
    "user" bigint NOT NULL,
    client bigint,
    notes text DEFAULT ''::text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    confirmed boolean DEFAULT false NOT NULL,
    cancellation_reason text DEFAULT ''::text NOT NULL,
    allow_overlap boolean DEFAULT false NOT NULL,
    consultation bigint,
    request_hash text GENERATED ALWAYS AS (encode(sha256(((((((((((((organisation)::text || ' '::text) || (id)::text) || ' '::text) || (EXTRACT(epoch FROM (start AT TIME ZONE 'UTC'::text)))::text) || ' '::text) || (EXTRACT(epoch FROM ("end" AT TIME ZONE 'UTC'::text)))::text) || ' '::text) || ("user")::text) || ' '::text) || (department)::text))::bytea), 'hex'::text)) STORED NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT appointment_check CHECK (("end" > start)),
    CONSTRAINT appointment_type_check CHECK (((type >= 1) AND (type <= 9)))
);

ALTER TABLE ONLY public.appointment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.appointment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.appointment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.appointment_patient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    appointment bigint NOT NULL,
    patient bigint NOT NULL
);

ALTER TABLE ONLY public.appointment_patient FORCE ROW LEVEL SECURITY;

CREATE TABLE public.appointment_reminder (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    appointment bigint NOT NULL,
    send_at timestamp with time zone,
    hours_before integer,
    send_email boolean DEFAULT true NOT NULL,
    send_sms boolean DEFAULT true NOT NULL,
    automatic boolean DEFAULT false NOT NULL,
    due timestamp with time zone,
    queued timestamp with time zone,
    request text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT appointment_reminder_check CHECK (((send_at IS NULL) <> (hours_before IS NULL))),
    CONSTRAINT appointment_reminder_check1 CHECK ((send_email OR send_sms)),
    CONSTRAINT appointment_reminder_check2 CHECK (((NOT automatic) OR (hours_before IS NOT NULL))),
    CONSTRAINT appointment_reminder_hours_before_check CHECK (((hours_before >= 1) AND (hours_before <= 720)))
);

ALTER TABLE ONLY public.appointment_reminder FORCE ROW LEVEL SECURITY;

ALTER TABLE public.appointment_reminder ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.appointment_reminder_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.appointment_user (
    organisation integer DEFAULT public.organisation() NOT NULL,
    appointment bigint NOT NULL,
    "user" bigint NOT NULL
);

ALTER TABLE ONLY public.appointment_user FORCE ROW LEVEL SECURITY;

ALTER TABLE public.attachment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.attachment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_checkpoint (
    organisation integer DEFAULT public.organisation() NOT NULL,
    sequence bigint NOT NULL,
    hash bytea NOT NULL,
    occurred timestamp with time zone NOT NULL,
    dropped timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.audit_checkpoint FORCE ROW LEVEL SECURITY;

ALTER TABLE public.auditevent ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.auditevent_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.available_wholesaler (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    application bigint NOT NULL,
    name text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    register_number text DEFAULT ''::text NOT NULL,
    webhook_callback_url text NOT NULL,
    verification_salt bytea NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    removed boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.available_wholesaler FORCE ROW LEVEL SECURITY;

ALTER TABLE public.available_wholesaler ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.available_wholesaler_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.awaited_client (
    organisation integer DEFAULT public.organisation() NOT NULL,
    appointment bigint NOT NULL,
    due timestamp with time zone
);

ALTER TABLE ONLY public.awaited_client FORCE ROW LEVEL SECURITY;

CREATE TABLE public.backup_run (
    kind text NOT NULL,
    began timestamp with time zone NOT NULL,
    succeeded timestamp with time zone,
    failure text DEFAULT ''::text NOT NULL,
    CONSTRAINT backup_run_kind_check CHECK ((kind = ANY (ARRAY['database'::text, 'files'::text, 'trial'::text])))
);

CREATE TABLE public.breed (
    id integer NOT NULL,
    species integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    archived boolean DEFAULT false NOT NULL
);

CREATE TABLE public.catalog_error (
    organisation integer DEFAULT public.organisation() NOT NULL,
    upload bigint NOT NULL,
    line integer NOT NULL,
    code text NOT NULL,
    field text,
    detail text NOT NULL
);

ALTER TABLE ONLY public.catalog_error FORCE ROW LEVEL SECURITY;

CREATE TABLE public.catalog_import (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    wholesaler bigint NOT NULL,
    upload bigint NOT NULL,
    item_types integer[] DEFAULT '{}'::integer[] NOT NULL,
    search_term text DEFAULT ''::text NOT NULL,
    markup_percentage numeric(7,2) DEFAULT 0 NOT NULL,
    vat_group bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    failure text DEFAULT ''::text NOT NULL,
    who jsonb,
    started timestamp with time zone,
    finished timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT catalog_import_check CHECK (((state = ANY (ARRAY['done'::text, 'failed'::text])) = (finished IS NOT NULL))),
    CONSTRAINT catalog_import_check1 CHECK (((state = 'failed'::text) = (failure <> ''::text))),
    CONSTRAINT catalog_import_markup_percentage_check CHECK (((markup_percentage >= (0)::numeric) AND (markup_percentage < 'NaN'::numeric))),
    CONSTRAINT catalog_import_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.catalog_import FORCE ROW LEVEL SECURITY;

CREATE TABLE public.catalog_import_change (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    catalog_import bigint NOT NULL,
    item bigint,
    kind text NOT NULL,
    product_number text NOT NULL,
    name text NOT NULL,
    changes jsonb DEFAULT '{}'::jsonb NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    occurred timestamp with time zone NOT NULL,
    CONSTRAINT catalog_import_change_check CHECK (((item IS NOT NULL) OR (kind = 'skipped'::text))),
    CONSTRAINT catalog_import_change_check1 CHECK (((kind = 'skipped'::text) = (reason <> ''::text))),
    CONSTRAINT catalog_import_change_kind_check CHECK ((kind = ANY (ARRAY['new'::text, 'price_up'::text, 'price_down'::text, 'changed'::text, 'continued'::text, 'discontinued'::text, 'skipped'::text])))
);

ALTER TABLE ONLY public.catalog_import_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_import_change ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.catalog_import_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.catalog_import ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.catalog_import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.catalog_import_progress (
    organisation integer DEFAULT public.organisation() NOT NULL,
    catalog_import bigint NOT NULL,
    product_number text DEFAULT ''::text NOT NULL,
    past_products boolean DEFAULT false NOT NULL,
    item bigint DEFAULT 0 NOT NULL,
    new integer DEFAULT 0 NOT NULL,
    price_up integer DEFAULT 0 NOT NULL,
    price_down integer DEFAULT 0 NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    continued integer DEFAULT 0 NOT NULL,
    discontinued integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.catalog_import_progress FORCE ROW LEVEL SECURITY;

CREATE TABLE public.catalog_product (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    upload bigint NOT NULL,
    line integer NOT NULL,
    type_code integer NOT NULL,
    product_number text NOT NULL,
    product_name text NOT NULL,
    wholesale_price numeric(12,4),
    product_price numeric(12,4),
    vat numeric(4,2),
    unit text DEFAULT ''::text NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    currency text DEFAULT ''::text NOT NULL,
    dosable_units numeric(9,3),
    package_contents text DEFAULT ''::text NOT NULL,
    active_ingredient text DEFAULT ''::text NOT NULL,
    administration_route text DEFAULT ''::text NOT NULL,
    strength text DEFAULT ''::text NOT NULL,
    controlled_substance boolean DEFAULT false NOT NULL,
    CONSTRAINT catalog_product_dosable_units_check CHECK (((dosable_units > (0)::numeric) AND (dosable_units < 'NaN'::numeric))),
    CONSTRAINT catalog_product_product_price_check CHECK (((product_price >= (0)::numeric) AND (product_price < 'NaN'::numeric))),
    CONSTRAINT catalog_product_vat_check CHECK (((vat >= (0)::numeric) AND (vat < 'NaN'::numeric))),
    CONSTRAINT catalog_product_wholesale_price_check CHECK (((wholesale_price >= (0)::numeric) AND (wholesale_price < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.catalog_product FORCE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_product ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.catalog_product_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.catalog_upload (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    wholesaler bigint NOT NULL,
    catalog_id uuid DEFAULT gen_random_uuid() NOT NULL,
    filename text NOT NULL,
    content_type text NOT NULL,
    storage_key text NOT NULL,
    issued timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    rows_total integer DEFAULT 0 NOT NULL,
    rows_accepted integer DEFAULT 0 NOT NULL,
    rows_rejected integer DEFAULT 0 NOT NULL,
    errors jsonb,
    errors_truncated boolean DEFAULT false NOT NULL,
    error_summary jsonb,
    report_key text,
    processed timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT catalog_upload_check CHECK (((status = 'pending'::text) = (processed IS NULL))),
    CONSTRAINT catalog_upload_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'partially_accepted'::text, 'rejected'::text])))
);

ALTER TABLE ONLY public.catalog_upload FORCE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_upload ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.catalog_upload_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.catalog_work (
    organisation integer DEFAULT public.organisation() NOT NULL,
    upload bigint NOT NULL,
    storage_key uuid NOT NULL,
    issued timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lease uuid,
    failures integer DEFAULT 0 NOT NULL,
    file_key uuid,
    line integer DEFAULT 0 NOT NULL,
    rows_accepted integer DEFAULT 0 NOT NULL,
    rows_rejected integer DEFAULT 0 NOT NULL,
    done boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.catalog_work FORCE ROW LEVEL SECURITY;

CREATE TABLE public.ceiling_refusal (
    organisation integer DEFAULT public.organisation() NOT NULL,
    day date DEFAULT CURRENT_DATE NOT NULL,
    code text NOT NULL,
    refused bigint NOT NULL,
    last timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.ceiling_refusal FORCE ROW LEVEL SECURITY;

CREATE TABLE public.charge_hint_decline (
    organisation integer DEFAULT public.organisation() NOT NULL,
    consultation bigint NOT NULL,
    kind integer NOT NULL,
    record bigint NOT NULL,
    reason text NOT NULL,
    "user" bigint NOT NULL,
    declined_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.charge_hint_decline FORCE ROW LEVEL SECURITY;

ALTER TABLE public.client ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.client_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.client_message (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    kind integer NOT NULL,
    channel integer NOT NULL,
    request text NOT NULL,
    department bigint NOT NULL,
    client bigint,
    patient bigint,
    appointment bigint,
    invoice bigint,
    reminder bigint,
    recall bigint,
    status integer DEFAULT 1 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    recipient text DEFAULT ''::text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    available timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    last_attempt timestamp with time zone,
    sent timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_user bigint,
    consultation bigint,
    CONSTRAINT client_message_channel_check CHECK ((channel = ANY (ARRAY[1, 2]))),
    CONSTRAINT client_message_check CHECK (((status = 3) = (sent IS NOT NULL))),
    CONSTRAINT client_message_check1 CHECK (((status < 3) OR (lease IS NULL))),
    CONSTRAINT client_message_created_user_check CHECK (((kind = 6) = (created_user IS NOT NULL))),
    CONSTRAINT client_message_kind_check CHECK (((kind >= 1) AND (kind <= 6))),
    CONSTRAINT client_message_status_check CHECK (((status >= 1) AND (status <= 6)))
);

ALTER TABLE ONLY public.client_message FORCE ROW LEVEL SECURITY;

ALTER TABLE public.client_message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.client_message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.consultation (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint NOT NULL,
    department bigint NOT NULL,
    supervising_veterinarian bigint NOT NULL,
    type integer NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    status_changed timestamp with time zone NOT NULL,
    complaint text DEFAULT ''::text NOT NULL,
    admitted_time timestamp with time zone,
    first_entry timestamp with time zone,
    started timestamp with time zone NOT NULL,
    ended timestamp with time zone,
    finished timestamp with time zone,
    external_sent timestamp with time zone,
    reporting_dimension_1 text,
    reporting_dimension_2 text,
    alternative_payer bigint,
    alternative_payer_share numeric(5,2),
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    reason bigint,
    CONSTRAINT consultation_alternative_payer_share_check CHECK (((alternative_payer_share > (0)::numeric) AND (alternative_payer_share <= (100)::numeric))),
    CONSTRAINT consultation_check CHECK (((alternative_payer IS NULL) = (alternative_payer_share IS NULL))),
    CONSTRAINT consultation_status_check CHECK ((status = ANY (ARRAY[0, 5, 6, 7, 8, 9, 10, 11]))),
    CONSTRAINT consultation_type_check CHECK (((type >= 0) AND (type <= 5)))
);

ALTER TABLE ONLY public.consultation FORCE ROW LEVEL SECURITY;

ALTER TABLE public.consultation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.consultation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.consultation_patient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    consultation bigint NOT NULL,
    patient bigint NOT NULL
);

ALTER TABLE ONLY public.consultation_patient FORCE ROW LEVEL SECURITY;

CREATE TABLE public.consultationdiagnosis (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    consultation bigint NOT NULL,
    patient bigint NOT NULL,
    diagnosis integer,
    listitem bigint,
    code text NOT NULL,
    name text NOT NULL,
    category integer NOT NULL,
    type integer NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT consultationdiagnosis_category_check CHECK ((category = ANY (ARRAY[0, 1]))),
    CONSTRAINT consultationdiagnosis_check CHECK ((num_nonnulls(diagnosis, listitem) = 1)),
    CONSTRAINT consultationdiagnosis_type_check CHECK ((type = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.consultationdiagnosis FORCE ROW LEVEL SECURITY;

ALTER TABLE public.consultationdiagnosis ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.consultationdiagnosis_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.consultationdischargeinstruction (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    consultation bigint NOT NULL,
    patient bigint NOT NULL,
    text text NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.consultationdischargeinstruction FORCE ROW LEVEL SECURITY;

ALTER TABLE public.consultationdischargeinstruction ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.consultationdischargeinstruction_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.consultationitem (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    consultation bigint NOT NULL,
    item bigint NOT NULL,
    type_code integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    unit text NOT NULL,
    list_price numeric(12,4) NOT NULL,
    alternativepricing bigint,
    package_price numeric(12,4) NOT NULL,
    dosage_units numeric(9,3) DEFAULT 1 NOT NULL,
    price numeric(12,4) NOT NULL,
    vat_group bigint NOT NULL,
    vat_percentage numeric(4,2) NOT NULL,
    percentage_change numeric(5,2) DEFAULT 0 NOT NULL,
    sent_quantity numeric(12,3) NOT NULL,
    no_multiplier boolean DEFAULT false NOT NULL,
    multiplier bigint DEFAULT 1 NOT NULL,
    quantity numeric(18,3) GENERATED ALWAYS AS ((sent_quantity * (multiplier)::numeric)) STORED NOT NULL,
    usage_type integer,
    usage_size integer,
    instructions text DEFAULT ''::text NOT NULL,
    batch_number text DEFAULT ''::text NOT NULL,
    supervising_veterinarian bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    warning_reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT consultationitem_dosage_units_check CHECK (((dosage_units > (0)::numeric) AND (dosage_units < 'NaN'::numeric))),
    CONSTRAINT consultationitem_list_price_check CHECK (((list_price >= (0)::numeric) AND (list_price < 'NaN'::numeric))),
    CONSTRAINT consultationitem_multiplier_check CHECK ((multiplier > 0)),
    CONSTRAINT consultationitem_package_price_check CHECK (((package_price >= (0)::numeric) AND (package_price < 'NaN'::numeric))),
    CONSTRAINT consultationitem_percentage_change_check CHECK (((percentage_change >= ('-100'::integer)::numeric) AND (percentage_change < 'NaN'::numeric))),
    CONSTRAINT consultationitem_price_check CHECK (((price >= (0)::numeric) AND (price < 'NaN'::numeric))),
    CONSTRAINT consultationitem_sent_quantity_check CHECK (((sent_quantity > (0)::numeric) AND (sent_quantity < 'NaN'::numeric))),
    CONSTRAINT consultationitem_type_code_check CHECK (((type_code >= 1) AND (type_code <= 6))),
    CONSTRAINT consultationitem_usage_size_check CHECK ((usage_size = ANY (ARRAY[1, 2]))),
    CONSTRAINT consultationitem_usage_type_check CHECK (((usage_type >= 1) AND (usage_type <= 4))),
    CONSTRAINT consultationitem_vat_percentage_check CHECK (((vat_percentage >= (0)::numeric) AND (vat_percentage < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.consultationitem FORCE ROW LEVEL SECURITY;

ALTER TABLE public.consultationitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.consultationitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.consultationitem_patient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    consultationitem bigint NOT NULL,
    patient bigint NOT NULL
);

ALTER TABLE ONLY public.consultationitem_patient FORCE ROW LEVEL SECURITY;

CREATE TABLE public.consultationnote (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    consultation bigint NOT NULL,
    patient bigint NOT NULL,
    type integer NOT NULL,
    text text NOT NULL,
    addendum boolean DEFAULT false NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT consultationnote_type_check CHECK (((type >= 0) AND (type <= 2)))
);

ALTER TABLE ONLY public.consultationnote FORCE ROW LEVEL SECURITY;

ALTER TABLE public.consultationnote ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.consultationnote_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.contraindication (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    patient bigint NOT NULL,
    substance text DEFAULT ''::text NOT NULL,
    atc_prefix text DEFAULT ''::text NOT NULL,
    reaction text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT contraindication_check CHECK (((substance <> ''::text) OR (atc_prefix <> ''::text)))
);

ALTER TABLE ONLY public.contraindication FORCE ROW LEVEL SECURITY;

ALTER TABLE public.contraindication ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.contraindication_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.countersale (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint,
    department bigint NOT NULL,
    finalized boolean DEFAULT false NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    alternative_payer bigint,
    alternative_payer_share numeric(5,2),
    created_user bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT countersale_alternative_payer_share_check CHECK (((alternative_payer_share > (0)::numeric) AND (alternative_payer_share <= (100)::numeric))),
    CONSTRAINT countersale_check CHECK (((alternative_payer IS NULL) = (alternative_payer_share IS NULL))),
    CONSTRAINT countersale_check1 CHECK (((alternative_payer IS NULL) OR (client IS NOT NULL)))
);

ALTER TABLE ONLY public.countersale FORCE ROW LEVEL SECURITY;

ALTER TABLE public.countersale ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.countersale_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.countersaleitem (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    countersale bigint NOT NULL,
    item bigint NOT NULL,
    type_code integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    unit text NOT NULL,
    list_price numeric(12,4) NOT NULL,
    alternativepricing bigint,
    package_price numeric(12,4) NOT NULL,
    dosage_units numeric(9,3) DEFAULT 1 NOT NULL,
    price numeric(12,4) NOT NULL,
    vat_group bigint NOT NULL,
    vat_percentage numeric(4,2) NOT NULL,
    percentage_change numeric(5,2) DEFAULT 0 NOT NULL,
    quantity numeric(12,3) NOT NULL,
    usage_size integer,
    patient bigint,
    batch_number text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    vat_sent boolean,
    CONSTRAINT countersaleitem_dosage_units_check CHECK (((dosage_units > (0)::numeric) AND (dosage_units < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_list_price_check CHECK (((list_price >= (0)::numeric) AND (list_price < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_package_price_check CHECK (((package_price >= (0)::numeric) AND (package_price < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_percentage_change_check CHECK (((percentage_change >= ('-100'::integer)::numeric) AND (percentage_change < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_price_check CHECK (((price >= (0)::numeric) AND (price < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity < 'NaN'::numeric))),
    CONSTRAINT countersaleitem_type_code_check CHECK (((type_code >= 1) AND (type_code <= 6))),
    CONSTRAINT countersaleitem_usage_size_check CHECK ((usage_size = ANY (ARRAY[1, 2]))),
    CONSTRAINT countersaleitem_vat_percentage_check CHECK (((vat_percentage >= (0)::numeric) AND (vat_percentage < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.countersaleitem FORCE ROW LEVEL SECURITY;

ALTER TABLE public.countersaleitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.countersaleitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.custom_field (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    application bigint,
    name text NOT NULL,
    content_type text NOT NULL,
    field_type integer NOT NULL,
    default_value text DEFAULT ''::text NOT NULL,
    is_required boolean DEFAULT false NOT NULL,
    options jsonb DEFAULT '[]'::jsonb NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT custom_field_content_type_check CHECK ((content_type = ANY (ARRAY['client'::text, 'patient'::text, 'consultation'::text]))),
    CONSTRAINT custom_field_field_type_check CHECK (((field_type >= 1) AND (field_type <= 7)))
);

ALTER TABLE ONLY public.custom_field FORCE ROW LEVEL SECURITY;

ALTER TABLE public.custom_field ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.custom_field_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.custom_field_value (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    field bigint NOT NULL,
    content_type text NOT NULL,
    object_id bigint NOT NULL,
    value text DEFAULT ''::text NOT NULL,
    options integer[] DEFAULT '{}'::integer[] NOT NULL,
    client bigint GENERATED ALWAYS AS (
CASE content_type
    WHEN 'client'::text THEN object_id
    ELSE NULL::bigint
END) STORED,
    patient bigint GENERATED ALWAYS AS (
CASE content_type
    WHEN 'patient'::text THEN object_id
    ELSE NULL::bigint
END) STORED,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    consultation bigint GENERATED ALWAYS AS (
CASE content_type
    WHEN 'consultation'::text THEN object_id
    ELSE NULL::bigint
END) STORED
);

ALTER TABLE ONLY public.custom_field_value FORCE ROW LEVEL SECURITY;

ALTER TABLE public.custom_field_value ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.custom_field_value_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.deleted (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    resource text NOT NULL,
    record bigint NOT NULL,
    modified timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.deleted FORCE ROW LEVEL SECURITY;

ALTER TABLE public.deleted ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.deleted_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.delivery (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    webhook bigint,
    available_wholesaler bigint,
    endpoint text GENERATED ALWAYS AS (
CASE
    WHEN (webhook IS NULL) THEN ('wholesaler '::text || available_wholesaler)
    ELSE ('webhook '::text || webhook)
END) STORED,
    trigger integer,
    event text NOT NULL,
    event_id text NOT NULL,
    content_type integer NOT NULL,
    body text NOT NULL,
    order_key text,
    after_created_of text,
    status integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lease uuid,
    last_attempt timestamp with time zone,
    last_status_code integer,
    last_answer text DEFAULT ''::text NOT NULL,
    failure text DEFAULT ''::text NOT NULL,
    delivered timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT delivery_check CHECK (((webhook IS NULL) OR (available_wholesaler IS NULL))),
    CONSTRAINT delivery_check1 CHECK (((status = 1) = (delivered IS NOT NULL))),
    CONSTRAINT delivery_check2 CHECK (((status = 0) OR (lease IS NULL))),
    CONSTRAINT delivery_content_type_check CHECK ((content_type = ANY (ARRAY[1, 2]))),
    CONSTRAINT delivery_status_check CHECK ((status = ANY (ARRAY[0, 1, 2])))
);

ALTER TABLE ONLY public.delivery FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_attempt (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    delivery bigint NOT NULL,
    occurred timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    milliseconds integer NOT NULL,
    status_code integer,
    answer text DEFAULT ''::text NOT NULL,
    failure text DEFAULT ''::text NOT NULL,
    CONSTRAINT delivery_attempt_milliseconds_check CHECK ((milliseconds >= 0))
);

ALTER TABLE ONLY public.delivery_attempt FORCE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_attempt ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.delivery_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.delivery ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.demo_clinic (
    organisation integer NOT NULL
);

ALTER TABLE public.department ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.department_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.diagnosis (
    id integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    archived boolean DEFAULT false NOT NULL
);

CREATE TABLE public.diagnosticimaging_referral (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    internal_notes text DEFAULT ''::text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    appointment bigint
);

ALTER TABLE ONLY public.diagnosticimaging_referral FORCE ROW LEVEL SECURITY;

CREATE TABLE public.diagnosticimaging_worklist (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    modality text NOT NULL,
    accession_number text GENERATED ALWAYS AS (('IM'::text || lpad((id)::text, GREATEST(8, length((id)::text)), '0'::text))) STORED NOT NULL,
    target_areas text[] NOT NULL,
    requesting_user bigint NOT NULL,
    supervising_veterinarian bigint NOT NULL,
    patient bigint NOT NULL,
    client bigint NOT NULL,
    department bigint NOT NULL,
    consultation bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT diagnosticimaging_worklist_status_check CHECK (((status >= 0) AND (status <= 4))),
    CONSTRAINT diagnosticimaging_worklist_target_areas_check CHECK ((cardinality(target_areas) > 0))
);

ALTER TABLE ONLY public.diagnosticimaging_worklist FORCE ROW LEVEL SECURITY;

ALTER TABLE public.diagnosticimaging_worklist ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.diagnosticimaging_worklist_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.duty (
    name text NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    finished timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.email_change (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    "user" bigint NOT NULL,
    old_email text NOT NULL,
    new_email text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    old_confirmed timestamp with time zone,
    new_confirmed timestamp with time zone,
    ended timestamp with time zone
);

ALTER TABLE ONLY public.email_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.email_change ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.email_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.email_link (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    email_change bigint NOT NULL,
    address text NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone,
    CONSTRAINT email_link_address_check CHECK ((address = ANY (ARRAY['old'::text, 'new'::text])))
);

ALTER TABLE ONLY public.email_link FORCE ROW LEVEL SECURITY;

CREATE TABLE public.erasure (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    resource text NOT NULL,
    record bigint NOT NULL,
    erased timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    kept_until date,
    audit_values bigint DEFAULT 0 NOT NULL,
    files uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    listed boolean DEFAULT false NOT NULL,
    CONSTRAINT erasure_resource_check CHECK ((resource = ANY (ARRAY['client'::text, 'user'::text])))
);

ALTER TABLE ONLY public.erasure FORCE ROW LEVEL SECURITY;

ALTER TABLE public.erasure ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.erasure_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.factor_mark (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    "user" bigint NOT NULL,
    expires timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.factor_mark FORCE ROW LEVEL SECURITY;

CREATE TABLE public.file_scan (
    organisation integer DEFAULT public.organisation() NOT NULL,
    attachment bigint NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid
);

ALTER TABLE ONLY public.file_scan FORCE ROW LEVEL SECURITY;

CREATE TABLE public.follower (
    organisation integer DEFAULT public.organisation() NOT NULL,
    name text NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    CONSTRAINT follower_position_check CHECK (("position" >= 0))
);

ALTER TABLE ONLY public.follower FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_key (
    organisation integer DEFAULT public.organisation() NOT NULL,
    account text NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    status integer NOT NULL,
    body text,
    etag text,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires timestamp with time zone DEFAULT (clock_timestamp() + '30 days'::interval) NOT NULL
);

ALTER TABLE ONLY public.idempotency_key FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    kept boolean DEFAULT false NOT NULL,
    who jsonb,
    started timestamp with time zone,
    finished timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT import_state_check CHECK ((state = ANY (ARRAY['open'::text, 'checking'::text, 'checked'::text, 'running'::text, 'done'::text])))
);

ALTER TABLE ONLY public.import FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_file (
    organisation integer DEFAULT public.organisation() NOT NULL,
    import bigint NOT NULL,
    kind text NOT NULL,
    rows integer NOT NULL,
    line integer DEFAULT 0 NOT NULL,
    new integer DEFAULT 0 NOT NULL,
    matched integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    CONSTRAINT import_file_kind_check CHECK ((kind = ANY (ARRAY['clients'::text, 'phone_numbers'::text, 'patients'::text, 'weights'::text, 'items'::text, 'opening_balances'::text])))
);

ALTER TABLE ONLY public.import_file FORCE ROW LEVEL SECURITY;

ALTER TABLE public.import ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.import_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.import_reference (
    organisation integer DEFAULT public.organisation() NOT NULL,
    kind text NOT NULL,
    reference text NOT NULL,
    record bigint NOT NULL,
    client bigint GENERATED ALWAYS AS (
CASE kind
    WHEN 'clients'::text THEN record
    ELSE NULL::bigint
END) STORED,
    patient bigint GENERATED ALWAYS AS (
CASE kind
    WHEN 'patients'::text THEN record
    ELSE NULL::bigint
END) STORED,
    openingbalance bigint GENERATED ALWAYS AS (
CASE kind
    WHEN 'opening_balances'::text THEN record
    ELSE NULL::bigint
END) STORED,
    item bigint GENERATED ALWAYS AS (
CASE kind
    WHEN 'items'::text THEN record
    ELSE NULL::bigint
END) STORED,
    CONSTRAINT import_reference_kind_check CHECK ((kind = ANY (ARRAY['clients'::text, 'patients'::text, 'items'::text, 'opening_balances'::text])))
);

ALTER TABLE ONLY public.import_reference FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_row (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    import bigint NOT NULL,
    kind text NOT NULL,
    line integer NOT NULL,
    reference text DEFAULT ''::text NOT NULL,
    cells jsonb,
    outcome text,
    messages jsonb DEFAULT '{}'::jsonb NOT NULL,
    record bigint,
    CONSTRAINT import_row_kind_check CHECK ((kind = ANY (ARRAY['clients'::text, 'phone_numbers'::text, 'patients'::text, 'weights'::text, 'items'::text, 'opening_balances'::text]))),
    CONSTRAINT import_row_outcome_check CHECK ((outcome = ANY (ARRAY['new'::text, 'matched'::text, 'refused'::text])))
);

ALTER TABLE ONLY public.import_row FORCE ROW LEVEL SECURITY;

ALTER TABLE public.import_row ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.import_row_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.integration_settings (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id integer GENERATED ALWAYS AS (organisation) STORED NOT NULL,
    imaging_viewer_url text DEFAULT ''::text NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.integration_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.invoice (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    credit_note boolean DEFAULT false NOT NULL,
    credit_note_original_invoice bigint,
    invoice_number bigint,
    invoice_prefix text DEFAULT ''::text NOT NULL,
    reference_number text,
    additional_reference text,
    invoice_date date NOT NULL,
    invoice_due_date date NOT NULL,
    date_paid date,
    finalized timestamp with time zone,
    client bigint,
    department bigint NOT NULL,
    consultation bigint,
    countersale_record bigint,
    currency text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    letterhead jsonb,
    payer_name text DEFAULT ''::text NOT NULL,
    payer_organization_name text DEFAULT ''::text NOT NULL,
    payer_vat_number text DEFAULT ''::text NOT NULL,
    payer_register_number text DEFAULT ''::text NOT NULL,
    payer_country_code text DEFAULT ''::text NOT NULL,
    payer_street_address text DEFAULT ''::text NOT NULL,
    payer_street_address_2 text DEFAULT ''::text NOT NULL,
    payer_zip_code text DEFAULT ''::text NOT NULL,
    payer_city text DEFAULT ''::text NOT NULL,
    payer_state text DEFAULT ''::text NOT NULL,
    alternative_payer bigint,
    alternative_payer_name text,
    alternative_payer_share numeric(5,2),
    total numeric(14,2) DEFAULT 0 NOT NULL,
    total_vat numeric(14,2) DEFAULT 0 NOT NULL,
    total_with_vat numeric(14,2) DEFAULT 0 NOT NULL,
    due_sum numeric(14,2) DEFAULT 0 NOT NULL,
    client_due_sum numeric(14,2) DEFAULT 0 NOT NULL,
    alternative_payer_sum numeric(14,2) DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    payer bigint,
    sent timestamp with time zone,
    CONSTRAINT invoice_alternative_payer_share_check CHECK (((alternative_payer_share > (0)::numeric) AND (alternative_payer_share <= (100)::numeric))),
    CONSTRAINT invoice_alternative_payer_sum_check CHECK ((alternative_payer_sum < 'NaN'::numeric)),
    CONSTRAINT invoice_check CHECK ((credit_note = (credit_note_original_invoice IS NOT NULL))),
    CONSTRAINT invoice_check1 CHECK (((invoice_number IS NULL) = (status = ANY (ARRAY[0, 99])))),
    CONSTRAINT invoice_check2 CHECK (((finalized IS NULL) = (invoice_number IS NULL))),
    CONSTRAINT invoice_check3 CHECK (((letterhead IS NULL) = (invoice_number IS NULL))),
    CONSTRAINT invoice_check4 CHECK ((total_with_vat = (total + total_vat))),
    CONSTRAINT invoice_check5 CHECK ((credit_note OR ((due_sum >= (0)::numeric) AND (due_sum <= (total_with_vat + 0.5))))),
    CONSTRAINT invoice_check6 CHECK (((NOT credit_note) OR ((due_sum >= (total_with_vat - 0.5)) AND (due_sum <= (0)::numeric)))),
    CONSTRAINT invoice_check7 CHECK (((alternative_payer IS NULL) = (alternative_payer_share IS NULL))),
    CONSTRAINT invoice_check8 CHECK (((alternative_payer IS NOT NULL) OR (alternative_payer_sum = (0)::numeric))),
    CONSTRAINT invoice_check9 CHECK (
CASE
    WHEN credit_note THEN (alternative_payer_sum <= (0)::numeric)
    ELSE (alternative_payer_sum >= (0)::numeric)
END),
    CONSTRAINT invoice_client_due_sum_check CHECK ((client_due_sum < 'NaN'::numeric)),
    CONSTRAINT invoice_due_sum_check CHECK ((due_sum < 'NaN'::numeric)),
    CONSTRAINT invoice_status_check CHECK ((status = ANY (ARRAY[0, 1, 2, 3, 4, 99]))),
    CONSTRAINT invoice_total_check CHECK ((total < 'NaN'::numeric)),
    CONSTRAINT invoice_total_vat_check CHECK ((total_vat < 'NaN'::numeric)),
    CONSTRAINT invoice_total_with_vat_check CHECK ((total_with_vat < 'NaN'::numeric)),
    CONSTRAINT invoice_voided_owes_nothing CHECK (((status <> 99) OR ((due_sum = (0)::numeric) AND (client_due_sum = (0)::numeric))))
);

ALTER TABLE ONLY public.invoice FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.invoice_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoice_series (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    prefix text DEFAULT ''::text NOT NULL,
    first_number bigint DEFAULT 1 NOT NULL,
    last_number bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT invoice_series_check CHECK ((last_number >= first_number)),
    CONSTRAINT invoice_series_first_number_check CHECK ((first_number > 0))
);

ALTER TABLE ONLY public.invoice_series FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_series ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.invoice_series_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoicepayment (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    invoice bigint NOT NULL,
    payment_type integer NOT NULL,
    paid numeric(14,2) NOT NULL,
    date_added timestamp with time zone NOT NULL,
    info text DEFAULT ''::text NOT NULL,
    cancels bigint,
    unallocatedpayment bigint,
    set_off boolean DEFAULT false NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    rounding bigint,
    CONSTRAINT invoicepayment_check CHECK (((payment_type = 8) = (unallocatedpayment IS NOT NULL))),
    CONSTRAINT invoicepayment_check1 CHECK (((rounding IS NULL) OR (payment_type = 1))),
    CONSTRAINT invoicepayment_paid_check CHECK (((paid <> (0)::numeric) AND (paid < 'NaN'::numeric))),
    CONSTRAINT invoicepayment_payment_type_check CHECK ((payment_type = ANY (ARRAY[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15])))
);

ALTER TABLE ONLY public.invoicepayment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoicepayment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.invoicepayment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.invoicerow (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    invoice bigint NOT NULL,
    consultation_item bigint,
    countersale_item bigint,
    item bigint NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    unit text NOT NULL,
    patient bigint,
    patient_names text DEFAULT ''::text NOT NULL,
    list_price numeric(12,4) NOT NULL,
    alternativepricing bigint,
    package_price numeric(12,4) NOT NULL,
    dosage_units numeric(9,3) NOT NULL,
    price numeric(12,4) NOT NULL,
    sent_quantity numeric(12,3) NOT NULL,
    multiplier bigint NOT NULL,
    quantity numeric(18,3) NOT NULL,
    percentage_change numeric(5,2) NOT NULL,
    vat_group bigint NOT NULL,
    vat_title text NOT NULL,
    vat_percentage numeric(4,2) NOT NULL,
    vat_account_number text NOT NULL,
    sum numeric(14,2) NOT NULL,
    sum_vat numeric(14,2) NOT NULL,
    sum_total numeric(14,2) NOT NULL,
    account_number text NOT NULL,
    reporting_dimension_1 text,
    reporting_dimension_2 text,
    reporting_dimension_3 text,
    internal_account_number text,
    internal_reporting_dimension_1 text,
    internal_reporting_dimension_2 text,
    credited_invoicerow bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    return_to_stock boolean DEFAULT false NOT NULL,
    CONSTRAINT invoicerow_check CHECK ((sum_total = (sum + sum_vat))),
    CONSTRAINT invoicerow_sum_check CHECK ((sum < 'NaN'::numeric)),
    CONSTRAINT invoicerow_sum_vat_check CHECK ((sum_vat < 'NaN'::numeric))
);

ALTER TABLE ONLY public.invoicerow FORCE ROW LEVEL SECURITY;

ALTER TABLE public.invoicerow ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.invoicerow_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.journal_line (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    entry uuid NOT NULL,
    department bigint NOT NULL,
    dated date NOT NULL,
    side text NOT NULL,
    account_number text DEFAULT ''::text NOT NULL,
    account_description text DEFAULT ''::text NOT NULL,
    vat_title text DEFAULT ''::text NOT NULL,
    vat_percentage numeric(4,2),
    payment_type integer,
    amount numeric(14,2) NOT NULL,
    invoice bigint,
    invoicepayment bigint,
    unallocatedpayment bigint,
    accountingreport bigint,
    posted timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT journal_line_amount_check CHECK ((amount < 'NaN'::numeric)),
    CONSTRAINT journal_line_side_check CHECK ((side = ANY (ARRAY['receivable'::text, 'revenue'::text, 'vat'::text, 'money'::text, 'prepayment'::text, 'rounding'::text])))
);

ALTER TABLE ONLY public.journal_line FORCE ROW LEVEL SECURITY;

ALTER TABLE public.journal_line ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.journal_line_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.ledger (
    organisation integer NOT NULL,
    stamp timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    changes bigint DEFAULT 0 NOT NULL,
    chain bytea DEFAULT '\x'::bytea NOT NULL,
    generation integer DEFAULT 1 NOT NULL,
    event_offset bigint DEFAULT 0 NOT NULL,
    transaction xid8 DEFAULT '0'::xid8 NOT NULL,
    CONSTRAINT ledger_event_offset_check CHECK ((event_offset >= 0)),
    CONSTRAINT ledger_generation_check CHECK ((generation > 0))
);

ALTER TABLE ONLY public.ledger FORCE ROW LEVEL SECURITY;

CREATE TABLE public.legacy_key (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    application bigint NOT NULL,
    key_hash text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    revoked timestamp with time zone,
    expires timestamp with time zone,
    last_used timestamp with time zone
);

ALTER TABLE ONLY public.legacy_key FORCE ROW LEVEL SECURITY;

ALTER TABLE public.legacy_key ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.legacy_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.listitem (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    list text NOT NULL,
    name text NOT NULL,
    code text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT listitem_list_check CHECK ((list = ANY (ARRAY['items'::text, 'species'::text, 'breeds'::text, 'diagnoses'::text])))
);

ALTER TABLE ONLY public.listitem FORCE ROW LEVEL SECURITY;

ALTER TABLE public.listitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.listitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    kind text NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    sent timestamp with time zone,
    failure text DEFAULT ''::text NOT NULL,
    event bigint,
    recipient text,
    email_change bigint,
    requested_from text,
    CONSTRAINT message_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'password reset'::text, 'password set'::text, 'security alert'::text, 'confirm old address'::text, 'confirm new address'::text, 'email changed'::text])))
);

ALTER TABLE ONLY public.message FORCE ROW LEVEL SECURITY;

ALTER TABLE public.message ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.message_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.message_settings (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id integer GENERATED ALWAYS AS (organisation) STORED NOT NULL,
    smtp_host text DEFAULT ''::text NOT NULL,
    smtp_port integer DEFAULT 587 NOT NULL,
    smtp_username text DEFAULT ''::text NOT NULL,
    smtp_password bytea,
    mail_from text DEFAULT ''::text NOT NULL,
    sms_gateway_url text DEFAULT ''::text NOT NULL,
    sms_account text DEFAULT ''::text NOT NULL,
    sms_token bytea,
    sms_from text DEFAULT ''::text NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT message_settings_smtp_port_check CHECK (((smtp_port >= 1) AND (smtp_port <= 65535)))
);

ALTER TABLE ONLY public.message_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.message_template (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    kind integer NOT NULL,
    channel integer NOT NULL,
    language text NOT NULL,
    subject text DEFAULT ''::text NOT NULL,
    text text NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT message_template_channel_check CHECK ((channel = ANY (ARRAY[1, 2]))),
    CONSTRAINT message_template_kind_check CHECK (((kind >= 1) AND (kind <= 6)))
);

ALTER TABLE ONLY public.message_template FORCE ROW LEVEL SECURITY;

ALTER TABLE public.message_template ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.message_template_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.migration (
    name text NOT NULL,
    checksum text NOT NULL,
    applied timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.oauth_record (
    organisation integer DEFAULT public.organisation() NOT NULL,
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    expires timestamp with time zone NOT NULL,
    consumed timestamp with time zone
);

ALTER TABLE ONLY public.oauth_record FORCE ROW LEVEL SECURITY;

CREATE TABLE public.onlinebookingclient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    appointment bigint NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    phone_number text DEFAULT ''::text NOT NULL,
    e164 text DEFAULT ''::text NOT NULL,
    street_address text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    client bigint,
    decline_reason text DEFAULT ''::text NOT NULL,
    decided timestamp with time zone,
    decided_user bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT onlinebookingclient_check CHECK (((status = 0) = (decided IS NULL))),
    CONSTRAINT onlinebookingclient_check1 CHECK (((status = ANY (ARRAY[1, 2])) = (client IS NOT NULL))),
    CONSTRAINT onlinebookingclient_status_check CHECK (((status >= 0) AND (status <= 3)))
);

ALTER TABLE ONLY public.onlinebookingclient FORCE ROW LEVEL SECURITY;

ALTER TABLE public.onlinebookingclient ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.onlinebookingclient_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.onlinebookingpatient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    onlinebookingclient bigint NOT NULL,
    name text NOT NULL,
    species integer,
    breed integer,
    notes text DEFAULT ''::text NOT NULL,
    patient bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.onlinebookingpatient FORCE ROW LEVEL SECURITY;

ALTER TABLE public.onlinebookingpatient ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.onlinebookingpatient_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.openingbalance (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    client bigint NOT NULL,
    department bigint NOT NULL,
    amount numeric(10,2) NOT NULL,
    due_date date,
    description text DEFAULT ''::text NOT NULL,
    invoice bigint,
    unallocatedpayment bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT openingbalance_amount_check CHECK (((amount <> (0)::numeric) AND (amount < 'NaN'::numeric))),
    CONSTRAINT openingbalance_check CHECK (((amount > (0)::numeric) = (invoice IS NOT NULL))),
    CONSTRAINT openingbalance_check1 CHECK (((amount < (0)::numeric) = (unallocatedpayment IS NOT NULL)))
);

ALTER TABLE ONLY public.openingbalance FORCE ROW LEVEL SECURITY;

ALTER TABLE public.openingbalance ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.openingbalance_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public."order" (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    department bigint NOT NULL,
    wholesaler bigint NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    wholesaler_reference_number text DEFAULT ''::text NOT NULL,
    purchaser bigint,
    ordered timestamp with time zone,
    last_placed timestamp with time zone,
    delivery_date timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT order_check CHECK (((status = 0) = (ordered IS NULL))),
    CONSTRAINT order_check1 CHECK (((ordered IS NULL) = (last_placed IS NULL))),
    CONSTRAINT order_check2 CHECK (((ordered IS NULL) = (purchaser IS NULL))),
    CONSTRAINT order_check3 CHECK (((status >= 2) = (delivery_date IS NOT NULL))),
    CONSTRAINT order_status_check CHECK (((status >= 0) AND (status <= 3)))
);

ALTER TABLE ONLY public."order" FORCE ROW LEVEL SECURITY;

ALTER TABLE public."order" ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.order_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.orderitem (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    "order" bigint NOT NULL,
    item bigint NOT NULL,
    product_number text DEFAULT ''::text NOT NULL,
    product_name text NOT NULL,
    unit text DEFAULT ''::text NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    quantity numeric(12,3) NOT NULL,
    notes text DEFAULT ''::text NOT NULL,
    delivered_quantity numeric(15,3) DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    wholesale_price numeric(12,4),
    CONSTRAINT orderitem_delivered_quantity_check CHECK (((delivered_quantity >= (0)::numeric) AND (delivered_quantity < 'NaN'::numeric))),
    CONSTRAINT orderitem_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity < 'NaN'::numeric))),
    CONSTRAINT orderitem_wholesale_price_check CHECK (((wholesale_price >= (0)::numeric) AND (wholesale_price < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.orderitem FORCE ROW LEVEL SECURITY;

ALTER TABLE public.orderitem ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.orderitem_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.organisation ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.organisation_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.passkey_challenge (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    purpose text NOT NULL,
    "user" bigint,
    browser text NOT NULL,
    expires timestamp with time zone NOT NULL,
    CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['sign in'::text, 'second factor'::text, 'unlock'::text, 'step up'::text, 'registration'::text])))
);

ALTER TABLE ONLY public.passkey_challenge FORCE ROW LEVEL SECURITY;

CREATE TABLE public.password_link (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    "user" bigint NOT NULL,
    expires timestamp with time zone NOT NULL,
    used timestamp with time zone
);

ALTER TABLE ONLY public.password_link FORCE ROW LEVEL SECURITY;

ALTER TABLE public.patient ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patient_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.patientweight (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    patient bigint NOT NULL,
    weight numeric(9,3) NOT NULL,
    measured timestamp with time zone NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT patientweight_weight_check CHECK (((weight > (0)::numeric) AND (weight < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.patientweight FORCE ROW LEVEL SECURITY;

ALTER TABLE public.patientweight ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.patientweight_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.pending_sign_in (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    "user" bigint NOT NULL,
    password_mark text NOT NULL,
    next text,
    tries integer DEFAULT 0 NOT NULL,
    expires timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.pending_sign_in FORCE ROW LEVEL SECURITY;

CREATE TABLE public.permissiongroup (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    read public.permission[] DEFAULT '{}'::public.permission[] NOT NULL,
    write public.permission[] DEFAULT '{}'::public.permission[] NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.permissiongroup FORCE ROW LEVEL SECURITY;

ALTER TABLE public.permissiongroup ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.permissiongroup_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.phonenumber ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.phonenumber_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.prescription (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    status integer DEFAULT 1 NOT NULL,
    client bigint NOT NULL,
    department bigint NOT NULL,
    prescriber bigint NOT NULL,
    consultation bigint,
    issue_time timestamp with time zone NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created_user bigint NOT NULL,
    modified_user bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    created_application bigint,
    modified_application bigint,
    status_message text DEFAULT ''::text NOT NULL,
    message_read_by bigint,
    CONSTRAINT prescription_message_read_check CHECK (((message_read_by IS NULL) OR (status = ANY (ARRAY[5, 7, 8])))),
    CONSTRAINT prescription_status_check CHECK (((status >= 1) AND (status <= 8)))
);

ALTER TABLE ONLY public.prescription FORCE ROW LEVEL SECURITY;

ALTER TABLE public.prescription ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prescription_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.prescription_item (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    prescription bigint NOT NULL,
    name text NOT NULL,
    strength text NOT NULL,
    instructions text NOT NULL,
    quantity_packages integer NOT NULL,
    repeat_number integer DEFAULT 1 NOT NULL,
    valid_until date NOT NULL,
    created_user bigint NOT NULL,
    modified_user bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    warning_reason text DEFAULT ''::text NOT NULL,
    CONSTRAINT prescription_item_quantity_packages_check CHECK ((quantity_packages > 0)),
    CONSTRAINT prescription_item_repeat_number_check CHECK ((repeat_number > 0))
);

ALTER TABLE ONLY public.prescription_item FORCE ROW LEVEL SECURITY;

ALTER TABLE public.prescription_item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.prescription_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.prescription_item_patient (
    organisation integer DEFAULT public.organisation() NOT NULL,
    prescription_item bigint NOT NULL,
    prescription bigint NOT NULL,
    patient bigint NOT NULL
);

ALTER TABLE ONLY public.prescription_item_patient FORCE ROW LEVEL SECURITY;

CREATE TABLE public.price_change (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    item_types integer[] DEFAULT '{}'::integer[] NOT NULL,
    item_list bigint,
    vat_group bigint,
    search_term text DEFAULT ''::text NOT NULL,
    percentage_change numeric(5,2),
    amount_change numeric(10,4),
    basis text DEFAULT 'price_with_vat'::text NOT NULL,
    round_to numeric(8,4),
    rounding text DEFAULT 'nearest'::text NOT NULL,
    matched integer NOT NULL,
    changed integer NOT NULL,
    undone timestamp with time zone,
    restored integer DEFAULT 0 NOT NULL,
    kept integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT price_change_amount_change_check CHECK ((amount_change < 'NaN'::numeric)),
    CONSTRAINT price_change_basis_check CHECK ((basis = ANY (ARRAY['price_with_vat'::text, 'price'::text]))),
    CONSTRAINT price_change_check CHECK (((changed >= 0) AND (changed <= matched))),
    CONSTRAINT price_change_check1 CHECK (((percentage_change IS NULL) <> (amount_change IS NULL))),
    CONSTRAINT price_change_check2 CHECK (((restored + kept) =
CASE
    WHEN (undone IS NULL) THEN 0
    ELSE changed
END)),
    CONSTRAINT price_change_kept_check CHECK ((kept >= 0)),
    CONSTRAINT price_change_matched_check CHECK ((matched >= 0)),
    CONSTRAINT price_change_percentage_change_check CHECK (((percentage_change >= ('-100'::integer)::numeric) AND (percentage_change < 'NaN'::numeric))),
    CONSTRAINT price_change_restored_check CHECK ((restored >= 0)),
    CONSTRAINT price_change_round_to_check CHECK (((round_to > (0)::numeric) AND (round_to < 'NaN'::numeric))),
    CONSTRAINT price_change_rounding_check CHECK ((rounding = ANY (ARRAY['nearest'::text, 'up'::text, 'down'::text])))
);

ALTER TABLE ONLY public.price_change FORCE ROW LEVEL SECURITY;

ALTER TABLE public.price_change ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.price_change_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.price_change_item (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    price_change bigint NOT NULL,
    item bigint NOT NULL,
    old_price numeric(12,4) NOT NULL,
    new_price numeric(12,4) NOT NULL,
    vat_percentage numeric(4,2) NOT NULL,
    occurred timestamp with time zone NOT NULL,
    restored timestamp with time zone,
    kept_price numeric(12,4),
    CONSTRAINT price_change_item_check CHECK ((old_price <> new_price)),
    CONSTRAINT price_change_item_check1 CHECK (((restored IS NULL) OR (kept_price IS NULL)))
);

ALTER TABLE ONLY public.price_change_item FORCE ROW LEVEL SECURITY;

ALTER TABLE public.price_change_item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.price_change_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reason (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    duration integer DEFAULT 15 NOT NULL,
    available_online boolean DEFAULT false NOT NULL,
    color text DEFAULT ''::text NOT NULL,
    instructions text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT reason_duration_check CHECK ((duration > 0))
);

ALTER TABLE ONLY public.reason FORCE ROW LEVEL SECURITY;

ALTER TABLE public.reason ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reason_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.reason_item (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    reason bigint NOT NULL,
    item bigint NOT NULL,
    quantity numeric(12,3) DEFAULT 1 NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT reason_item_quantity_check CHECK (((quantity > (0)::numeric) AND (quantity < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.reason_item FORCE ROW LEVEL SECURITY;

ALTER TABLE public.reason_item ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.reason_item_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.recall (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    patient bigint NOT NULL,
    item bigint NOT NULL,
    consultation bigint NOT NULL,
    consultation_item bigint NOT NULL,
    department bigint NOT NULL,
    given date NOT NULL,
    due date NOT NULL,
    replaced_by bigint,
    queued timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    called timestamp with time zone,
    call_note text DEFAULT ''::text NOT NULL
);

ALTER TABLE ONLY public.recall FORCE ROW LEVEL SECURITY;

ALTER TABLE public.recall ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.recall_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.receiptline (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    wholesaler bigint NOT NULL,
    external_id text NOT NULL,
    status integer DEFAULT 0 NOT NULL,
    reason text DEFAULT ''::text NOT NULL,
    quantity numeric(12,3),
    product_number text DEFAULT ''::text NOT NULL,
    barcode text DEFAULT ''::text NOT NULL,
    product_name text DEFAULT ''::text NOT NULL,
    invoice_number text DEFAULT ''::text NOT NULL,
    invoice_date date,
    batch_number text DEFAULT ''::text NOT NULL,
    expiry_date date,
    "order" bigint,
    item bigint,
    matched_by text DEFAULT ''::text NOT NULL,
    department bigint,
    outcome jsonb NOT NULL,
    units numeric(24,3),
    attached_units numeric(24,3),
    reviewed_by bigint,
    reviewed timestamp with time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT receiptline_check CHECK (((attached_units >= (0)::numeric) AND (attached_units <= units))),
    CONSTRAINT receiptline_check1 CHECK (((status = 3) = (reason <> ''::text))),
    CONSTRAINT receiptline_check2 CHECK (((status = 3) OR ((quantity IS NOT NULL) AND (department IS NOT NULL)))),
    CONSTRAINT receiptline_check3 CHECK (((status = 1) = (units IS NOT NULL))),
    CONSTRAINT receiptline_check4 CHECK (((units IS NULL) = (attached_units IS NULL))),
    CONSTRAINT receiptline_check5 CHECK (((status <> 1) OR (item IS NOT NULL))),
    CONSTRAINT receiptline_check6 CHECK (((status = ANY (ARRAY[1, 2])) = (reviewed IS NOT NULL))),
    CONSTRAINT receiptline_check7 CHECK (((reviewed IS NULL) = (reviewed_by IS NULL))),
    CONSTRAINT receiptline_quantity_check CHECK (((quantity >= (0)::numeric) AND (quantity < 'NaN'::numeric))),
    CONSTRAINT receiptline_status_check CHECK (((status >= 0) AND (status <= 3))),
    CONSTRAINT receiptline_units_check CHECK (((units >= (0)::numeric) AND (units < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.receiptline FORCE ROW LEVEL SECURITY;

ALTER TABLE public.receiptline ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.receiptline_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.recovery_code (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.recovery_code FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_state (
    organisation integer DEFAULT public.organisation() NOT NULL,
    failing_deliveries integer DEFAULT 0 NOT NULL,
    CONSTRAINT sandbox_state_failing_deliveries_check CHECK ((failing_deliveries >= 0))
);

ALTER TABLE ONLY public.sandbox_state FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sandbox_template (
    organisation integer NOT NULL,
    today date NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE public.second_factor (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    "user" bigint NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    secret bytea,
    last_step bigint,
    credential text,
    public_key text,
    counter bigint DEFAULT 0 NOT NULL,
    transports text[] DEFAULT '{}'::text[] NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    confirmed timestamp with time zone,
    last_used timestamp with time zone,
    browser text,
    CONSTRAINT second_factor_check CHECK (((kind = 'totp'::text) = (secret IS NOT NULL))),
    CONSTRAINT second_factor_check1 CHECK (((kind = 'passkey'::text) = ((credential IS NOT NULL) AND (public_key IS NOT NULL)))),
    CONSTRAINT second_factor_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text])))
);

ALTER TABLE ONLY public.second_factor FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhook (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    trigger integer NOT NULL,
    url text NOT NULL,
    content_type integer DEFAULT 2 NOT NULL,
    department bigint,
    active boolean DEFAULT true NOT NULL,
    disabled_reason text DEFAULT ''::text NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_until timestamp with time zone,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT webhook_check CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((disabled_reason = ''::text) OR (NOT active))),
    CONSTRAINT webhook_content_type_check CHECK ((content_type = ANY (ARRAY[1, 2])))
);

ALTER TABLE ONLY public.webhook FORCE ROW LEVEL SECURITY;

CREATE TABLE public.wholesaler (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    type integer DEFAULT 0 NOT NULL,
    available_wholesaler bigint,
    parent bigint,
    department bigint,
    customer_number text DEFAULT ''::text NOT NULL,
    customer_username text DEFAULT ''::text NOT NULL,
    customer_password bytea,
    email text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    street_address text DEFAULT ''::text NOT NULL,
    zip_code text DEFAULT ''::text NOT NULL,
    city text DEFAULT ''::text NOT NULL,
    country text DEFAULT ''::text NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    archived_with_parent boolean DEFAULT false NOT NULL,
    catalog bigint,
    previous_catalog bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT wholesaler_check CHECK ((archived OR (NOT archived_with_parent))),
    CONSTRAINT wholesaler_check1 CHECK (((type = 1) = (available_wholesaler IS NOT NULL))),
    CONSTRAINT wholesaler_check2 CHECK (((parent IS NULL) = (department IS NULL))),
    CONSTRAINT wholesaler_type_check CHECK ((type = ANY (ARRAY[0, 1])))
);

ALTER TABLE ONLY public.wholesaler FORCE ROW LEVEL SECURITY;

CREATE VIEW public.sealed_value WITH (security_invoker='true') AS
 SELECT available_wholesaler.organisation,
    'available_wholesaler'::text AS source,
    'verification_salt'::text AS field,
    available_wholesaler.id,
    available_wholesaler.verification_salt AS sealed
   FROM public.available_wholesaler
UNION ALL
 SELECT webhook.organisation,
    'webhook'::text AS source,
    'secret'::text AS field,
    webhook.id,
    webhook.secret AS sealed
   FROM public.webhook
UNION ALL
 SELECT webhook.organisation,
    'webhook'::text AS source,
    'previous_secret'::text AS field,
    webhook.id,
    webhook.previous_secret AS sealed
   FROM public.webhook
  WHERE (webhook.previous_secret IS NOT NULL)
UNION ALL
 SELECT wholesaler.organisation,
    'wholesaler'::text AS source,
    'customer_password'::text AS field,
    wholesaler.id,
    wholesaler.customer_password AS sealed
   FROM public.wholesaler
  WHERE (wholesaler.customer_password IS NOT NULL)
UNION ALL
 SELECT message_settings.organisation,
    'message_settings'::text AS source,
    'smtp_password'::text AS field,
    message_settings.id,
    message_settings.smtp_password AS sealed
   FROM public.message_settings
  WHERE (message_settings.smtp_password IS NOT NULL)
UNION ALL
 SELECT message_settings.organisation,
    'message_settings'::text AS source,
    'sms_token'::text AS field,
    message_settings.id,
    message_settings.sms_token AS sealed
   FROM public.message_settings
  WHERE (message_settings.sms_token IS NOT NULL)
UNION ALL
 SELECT second_factor.organisation,
    'second_factor'::text AS source,
    'secret'::text AS field,
    second_factor.id,
    second_factor.secret AS sealed
   FROM public.second_factor
  WHERE (second_factor.secret IS NOT NULL);

ALTER TABLE public.second_factor ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.second_factor_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.security_event (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    occurred timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    kind text NOT NULL,
    "user" bigint,
    actor bigint,
    application bigint,
    address text DEFAULT ''::text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    request text DEFAULT ''::text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    streamed boolean DEFAULT false NOT NULL,
    CONSTRAINT security_event_details_check CHECK ((jsonb_typeof(details) = 'object'::text)),
    CONSTRAINT security_event_kind_check CHECK ((kind ~ '^[a-z_]+(\.[a-z_]+)?$'::text))
);

ALTER TABLE ONLY public.security_event FORCE ROW LEVEL SECURITY;

ALTER TABLE public.security_event ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.security_event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.security_settings (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id integer GENERATED ALWAYS AS (organisation) STORED NOT NULL,
    second_factor_required boolean DEFAULT false NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.security_settings FORCE ROW LEVEL SECURITY;

CREATE TABLE public.session (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id text NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    expires timestamp with time zone NOT NULL,
    public_id text DEFAULT replace((gen_random_uuid())::text, '-'::text, ''::text) NOT NULL,
    last_used timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    locked timestamp with time zone,
    address text DEFAULT ''::text NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    factors text[] DEFAULT '{password}'::text[] NOT NULL,
    confirmed timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT session_factors_check CHECK (((factors <@ ARRAY['password'::text, 'totp'::text, 'passkey'::text, 'recovery'::text]) AND (factors <> '{}'::text[])))
);

ALTER TABLE ONLY public.session FORCE ROW LEVEL SECURITY;

CREATE TABLE public.shift (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    "user" bigint NOT NULL,
    department bigint NOT NULL,
    weekday integer,
    date date,
    start time without time zone,
    "end" time without time zone,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT shift_check CHECK (((weekday IS NULL) <> (date IS NULL))),
    CONSTRAINT shift_check1 CHECK (((start IS NULL) = ("end" IS NULL))),
    CONSTRAINT shift_check2 CHECK (((date IS NOT NULL) OR (start IS NOT NULL))),
    CONSTRAINT shift_check3 CHECK (("end" > start)),
    CONSTRAINT shift_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

ALTER TABLE ONLY public.shift FORCE ROW LEVEL SECURITY;

ALTER TABLE public.shift ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.shift_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.species (
    id integer NOT NULL,
    code text NOT NULL,
    name text NOT NULL,
    equine boolean DEFAULT false NOT NULL,
    archived boolean DEFAULT false NOT NULL
);

CREATE TABLE public.stock_level (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    item bigint NOT NULL,
    department bigint NOT NULL,
    batch_number text DEFAULT ''::text NOT NULL,
    expiry_date date,
    on_hand numeric(24,3) DEFAULT 0 NOT NULL,
    negative boolean GENERATED ALWAYS AS ((on_hand < (0)::numeric)) STORED NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT stock_level_on_hand_check CHECK ((on_hand < 'NaN'::numeric))
);

ALTER TABLE ONLY public.stock_level FORCE ROW LEVEL SECURITY;

ALTER TABLE public.stock_level ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stock_level_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.stock_movement (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    stock_level bigint NOT NULL,
    item bigint NOT NULL,
    department bigint NOT NULL,
    batch_number text NOT NULL,
    expiry_date date,
    quantity numeric(24,3) NOT NULL,
    cause integer NOT NULL,
    batch_assumed boolean DEFAULT false NOT NULL,
    counted numeric(24,3),
    reason text DEFAULT ''::text NOT NULL,
    consultation bigint,
    consultation_item bigint,
    countersale bigint,
    countersale_item bigint,
    invoicerow bigint,
    client bigint,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    order_item bigint,
    receipt_line bigint,
    other_department bigint,
    CONSTRAINT stock_movement_cause_check CHECK (((cause >= 1) AND (cause <= 8))),
    CONSTRAINT stock_movement_check CHECK (((cause = 3) = (invoicerow IS NOT NULL))),
    CONSTRAINT stock_movement_check1 CHECK (((cause = 4) = (counted IS NOT NULL))),
    CONSTRAINT stock_movement_check2 CHECK (((cause <> 5) OR (reason <> ''::text))),
    CONSTRAINT stock_movement_check3 CHECK (((quantity <> (0)::numeric) OR (cause = 4))),
    CONSTRAINT stock_movement_check4 CHECK (((cause = 6) = (order_item IS NOT NULL))),
    CONSTRAINT stock_movement_check5 CHECK (((cause = 7) = (receipt_line IS NOT NULL))),
    CONSTRAINT stock_movement_counted_check CHECK (((counted >= (0)::numeric) AND (counted < 'NaN'::numeric))),
    CONSTRAINT stock_movement_other_department_check CHECK ((other_department <> department)),
    CONSTRAINT stock_movement_quantity_check CHECK ((quantity < 'NaN'::numeric)),
    CONSTRAINT stock_movement_transfer_check CHECK (((cause = 8) = (other_department IS NOT NULL)))
);

ALTER TABLE ONLY public.stock_movement FORCE ROW LEVEL SECURITY;

ALTER TABLE public.stock_movement ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.stock_movement_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.storage_used (
    organisation integer DEFAULT public.organisation() NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    files bigint DEFAULT 0 NOT NULL,
    pending bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.storage_used FORCE ROW LEVEL SECURITY;

CREATE TABLE public.stray_file (
    organisation integer DEFAULT public.organisation() NOT NULL,
    key uuid NOT NULL,
    due timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    open_until timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    doomed boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.stray_file FORCE ROW LEVEL SECURITY;

CREATE TABLE public.suffix (
    organisation integer DEFAULT public.organisation() NOT NULL,
    field smallint NOT NULL,
    suffix text NOT NULL COLLATE pg_catalog."C",
    record bigint NOT NULL
);

ALTER TABLE ONLY public.suffix FORCE ROW LEVEL SECURITY;

CREATE TABLE public.text_template (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    name text NOT NULL,
    shortcut text DEFAULT ''::text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    language text DEFAULT ''::text NOT NULL,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT text_template_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'discharge'::text, 'prescription'::text, 'message'::text, 'other'::text])))
);

ALTER TABLE ONLY public.text_template FORCE ROW LEVEL SECURITY;

ALTER TABLE public.text_template ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.text_template_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.unallocatedpayment (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    department bigint NOT NULL,
    client bigint NOT NULL,
    payment_type integer NOT NULL,
    paid numeric(14,2) NOT NULL,
    unused_amount numeric(14,2) NOT NULL,
    fully_used boolean GENERATED ALWAYS AS ((unused_amount = (0)::numeric)) STORED NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    refunds bigint,
    external_id text DEFAULT ''::text NOT NULL,
    metadata text DEFAULT '{}'::text NOT NULL,
    added date NOT NULL,
    "user" bigint,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT unallocatedpayment_check CHECK (((unused_amount >= (0)::numeric) AND (unused_amount <= GREATEST(paid, (0)::numeric)))),
    CONSTRAINT unallocatedpayment_check1 CHECK (((refunds IS NOT NULL) = (paid < (0)::numeric))),
    CONSTRAINT unallocatedpayment_metadata_check CHECK ((json_typeof((metadata)::json) = 'object'::text)),
    CONSTRAINT unallocatedpayment_paid_check CHECK (((paid <> (0)::numeric) AND (paid < 'NaN'::numeric))),
    CONSTRAINT unallocatedpayment_payment_type_check CHECK ((payment_type = ANY (ARRAY[0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 15])))
);

ALTER TABLE ONLY public.unallocatedpayment FORCE ROW LEVEL SECURITY;

ALTER TABLE public.unallocatedpayment ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.unallocatedpayment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public."user" (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    first_name text DEFAULT ''::text NOT NULL,
    last_name text DEFAULT ''::text NOT NULL,
    email text DEFAULT ''::text NOT NULL,
    title text DEFAULT ''::text NOT NULL,
    initials text DEFAULT ''::text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    is_virtual boolean DEFAULT false NOT NULL,
    home_department bigint,
    password_hash text,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    erased timestamp with time zone,
    CONSTRAINT user_check CHECK ((is_virtual OR (email <> ''::text) OR (erased IS NOT NULL)))
);

ALTER TABLE ONLY public."user" FORCE ROW LEVEL SECURITY;

ALTER TABLE public."user" ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.user_permissiongroup (
    organisation integer DEFAULT public.organisation() NOT NULL,
    "user" bigint NOT NULL,
    permissiongroup bigint NOT NULL
);

ALTER TABLE ONLY public.user_permissiongroup FORCE ROW LEVEL SECURITY;

CREATE TABLE public.user_preference (
    organisation integer DEFAULT public.organisation() NOT NULL,
    "user" bigint NOT NULL,
    name text NOT NULL,
    value jsonb NOT NULL
);

ALTER TABLE ONLY public.user_preference FORCE ROW LEVEL SECURITY;

CREATE TABLE public.vatgroup (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    title text NOT NULL,
    percentage numeric(4,2) NOT NULL,
    account_number bigint,
    archived boolean DEFAULT false NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT vatgroup_percentage_check CHECK (((percentage >= (0)::numeric) AND (percentage < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.vatgroup FORCE ROW LEVEL SECURITY;

ALTER TABLE public.vatgroup ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.vatgroup_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.vital (
    organisation integer DEFAULT public.organisation() NOT NULL,
    id bigint NOT NULL,
    patient bigint NOT NULL,
    consultation bigint,
    measured_at timestamp with time zone NOT NULL,
    temperature numeric(4,1),
    heart_rate integer,
    respiratory_rate integer,
    capillary_refill numeric(3,1),
    systolic_pressure integer,
    diastolic_pressure integer,
    oxygen_saturation numeric(4,1),
    blood_glucose numeric(5,2),
    pain_score integer,
    body_condition_score integer,
    mucous_membranes text DEFAULT ''::text NOT NULL,
    remarks text DEFAULT ''::text NOT NULL,
    "user" bigint NOT NULL,
    created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    modified timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT vital_blood_glucose_check CHECK (((blood_glucose >= (0)::numeric) AND (blood_glucose < 'NaN'::numeric))),
    CONSTRAINT vital_body_condition_score_check CHECK (((body_condition_score >= 1) AND (body_condition_score <= 9))),
    CONSTRAINT vital_capillary_refill_check CHECK (((capillary_refill >= (0)::numeric) AND (capillary_refill < 'NaN'::numeric))),
    CONSTRAINT vital_diastolic_pressure_check CHECK ((diastolic_pressure > 0)),
    CONSTRAINT vital_heart_rate_check CHECK ((heart_rate >= 0)),
    CONSTRAINT vital_oxygen_saturation_check CHECK (((oxygen_saturation >= (0)::numeric) AND (oxygen_saturation <= (100)::numeric))),
    CONSTRAINT vital_pain_score_check CHECK (((pain_score >= 0) AND (pain_score <= 10))),
    CONSTRAINT vital_respiratory_rate_check CHECK ((respiratory_rate >= 0)),
    CONSTRAINT vital_systolic_pressure_check CHECK ((systolic_pressure > 0)),
    CONSTRAINT vital_temperature_check CHECK (((temperature > (0)::numeric) AND (temperature < 'NaN'::numeric)))
);

ALTER TABLE ONLY public.vital FORCE ROW LEVEL SECURITY;

ALTER TABLE public.vital ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.vital_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.webhook ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.webhook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.wholesaler ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.wholesaler_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.auditevent ATTACH PARTITION partitions.auditevent_default DEFAULT;

ALTER TABLE ONLY public.auditevent
    ADD CONSTRAINT auditevent_pkey PRIMARY KEY (organisation, id, occurred);

ALTER TABLE ONLY partitions.auditevent_default
    ADD CONSTRAINT auditevent_default_pkey PRIMARY KEY (organisation, id, occurred);

ALTER TABLE ONLY partitions.auditevent_default
    ADD CONSTRAINT auditevent_organisation_sequence_key UNIQUE (organisation, sequence);

ALTER TABLE ONLY public.accountingreport
    ADD CONSTRAINT accountingreport_organisation_department_report_number_key UNIQUE (organisation, department, report_number);

ALTER TABLE ONLY public.accountingreport
    ADD CONSTRAINT accountingreport_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.accountnumber
    ADD CONSTRAINT accountnumber_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.alternative_payer
    ADD CONSTRAINT alternative_payer_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.alternativepricing
    ADD CONSTRAINT alternativepricing_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.antibiotic
    ADD CONSTRAINT antibiotic_atc_code_key UNIQUE (atc_code);

ALTER TABLE ONLY public.antibiotic
    ADD CONSTRAINT antibiotic_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_organisation_client_id_key UNIQUE (organisation, client_id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_overlap EXCLUDE USING gist (int8range((organisation)::bigint, (organisation)::bigint, '[]'::text) WITH &&, int8range("user", "user", '[]'::text) WITH &&, tstzrange(start, "end") WITH &&) WHERE ((active AND (NOT allow_overlap)));

ALTER TABLE ONLY public.appointment_patient
    ADD CONSTRAINT appointment_patient_pkey PRIMARY KEY (organisation, appointment, patient);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.appointment_reminder
    ADD CONSTRAINT appointment_reminder_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.appointment_user
    ADD CONSTRAINT appointment_user_pkey PRIMARY KEY (organisation, appointment, "user");

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_pkey PRIMARY KEY (organisation, id);

ALTER TABLE public.attachment
    ADD CONSTRAINT attachment_refusal_check CHECK (((refusal = ''::text) OR (uploaded IS NULL))) NOT VALID;

ALTER TABLE ONLY public.audit_checkpoint
    ADD CONSTRAINT audit_checkpoint_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.available_wholesaler
    ADD CONSTRAINT available_wholesaler_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.awaited_client
    ADD CONSTRAINT awaited_client_pkey PRIMARY KEY (organisation, appointment);

ALTER TABLE ONLY public.backup_run
    ADD CONSTRAINT backup_run_pkey PRIMARY KEY (kind);

ALTER TABLE ONLY public.breed
    ADD CONSTRAINT breed_code_key UNIQUE (code);

ALTER TABLE ONLY public.breed
    ADD CONSTRAINT breed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.breed
    ADD CONSTRAINT breed_species_id_key UNIQUE (species, id);

ALTER TABLE ONLY public.catalog_error
    ADD CONSTRAINT catalog_error_pkey PRIMARY KEY (organisation, upload, line);

ALTER TABLE ONLY public.catalog_import_change
    ADD CONSTRAINT catalog_import_change_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.catalog_import
    ADD CONSTRAINT catalog_import_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.catalog_import_progress
    ADD CONSTRAINT catalog_import_progress_pkey PRIMARY KEY (organisation, catalog_import);

ALTER TABLE ONLY public.catalog_product
    ADD CONSTRAINT catalog_product_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.catalog_upload
    ADD CONSTRAINT catalog_upload_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.catalog_work
    ADD CONSTRAINT catalog_work_pkey PRIMARY KEY (organisation, upload);

ALTER TABLE ONLY public.ceiling_refusal
    ADD CONSTRAINT ceiling_refusal_pkey PRIMARY KEY (organisation, day, code);

ALTER TABLE ONLY public.charge_hint_decline
    ADD CONSTRAINT charge_hint_decline_pkey PRIMARY KEY (organisation, consultation, kind, record);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.consultation_patient
    ADD CONSTRAINT consultation_patient_pkey PRIMARY KEY (organisation, consultation, patient);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.consultationdiagnosis
    ADD CONSTRAINT consultationdiagnosis_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.consultationdischargeinstruction
    ADD CONSTRAINT consultationdischargeinstruction_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.consultationitem_patient
    ADD CONSTRAINT consultationitem_patient_pkey PRIMARY KEY (organisation, consultationitem, patient);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.consultationnote
    ADD CONSTRAINT consultationnote_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.contraindication
    ADD CONSTRAINT contraindication_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.custom_field
    ADD CONSTRAINT custom_field_organisation_content_type_id_key UNIQUE (organisation, content_type, id);

ALTER TABLE ONLY public.custom_field
    ADD CONSTRAINT custom_field_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.deleted
    ADD CONSTRAINT deleted_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.demo_clinic
    ADD CONSTRAINT demo_clinic_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.department
    ADD CONSTRAINT department_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.department_settings
    ADD CONSTRAINT department_settings_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.diagnosis
    ADD CONSTRAINT diagnosis_code_key UNIQUE (code);

ALTER TABLE ONLY public.diagnosis
    ADD CONSTRAINT diagnosis_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.diagnosticimaging_referral
    ADD CONSTRAINT diagnosticimaging_referral_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.duty
    ADD CONSTRAINT duty_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.email_change
    ADD CONSTRAINT email_change_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.email_link
    ADD CONSTRAINT email_link_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_organisation_resource_record_key UNIQUE (organisation, resource, record);

ALTER TABLE ONLY public.erasure
    ADD CONSTRAINT erasure_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.factor_mark
    ADD CONSTRAINT factor_mark_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.file_scan
    ADD CONSTRAINT file_scan_pkey PRIMARY KEY (organisation, attachment);

ALTER TABLE ONLY public.follower
    ADD CONSTRAINT follower_pkey PRIMARY KEY (organisation, name);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (organisation, account, key);

ALTER TABLE ONLY public.import_file
    ADD CONSTRAINT import_file_pkey PRIMARY KEY (organisation, import, kind);

ALTER TABLE ONLY public.import
    ADD CONSTRAINT import_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_pkey PRIMARY KEY (organisation, kind, reference);

ALTER TABLE ONLY public.import_row
    ADD CONSTRAINT import_row_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.integration_settings
    ADD CONSTRAINT integration_settings_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.invoice_series
    ADD CONSTRAINT invoice_series_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.legacy_key
    ADD CONSTRAINT legacy_key_organisation_key_hash_key UNIQUE (organisation, key_hash);

ALTER TABLE ONLY public.legacy_key
    ADD CONSTRAINT legacy_key_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.listitem
    ADD CONSTRAINT listitem_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.message_settings
    ADD CONSTRAINT message_settings_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.oauth_record
    ADD CONSTRAINT oauth_record_pkey PRIMARY KEY (organisation, model, id);

ALTER TABLE ONLY public.onlinebookingclient
    ADD CONSTRAINT onlinebookingclient_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.onlinebookingpatient
    ADD CONSTRAINT onlinebookingpatient_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.orderitem
    ADD CONSTRAINT orderitem_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_organisation_id_key UNIQUE (organisation, id);

ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.patient
    ADD CONSTRAINT patient_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.patientweight
    ADD CONSTRAINT patientweight_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.pending_sign_in
    ADD CONSTRAINT pending_sign_in_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.permissiongroup
    ADD CONSTRAINT permissiongroup_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.phonenumber
    ADD CONSTRAINT phonenumber_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.prescription_item_patient
    ADD CONSTRAINT prescription_item_patient_pkey PRIMARY KEY (organisation, prescription_item, patient);

ALTER TABLE ONLY public.prescription_item
    ADD CONSTRAINT prescription_item_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.price_change_item
    ADD CONSTRAINT price_change_item_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.price_change
    ADD CONSTRAINT price_change_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.reason_item
    ADD CONSTRAINT reason_item_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.reason
    ADD CONSTRAINT reason_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.sandbox_state
    ADD CONSTRAINT sandbox_state_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.sandbox_template
    ADD CONSTRAINT sandbox_template_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.security_settings
    ADD CONSTRAINT security_settings_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.shift
    ADD CONSTRAINT shift_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.species
    ADD CONSTRAINT species_code_key UNIQUE (code);

ALTER TABLE ONLY public.species
    ADD CONSTRAINT species_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.stock_level
    ADD CONSTRAINT stock_level_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.storage_used
    ADD CONSTRAINT storage_used_pkey PRIMARY KEY (organisation);

ALTER TABLE ONLY public.stray_file
    ADD CONSTRAINT stray_file_pkey PRIMARY KEY (organisation, key);

ALTER TABLE ONLY public.suffix
    ADD CONSTRAINT suffix_pkey PRIMARY KEY (organisation, field, suffix, record);

ALTER TABLE ONLY public.text_template
    ADD CONSTRAINT text_template_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.user_permissiongroup
    ADD CONSTRAINT user_permissiongroup_pkey PRIMARY KEY (organisation, "user", permissiongroup);

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.user_preference
    ADD CONSTRAINT user_preference_pkey PRIMARY KEY (organisation, "user", name);

ALTER TABLE ONLY public.vatgroup
    ADD CONSTRAINT vatgroup_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.vital
    ADD CONSTRAINT vital_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (organisation, id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_pkey PRIMARY KEY (organisation, id);

CREATE INDEX auditevent_occurred ON ONLY public.auditevent USING btree (organisation, occurred);

CREATE INDEX auditevent_occurred ON partitions.auditevent_default USING btree (organisation, occurred);

CREATE INDEX auditevent_record ON ONLY public.auditevent USING btree (organisation, resource, record, id);

CREATE INDEX auditevent_record ON partitions.auditevent_default USING btree (organisation, resource, record, id);

CREATE INDEX auditevent_request ON ONLY public.auditevent USING btree (organisation, request);

CREATE INDEX auditevent_request ON partitions.auditevent_default USING btree (organisation, request);

CREATE INDEX auditevent_user ON ONLY public.auditevent USING btree (organisation, "user", id);

CREATE INDEX auditevent_user ON partitions.auditevent_default USING btree (organisation, "user", id);

CREATE INDEX accountingreport_created_user ON public.accountingreport USING btree (organisation, created_user);

CREATE INDEX accountingreport_modified ON public.accountingreport USING btree (organisation, modified, id);

CREATE INDEX accountnumber_department ON public.accountnumber USING btree (organisation, department);

CREATE INDEX accountnumber_modified ON public.accountnumber USING btree (organisation, modified, id);

CREATE UNIQUE INDEX accountnumber_same ON public.accountnumber USING btree (organisation, number, description, COALESCE(department, (0)::bigint));

CREATE INDEX alternative_payer_client ON public.alternative_payer USING btree (organisation, client);

CREATE INDEX alternative_payer_modified ON public.alternative_payer USING btree (organisation, modified, id);

CREATE INDEX alternative_payer_patient ON public.alternative_payer USING btree (organisation, patient);

CREATE INDEX alternativepricing_department ON public.alternativepricing USING btree (organisation, department);

CREATE INDEX alternativepricing_item ON public.alternativepricing USING btree (organisation, item);

CREATE INDEX alternativepricing_modified ON public.alternativepricing USING btree (organisation, modified, id);

CREATE INDEX application_allowed_origins ON public.application USING btree (organisation) WHERE ((allowed_origins <> '{}'::text[]) AND (NOT archived));

CREATE INDEX application_modified ON public.application USING btree (organisation, modified, id);

CREATE UNIQUE INDEX application_name ON public.application USING btree (organisation, lower(name));

CREATE UNIQUE INDEX application_user ON public.application USING btree (organisation, "user");

CREATE INDEX appointment_client ON public.appointment USING btree (organisation, client, start);

CREATE INDEX appointment_consultation ON public.appointment USING btree (organisation, consultation);

CREATE INDEX appointment_department ON public.appointment USING btree (organisation, department, start);

CREATE INDEX appointment_modified ON public.appointment USING btree (organisation, modified, id);

CREATE INDEX appointment_of_user ON public.appointment USING btree (organisation, "user", start);

CREATE INDEX appointment_patient_patient ON public.appointment_patient USING btree (organisation, patient);

CREATE INDEX appointment_reason ON public.appointment USING btree (organisation, reason);

CREATE INDEX appointment_reminder_appointment ON public.appointment_reminder USING btree (organisation, appointment, id);

CREATE UNIQUE INDEX appointment_reminder_automatic ON public.appointment_reminder USING btree (organisation, appointment) WHERE automatic;

CREATE INDEX appointment_reminder_due ON public.appointment_reminder USING btree (due) WHERE ((queued IS NULL) AND (due IS NOT NULL));

CREATE INDEX appointment_reminder_modified ON public.appointment_reminder USING btree (organisation, modified, id);

CREATE INDEX appointment_reminder_waiting ON public.appointment_reminder USING btree (organisation, due) WHERE (queued IS NULL);

CREATE INDEX appointment_start ON public.appointment USING btree (organisation, start, id);

CREATE INDEX appointment_user_user ON public.appointment_user USING btree (organisation, "user");

CREATE INDEX attachment_awaited ON public.attachment USING btree (organisation, id) WHERE (uploaded IS NULL);

CREATE INDEX attachment_client ON public.attachment USING btree (organisation, client);

CREATE INDEX attachment_consultation ON public.attachment USING btree (organisation, consultation);

CREATE INDEX attachment_invoice ON public.attachment USING btree (organisation, invoice);

CREATE INDEX attachment_modified ON public.attachment USING btree (organisation, modified, id);

CREATE INDEX attachment_patient ON public.attachment USING btree (organisation, patient);

CREATE INDEX available_wholesaler_application ON public.available_wholesaler USING btree (organisation, application);

CREATE INDEX available_wholesaler_modified ON public.available_wholesaler USING btree (organisation, modified, id);

CREATE INDEX awaited_client_due ON public.awaited_client USING btree (organisation, due) WHERE (due IS NOT NULL);

CREATE INDEX awaited_client_next ON public.awaited_client USING btree (due) WHERE (due IS NOT NULL);

CREATE INDEX catalog_import_change_catalog_import ON public.catalog_import_change USING btree (organisation, catalog_import, kind, id);

CREATE INDEX catalog_import_change_item ON public.catalog_import_change USING btree (organisation, item, id);

CREATE INDEX catalog_import_modified ON public.catalog_import USING btree (organisation, modified, id);

CREATE INDEX catalog_import_state ON public.catalog_import USING btree (organisation, state, id);

CREATE INDEX catalog_import_upload ON public.catalog_import USING btree (organisation, upload);

CREATE INDEX catalog_import_vat_group ON public.catalog_import USING btree (organisation, vat_group);

CREATE INDEX catalog_import_waiting ON public.catalog_import USING btree (organisation, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE INDEX catalog_import_wholesaler ON public.catalog_import USING btree (organisation, wholesaler, id);

CREATE INDEX catalog_product_barcode ON public.catalog_product USING btree (organisation, barcode);

CREATE UNIQUE INDEX catalog_product_number ON public.catalog_product USING btree (organisation, upload, product_number);

CREATE INDEX catalog_upload_modified ON public.catalog_upload USING btree (organisation, modified, id);

CREATE INDEX catalog_upload_status ON public.catalog_upload USING btree (organisation, status, id);

CREATE INDEX catalog_upload_wholesaler ON public.catalog_upload USING btree (organisation, wholesaler, id);

CREATE INDEX catalog_work_arrived ON public.catalog_work USING btree (due) WHERE ((file_key IS NOT NULL) AND (NOT done));

CREATE INDEX catalog_work_arrived_by_organisation ON public.catalog_work USING btree (organisation, due) WHERE ((file_key IS NOT NULL) AND (NOT done));

CREATE INDEX catalog_work_awaited ON public.catalog_work USING btree (due) WHERE ((file_key IS NULL) AND (NOT done));

CREATE INDEX catalog_work_awaited_by_organisation ON public.catalog_work USING btree (organisation, due) WHERE ((file_key IS NULL) AND (NOT done));

CREATE INDEX catalog_work_done ON public.catalog_work USING btree (due) WHERE done;

CREATE UNIQUE INDEX catalog_work_storage_key ON public.catalog_work USING btree (organisation, storage_key);

CREATE INDEX ceiling_refusal_day ON public.ceiling_refusal USING btree (day);

CREATE INDEX charge_hint_decline_user ON public.charge_hint_decline USING btree (organisation, "user");

CREATE INDEX client_email ON public.client USING btree (organisation, email);

CREATE INDEX client_email_any_case ON public.client USING btree (organisation, lower(email));

CREATE INDEX client_home_department ON public.client USING btree (organisation, home_department);

CREATE INDEX client_invoicing_client ON public.client USING btree (organisation, invoicing_client);

CREATE INDEX client_message_appointment ON public.client_message USING btree (organisation, appointment, id);

CREATE INDEX client_message_channel ON public.client_message USING btree (organisation, channel, id);

CREATE INDEX client_message_client ON public.client_message USING btree (organisation, client, id);

CREATE INDEX client_message_consultation ON public.client_message USING btree (organisation, consultation, id) WHERE (consultation IS NOT NULL);

CREATE INDEX client_message_created ON public.client_message USING btree (organisation, created, id);

CREATE INDEX client_message_created_user ON public.client_message USING btree (organisation, created_user, id) WHERE (created_user IS NOT NULL);

CREATE INDEX client_message_department ON public.client_message USING btree (organisation, department, id);

CREATE INDEX client_message_due ON public.client_message USING btree (GREATEST(due, available)) WHERE (status < 3);

CREATE INDEX client_message_invoice ON public.client_message USING btree (organisation, invoice, id);

CREATE INDEX client_message_kind ON public.client_message USING btree (organisation, kind, id);

CREATE INDEX client_message_patient ON public.client_message USING btree (organisation, patient, id);

CREATE INDEX client_message_recall ON public.client_message USING btree (organisation, recall, id);

CREATE INDEX client_message_recipient ON public.client_message USING btree (organisation, lower(recipient), last_attempt);

CREATE INDEX client_message_reminder ON public.client_message USING btree (organisation, reminder, id);

CREATE UNIQUE INDEX client_message_request ON public.client_message USING btree (organisation, kind, channel, request);

CREATE INDEX client_message_status ON public.client_message USING btree (organisation, status, id);

CREATE INDEX client_message_waiting ON public.client_message USING btree (organisation, channel, due, id) WHERE (status < 3);

CREATE INDEX client_modified ON public.client USING btree (organisation, modified, id);

CREATE INDEX client_sort_name ON public.client USING btree (organisation, sort_name, id);

CREATE INDEX consultation_alternative_payer ON public.consultation USING btree (organisation, alternative_payer);

CREATE INDEX consultation_client ON public.consultation USING btree (organisation, client);

CREATE INDEX consultation_department ON public.consultation USING btree (organisation, department, started);

CREATE INDEX consultation_modified ON public.consultation USING btree (organisation, modified, id);

CREATE INDEX consultation_patient_back ON public.consultation_patient USING btree (organisation, patient);

CREATE INDEX consultation_reason ON public.consultation USING btree (organisation, reason);

CREATE INDEX consultation_started ON public.consultation USING btree (organisation, started);

CREATE INDEX consultation_status ON public.consultation USING btree (organisation, status);

CREATE INDEX consultation_unsent ON public.consultation USING btree (organisation, id) WHERE (external_sent IS NULL);

CREATE INDEX consultation_veterinarian ON public.consultation USING btree (organisation, supervising_veterinarian);

CREATE INDEX consultationdiagnosis_consultation ON public.consultationdiagnosis USING btree (organisation, consultation, id);

CREATE INDEX consultationdiagnosis_diagnosis ON public.consultationdiagnosis USING btree (diagnosis);

CREATE INDEX consultationdiagnosis_listitem ON public.consultationdiagnosis USING btree (organisation, listitem);

CREATE INDEX consultationdiagnosis_modified ON public.consultationdiagnosis USING btree (organisation, modified, id);

CREATE INDEX consultationdiagnosis_patient ON public.consultationdiagnosis USING btree (organisation, patient);

CREATE INDEX consultationdischargeinstruction_consultation ON public.consultationdischargeinstruction USING btree (organisation, consultation, id);

CREATE INDEX consultationdischargeinstruction_modified ON public.consultationdischargeinstruction USING btree (organisation, modified, id);

CREATE INDEX consultationdischargeinstruction_patient ON public.consultationdischargeinstruction USING btree (organisation, patient);

CREATE INDEX consultationdischargeinstruction_user ON public.consultationdischargeinstruction USING btree (organisation, "user");

CREATE INDEX consultationitem_alternativepricing ON public.consultationitem USING btree (organisation, alternativepricing);

CREATE INDEX consultationitem_consultation ON public.consultationitem USING btree (organisation, consultation, id);

CREATE INDEX consultationitem_item ON public.consultationitem USING btree (organisation, item);

CREATE INDEX consultationitem_modified ON public.consultationitem USING btree (organisation, modified, id);

CREATE INDEX consultationitem_patient_back ON public.consultationitem_patient USING btree (organisation, patient);

CREATE INDEX consultationitem_type ON public.consultationitem USING btree (organisation, type_code, id);

CREATE INDEX consultationitem_vat_group ON public.consultationitem USING btree (organisation, vat_group);

CREATE INDEX consultationitem_veterinarian ON public.consultationitem USING btree (organisation, supervising_veterinarian);

CREATE INDEX consultationnote_consultation ON public.consultationnote USING btree (organisation, consultation, id);

CREATE INDEX consultationnote_modified ON public.consultationnote USING btree (organisation, modified, id);

CREATE INDEX consultationnote_patient ON public.consultationnote USING btree (organisation, patient);

CREATE INDEX consultationnote_user ON public.consultationnote USING btree (organisation, "user");

CREATE INDEX contraindication_modified ON public.contraindication USING btree (organisation, modified, id);

CREATE INDEX contraindication_patient ON public.contraindication USING btree (organisation, patient, id);

CREATE INDEX contraindication_user ON public.contraindication USING btree (organisation, "user");

CREATE INDEX countersale_alternative_payer ON public.countersale USING btree (organisation, alternative_payer);

CREATE INDEX countersale_client ON public.countersale USING btree (organisation, client);

CREATE INDEX countersale_created_user ON public.countersale USING btree (organisation, created_user);

CREATE INDEX countersale_department ON public.countersale USING btree (organisation, department);

CREATE INDEX countersale_modified ON public.countersale USING btree (organisation, modified, id);

CREATE INDEX countersaleitem_alternativepricing ON public.countersaleitem USING btree (organisation, alternativepricing);

CREATE INDEX countersaleitem_countersale ON public.countersaleitem USING btree (organisation, countersale, id);

CREATE INDEX countersaleitem_item ON public.countersaleitem USING btree (organisation, item);

CREATE INDEX countersaleitem_modified ON public.countersaleitem USING btree (organisation, modified, id);

CREATE INDEX countersaleitem_patient ON public.countersaleitem USING btree (organisation, patient);

CREATE INDEX countersaleitem_vat_group ON public.countersaleitem USING btree (organisation, vat_group);

CREATE INDEX custom_field_application ON public.custom_field USING btree (organisation, application);

CREATE INDEX custom_field_modified ON public.custom_field USING btree (organisation, modified, id);

CREATE UNIQUE INDEX custom_field_name ON public.custom_field USING btree (organisation, content_type, lower(name));

CREATE INDEX custom_field_value_client ON public.custom_field_value USING btree (organisation, client) WHERE (client IS NOT NULL);

CREATE INDEX custom_field_value_consultation ON public.custom_field_value USING btree (organisation, consultation) WHERE (consultation IS NOT NULL);

CREATE INDEX custom_field_value_modified ON public.custom_field_value USING btree (organisation, modified, id);

CREATE UNIQUE INDEX custom_field_value_once ON public.custom_field_value USING btree (organisation, field, object_id);

CREATE INDEX custom_field_value_patient ON public.custom_field_value USING btree (organisation, patient) WHERE (patient IS NOT NULL);

CREATE INDEX deleted_modified ON public.deleted USING btree (organisation, modified, id);

CREATE INDEX delivery_attempt_delivery ON public.delivery_attempt USING btree (organisation, delivery, id);

CREATE INDEX delivery_available_wholesaler ON public.delivery USING btree (organisation, available_wholesaler, id);

CREATE INDEX delivery_created ON public.delivery USING btree (organisation, created, id);

CREATE INDEX delivery_delivered ON public.delivery USING btree (delivered) WHERE (status = 1);

CREATE INDEX delivery_due ON public.delivery USING btree (due) WHERE (status = 0);

CREATE UNIQUE INDEX delivery_event_id ON public.delivery USING btree (organisation, event_id, webhook);

CREATE INDEX delivery_failing ON public.delivery USING btree (organisation, webhook, id) WHERE ((status = 2) OR ((status = 0) AND (failure <> ''::text)));

CREATE INDEX delivery_ordered ON public.delivery USING btree (organisation, order_key, id) WHERE ((status = 0) AND (order_key IS NOT NULL));

CREATE INDEX delivery_status ON public.delivery USING btree (organisation, status, id);

CREATE INDEX delivery_trigger ON public.delivery USING btree (organisation, trigger, id);

CREATE INDEX delivery_waiting ON public.delivery USING btree (organisation, endpoint, due, id) WHERE (status = 0);

CREATE INDEX delivery_webhook ON public.delivery USING btree (organisation, webhook, id);

CREATE INDEX department_modified ON public.department USING btree (organisation, modified, id);

CREATE INDEX department_settings_prescription_fee_item ON public.department_settings USING btree (organisation, prescription_fee_item);

CREATE INDEX diagnosticimaging_referral_appointment ON public.diagnosticimaging_referral USING btree (organisation, appointment);

CREATE INDEX diagnosticimaging_referral_modified ON public.diagnosticimaging_referral USING btree (organisation, modified, id);

CREATE UNIQUE INDEX diagnosticimaging_worklist_accession_number ON public.diagnosticimaging_worklist USING btree (organisation, accession_number);

CREATE INDEX diagnosticimaging_worklist_client ON public.diagnosticimaging_worklist USING btree (organisation, client);

CREATE INDEX diagnosticimaging_worklist_consultation ON public.diagnosticimaging_worklist USING btree (organisation, consultation);

CREATE INDEX diagnosticimaging_worklist_department ON public.diagnosticimaging_worklist USING btree (organisation, department);

CREATE INDEX diagnosticimaging_worklist_modified ON public.diagnosticimaging_worklist USING btree (organisation, modified, id);

CREATE INDEX diagnosticimaging_worklist_patient ON public.diagnosticimaging_worklist USING btree (organisation, patient);

CREATE INDEX diagnosticimaging_worklist_requesting_user ON public.diagnosticimaging_worklist USING btree (organisation, requesting_user);

CREATE INDEX diagnosticimaging_worklist_status ON public.diagnosticimaging_worklist USING btree (organisation, status);

CREATE INDEX diagnosticimaging_worklist_veterinarian ON public.diagnosticimaging_worklist USING btree (organisation, supervising_veterinarian);

CREATE INDEX email_change_user ON public.email_change USING btree (organisation, "user", id);

CREATE UNIQUE INDEX email_change_waiting ON public.email_change USING btree (organisation, "user") WHERE (ended IS NULL);

CREATE INDEX email_link_email_change ON public.email_link USING btree (organisation, email_change);

CREATE INDEX email_link_expires ON public.email_link USING btree (expires);

CREATE INDEX erasure_kept ON public.erasure USING btree (organisation, kept_until) WHERE (kept_until IS NOT NULL);

CREATE INDEX erasure_unlisted ON public.erasure USING btree (organisation, id) WHERE (NOT listed);

CREATE INDEX factor_mark_expires ON public.factor_mark USING btree (expires);

CREATE INDEX factor_mark_user ON public.factor_mark USING btree (organisation, "user");

CREATE INDEX file_scan_due ON public.file_scan USING btree (due);

CREATE INDEX file_scan_waiting ON public.file_scan USING btree (organisation, due);

CREATE INDEX idempotency_key_expires ON public.idempotency_key USING btree (expires);

CREATE INDEX import_modified ON public.import USING btree (organisation, modified, id);

CREATE INDEX import_reference_record ON public.import_reference USING btree (organisation, kind, record);

CREATE UNIQUE INDEX import_row_line ON public.import_row USING btree (organisation, import, kind, line);

CREATE INDEX import_row_outcome ON public.import_row USING btree (organisation, import, outcome, id);

CREATE INDEX import_row_reference ON public.import_row USING btree (organisation, import, kind, reference, line);

CREATE INDEX import_running ON public.import USING btree (organisation, id) WHERE (state = ANY (ARRAY['checking'::text, 'running'::text]));

CREATE INDEX invoice_alternative_payer ON public.invoice USING btree (organisation, alternative_payer) WHERE (alternative_payer IS NOT NULL);

CREATE INDEX invoice_by_number ON public.invoice USING btree (organisation, invoice_number);

CREATE INDEX invoice_client ON public.invoice USING btree (organisation, client);

CREATE INDEX invoice_consultation ON public.invoice USING btree (organisation, consultation) WHERE (consultation IS NOT NULL);

CREATE INDEX invoice_countersale ON public.invoice USING btree (organisation, countersale_record) WHERE (countersale_record IS NOT NULL);

CREATE INDEX invoice_date ON public.invoice USING btree (organisation, invoice_date);

CREATE INDEX invoice_date_paid ON public.invoice USING btree (organisation, date_paid);

CREATE INDEX invoice_department ON public.invoice USING btree (organisation, department, invoice_date);

CREATE INDEX invoice_modified ON public.invoice USING btree (organisation, modified, id);

CREATE UNIQUE INDEX invoice_number ON public.invoice USING btree (organisation, ((invoice_prefix || ''::text)), invoice_number);

CREATE UNIQUE INDEX invoice_of_consultation ON public.invoice USING btree (organisation, ((consultation + 0))) WHERE ((NOT credit_note) AND (status <> 99) AND (consultation IS NOT NULL));

CREATE UNIQUE INDEX invoice_of_countersale ON public.invoice USING btree (organisation, ((countersale_record + 0))) WHERE ((NOT credit_note) AND (status <> 99) AND (countersale_record IS NOT NULL));

CREATE INDEX invoice_original ON public.invoice USING btree (organisation, credit_note_original_invoice);

CREATE INDEX invoice_payer ON public.invoice USING btree (organisation, payer) WHERE (payer IS NOT NULL);

CREATE INDEX invoice_reference ON public.invoice USING btree (organisation, reference_number);

CREATE INDEX invoice_series_modified ON public.invoice_series USING btree (organisation, modified, id);

CREATE UNIQUE INDEX invoice_series_prefix ON public.invoice_series USING btree (organisation, ((prefix || ''::text)));

CREATE INDEX invoice_status ON public.invoice USING btree (organisation, status);

CREATE UNIQUE INDEX invoicepayment_cancelled_once ON public.invoicepayment USING btree (organisation, ((cancels + 0))) WHERE (cancels IS NOT NULL);

CREATE INDEX invoicepayment_cancels ON public.invoicepayment USING btree (organisation, cancels);

CREATE INDEX invoicepayment_date_added ON public.invoicepayment USING btree (organisation, date_added);

CREATE INDEX invoicepayment_invoice ON public.invoicepayment USING btree (organisation, invoice, id);

CREATE INDEX invoicepayment_modified ON public.invoicepayment USING btree (organisation, modified, id);

CREATE UNIQUE INDEX invoicepayment_rounding ON public.invoicepayment USING btree (organisation, rounding) WHERE (rounding IS NOT NULL);

CREATE INDEX invoicepayment_unallocatedpayment ON public.invoicepayment USING btree (organisation, unallocatedpayment);

CREATE INDEX invoicepayment_user ON public.invoicepayment USING btree (organisation, "user");

CREATE INDEX invoicerow_alternativepricing ON public.invoicerow USING btree (organisation, alternativepricing);

CREATE INDEX invoicerow_consultation_item ON public.invoicerow USING btree (organisation, consultation_item);

CREATE INDEX invoicerow_countersale_item ON public.invoicerow USING btree (organisation, countersale_item);

CREATE INDEX invoicerow_credited ON public.invoicerow USING btree (organisation, credited_invoicerow);

CREATE UNIQUE INDEX invoicerow_credited_once ON public.invoicerow USING btree (organisation, ((credited_invoicerow + 0)));

CREATE INDEX invoicerow_invoice ON public.invoicerow USING btree (organisation, invoice, id);

CREATE INDEX invoicerow_item ON public.invoicerow USING btree (organisation, item);

CREATE INDEX invoicerow_modified ON public.invoicerow USING btree (organisation, modified, id);

CREATE INDEX invoicerow_patient ON public.invoicerow USING btree (organisation, patient);

CREATE INDEX invoicerow_vat_group ON public.invoicerow USING btree (organisation, vat_group);

CREATE INDEX item_account_number ON public.item USING btree (organisation, account_number);

CREATE INDEX item_antibiotic ON public.item USING btree (antibiotic);

CREATE INDEX item_barcode ON public.item USING btree (organisation, barcode);

CREATE INDEX item_code ON public.item USING btree (organisation, code);

CREATE INDEX item_item_list ON public.item USING btree (organisation, item_list);

CREATE INDEX item_modality ON public.item USING btree (organisation, modality);

CREATE INDEX item_modified ON public.item USING btree (organisation, modified, id);

CREATE INDEX item_primary_wholesaler ON public.item USING btree (organisation, primary_wholesaler, primary_wholesaler_code);

CREATE INDEX item_secondary_wholesaler ON public.item USING btree (organisation, secondary_wholesaler, secondary_wholesaler_code);

CREATE INDEX item_vat_group ON public.item USING btree (organisation, vat_group);

CREATE INDEX journal_line_accountingreport ON public.journal_line USING btree (organisation, accountingreport) WHERE (accountingreport IS NOT NULL);

CREATE INDEX journal_line_dated ON public.journal_line USING btree (organisation, dated);

CREATE INDEX journal_line_department ON public.journal_line USING btree (organisation, department, dated);

CREATE INDEX journal_line_entry ON public.journal_line USING btree (organisation, entry);

CREATE INDEX journal_line_invoice ON public.journal_line USING btree (organisation, invoice);

CREATE INDEX journal_line_invoicepayment ON public.journal_line USING btree (organisation, invoicepayment) WHERE (invoicepayment IS NOT NULL);

CREATE INDEX journal_line_open ON public.journal_line USING btree (organisation, department) WHERE (accountingreport IS NULL);

CREATE INDEX journal_line_unallocatedpayment ON public.journal_line USING btree (organisation, unallocatedpayment) WHERE (unallocatedpayment IS NOT NULL);

CREATE INDEX legacy_key_application ON public.legacy_key USING btree (organisation, application);

CREATE INDEX listitem_modified ON public.listitem USING btree (organisation, modified, id);

CREATE UNIQUE INDEX listitem_name ON public.listitem USING btree (organisation, list, lower(name));

CREATE INDEX message_due ON public.message USING btree (due) WHERE (sent IS NULL);

CREATE INDEX message_email_change ON public.message USING btree (organisation, email_change) WHERE (email_change IS NOT NULL);

CREATE INDEX message_event ON public.message USING btree (organisation, event) WHERE (event IS NOT NULL);

CREATE INDEX message_requested_from ON public.message USING btree (organisation, requested_from, created) WHERE (requested_from IS NOT NULL);

CREATE INDEX message_template_channel ON public.message_template USING btree (organisation, channel, id);

CREATE INDEX message_template_language ON public.message_template USING btree (organisation, language, id);

CREATE INDEX message_template_modified ON public.message_template USING btree (organisation, modified, id);

CREATE UNIQUE INDEX message_template_one ON public.message_template USING btree (organisation, kind, channel, language);

CREATE INDEX message_user ON public.message USING btree (organisation, "user");

CREATE INDEX message_waiting ON public.message USING btree (organisation, due) WHERE (sent IS NULL);

CREATE INDEX oauth_record_account ON public.oauth_record USING btree (organisation, ((payload ->> 'accountId'::text))) WHERE (payload ? 'accountId'::text);

CREATE INDEX oauth_record_expires ON public.oauth_record USING btree (expires);

CREATE INDEX oauth_record_grant ON public.oauth_record USING btree (organisation, grant_id) WHERE (grant_id IS NOT NULL);

CREATE INDEX oauth_record_uid ON public.oauth_record USING btree (organisation, uid) WHERE (uid IS NOT NULL);

CREATE UNIQUE INDEX onlinebookingclient_appointment ON public.onlinebookingclient USING btree (organisation, appointment);

CREATE INDEX onlinebookingclient_client ON public.onlinebookingclient USING btree (organisation, client);

CREATE INDEX onlinebookingclient_decided_user ON public.onlinebookingclient USING btree (organisation, decided_user);

CREATE INDEX onlinebookingclient_modified ON public.onlinebookingclient USING btree (organisation, modified, id);

CREATE INDEX onlinebookingclient_status ON public.onlinebookingclient USING btree (organisation, status, id);

CREATE INDEX onlinebookingpatient_modified ON public.onlinebookingpatient USING btree (organisation, modified, id);

CREATE INDEX onlinebookingpatient_onlinebookingclient ON public.onlinebookingpatient USING btree (organisation, onlinebookingclient, id);

CREATE INDEX onlinebookingpatient_patient ON public.onlinebookingpatient USING btree (organisation, patient);

CREATE INDEX openingbalance_client ON public.openingbalance USING btree (organisation, client);

CREATE INDEX openingbalance_department ON public.openingbalance USING btree (organisation, department);

CREATE INDEX openingbalance_invoice ON public.openingbalance USING btree (organisation, invoice);

CREATE INDEX openingbalance_modified ON public.openingbalance USING btree (organisation, modified, id);

CREATE INDEX openingbalance_unallocatedpayment ON public.openingbalance USING btree (organisation, unallocatedpayment);

CREATE INDEX order_department ON public."order" USING btree (organisation, department, id);

CREATE INDEX order_modified ON public."order" USING btree (organisation, modified, id);

CREATE INDEX order_ordered ON public."order" USING btree (organisation, ordered, id);

CREATE INDEX order_purchaser ON public."order" USING btree (organisation, purchaser);

CREATE INDEX order_reference_number ON public."order" USING btree (organisation, wholesaler_reference_number, id);

CREATE INDEX order_status ON public."order" USING btree (organisation, status, id);

CREATE INDEX order_wholesaler ON public."order" USING btree (organisation, wholesaler, id);

CREATE UNIQUE INDEX orderitem_item ON public.orderitem USING btree (organisation, "order", item);

CREATE INDEX orderitem_modified ON public.orderitem USING btree (organisation, modified, id);

CREATE INDEX orderitem_of_item ON public.orderitem USING btree (organisation, item, id);

CREATE INDEX organisation_own_clock ON public.organisation USING btree (id) WHERE (clock_offset <> 0);

CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires);

CREATE INDEX passkey_challenge_user ON public.passkey_challenge USING btree (organisation, "user");

CREATE INDEX password_link_expires ON public.password_link USING btree (expires);

CREATE INDEX password_link_user ON public.password_link USING btree (organisation, "user");

CREATE INDEX patient_client ON public.patient USING btree (organisation, client);

CREATE INDEX patient_home_department ON public.patient USING btree (organisation, home_department);

CREATE INDEX patient_microchip ON public.patient USING btree (organisation, microchip);

CREATE INDEX patient_modified ON public.patient USING btree (organisation, modified, id);

CREATE INDEX patient_species ON public.patient USING btree (organisation, species);

CREATE INDEX patientweight_modified ON public.patientweight USING btree (organisation, modified, id);

CREATE INDEX patientweight_patient ON public.patientweight USING btree (organisation, patient, measured);

CREATE INDEX pending_sign_in_expires ON public.pending_sign_in USING btree (expires);

CREATE INDEX pending_sign_in_user ON public.pending_sign_in USING btree (organisation, "user");

CREATE INDEX permissiongroup_modified ON public.permissiongroup USING btree (organisation, modified, id);

CREATE UNIQUE INDEX permissiongroup_name ON public.permissiongroup USING btree (organisation, lower(name));

CREATE INDEX phonenumber_client ON public.phonenumber USING btree (organisation, client);

CREATE INDEX phonenumber_modified ON public.phonenumber USING btree (organisation, modified, id);

CREATE INDEX prescription_client ON public.prescription USING btree (organisation, client, id);

CREATE INDEX prescription_consultation ON public.prescription USING btree (organisation, consultation);

CREATE INDEX prescription_created_application ON public.prescription USING btree (organisation, created_application);

CREATE INDEX prescription_created_user ON public.prescription USING btree (organisation, created_user);

CREATE INDEX prescription_department ON public.prescription USING btree (organisation, department, id);

CREATE INDEX prescription_issue_time ON public.prescription USING btree (organisation, issue_time, id);

CREATE INDEX prescription_item_created_user ON public.prescription_item USING btree (organisation, created_user);

CREATE INDEX prescription_item_modified ON public.prescription_item USING btree (organisation, modified, id);

CREATE INDEX prescription_item_modified_user ON public.prescription_item USING btree (organisation, modified_user);

CREATE INDEX prescription_item_patient_patient ON public.prescription_item_patient USING btree (organisation, patient);

CREATE INDEX prescription_item_patient_prescription ON public.prescription_item_patient USING btree (organisation, prescription, patient);

CREATE INDEX prescription_item_prescription ON public.prescription_item USING btree (organisation, prescription, id);

CREATE INDEX prescription_message_read_by ON public.prescription USING btree (organisation, message_read_by);

CREATE INDEX prescription_modified ON public.prescription USING btree (organisation, modified, id);

CREATE INDEX prescription_modified_application ON public.prescription USING btree (organisation, modified_application);

CREATE INDEX prescription_modified_user ON public.prescription USING btree (organisation, modified_user);

CREATE INDEX prescription_prescriber ON public.prescription USING btree (organisation, prescriber, id);

CREATE INDEX prescription_status ON public.prescription USING btree (organisation, status, id);

CREATE INDEX prescription_unread ON public.prescription USING btree (organisation, id) WHERE ((message_read_by IS NULL) AND (status = ANY (ARRAY[5, 7, 8])));

CREATE INDEX price_change_item_item ON public.price_change_item USING btree (organisation, item, id);

CREATE INDEX price_change_item_list ON public.price_change USING btree (organisation, item_list);

CREATE UNIQUE INDEX price_change_item_once ON public.price_change_item USING btree (organisation, price_change, item);

CREATE INDEX price_change_item_run ON public.price_change_item USING btree (organisation, price_change, id);

CREATE INDEX price_change_modified ON public.price_change USING btree (organisation, modified, id);

CREATE INDEX price_change_vat_group ON public.price_change USING btree (organisation, vat_group);

CREATE INDEX reason_item_item ON public.reason_item USING btree (organisation, item);

CREATE INDEX reason_item_modified ON public.reason_item USING btree (organisation, modified, id);

CREATE UNIQUE INDEX reason_item_once ON public.reason_item USING btree (organisation, reason, item);

CREATE INDEX reason_modified ON public.reason USING btree (organisation, modified, id);

CREATE INDEX recall_consultation ON public.recall USING btree (organisation, consultation);

CREATE UNIQUE INDEX recall_consultation_item ON public.recall USING btree (organisation, consultation_item, patient);

CREATE INDEX recall_department ON public.recall USING btree (organisation, department);

CREATE INDEX recall_due ON public.recall USING btree (organisation, due, id);

CREATE INDEX recall_item ON public.recall USING btree (organisation, item, id);

CREATE INDEX recall_modified ON public.recall USING btree (organisation, modified, id);

CREATE INDEX recall_next ON public.recall USING btree (due) WHERE ((queued IS NULL) AND (replaced_by IS NULL));

CREATE INDEX recall_patient ON public.recall USING btree (organisation, patient, item, given);

CREATE INDEX recall_replaced_by ON public.recall USING btree (organisation, replaced_by);

CREATE INDEX recall_waiting ON public.recall USING btree (organisation, due) WHERE ((queued IS NULL) AND (replaced_by IS NULL));

CREATE INDEX receiptline_department ON public.receiptline USING btree (organisation, department, id);

CREATE UNIQUE INDEX receiptline_external_id ON public.receiptline USING btree (organisation, wholesaler, lower(external_id));

CREATE INDEX receiptline_item ON public.receiptline USING btree (organisation, item, id);

CREATE INDEX receiptline_modified ON public.receiptline USING btree (organisation, modified, id);

CREATE INDEX receiptline_order ON public.receiptline USING btree (organisation, "order", id);

CREATE INDEX receiptline_reviewed_by ON public.receiptline USING btree (organisation, reviewed_by);

CREATE INDEX receiptline_status ON public.receiptline USING btree (organisation, status, id);

CREATE INDEX receiptline_wholesaler ON public.receiptline USING btree (organisation, wholesaler, id);

CREATE INDEX recovery_code_user ON public.recovery_code USING btree (organisation, "user");

CREATE UNIQUE INDEX second_factor_credential ON public.second_factor USING btree (organisation, credential) WHERE (credential IS NOT NULL);

CREATE INDEX second_factor_user ON public.second_factor USING btree (organisation, "user");

CREATE INDEX security_event_actor ON public.security_event USING btree (organisation, actor, id);

CREATE INDEX security_event_address ON public.security_event USING btree (organisation, address, id);

CREATE INDEX security_event_age ON public.security_event USING btree (occurred);

CREATE INDEX security_event_application ON public.security_event USING btree (organisation, application, id);

CREATE INDEX security_event_kind ON public.security_event USING btree (organisation, kind, id);

CREATE INDEX security_event_occurred ON public.security_event USING btree (organisation, occurred, id);

CREATE INDEX security_event_request ON public.security_event USING btree (organisation, request);

CREATE INDEX security_event_user ON public.security_event USING btree (organisation, "user", id);

CREATE INDEX security_event_waiting ON public.security_event USING btree (organisation, id) WHERE (NOT streamed);

CREATE INDEX session_expires ON public.session USING btree (expires);

CREATE INDEX session_of_user ON public.session USING btree (organisation, "user");

CREATE UNIQUE INDEX session_public_id ON public.session USING btree (organisation, public_id);

CREATE INDEX shift_department ON public.shift USING btree (organisation, department, date);

CREATE INDEX shift_modified ON public.shift USING btree (organisation, modified, id);

CREATE INDEX shift_user ON public.shift USING btree (organisation, "user", id);

CREATE UNIQUE INDEX stock_level_batch ON public.stock_level USING btree (organisation, item, department, batch_number, COALESCE(expiry_date, 'infinity'::date));

CREATE INDEX stock_level_batch_number ON public.stock_level USING btree (organisation, batch_number, id);

CREATE INDEX stock_level_department ON public.stock_level USING btree (organisation, department, id);

CREATE INDEX stock_level_expiry ON public.stock_level USING btree (organisation, expiry_date);

CREATE INDEX stock_level_modified ON public.stock_level USING btree (organisation, modified, id);

CREATE INDEX stock_level_negative ON public.stock_level USING btree (organisation, id) WHERE negative;

CREATE INDEX stock_movement_batch_number ON public.stock_movement USING btree (organisation, batch_number, id);

CREATE INDEX stock_movement_cause ON public.stock_movement USING btree (organisation, cause, id);

CREATE INDEX stock_movement_client ON public.stock_movement USING btree (organisation, client);

CREATE INDEX stock_movement_consultation ON public.stock_movement USING btree (organisation, consultation);

CREATE INDEX stock_movement_consultation_item ON public.stock_movement USING btree (organisation, consultation_item);

CREATE INDEX stock_movement_countersale ON public.stock_movement USING btree (organisation, countersale);

CREATE INDEX stock_movement_countersale_item ON public.stock_movement USING btree (organisation, countersale_item);

CREATE INDEX stock_movement_department ON public.stock_movement USING btree (organisation, department, id);

CREATE INDEX stock_movement_invoicerow ON public.stock_movement USING btree (organisation, invoicerow);

CREATE INDEX stock_movement_item ON public.stock_movement USING btree (organisation, item, id);

CREATE INDEX stock_movement_level ON public.stock_movement USING btree (organisation, stock_level, id);

CREATE INDEX stock_movement_modified ON public.stock_movement USING btree (organisation, modified, id);

CREATE INDEX stock_movement_order_item ON public.stock_movement USING btree (organisation, order_item);

CREATE INDEX stock_movement_other_department ON public.stock_movement USING btree (organisation, other_department) WHERE (other_department IS NOT NULL);

CREATE INDEX stock_movement_receipt_line ON public.stock_movement USING btree (organisation, receipt_line);

CREATE INDEX stock_movement_used ON public.stock_movement USING btree (organisation, item, created) WHERE (cause = ANY (ARRAY[1, 2, 3]));

CREATE INDEX stock_movement_user ON public.stock_movement USING btree (organisation, "user");

CREATE INDEX stray_file_due ON public.stray_file USING btree (due);

CREATE INDEX stray_file_waiting ON public.stray_file USING btree (organisation, due);

CREATE INDEX text_template_kind ON public.text_template USING btree (organisation, kind, id);

CREATE INDEX text_template_modified ON public.text_template USING btree (organisation, modified, id);

CREATE UNIQUE INDEX text_template_shortcut ON public.text_template USING btree (organisation, lower(shortcut), language) WHERE ((shortcut <> ''::text) AND (NOT archived));

CREATE INDEX unallocatedpayment_client ON public.unallocatedpayment USING btree (organisation, client);

CREATE INDEX unallocatedpayment_department ON public.unallocatedpayment USING btree (organisation, department);

CREATE INDEX unallocatedpayment_modified ON public.unallocatedpayment USING btree (organisation, modified, id);

CREATE INDEX unallocatedpayment_refunds ON public.unallocatedpayment USING btree (organisation, refunds);

CREATE INDEX unallocatedpayment_user ON public.unallocatedpayment USING btree (organisation, "user");

CREATE UNIQUE INDEX user_email ON public."user" USING btree (organisation, lower(email)) WHERE (email <> ''::text);

CREATE INDEX user_home_department ON public."user" USING btree (organisation, home_department);

CREATE INDEX user_modified ON public."user" USING btree (organisation, modified, id);

CREATE INDEX user_permissiongroup_back ON public.user_permissiongroup USING btree (organisation, permissiongroup);

CREATE INDEX vatgroup_account_number ON public.vatgroup USING btree (organisation, account_number);

CREATE INDEX vatgroup_modified ON public.vatgroup USING btree (organisation, modified, id);

CREATE INDEX vital_consultation ON public.vital USING btree (organisation, consultation, id);

CREATE INDEX vital_measured_at ON public.vital USING btree (organisation, measured_at);

CREATE INDEX vital_modified ON public.vital USING btree (organisation, modified, id);

CREATE INDEX vital_patient ON public.vital USING btree (organisation, patient, measured_at);

CREATE INDEX vital_user ON public.vital USING btree (organisation, "user");

CREATE INDEX webhook_department ON public.webhook USING btree (organisation, department, id);

CREATE INDEX webhook_modified ON public.webhook USING btree (organisation, modified, id);

CREATE INDEX webhook_trigger ON public.webhook USING btree (organisation, trigger, id);

CREATE INDEX wholesaler_available_wholesaler ON public.wholesaler USING btree (organisation, available_wholesaler, id);

CREATE INDEX wholesaler_catalog ON public.wholesaler USING btree (organisation, catalog);

CREATE INDEX wholesaler_department ON public.wholesaler USING btree (organisation, department, id);

CREATE UNIQUE INDEX wholesaler_location ON public.wholesaler USING btree (organisation, parent, department) WHERE (NOT archived);

CREATE INDEX wholesaler_modified ON public.wholesaler USING btree (organisation, modified, id);

CREATE INDEX wholesaler_parent ON public.wholesaler USING btree (organisation, parent, id);

CREATE INDEX wholesaler_previous_catalog ON public.wholesaler USING btree (organisation, previous_catalog);

ALTER INDEX public.auditevent_pkey ATTACH PARTITION partitions.auditevent_default_pkey;

ALTER INDEX public.auditevent_occurred ATTACH PARTITION partitions.auditevent_occurred;

ALTER INDEX public.auditevent_record ATTACH PARTITION partitions.auditevent_record;

ALTER INDEX public.auditevent_request ATTACH PARTITION partitions.auditevent_request;

ALTER INDEX public.auditevent_user ATTACH PARTITION partitions.auditevent_user;

CREATE TRIGGER add_suffixes AFTER INSERT ON public.client FOR EACH ROW EXECUTE FUNCTION public.add_suffixes();

CREATE TRIGGER add_suffixes AFTER INSERT ON public.patient FOR EACH ROW EXECUTE FUNCTION public.add_suffixes();

CREATE TRIGGER add_suffixes AFTER INSERT ON public.phonenumber FOR EACH ROW EXECUTE FUNCTION public.add_suffixes();

CREATE CONSTRAINT TRIGGER bury_registration AFTER UPDATE OF removed ON public.available_wholesaler DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.removed AND (NOT old.removed))) EXECUTE FUNCTION public.bury_registration();

CREATE TRIGGER change_suffixes AFTER UPDATE ON public.client FOR EACH ROW WHEN (((((old.firstname IS DISTINCT FROM new.firstname) OR (old.lastname IS DISTINCT FROM new.lastname)) OR (old.organization_name IS DISTINCT FROM new.organization_name)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION public.change_suffixes();

CREATE TRIGGER change_suffixes AFTER UPDATE ON public.patient FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.microchip IS DISTINCT FROM new.microchip))) EXECUTE FUNCTION public.change_suffixes();

CREATE TRIGGER change_suffixes AFTER UPDATE ON public.phonenumber FOR EACH ROW WHEN (((old.phone_number IS DISTINCT FROM new.phone_number) OR (old.e164 IS DISTINCT FROM new.e164))) EXECUTE FUNCTION public.change_suffixes();

CREATE CONSTRAINT TRIGGER erase_audited_values AFTER INSERT OR UPDATE OF kept_until ON public.erasure DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.erase_audited_values();

CREATE CONSTRAINT TRIGGER keep_between AFTER INSERT OR DELETE ON public.appointment_patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_between('appointment', 'appointment', 'patient', 'patients');

CREATE CONSTRAINT TRIGGER keep_between AFTER INSERT OR DELETE ON public.appointment_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_between('appointment', 'appointment', 'user', 'additional_users');

CREATE CONSTRAINT TRIGGER keep_between AFTER INSERT OR DELETE ON public.consultation_patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_between('consultation', 'consultation', 'patient', 'patients');

CREATE CONSTRAINT TRIGGER keep_between AFTER INSERT OR DELETE ON public.consultationitem_patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_between('consultationitem', 'consultationitem', 'patient', 'patients');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.accountingreport DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_accountingreport('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.accountnumber DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_accountnumber('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.alternative_payer DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_alternative_payer('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.alternativepricing DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_alternativepricing('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.application DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_application('secret_hash');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.appointment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_appointment('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.appointment_reminder DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_appointment_reminder('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.attachment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_attachment('upload_key kept_key');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.available_wholesaler DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_available_wholesaler('verification_salt');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.catalog_import DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_catalog_import('who');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.catalog_upload DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_catalog_upload('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.client DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_client('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.consultation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_consultation('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.consultationdiagnosis DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_consultationdiagnosis('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.consultationdischargeinstruction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_consultationdischargeinstruction('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.consultationitem DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_consultationitem('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.consultationnote DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_consultationnote('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.contraindication DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_contraindication('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.countersale DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_countersale('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.countersaleitem DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_countersaleitem('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.custom_field DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_custom_field('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.custom_field_value DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_custom_field_value('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.department DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_department('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.department_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_department_settings('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.diagnosticimaging_referral DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_diagnosticimaging_referral('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.diagnosticimaging_worklist DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_diagnosticimaging_worklist('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.import DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_import('who');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.integration_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_integration_settings('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_invoice('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.invoice_series DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_invoice_series('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.invoicepayment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_invoicepayment('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.invoicerow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_invoicerow('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_item('', 'catalog_import price_run');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.listitem DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_listitem('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.message_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_message_settings('smtp_password sms_token');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.message_template DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_message_template('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.onlinebookingclient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_onlinebookingclient('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.onlinebookingpatient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_onlinebookingpatient('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.openingbalance DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_openingbalance('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public."order" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_order('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.orderitem DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_orderitem('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.organisation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_organisation('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.patient DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_patient('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.patientweight DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_patientweight('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.permissiongroup DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_permissiongroup('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.phonenumber DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_phonenumber('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.prescription DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_prescription('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.prescription_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_prescription_item('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.price_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_price_change('', '');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.reason DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_reason('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.reason_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_reason_item('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.recall DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_recall('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.receiptline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_receiptline('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.security_settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_security_settings('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.shift DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_shift('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.stock_level DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_stock_level('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.stock_movement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_stock_movement('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.text_template DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_text_template('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.unallocatedpayment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_unallocatedpayment('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public."user" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_user('password_hash');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.vatgroup DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_vatgroup('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.vital DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_vital('');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.webhook DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_webhook('secret previous_secret');

CREATE CONSTRAINT TRIGGER keep_change AFTER INSERT OR DELETE OR UPDATE ON public.wholesaler DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_change_of_wholesaler('customer_password');

CREATE CONSTRAINT TRIGGER keep_decline AFTER INSERT OR UPDATE ON public.charge_hint_decline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION public.keep_decline();

CREATE CONSTRAINT TRIGGER keep_key AFTER INSERT OR UPDATE ON public.legacy_key DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.keep_key();

CREATE TRIGGER keep_letterhead BEFORE INSERT OR UPDATE ON public.invoice FOR EACH ROW WHEN (((new.invoice_number IS NOT NULL) AND (new.letterhead IS NULL))) EXECUTE FUNCTION public.keep_letterhead();

CREATE CONSTRAINT TRIGGER keep_membership AFTER INSERT OR DELETE ON public.user_permissiongroup DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.keep_membership();

CREATE CONSTRAINT TRIGGER keep_storage AFTER INSERT OR DELETE OR UPDATE OF uploaded, refusal ON public.attachment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.count_storage();

CREATE TRIGGER open_ledger AFTER INSERT ON public.organisation FOR EACH ROW EXECUTE FUNCTION public.open_ledger();

CREATE TRIGGER refuse_changing_erased AFTER UPDATE ON public.client FOR EACH ROW WHEN ((old.erased IS NOT NULL)) EXECUTE FUNCTION public.refuse_changing_erased();

CREATE TRIGGER refuse_changing_erased AFTER UPDATE ON public."user" FOR EACH ROW WHEN ((old.erased IS NOT NULL)) EXECUTE FUNCTION public.refuse_changing_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE ON public.alternative_payer FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE ON public.appointment FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.attachment FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.client_message FOR EACH ROW WHEN ((new.kind = 6)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF client ON public.consultation FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF client ON public.countersale FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE ON public.custom_field_value FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.diagnosticimaging_worklist FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.email_change FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT ON public.import_reference FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.invoice FOR EACH ROW WHEN (((NOT new.credit_note) AND (new.client IS NOT NULL))) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE ON public.onlinebookingclient FOR EACH ROW WHEN ((new.client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.openingbalance FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT OR UPDATE OF client ON public.patient FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.phonenumber FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.prescription FOR EACH ROW EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.recovery_code FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT ON public.second_factor FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT ON public.unallocatedpayment FOR EACH ROW WHEN ((new.refunds IS NULL)) EXECUTE FUNCTION public.refuse_erased('client');

CREATE TRIGGER refuse_erased AFTER INSERT ON public.user_permissiongroup FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased AFTER INSERT ON public.user_preference FOR EACH ROW EXECUTE FUNCTION public.refuse_erased_user();

CREATE TRIGGER refuse_erased_payer AFTER INSERT OR UPDATE OF invoicing_client ON public.client FOR EACH ROW WHEN ((new.invoicing_client IS NOT NULL)) EXECUTE FUNCTION public.refuse_erased('invoicing_client');

CREATE TRIGGER refuse_erased_payer AFTER INSERT ON public.invoice FOR EACH ROW WHEN (((NOT new.credit_note) AND (new.payer IS NOT NULL))) EXECUTE FUNCTION public.refuse_erased('payer');

CREATE TRIGGER remove_suffixes AFTER DELETE ON public.client FOR EACH ROW EXECUTE FUNCTION public.remove_suffixes();

CREATE TRIGGER remove_suffixes AFTER DELETE ON public.patient FOR EACH ROW EXECUTE FUNCTION public.remove_suffixes();

CREATE TRIGGER remove_suffixes AFTER DELETE ON public.phonenumber FOR EACH ROW EXECUTE FUNCTION public.remove_suffixes();

CREATE CONSTRAINT TRIGGER require_balance AFTER INSERT ON public.journal_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.require_balance();

CREATE TRIGGER reseal INSTEAD OF UPDATE ON public.sealed_value FOR EACH ROW EXECUTE FUNCTION public.reseal();

ALTER TABLE ONLY public.accountingreport
    ADD CONSTRAINT accountingreport_organisation_created_user_fkey FOREIGN KEY (organisation, created_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.accountingreport
    ADD CONSTRAINT accountingreport_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.accountnumber
    ADD CONSTRAINT accountnumber_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.accountnumber
    ADD CONSTRAINT accountnumber_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.alternative_payer
    ADD CONSTRAINT alternative_payer_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.alternative_payer
    ADD CONSTRAINT alternative_payer_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.alternativepricing
    ADD CONSTRAINT alternativepricing_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.alternativepricing
    ADD CONSTRAINT alternativepricing_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_organisation_reason_fkey FOREIGN KEY (organisation, reason) REFERENCES public.reason(organisation, id);

ALTER TABLE ONLY public.appointment
    ADD CONSTRAINT appointment_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.appointment_patient
    ADD CONSTRAINT appointment_patient_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.appointment_patient
    ADD CONSTRAINT appointment_patient_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.appointment_reminder
    ADD CONSTRAINT appointment_reminder_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.appointment_user
    ADD CONSTRAINT appointment_user_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.appointment_user
    ADD CONSTRAINT appointment_user_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.attachment
    ADD CONSTRAINT attachment_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.audit_checkpoint
    ADD CONSTRAINT audit_checkpoint_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE public.auditevent
    ADD CONSTRAINT auditevent_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.available_wholesaler
    ADD CONSTRAINT available_wholesaler_organisation_application_fkey FOREIGN KEY (organisation, application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.awaited_client
    ADD CONSTRAINT awaited_client_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.breed
    ADD CONSTRAINT breed_species_fkey FOREIGN KEY (species) REFERENCES public.species(id);

ALTER TABLE ONLY public.catalog_error
    ADD CONSTRAINT catalog_error_organisation_upload_fkey FOREIGN KEY (organisation, upload) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE ONLY public.catalog_import_change
    ADD CONSTRAINT catalog_import_change_organisation_catalog_import_fkey FOREIGN KEY (organisation, catalog_import) REFERENCES public.catalog_import(organisation, id);

ALTER TABLE ONLY public.catalog_import_change
    ADD CONSTRAINT catalog_import_change_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.catalog_import
    ADD CONSTRAINT catalog_import_organisation_upload_fkey FOREIGN KEY (organisation, upload) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE ONLY public.catalog_import
    ADD CONSTRAINT catalog_import_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.catalog_import
    ADD CONSTRAINT catalog_import_organisation_wholesaler_fkey FOREIGN KEY (organisation, wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.catalog_import_progress
    ADD CONSTRAINT catalog_import_progress_organisation_catalog_import_fkey FOREIGN KEY (organisation, catalog_import) REFERENCES public.catalog_import(organisation, id);

ALTER TABLE ONLY public.catalog_product
    ADD CONSTRAINT catalog_product_organisation_upload_fkey FOREIGN KEY (organisation, upload) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE ONLY public.catalog_upload
    ADD CONSTRAINT catalog_upload_organisation_wholesaler_fkey FOREIGN KEY (organisation, wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.catalog_work
    ADD CONSTRAINT catalog_work_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.catalog_work
    ADD CONSTRAINT catalog_work_organisation_upload_fkey FOREIGN KEY (organisation, upload) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE ONLY public.ceiling_refusal
    ADD CONSTRAINT ceiling_refusal_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.charge_hint_decline
    ADD CONSTRAINT charge_hint_decline_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.charge_hint_decline
    ADD CONSTRAINT charge_hint_decline_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_created_user_fkey FOREIGN KEY (organisation, created_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.client_message
    ADD CONSTRAINT client_message_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_organisation_home_department_fkey FOREIGN KEY (organisation, home_department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.client
    ADD CONSTRAINT client_organisation_invoicing_client_fkey FOREIGN KEY (organisation, invoicing_client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_alternative_payer_fkey FOREIGN KEY (organisation, alternative_payer) REFERENCES public.alternative_payer(organisation, id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_reason_fkey FOREIGN KEY (organisation, reason) REFERENCES public.reason(organisation, id);

ALTER TABLE ONLY public.consultation
    ADD CONSTRAINT consultation_organisation_supervising_veterinarian_fkey FOREIGN KEY (organisation, supervising_veterinarian) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.consultation_patient
    ADD CONSTRAINT consultation_patient_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.consultation_patient
    ADD CONSTRAINT consultation_patient_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.consultationdiagnosis
    ADD CONSTRAINT consultationdiagnosis_diagnosis_fkey FOREIGN KEY (diagnosis) REFERENCES public.diagnosis(id);

ALTER TABLE ONLY public.consultationdiagnosis
    ADD CONSTRAINT consultationdiagnosis_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.consultationdiagnosis
    ADD CONSTRAINT consultationdiagnosis_organisation_listitem_fkey FOREIGN KEY (organisation, listitem) REFERENCES public.listitem(organisation, id);

ALTER TABLE ONLY public.consultationdiagnosis
    ADD CONSTRAINT consultationdiagnosis_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.consultationdischargeinstruction
    ADD CONSTRAINT consultationdischargeinstruction_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.consultationdischargeinstruction
    ADD CONSTRAINT consultationdischargeinstruction_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.consultationdischargeinstruction
    ADD CONSTRAINT consultationdischargeinstruction_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_organisation_alternativepricing_fkey FOREIGN KEY (organisation, alternativepricing) REFERENCES public.alternativepricing(organisation, id);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_organisation_supervising_veterinarian_fkey FOREIGN KEY (organisation, supervising_veterinarian) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.consultationitem
    ADD CONSTRAINT consultationitem_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.consultationitem_patient
    ADD CONSTRAINT consultationitem_patient_organisation_consultationitem_fkey FOREIGN KEY (organisation, consultationitem) REFERENCES public.consultationitem(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.consultationitem_patient
    ADD CONSTRAINT consultationitem_patient_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.consultationnote
    ADD CONSTRAINT consultationnote_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.consultationnote
    ADD CONSTRAINT consultationnote_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.consultationnote
    ADD CONSTRAINT consultationnote_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.contraindication
    ADD CONSTRAINT contraindication_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.contraindication
    ADD CONSTRAINT contraindication_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_organisation_alternative_payer_fkey FOREIGN KEY (organisation, alternative_payer) REFERENCES public.alternative_payer(organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_organisation_created_user_fkey FOREIGN KEY (organisation, created_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.countersale
    ADD CONSTRAINT countersale_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_organisation_alternativepricing_fkey FOREIGN KEY (organisation, alternativepricing) REFERENCES public.alternativepricing(organisation, id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_organisation_countersale_fkey FOREIGN KEY (organisation, countersale) REFERENCES public.countersale(organisation, id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.countersaleitem
    ADD CONSTRAINT countersaleitem_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.custom_field
    ADD CONSTRAINT custom_field_organisation_application_fkey FOREIGN KEY (organisation, application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.custom_field
    ADD CONSTRAINT custom_field_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_organisation_content_type_field_fkey FOREIGN KEY (organisation, content_type, field) REFERENCES public.custom_field(organisation, content_type, id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.custom_field_value
    ADD CONSTRAINT custom_field_value_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.deleted
    ADD CONSTRAINT deleted_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_organisation_delivery_fkey FOREIGN KEY (organisation, delivery) REFERENCES public.delivery(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.delivery_attempt
    ADD CONSTRAINT delivery_attempt_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_organisation_available_wholesaler_fkey FOREIGN KEY (organisation, available_wholesaler) REFERENCES public.available_wholesaler(organisation, id) ON DELETE SET NULL (available_wholesaler);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.delivery
    ADD CONSTRAINT delivery_organisation_webhook_fkey FOREIGN KEY (organisation, webhook) REFERENCES public.webhook(organisation, id);

ALTER TABLE ONLY public.demo_clinic
    ADD CONSTRAINT demo_clinic_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.department
    ADD CONSTRAINT department_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.department_settings
    ADD CONSTRAINT department_settings_organisation_id_fkey FOREIGN KEY (organisation, id) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.department_settings
    ADD CONSTRAINT department_settings_prescription_fee_item_fkey FOREIGN KEY (organisation, prescription_fee_item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_referral
    ADD CONSTRAINT diagnosticimaging_referral_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_referral
    ADD CONSTRAINT diagnosticimaging_referral_organisation_id_fkey FOREIGN KEY (organisation, id) REFERENCES public.diagnosticimaging_worklist(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_requesting_user_fkey FOREIGN KEY (organisation, requesting_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.diagnosticimaging_worklist
    ADD CONSTRAINT diagnosticimaging_worklist_organisation_supervising_veteri_fkey FOREIGN KEY (organisation, supervising_veterinarian) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.email_change
    ADD CONSTRAINT email_change_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.email_link
    ADD CONSTRAINT email_link_organisation_email_change_fkey FOREIGN KEY (organisation, email_change) REFERENCES public.email_change(organisation, id);

ALTER TABLE ONLY public.factor_mark
    ADD CONSTRAINT factor_mark_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.file_scan
    ADD CONSTRAINT file_scan_organisation_attachment_fkey FOREIGN KEY (organisation, attachment) REFERENCES public.attachment(organisation, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.follower
    ADD CONSTRAINT follower_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.idempotency_key
    ADD CONSTRAINT idempotency_key_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.import_file
    ADD CONSTRAINT import_file_organisation_import_fkey FOREIGN KEY (organisation, import) REFERENCES public.import(organisation, id);

ALTER TABLE ONLY public.import
    ADD CONSTRAINT import_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_openingbalance_fkey FOREIGN KEY (organisation, openingbalance) REFERENCES public.openingbalance(organisation, id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.import_reference
    ADD CONSTRAINT import_reference_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.import_row
    ADD CONSTRAINT import_row_organisation_import_fkey FOREIGN KEY (organisation, import) REFERENCES public.import(organisation, id);

ALTER TABLE ONLY public.integration_settings
    ADD CONSTRAINT integration_settings_organisation_id_fkey FOREIGN KEY (organisation, id) REFERENCES public.organisation(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_alternative_payer_fkey FOREIGN KEY (organisation, alternative_payer) REFERENCES public.alternative_payer(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_countersale_record_fkey FOREIGN KEY (organisation, countersale_record) REFERENCES public.countersale(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_credit_note_original_invoice_fkey FOREIGN KEY (organisation, credit_note_original_invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_payer_fkey FOREIGN KEY (organisation, payer) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.invoice_series
    ADD CONSTRAINT invoice_series_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_organisation_cancels_fkey FOREIGN KEY (organisation, cancels) REFERENCES public.invoicepayment(organisation, id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_organisation_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_organisation_rounding_fkey FOREIGN KEY (organisation, rounding) REFERENCES public.invoicepayment(organisation, id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_organisation_unallocatedpayment_fkey FOREIGN KEY (organisation, unallocatedpayment) REFERENCES public.unallocatedpayment(organisation, id);

ALTER TABLE ONLY public.invoicepayment
    ADD CONSTRAINT invoicepayment_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_alternativepricing_fkey FOREIGN KEY (organisation, alternativepricing) REFERENCES public.alternativepricing(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_consultation_item_fkey FOREIGN KEY (organisation, consultation_item) REFERENCES public.consultationitem(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_countersale_item_fkey FOREIGN KEY (organisation, countersale_item) REFERENCES public.countersaleitem(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_credited_invoicerow_fkey FOREIGN KEY (organisation, credited_invoicerow) REFERENCES public.invoicerow(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.invoicerow
    ADD CONSTRAINT invoicerow_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_antibiotic_fkey FOREIGN KEY (antibiotic) REFERENCES public.antibiotic(id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_organisation_account_number_fkey FOREIGN KEY (organisation, account_number) REFERENCES public.accountnumber(organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_organisation_item_list_fkey FOREIGN KEY (organisation, item_list) REFERENCES public.listitem(organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_organisation_primary_wholesaler_fkey FOREIGN KEY (organisation, primary_wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_organisation_secondary_wholesaler_fkey FOREIGN KEY (organisation, secondary_wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.item
    ADD CONSTRAINT item_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_accountingreport_fkey FOREIGN KEY (organisation, accountingreport) REFERENCES public.accountingreport(organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_invoicepayment_fkey FOREIGN KEY (organisation, invoicepayment) REFERENCES public.invoicepayment(organisation, id);

ALTER TABLE ONLY public.journal_line
    ADD CONSTRAINT journal_line_organisation_unallocatedpayment_fkey FOREIGN KEY (organisation, unallocatedpayment) REFERENCES public.unallocatedpayment(organisation, id);

ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.legacy_key
    ADD CONSTRAINT legacy_key_organisation_application_fkey FOREIGN KEY (organisation, application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.listitem
    ADD CONSTRAINT listitem_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_email_change_fkey FOREIGN KEY (organisation, email_change) REFERENCES public.email_change(organisation, id);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_event_fkey FOREIGN KEY (organisation, event) REFERENCES public.security_event(organisation, id) ON DELETE SET NULL (event);

ALTER TABLE ONLY public.message
    ADD CONSTRAINT message_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.message_settings
    ADD CONSTRAINT message_settings_organisation_id_fkey FOREIGN KEY (organisation, id) REFERENCES public.organisation(organisation, id);

ALTER TABLE ONLY public.message_template
    ADD CONSTRAINT message_template_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.oauth_record
    ADD CONSTRAINT oauth_record_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.onlinebookingclient
    ADD CONSTRAINT onlinebookingclient_organisation_appointment_fkey FOREIGN KEY (organisation, appointment) REFERENCES public.appointment(organisation, id);

ALTER TABLE ONLY public.onlinebookingclient
    ADD CONSTRAINT onlinebookingclient_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.onlinebookingclient
    ADD CONSTRAINT onlinebookingclient_organisation_decided_user_fkey FOREIGN KEY (organisation, decided_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.onlinebookingpatient
    ADD CONSTRAINT onlinebookingpatient_organisation_onlinebookingclient_fkey FOREIGN KEY (organisation, onlinebookingclient) REFERENCES public.onlinebookingclient(organisation, id);

ALTER TABLE ONLY public.onlinebookingpatient
    ADD CONSTRAINT onlinebookingpatient_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.onlinebookingpatient
    ADD CONSTRAINT onlinebookingpatient_species_breed_fkey FOREIGN KEY (species, breed) REFERENCES public.breed(species, id);

ALTER TABLE ONLY public.onlinebookingpatient
    ADD CONSTRAINT onlinebookingpatient_species_fkey FOREIGN KEY (species) REFERENCES public.species(id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_organisation_invoice_fkey FOREIGN KEY (organisation, invoice) REFERENCES public.invoice(organisation, id);

ALTER TABLE ONLY public.openingbalance
    ADD CONSTRAINT openingbalance_organisation_unallocatedpayment_fkey FOREIGN KEY (organisation, unallocatedpayment) REFERENCES public.unallocatedpayment(organisation, id);

ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_organisation_purchaser_fkey FOREIGN KEY (organisation, purchaser) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public."order"
    ADD CONSTRAINT order_organisation_wholesaler_fkey FOREIGN KEY (organisation, wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.orderitem
    ADD CONSTRAINT orderitem_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.orderitem
    ADD CONSTRAINT orderitem_organisation_order_fkey FOREIGN KEY (organisation, "order") REFERENCES public."order"(organisation, id);

ALTER TABLE ONLY public.organisation
    ADD CONSTRAINT organisation_default_department_fkey FOREIGN KEY (organisation, default_department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.password_link
    ADD CONSTRAINT password_link_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.patient
    ADD CONSTRAINT patient_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.patient
    ADD CONSTRAINT patient_organisation_home_department_fkey FOREIGN KEY (organisation, home_department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.patient
    ADD CONSTRAINT patient_species_breed_fkey FOREIGN KEY (species, breed) REFERENCES public.breed(species, id);

ALTER TABLE ONLY public.patient
    ADD CONSTRAINT patient_species_fkey FOREIGN KEY (species) REFERENCES public.species(id);

ALTER TABLE ONLY public.patientweight
    ADD CONSTRAINT patientweight_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.pending_sign_in
    ADD CONSTRAINT pending_sign_in_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.permissiongroup
    ADD CONSTRAINT permissiongroup_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.phonenumber
    ADD CONSTRAINT phonenumber_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_created_application_fkey FOREIGN KEY (organisation, created_application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.prescription_item
    ADD CONSTRAINT prescription_item_organisation_created_user_fkey FOREIGN KEY (organisation, created_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.prescription_item
    ADD CONSTRAINT prescription_item_organisation_modified_user_fkey FOREIGN KEY (organisation, modified_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.prescription_item
    ADD CONSTRAINT prescription_item_organisation_prescription_fkey FOREIGN KEY (organisation, prescription) REFERENCES public.prescription(organisation, id);

ALTER TABLE ONLY public.prescription_item_patient
    ADD CONSTRAINT prescription_item_patient_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.prescription_item_patient
    ADD CONSTRAINT prescription_item_patient_organisation_prescription_fkey FOREIGN KEY (organisation, prescription) REFERENCES public.prescription(organisation, id);

ALTER TABLE ONLY public.prescription_item_patient
    ADD CONSTRAINT prescription_item_patient_organisation_prescription_item_fkey FOREIGN KEY (organisation, prescription_item) REFERENCES public.prescription_item(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_message_read_by_fkey FOREIGN KEY (organisation, message_read_by) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_modified_application_fkey FOREIGN KEY (organisation, modified_application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_created_user_fkey FOREIGN KEY (organisation, created_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_modified_user_fkey FOREIGN KEY (organisation, modified_user) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.prescription
    ADD CONSTRAINT prescription_organisation_prescriber_fkey FOREIGN KEY (organisation, prescriber) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.price_change_item
    ADD CONSTRAINT price_change_item_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.price_change_item
    ADD CONSTRAINT price_change_item_organisation_price_change_fkey FOREIGN KEY (organisation, price_change) REFERENCES public.price_change(organisation, id);

ALTER TABLE ONLY public.price_change
    ADD CONSTRAINT price_change_organisation_item_list_fkey FOREIGN KEY (organisation, item_list) REFERENCES public.listitem(organisation, id);

ALTER TABLE ONLY public.price_change
    ADD CONSTRAINT price_change_organisation_vat_group_fkey FOREIGN KEY (organisation, vat_group) REFERENCES public.vatgroup(organisation, id);

ALTER TABLE ONLY public.reason_item
    ADD CONSTRAINT reason_item_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.reason_item
    ADD CONSTRAINT reason_item_organisation_reason_fkey FOREIGN KEY (organisation, reason) REFERENCES public.reason(organisation, id);

ALTER TABLE ONLY public.reason
    ADD CONSTRAINT reason_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_consultation_item_fkey FOREIGN KEY (organisation, consultation_item) REFERENCES public.consultationitem(organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.recall
    ADD CONSTRAINT recall_organisation_replaced_by_fkey FOREIGN KEY (organisation, replaced_by) REFERENCES public.recall(organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_organisation_order_fkey FOREIGN KEY (organisation, "order") REFERENCES public."order"(organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_organisation_reviewed_by_fkey FOREIGN KEY (organisation, reviewed_by) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.receiptline
    ADD CONSTRAINT receiptline_organisation_wholesaler_fkey FOREIGN KEY (organisation, wholesaler) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.sandbox_state
    ADD CONSTRAINT sandbox_state_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.sandbox_template
    ADD CONSTRAINT sandbox_template_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.second_factor
    ADD CONSTRAINT second_factor_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_organisation_actor_fkey FOREIGN KEY (organisation, actor) REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_organisation_application_fkey FOREIGN KEY (organisation, application) REFERENCES public.application(organisation, id);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.security_settings
    ADD CONSTRAINT security_settings_organisation_id_fkey FOREIGN KEY (organisation, id) REFERENCES public.organisation(organisation, id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.shift
    ADD CONSTRAINT shift_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.shift
    ADD CONSTRAINT shift_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.stock_level
    ADD CONSTRAINT stock_level_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.stock_level
    ADD CONSTRAINT stock_level_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_consultation_item_fkey FOREIGN KEY (organisation, consultation_item) REFERENCES public.consultationitem(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_countersale_fkey FOREIGN KEY (organisation, countersale) REFERENCES public.countersale(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_countersale_item_fkey FOREIGN KEY (organisation, countersale_item) REFERENCES public.countersaleitem(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_invoicerow_fkey FOREIGN KEY (organisation, invoicerow) REFERENCES public.invoicerow(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_item_fkey FOREIGN KEY (organisation, item) REFERENCES public.item(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_order_item_fkey FOREIGN KEY (organisation, order_item) REFERENCES public.orderitem(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_receipt_line_fkey FOREIGN KEY (organisation, receipt_line) REFERENCES public.receiptline(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_stock_level_fkey FOREIGN KEY (organisation, stock_level) REFERENCES public.stock_level(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.stock_movement
    ADD CONSTRAINT stock_movement_other_department_fkey FOREIGN KEY (organisation, other_department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.storage_used
    ADD CONSTRAINT storage_used_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.stray_file
    ADD CONSTRAINT stray_file_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.text_template
    ADD CONSTRAINT text_template_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_organisation_client_fkey FOREIGN KEY (organisation, client) REFERENCES public.client(organisation, id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_organisation_refunds_fkey FOREIGN KEY (organisation, refunds) REFERENCES public.unallocatedpayment(organisation, id);

ALTER TABLE ONLY public.unallocatedpayment
    ADD CONSTRAINT unallocatedpayment_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public."user"
    ADD CONSTRAINT user_organisation_home_department_fkey FOREIGN KEY (organisation, home_department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.user_permissiongroup
    ADD CONSTRAINT user_permissiongroup_organisation_permissiongroup_fkey FOREIGN KEY (organisation, permissiongroup) REFERENCES public.permissiongroup(organisation, id);

ALTER TABLE ONLY public.user_permissiongroup
    ADD CONSTRAINT user_permissiongroup_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.user_preference
    ADD CONSTRAINT user_preference_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.vatgroup
    ADD CONSTRAINT vatgroup_organisation_account_number_fkey FOREIGN KEY (organisation, account_number) REFERENCES public.accountnumber(organisation, id);

ALTER TABLE ONLY public.vatgroup
    ADD CONSTRAINT vatgroup_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.vital
    ADD CONSTRAINT vital_organisation_consultation_fkey FOREIGN KEY (organisation, consultation) REFERENCES public.consultation(organisation, id);

ALTER TABLE ONLY public.vital
    ADD CONSTRAINT vital_organisation_patient_fkey FOREIGN KEY (organisation, patient) REFERENCES public.patient(organisation, id);

ALTER TABLE ONLY public.vital
    ADD CONSTRAINT vital_organisation_user_fkey FOREIGN KEY (organisation, "user") REFERENCES public."user"(organisation, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_available_wholesaler_fkey FOREIGN KEY (organisation, available_wholesaler) REFERENCES public.available_wholesaler(organisation, id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_catalog_fkey FOREIGN KEY (organisation, catalog) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_department_fkey FOREIGN KEY (organisation, department) REFERENCES public.department(organisation, id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_fkey FOREIGN KEY (organisation) REFERENCES public.organisation(id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_parent_fkey FOREIGN KEY (organisation, parent) REFERENCES public.wholesaler(organisation, id);

ALTER TABLE ONLY public.wholesaler
    ADD CONSTRAINT wholesaler_organisation_previous_catalog_fkey FOREIGN KEY (organisation, previous_catalog) REFERENCES public.catalog_upload(organisation, id);

ALTER TABLE partitions.auditevent_default ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_organisation ON partitions.auditevent_default USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

ALTER TABLE public.accountingreport ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.accountnumber ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.alternative_payer ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.alternativepricing ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.application ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.appointment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.appointment_patient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.appointment_reminder ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.appointment_user ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.attachment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_checkpoint ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.auditevent ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.available_wholesaler ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.awaited_client ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_error ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_import ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_import_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_import_progress ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_product ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_upload ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.catalog_work ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.ceiling_refusal ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.charge_hint_decline ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.client ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.client_message ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultation ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultation_patient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultationdiagnosis ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultationdischargeinstruction ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultationitem ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultationitem_patient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.consultationnote ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.contraindication ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.countersale ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.countersaleitem ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.custom_field ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.custom_field_value ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deleted ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_attempt ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.department ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.department_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.diagnosticimaging_referral ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.diagnosticimaging_worklist ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.email_link ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.erasure ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.factor_mark ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.file_scan ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.follower ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.idempotency_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_file ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_reference ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_row ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.integration_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoice_series ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoicepayment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.invoicerow ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.journal_line ENABLE ROW LEVEL SECURITY;

CREATE POLICY keep_recent ON public.security_event AS RESTRICTIVE FOR DELETE TO fetlock_worker USING ((streamed AND (occurred < (now() - '30 days'::interval))));

ALTER TABLE public.ledger ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.legacy_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.listitem ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.message_template ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.oauth_record ENABLE ROW LEVEL SECURITY;

CREATE POLICY one_organisation ON public.accountingreport USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.accountnumber USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.alternative_payer USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.alternativepricing USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.application USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.appointment USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.appointment_patient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.appointment_reminder USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.appointment_user USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.attachment USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.audit_checkpoint USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.auditevent USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.available_wholesaler USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.awaited_client USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_error USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_import USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_import_change USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_import_progress USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_product USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_upload USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.catalog_work USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.ceiling_refusal USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.charge_hint_decline USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.client USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.client_message USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultation USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultation_patient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultationdiagnosis USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultationdischargeinstruction USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultationitem USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultationitem_patient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.consultationnote USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.contraindication USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.countersale USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.countersaleitem USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.custom_field USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.custom_field_value USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.deleted USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.delivery USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.delivery_attempt USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.department USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.department_settings USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.diagnosticimaging_referral USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.diagnosticimaging_worklist USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.email_change USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.email_link USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.erasure USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.factor_mark USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.file_scan USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.follower USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.idempotency_key USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.import USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.import_file USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.import_reference USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.import_row USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.integration_settings USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.invoice USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.invoice_series USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.invoicepayment USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.invoicerow USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.item USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.journal_line USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.ledger USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.legacy_key USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.listitem USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.message USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.message_settings USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.message_template USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.oauth_record USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.onlinebookingclient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.onlinebookingpatient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.openingbalance USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public."order" USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.orderitem USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.organisation USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.passkey_challenge USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.password_link USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.patient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.patientweight USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.pending_sign_in USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.permissiongroup USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.phonenumber USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.prescription USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.prescription_item USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.prescription_item_patient USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.price_change USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.price_change_item USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.reason USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.reason_item USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.recall USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.receiptline USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.recovery_code USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.sandbox_state USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.second_factor USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.security_event USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.security_settings USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.session USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.shift USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.stock_level USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.stock_movement USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.storage_used USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.stray_file USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.suffix USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.text_template USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.unallocatedpayment USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public."user" USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.user_permissiongroup USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.user_preference USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.vatgroup USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.vital USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.webhook USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

CREATE POLICY one_organisation ON public.wholesaler USING ((organisation = public.organisation())) WITH CHECK ((organisation = public.organisation()));

ALTER TABLE public.onlinebookingclient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.onlinebookingpatient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.openingbalance ENABLE ROW LEVEL SECURITY;

ALTER TABLE public."order" ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.orderitem ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.organisation ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.passkey_challenge ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.password_link ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.patient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.patientweight ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.pending_sign_in ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.permissiongroup ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.phonenumber ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.prescription ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.prescription_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.prescription_item_patient ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.price_change ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.price_change_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reason ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reason_item ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recall ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.receiptline ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.recovery_code ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sandbox_state ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.second_factor ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.security_event ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.security_settings ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.session ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.shift ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock_level ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stock_movement ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.storage_used ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stray_file ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.suffix ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.text_template ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.unallocatedpayment ENABLE ROW LEVEL SECURITY;

ALTER TABLE public."user" ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.user_permissiongroup ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.user_preference ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.vatgroup ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.vital ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhook ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.wholesaler ENABLE ROW LEVEL SECURITY;

CREATE POLICY worker_finds ON public.appointment_reminder FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (queued IS NULL)));

CREATE POLICY worker_finds ON public.awaited_client FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (due IS NOT NULL)));

CREATE POLICY worker_finds ON public.catalog_upload FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (processed IS NOT NULL)));

CREATE POLICY worker_finds ON public.catalog_work FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_finds ON public.client_message FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (status < 3)));

CREATE POLICY worker_finds ON public.delivery FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (status < 2)));

CREATE POLICY worker_finds ON public.erasure FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND ((kept_until IS NOT NULL) OR (NOT listed))));

CREATE POLICY worker_finds ON public.file_scan FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_finds ON public.message FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (sent IS NULL)));

CREATE POLICY worker_finds ON public.recall FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND ((queued IS NULL) AND (replaced_by IS NULL))));

CREATE POLICY worker_finds ON public.stray_file FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_looks ON public.attachment FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (uploaded IS NULL)));

CREATE POLICY worker_looks ON public.catalog_import FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (state = ANY (ARRAY['waiting'::text, 'running'::text]))));

CREATE POLICY worker_looks ON public.department_settings FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND automatic_financial_period_lock_enabled));

CREATE POLICY worker_looks ON public.follower FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_looks ON public.import FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND (kept OR (state = ANY (ARRAY['checking'::text, 'running'::text])))));

CREATE POLICY worker_looks ON public.ledger FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_looks ON public.organisation FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND sandbox));

CREATE POLICY worker_looks ON public.security_event FOR SELECT TO fetlock_worker USING (((public.organisation() = 0) AND ((NOT streamed) OR (occurred < (now() - '30 days'::interval)))));

CREATE POLICY worker_sweeps ON public.ceiling_refusal TO fetlock_worker USING (((public.organisation() = 0) AND (day < (CURRENT_DATE - 90))));

CREATE POLICY worker_sweeps ON public.delivery FOR DELETE TO fetlock_worker USING (((public.organisation() = 0) AND (status = 1)));

CREATE POLICY worker_sweeps ON public.email_link TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now()))) WITH CHECK (false);

CREATE POLICY worker_sweeps ON public.factor_mark TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_sweeps ON public.idempotency_key TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_sweeps ON public.oauth_record TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_sweeps ON public.passkey_challenge TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_sweeps ON public.password_link TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now()))) WITH CHECK (false);

CREATE POLICY worker_sweeps ON public.pending_sign_in TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_sweeps ON public.security_event FOR DELETE TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_sweeps ON public.session TO fetlock_worker USING (((public.organisation() = 0) AND (expires < now())));

CREATE POLICY worker_takes ON public.catalog_work FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_takes ON public.client_message FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND (status < 3)));

CREATE POLICY worker_takes ON public.delivery FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND (status = 0)));

CREATE POLICY worker_takes ON public.file_scan FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND true));

CREATE POLICY worker_takes ON public.message FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND (sent IS NULL)));

CREATE POLICY worker_takes ON public.stray_file FOR UPDATE TO fetlock_worker USING (((public.organisation() = 0) AND true));

GRANT USAGE ON SCHEMA public TO fetlock_app;
GRANT USAGE ON SCHEMA public TO fetlock_worker;

GRANT SELECT ON TABLE public.auditevent TO fetlock_app;
GRANT SELECT ON TABLE public.auditevent TO fetlock_worker;

REVOKE ALL ON FUNCTION public.bury_registration() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.drop_audit_before(moment timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.erase_audited_values() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.erase_changes(erased_resource text, erased_record bigint) FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE public.client TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.client TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.client TO fetlock_worker;

GRANT SELECT(home_department) ON TABLE public.client TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.patient TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.patient TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.patient TO fetlock_worker;

GRANT SELECT(client) ON TABLE public.patient TO fetlock_worker;

GRANT SELECT(home_department) ON TABLE public.patient TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.phonenumber TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.phonenumber TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.phonenumber TO fetlock_worker;

GRANT SELECT(client) ON TABLE public.phonenumber TO fetlock_worker;

REVOKE ALL ON FUNCTION public.keep_between() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_accountingreport() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_accountnumber() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_alternative_payer() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_alternativepricing() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_application() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_appointment() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_appointment_reminder() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_attachment() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_available_wholesaler() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_catalog_import() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_catalog_upload() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_client() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_consultation() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_consultationdiagnosis() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_consultationdischargeinstruction() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_consultationitem() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_consultationnote() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_contraindication() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_countersale() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_countersaleitem() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_custom_field() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_custom_field_value() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_department() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_department_settings() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_diagnosticimaging_referral() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_diagnosticimaging_worklist() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_import() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_integration_settings() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_invoice() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_invoice_series() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_invoicepayment() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_invoicerow() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_item() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_listitem() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_message_settings() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_message_template() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_onlinebookingclient() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_onlinebookingpatient() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_openingbalance() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_order() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_orderitem() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_organisation() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_patient() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_patientweight() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_permissiongroup() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_phonenumber() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_prescription() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_prescription_item() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_price_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_reason() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_reason_item() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_recall() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_receiptline() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_security_settings() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_shift() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_stock_level() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_stock_movement() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_text_template() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_unallocatedpayment() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_user() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_vatgroup() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_vital() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_webhook() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_change_of_wholesaler() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_decline() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_key() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.keep_membership() FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE public.department TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.department_settings TO fetlock_app;
GRANT SELECT,UPDATE ON TABLE public.department_settings TO fetlock_worker;

GRANT SELECT,UPDATE ON TABLE public.organisation TO fetlock_app;
GRANT SELECT ON TABLE public.organisation TO fetlock_worker;

REVOKE ALL ON PROCEDURE public.make_audit_partition(IN partition text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.make_audit_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION public.make_audit_partitions() TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.alternative_payer TO fetlock_app;

REVOKE ALL ON FUNCTION public.refuse_changing_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_changing_erased_user() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_erased() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.refuse_erased_user() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.stamp_of_transaction() FROM PUBLIC;
GRANT ALL ON FUNCTION public.stamp_of_transaction() TO fetlock_app;
GRANT ALL ON FUNCTION public.stamp_of_transaction() TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachment TO fetlock_app;
GRANT SELECT,DELETE,UPDATE ON TABLE public.attachment TO fetlock_worker;

REVOKE ALL ON FUNCTION public.take_stamp() FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE public.item TO fetlock_app;

REVOKE ALL ON FUNCTION public.write_change(resource text, record bigint, action text, changes jsonb) FROM PUBLIC;

GRANT SELECT,INSERT ON TABLE public.accountingreport TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.accountingreport TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.accountingreport TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.accountingreport TO fetlock_worker;

GRANT UPDATE(modified) ON TABLE public.accountingreport TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.accountnumber TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.alternativepricing TO fetlock_app;

GRANT SELECT ON TABLE public.antibiotic TO fetlock_app;
GRANT SELECT ON TABLE public.antibiotic TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.application TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.application TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.application TO fetlock_worker;

GRANT SELECT(name) ON TABLE public.application TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.appointment TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.appointment TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.appointment TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.appointment TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.appointment_patient TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.appointment_reminder TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.appointment_reminder TO fetlock_worker;

GRANT SELECT(due) ON TABLE public.appointment_reminder TO fetlock_worker;

GRANT SELECT(queued) ON TABLE public.appointment_reminder TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.appointment_user TO fetlock_app;

GRANT SELECT ON TABLE public.audit_checkpoint TO fetlock_app;
GRANT SELECT ON TABLE public.audit_checkpoint TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.available_wholesaler TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT(name) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT(webhook_callback_url) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT(verification_salt) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT(removed) ON TABLE public.available_wholesaler TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.awaited_client TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.awaited_client TO fetlock_worker;

GRANT SELECT(due) ON TABLE public.awaited_client TO fetlock_worker;

GRANT SELECT ON TABLE public.backup_run TO fetlock_worker;

GRANT SELECT ON TABLE public.breed TO fetlock_app;
GRANT SELECT ON TABLE public.breed TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.catalog_error TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.catalog_import TO fetlock_app;
GRANT SELECT ON TABLE public.catalog_import TO fetlock_worker;

GRANT SELECT,INSERT ON TABLE public.catalog_import_change TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.catalog_import_progress TO fetlock_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.catalog_product TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.catalog_upload TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT(wholesaler) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT(status) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT(report_key) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT(processed) ON TABLE public.catalog_upload TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.catalog_work TO fetlock_app;
GRANT SELECT,UPDATE ON TABLE public.catalog_work TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.ceiling_refusal TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.ceiling_refusal TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.charge_hint_decline TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.client_message TO fetlock_app;
GRANT SELECT,UPDATE ON TABLE public.client_message TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consultation TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.consultation TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.consultation TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.consultation TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.consultation_patient TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consultationdiagnosis TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consultationdischargeinstruction TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consultationitem TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.consultationitem TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.consultationitem TO fetlock_worker;

GRANT SELECT(consultation) ON TABLE public.consultationitem TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.consultationitem_patient TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.consultationnote TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.contraindication TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.countersale TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.countersaleitem TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.custom_field TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.custom_field_value TO fetlock_app;

GRANT SELECT ON TABLE public.deleted TO fetlock_app;
GRANT SELECT ON TABLE public.deleted TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.delivery TO fetlock_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.delivery TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.delivery_attempt TO fetlock_app;
GRANT SELECT,INSERT ON TABLE public.delivery_attempt TO fetlock_worker;

GRANT SELECT ON TABLE public.demo_clinic TO fetlock_app;

GRANT SELECT ON TABLE public.diagnosis TO fetlock_app;
GRANT SELECT ON TABLE public.diagnosis TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.diagnosticimaging_referral TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.diagnosticimaging_worklist TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.diagnosticimaging_worklist TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.diagnosticimaging_worklist TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.diagnosticimaging_worklist TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.duty TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.email_change TO fetlock_app;
GRANT SELECT ON TABLE public.email_change TO fetlock_worker;

GRANT SELECT,UPDATE ON TABLE public.email_link TO fetlock_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.email_link TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.erasure TO fetlock_app;
GRANT SELECT ON TABLE public.erasure TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.factor_mark TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.factor_mark TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.file_scan TO fetlock_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.file_scan TO fetlock_worker;

GRANT SELECT ON TABLE public.follower TO fetlock_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.follower TO fetlock_worker;

GRANT SELECT,INSERT ON TABLE public.idempotency_key TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.idempotency_key TO fetlock_worker;

GRANT UPDATE(body) ON TABLE public.idempotency_key TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.import TO fetlock_app;
GRANT SELECT ON TABLE public.import TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_file TO fetlock_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.import_reference TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_row TO fetlock_app;

GRANT SELECT,UPDATE ON TABLE public.integration_settings TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invoice TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.invoice TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.invoice TO fetlock_worker;

GRANT SELECT(invoice_number) ON TABLE public.invoice TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.invoice TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.invoice_series TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.invoicepayment TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.invoicepayment TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.invoicepayment TO fetlock_worker;

GRANT SELECT(invoice) ON TABLE public.invoicepayment TO fetlock_worker;

GRANT UPDATE(modified) ON TABLE public.invoicepayment TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invoicerow TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.journal_line TO fetlock_app;

GRANT UPDATE(accountingreport) ON TABLE public.journal_line TO fetlock_app;

GRANT SELECT ON TABLE public.ledger TO fetlock_app;
GRANT SELECT ON TABLE public.ledger TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.legacy_key TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.listitem TO fetlock_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.message TO fetlock_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.message TO fetlock_worker;

GRANT SELECT,UPDATE ON TABLE public.message_settings TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.message_template TO fetlock_app;

GRANT SELECT ON TABLE public.migration TO fetlock_app;
GRANT SELECT ON TABLE public.migration TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_record TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.oauth_record TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.onlinebookingclient TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.onlinebookingpatient TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.openingbalance TO fetlock_app;

GRANT UPDATE(modified) ON TABLE public.openingbalance TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public."order" TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public."order" TO fetlock_worker;

GRANT SELECT(id) ON TABLE public."order" TO fetlock_worker;

GRANT SELECT(department) ON TABLE public."order" TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.orderitem TO fetlock_app;

GRANT SELECT ON SEQUENCE public.organisation_id_seq TO fetlock_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.passkey_challenge TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.passkey_challenge TO fetlock_worker;

GRANT SELECT,UPDATE ON TABLE public.password_link TO fetlock_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.password_link TO fetlock_worker;

GRANT SELECT,INSERT ON TABLE public.patientweight TO fetlock_app;

GRANT UPDATE(modified) ON TABLE public.patientweight TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pending_sign_in TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.pending_sign_in TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.permissiongroup TO fetlock_app;
GRANT SELECT ON TABLE public.permissiongroup TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.prescription TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.prescription_item TO fetlock_app;

GRANT UPDATE(modified_user) ON TABLE public.prescription_item TO fetlock_app;

GRANT UPDATE(created) ON TABLE public.prescription_item TO fetlock_app;

GRANT UPDATE(modified) ON TABLE public.prescription_item TO fetlock_app;

GRANT UPDATE(warnings) ON TABLE public.prescription_item TO fetlock_app;

GRANT UPDATE(warning_reason) ON TABLE public.prescription_item TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.prescription_item_patient TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.price_change TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.price_change_item TO fetlock_app;

GRANT UPDATE(restored) ON TABLE public.price_change_item TO fetlock_app;

GRANT UPDATE(kept_price) ON TABLE public.price_change_item TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.reason TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.reason_item TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recall TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.recall TO fetlock_worker;

GRANT SELECT(due) ON TABLE public.recall TO fetlock_worker;

GRANT SELECT(replaced_by) ON TABLE public.recall TO fetlock_worker;

GRANT SELECT(queued) ON TABLE public.recall TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.receiptline TO fetlock_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.recovery_code TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.sandbox_state TO fetlock_app;
GRANT SELECT,UPDATE ON TABLE public.sandbox_state TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.second_factor TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook TO fetlock_app;
GRANT SELECT,UPDATE ON TABLE public.webhook TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public.wholesaler TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.wholesaler TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.wholesaler TO fetlock_worker;

GRANT SELECT(customer_password) ON TABLE public.wholesaler TO fetlock_worker;

GRANT SELECT(archived) ON TABLE public.wholesaler TO fetlock_worker;

GRANT SELECT,INSERT ON TABLE public.security_event TO fetlock_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.security_event TO fetlock_worker;

GRANT UPDATE(streamed) ON TABLE public.security_event TO fetlock_worker;

GRANT SELECT,UPDATE ON TABLE public.security_settings TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.session TO fetlock_app;
GRANT SELECT,DELETE ON TABLE public.session TO fetlock_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shift TO fetlock_app;

GRANT SELECT ON TABLE public.species TO fetlock_app;
GRANT SELECT ON TABLE public.species TO fetlock_worker;

GRANT SELECT,INSERT ON TABLE public.stock_level TO fetlock_app;

GRANT UPDATE(on_hand) ON TABLE public.stock_level TO fetlock_app;

GRANT UPDATE(modified) ON TABLE public.stock_level TO fetlock_app;

GRANT SELECT,INSERT ON TABLE public.stock_movement TO fetlock_app;

GRANT UPDATE(consultation) ON TABLE public.stock_movement TO fetlock_app;

GRANT UPDATE(consultation_item) ON TABLE public.stock_movement TO fetlock_app;

GRANT UPDATE(countersale_item) ON TABLE public.stock_movement TO fetlock_app;

GRANT UPDATE(modified) ON TABLE public.stock_movement TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.storage_used TO fetlock_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.storage_used TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.stray_file TO fetlock_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stray_file TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.suffix TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.text_template TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.unallocatedpayment TO fetlock_app;

GRANT SELECT(organisation) ON TABLE public.unallocatedpayment TO fetlock_worker;

GRANT SELECT(id) ON TABLE public.unallocatedpayment TO fetlock_worker;

GRANT SELECT(department) ON TABLE public.unallocatedpayment TO fetlock_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE public."user" TO fetlock_app;
GRANT SELECT ON TABLE public."user" TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.user_permissiongroup TO fetlock_app;
GRANT SELECT ON TABLE public.user_permissiongroup TO fetlock_worker;

GRANT SELECT,INSERT,DELETE ON TABLE public.user_preference TO fetlock_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.vatgroup TO fetlock_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.vital TO fetlock_app;
