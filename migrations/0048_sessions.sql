-- A browser session: when it was used last and from where, what the person proved themselves with, and a name to end it by
-- that is not the secret's. It is locked after a while without use, until its person proves themselves again.
-- The table holds the sessions of half a day and is rewritten in a moment.
alter table session
  -- squawk-ignore adding-field-with-default
  add column public_id text not null default replace(gen_random_uuid()::text, '-', ''),
  -- squawk-ignore adding-field-with-default
  add column last_used timestamptz not null default clock_timestamp(),
  add column locked timestamptz,
  add column address text not null default '',
  add column user_agent text not null default '',
  add column factors text[] not null default '{password}'
    check (factors <@ array['password', 'totp', 'passkey', 'recovery'] and factors <> '{}');
create unique index session_public_id on session (organisation, public_id);
grant update on session to fetlock_app;

-- Applications that were registered before must use PKCE from the next time their secret is replaced, new ones at once. Those
-- without a secret have always had to.
alter table application add column pkce_required boolean not null default false;
alter table application alter column pkce_required set default true;

-- A key ends on a day; those that were made before have none. Its use is noted at most once an hour.
alter table legacy_key
  add column expires timestamptz,
  add column last_used timestamptz;
-- What is recorded is that a key came or went, not that it was used.
create or replace function keep_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.revoked is not distinct from old.revoked then return null; end if;
  perform write_change('application', new.application, 'change', jsonb_build_object('legacy_key',
    jsonb_build_object('from', case when tg_op = 'UPDATE' then new.id end, 'to', case when tg_op = 'INSERT' then new.id end)));
  return null;
end $$;
