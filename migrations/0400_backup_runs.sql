-- Whether backups are made: deploy/backup/fetlock-backup writes it as a superuser or the owner; doctor and the metrics of the worker
-- read it. It belongs to the deployment.
create table backup_run (
  kind text primary key check (kind in ('database', 'files', 'trial')),
  -- When the last one began, whatever came of it.
  began timestamptz not null,
  -- When the last one began that succeeded: it has everything that was written before.
  succeeded timestamptz,
  -- What the last one failed with; empty once another has succeeded.
  failure text not null default ''
);
grant select on backup_run to fetlock_worker;
