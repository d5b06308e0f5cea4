-- Creates or updates the role that dumps the whole database (docs/operating/backup.md); run it as a superuser, in the database of Fetlock, any number of times. A password that is left out is unchanged:
--   PGOPTIONS='-c fetlock.backup_password=…' psql -d fetlock -f deploy/backup-role.sql
do $$
declare
  password text := current_setting('fetlock.backup_password', true);
begin
  if not exists (select from pg_roles where rolname = 'fetlock_backup') then
    create role fetlock_backup;
  end if;
  -- Row security is forced on every table, so only a role that bypasses it sees every organisation.
  alter role fetlock_backup login bypassrls nosuperuser nocreaterole nocreatedb noreplication;
  grant pg_read_all_data to fetlock_backup;
  if password <> '' then
    execute format('alter role fetlock_backup password %L', password);
  end if;
  execute format('grant connect on database %I to fetlock_backup', current_database());
end
$$;

-- It reads and never writes. No grant lets it write either; this says so in the first error.
alter role fetlock_backup set default_transaction_read_only = on;
alter role fetlock_backup set app.organisation = '0';
alter role fetlock_backup set timezone = 'UTC';
