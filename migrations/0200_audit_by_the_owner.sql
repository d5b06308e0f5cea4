-- Only functions of the owner write the audit trail, the ledger and what was deleted: the roles of the API and of the worker can
-- make an entry in no other way than by changing a row. These functions run with the owner's rights, and row security, which is
-- forced, keeps them to one organisation as it keeps everybody.

-- The transaction that took the stamp. Before, a transaction kept its stamp in a setting, which it could have set itself.
alter table ledger add column transaction xid8 not null default '0';

-- The moment of this transaction's changes, later than every one before it even when the machine's clock has been set back.
-- Asking for it writes it to the ledger, whose row is held until the commit: stamps are therefore committed in their order, and a
-- snapshot that sees a stamp in the ledger sees every change up to it.
create function next_stamp(last timestamptz) returns timestamptz language sql
  return greatest(clock_timestamp(), last + interval '1 microsecond');
create function take_stamp() returns timestamptz language plpgsql as $$
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
revoke execute on function take_stamp() from public;

-- The same for everybody. Entering a function of the owner costs more than this one does, so the owner's do without.
create or replace function stamp_of_transaction() returns timestamptz language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  return take_stamp();
end $$;
revoke execute on function stamp_of_transaction() from public;
grant execute on function stamp_of_transaction() to fetlock_app, fetlock_worker;

-- Numbers a change, seals it after all before it, writes it down and answers its moment.
create or replace function write_change(resource text, record bigint, action text, changes jsonb) returns timestamptz language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  event auditevent;
begin
  event.organisation := organisation();
  event.resource := resource;
  event.record := record;
  event.action := action;
  event.changes := changes;
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
  insert into auditevent (sequence, resource, record, action, changes, "user", application, credential, address, request,
      occurred, hash)
    values (event.sequence, event.resource, event.record, event.action, event.changes, event."user", event.application,
      event.credential, event.address, event.request, event.occurred, event.hash);
  return event.occurred;
end $$;
revoke execute on function write_change(text, bigint, text, jsonb) from public;

-- As they were, but for the stamp.
create or replace function write_catalog_import_change(run bigint, was item, becomes item, differences jsonb) returns timestamptz
language plpgsql as $$
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
create or replace function write_price_run_change(run bigint, was item, becomes item, differences jsonb) returns timestamptz
language plpgsql as $$
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
create or replace function keep_change_code(target regclass, hidden text, run text) returns text language sql stable as $$
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
  $$;
create or replace function bury_registration() returns trigger language plpgsql as $$
begin
  insert into deleted (resource, record, modified) values ('available_wholesaler', new.id, take_stamp());
  return null;
end $$;
drop function write_stamp();

-- Makes a function of triggers that write the audit trail the owner's. Nobody else may give it to a table.
create procedure keep_by_owner(keeper text) language plpgsql as $$
begin
  execute format('alter function %s() security definer set search_path = public, pg_temp', keeper);
  execute format('revoke execute on function %s() from public', keeper);
end $$;
call keep_by_owner('bury_registration');
call keep_by_owner('keep_between');
call keep_by_owner('keep_decline');
call keep_by_owner('keep_key');
call keep_by_owner('keep_membership');

create procedure write_keeper(keeper text, code text) language plpgsql as $$
begin
  execute format('create or replace function %s() returns trigger language plpgsql as %L', keeper, code);
  call keep_by_owner(keeper);
end $$;

create or replace procedure keep_track(target regclass, hidden text default '', run text default '') language plpgsql as $$
declare
  keeper text := quote_ident('keep_change_of_' || (select relname from pg_class where oid = target));
begin
  call write_keeper(keeper, keep_change_code(target, hidden, run));
  execute format('create constraint trigger keep_change after insert or update or delete on %s deferrable initially deferred
    for each row when (pg_trigger_depth() = 0) execute function %s(%L, %L)', target, keeper, hidden, run);
end $$;

create or replace procedure keep_tracks() language plpgsql as $$
declare
  stale record;
begin
  for stale in select t.* from tracked() t join pg_proc p on p.oid = t.keeper where p.prosrc <> t.code loop
    call write_keeper(stale.keeper::text, stale.code);
  end loop;
end $$;
call keep_tracks();

revoke insert on auditevent, deleted from fetlock_app, fetlock_worker;
revoke update on ledger from fetlock_app, fetlock_worker;
