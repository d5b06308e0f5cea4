-- Creates or updates the roles Fetlock connects as; run it as a superuser, or as a role that may create roles (docs/operating/postgresql.md), as often as you like. A password left out stays as it was:
--   PGOPTIONS='-c fetlock.owner_password=… -c fetlock.app_password=… -c fetlock.worker_password=…' psql -f deploy/roles.sql
do $$
declare
  part text;
  role text;
  password text;
begin
  foreach part in array array['owner', 'app', 'worker'] loop
    role := 'fetlock_' || part;
    password := current_setting('fetlock.' || part || '_password', true);
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I', role);
    end if;
    if exists (select from pg_roles where rolname = role
               and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)) then
      execute format('alter role %I nosuperuser nobypassrls nocreaterole nocreatedb noreplication', role);
    end if;
    execute format('alter role %I login', role);
    if password <> '' then
      execute format('alter role %I password %L', role, password);
    end if;
    begin
      execute format('alter role %I set app.organisation = %L', role, '0');
    exception when insufficient_privilege then
      -- Only a superuser may; without it the URL has to say so, and forgetting that is an error at every statement.
      raise warning '% does not start as nobody: add options=-c%%20app.organisation%%3D0 to its URL.', role;
    end;
    execute format('alter role %I set timezone = %L', role, 'UTC');
  end loop;
end
$$;

-- A migration that cannot get its lock soon gives up, so that it does not hold up everyone behind it.
alter role fetlock_owner set lock_timeout = '10s';

-- Compiling a statement takes longer than any of ours runs.
alter role fetlock_app set jit = off;
-- A connection keeps the plans it has made. One made while a table was small must not read it from end to end when it is large.
alter role fetlock_app set enable_seqscan = off;
alter role fetlock_app set statement_timeout = '15s';
alter role fetlock_app set idle_in_transaction_session_timeout = '15s';
alter role fetlock_app set lock_timeout = '5s';
-- Who waits in a circle is run again, so it should be found soon.
do $$
begin
  alter role fetlock_app set deadlock_timeout = '100ms';
exception when insufficient_privilege then
  raise warning 'Requests that wait for each other are found after deadlock_timeout: set it to 100ms for the server if you can.';
end
$$;

alter role fetlock_worker set statement_timeout = '5min';
alter role fetlock_worker set idle_in_transaction_session_timeout = '1min';
alter role fetlock_worker set lock_timeout = '5s';
