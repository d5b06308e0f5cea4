-- Creates or updates the roles Fetlock connects as; run it as a superuser, or as a role that may create roles (docs/operating/postgresql.md), any number of times. A password that is left out is unchanged:
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
      -- Only a superuser may; otherwise the URL has to set it, and without that every statement fails.
      raise warning '% has no default app.organisation: add options=-c%%20app.organisation%%3D0 to its URL.', role;
    end;
    execute format('alter role %I set timezone = %L', role, 'UTC');
  end loop;
end
$$;

-- A migration that cannot get its lock soon gives up, because every statement that comes after it waits too.
alter role fetlock_owner set lock_timeout = '10s';

-- Before an upgrade it is told which transactions would hold it up.
do $$
begin
  if not pg_has_role('fetlock_owner', 'pg_read_all_stats', 'member') then
    grant pg_read_all_stats to fetlock_owner;
  end if;
exception when insufficient_privilege then
  raise warning '"fetlock upgrade --check" does not see the transactions of others: only a superuser can let fetlock_owner see them.';
end
$$;

-- Deleting a sandbox deletes its audit trail too, which triggers would go on writing.
do $$
begin
  grant set on parameter session_replication_role to fetlock_owner;
exception when insufficient_privilege then
  raise warning '"fetlock sandbox delete" does not work: only a superuser can let fetlock_owner set session_replication_role.';
end
$$;

-- JIT compilation takes longer than any of our statements runs.
alter role fetlock_app set jit = off;
-- Connections cache generic plans. One made while a table was small must not scan it when it is large.
alter role fetlock_app set enable_seqscan = off;
alter role fetlock_app set statement_timeout = '15s';
alter role fetlock_app set idle_in_transaction_session_timeout = '15s';
alter role fetlock_app set lock_timeout = '5s';
-- Deadlocked requests are retried, so a deadlock should be detected soon.
do $$
begin
  alter role fetlock_app set deadlock_timeout = '100ms';
exception when insufficient_privilege then
  raise warning 'Deadlocks are detected after deadlock_timeout: set it to 100ms for the server if you can.';
end
$$;

alter role fetlock_worker set statement_timeout = '5min';
alter role fetlock_worker set idle_in_transaction_session_timeout = '1min';
alter role fetlock_worker set lock_timeout = '5s';
