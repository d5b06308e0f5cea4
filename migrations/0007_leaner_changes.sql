-- The moment of this transaction's changes, later than every one before it even when the machine's clock has been set back.
-- Asking for it takes the ledger's row, which is held until the commit, and whoever asks writes the stamp there: stamps are
-- therefore committed in their order, and a snapshot that sees a stamp in the ledger sees every change up to it.
create or replace function stamp_of_transaction() returns timestamptz language plpgsql as $$
declare
  known text := current_setting('app.stamp', true);
  moment timestamptz;
begin
  if known <> '' then return known::timestamptz; end if;
  select greatest(clock_timestamp(), stamp + interval '1 microsecond') into moment from ledger
    where organisation = organisation() for no key update;
  perform set_config('app.stamp', moment::text, true);
  return moment;
end $$;

-- Numbers a change, seals it after all before it, writes it down and answers its moment. The ledger is written once for it:
-- a row that is written twice in one transaction has its foreign keys looked up again.
create function write_change(resource text, record bigint, action text, changes jsonb) returns timestamptz language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  event auditevent;
begin
  event.organisation := organisation();
  event.occurred := stamp_of_transaction();
  event.resource := resource;
  event.record := record;
  event.action := action;
  event.changes := changes;
  event."user" := (actor ->> 'user')::bigint;
  event.application := (actor ->> 'application')::bigint;
  event.credential := coalesce(actor ->> 'credential', 'service');
  event.address := coalesce(actor ->> 'address', '');
  event.request := coalesce(actor ->> 'request', '');
  select l.changes + 1, l.chain into event.sequence, event.hash from ledger l where l.organisation = event.organisation;
  event.hash := audit_link(event.hash, event);
  update ledger l set stamp = event.occurred, changes = event.sequence, chain = event.hash
    where l.organisation = event.organisation;
  insert into auditevent (sequence, resource, record, action, changes, "user", application, credential, address, request,
      occurred, hash)
    values (event.sequence, event.resource, event.record, event.action, event.changes, event."user", event.application,
      event.credential, event.address, event.request, event.occurred, event.hash);
  return event.occurred;
end $$;

-- Moves the organisation on although nothing is told: a record shows something new that is told elsewhere.
create function write_stamp() returns timestamptz language plpgsql as $$
declare
  moment timestamptz := stamp_of_transaction();
begin
  update ledger set stamp = moment where organisation = organisation() and stamp < moment;
  return moment;
end $$;

-- What a change made of each field. Hidden ones are told to have changed, without their values.
create function differences_between(was jsonb, becomes jsonb, hidden text[]) returns jsonb language plpgsql immutable as $$
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

-- Each table has a function of its own, so that PostgreSQL plans its statements once and not for every row.
create or replace procedure keep_track(target regclass, hidden text default '') language plpgsql as $do$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format($sql$
    create function %1$I() returns trigger language plpgsql as $$
    declare
      differences jsonb;
      moment timestamptz;
    begin
      if tg_op = 'INSERT' then differences := differences_between('{}', to_jsonb(new), %2$L);
      elsif tg_op = 'DELETE' then differences := differences_between(to_jsonb(old), '{}', %2$L);
      elsif new is distinct from old then differences := differences_between(to_jsonb(old), to_jsonb(new), %2$L);
      end if;
      moment := case when differences is null then write_stamp() else write_change(%3$L, coalesce(new.id, old.id),
        case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'change' else 'delete' end, differences) end;
      if tg_op = 'DELETE' then
        insert into deleted (resource, record, modified) values (%3$L, old.id, moment);
      elsif new.modified <> moment then
        update %4$s set modified = moment where organisation = new.organisation and id = new.id and modified <> moment;
      end if;
      return null;
    end $$ $sql$, 'keep_change_of_' || name, string_to_array(hidden, ' '), name, target);
  execute format('create constraint trigger keep_change after insert or update or delete on %s deferrable initially deferred
    for each row when (pg_trigger_depth() = 0) execute function %I(%L)', target, 'keep_change_of_' || name, hidden);
end $do$;

do $$
declare
  tracked record;
begin
  for tracked in select tgrelid::regclass as target, replace(encode(tgargs, 'escape'), '\000', '') as hidden
      from pg_trigger where tgname = 'keep_change' loop
    execute format('drop trigger keep_change on %s', tracked.target);
    call keep_track(tracked.target, tracked.hidden);
  end loop;
end $$;
drop function keep_change();

create or replace function keep_membership() returns trigger language plpgsql as $$
begin
  perform write_change('user', coalesce(new."user", old."user"), 'change', jsonb_build_object('permission_groups',
    jsonb_build_object('from', old.permissiongroup, 'to', new.permissiongroup)));
  return null;
end $$;
create or replace function keep_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
  perform write_change('application', new.application, 'change', jsonb_build_object('legacy_key',
    jsonb_build_object('from', case when tg_op = 'UPDATE' then new.id end, 'to', case when tg_op = 'INSERT' then new.id end)));
  return null;
end $$;
drop procedure write_audit(text, bigint, text, jsonb, timestamptz);
