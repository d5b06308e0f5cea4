-- When the personal data of a member of staff who left was erased. What is left is a record that visits and payments point at; it
-- has no address to sign in with. Every row from before has one, so nothing is read for the wider check.
alter table "user" add column erased timestamptz;
alter table "user" drop constraint user_check;
alter table "user" add constraint user_check check (is_virtual or email <> '' or erased is not null) not valid;

grant delete on message to fetlock_app;

-- As it was for clients, and for members of staff: what the audit trail says of them goes, but for what they were allowed.
create or replace function erase_audited_values() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Whoever was erased stays as they are, but that the name, which the records of the clinic may need for a while, goes too.
create function refuse_changing_erased_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  names text[] := array['modified', 'first_name', 'last_name', 'title'];
begin
  if to_jsonb(new) - 'modified' = to_jsonb(old) - 'modified' then return null; end if;
  if to_jsonb(new) - names = to_jsonb(old) - names
    and new.first_name = '' and new.title = '' and new.last_name = 'Erased user' then return null; end if;
  raise exception 'The personal data of this user was erased. The user cannot be changed or used again: create a new one.'
    using errcode = 'FL001';
end $$;
revoke execute on function refuse_changing_erased_user() from public;
create trigger refuse_changing_erased after update on "user" for each row
  when (old.erased is not null) execute function refuse_changing_erased_user();

-- A transaction that read the user before the erasure, and adds to them after it, waits here for the erasure, and is refused.
create function refuse_erased_user() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from "user" u where u.organisation = new.organisation and u.id = new."user" for key share;
  if exists (select from "user" u where u.organisation = new.organisation and u.id = new."user" and u.erased is not null) then
    raise exception 'The personal data of this user was erased. Nothing can be added to the user: create a new one.'
      using errcode = 'FL001', column = 'user';
  end if;
  return null;
end $$;
revoke execute on function refuse_erased_user() from public;
create trigger refuse_erased after insert on session for each row execute function refuse_erased_user();
create trigger refuse_erased after insert on second_factor for each row execute function refuse_erased_user();
create trigger refuse_erased after insert on recovery_code for each row execute function refuse_erased_user();
create trigger refuse_erased after insert on email_change for each row execute function refuse_erased_user();
create trigger refuse_erased after insert on user_preference for each row execute function refuse_erased_user();
create trigger refuse_erased after insert on user_permissiongroup for each row execute function refuse_erased_user();
