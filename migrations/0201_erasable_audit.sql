-- The chain covers what an event says of values as a commitment: the hash of a random salt and the values. Without the salt nobody
-- can tell from the hash what the values were, however few they could have been; so an erasure deletes salt and values, keeps the
-- commitment in their place, and the chain still verifies. An event has either salt and values, or the commitment and no values.
alter table auditevent add column salt bytea, add column commitment bytea;

create function audit_commitment(event auditevent) returns bytea language plpgsql immutable as $$
begin
  return case when event.salt is not null then sha256(event.salt || convert_to(event.changes::text, 'UTF8'))
    when event.changes = '{}' then event.commitment end;
end $$;

-- What a link of the chain covers: everything the event says, after everything said before.
alter function audit_link(bytea, auditevent) rename to former_link;
create function audit_link(before bytea, event auditevent) returns bytea language plpgsql immutable as $$
begin
  return sha256(before || convert_to(jsonb_build_array(event.organisation, event.sequence, event.resource, event.record,
    event.action, encode(audit_commitment(event), 'hex'), event."user", event.application, event.credential, event.address,
    event.request, (extract(epoch from event.occurred) * 1000000)::bigint)::text, 'UTF8'));
end $$;

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

-- Erases what the events of a record say of its values, for good, and answers how many there were.
create function erase_changes(erased_resource text, erased_record bigint) returns bigint language sql as $$
  with erased as (
    update auditevent e set commitment = audit_commitment(e), salt = null, changes = '{}'
    where organisation = organisation() and resource = erased_resource and record = erased_record and salt is not null
    returning 1)
  select count(*) from erased
  $$;
revoke execute on function erase_changes(text, bigint) from public;

-- Seals the chains anew that are there already, and notes for each the end that it had and the end that it has now. What did not
-- verify before does not verify afterwards either: its hash is left as it is.
do $$
declare
  event auditevent;
  head ledger;
  former bytea;
  chain bytea;
begin
  for id in 1 .. (select last_value from organisation_id_seq) loop
    perform set_config('app.organisation', id::text, true);
    select * into head from ledger where organisation = organisation();
    continue when not found or head.changes = 0;
    former := '';
    chain := '';
    for event in select * from auditevent where organisation = organisation() order by sequence loop
      event.salt := uuid_send(gen_random_uuid());
      chain := case when former_link(former, event) = event.hash then audit_link(chain, event) else event.hash end;
      former := event.hash;
      update auditevent set salt = event.salt, hash = chain where organisation = event.organisation and auditevent.id = event.id;
    end loop;
    continue when head.chain <> former;
    update ledger set chain = chain_now.hash from (select chain as hash) chain_now where organisation = organisation();
    insert into security_event (kind, details) values ('audit.anchored', jsonb_build_object(
      'end', head.changes || ':' || encode(chain, 'hex'), 'former_end', head.changes || ':' || encode(head.chain, 'hex')));
  end loop;
  perform set_config('app.organisation', '0', true);
end $$;
drop function former_link(bytea, auditevent);
alter table auditevent add constraint auditevent_erased check ((salt is null) = (commitment is not null));
