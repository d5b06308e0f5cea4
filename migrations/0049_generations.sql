-- A restore from a backup returns the database to an earlier moment: what was answered since is no longer true. `generation`
-- counts the restores, so that whoever keeps a copy learns of it. `event_offset` is added to the numbers of events that
-- callers see, so that no number ever means two events; the audit trail itself stays numbered without gaps.
alter table ledger
  add column generation int not null default 1 check (generation > 0),
  add column event_offset bigint not null default 0 check (event_offset >= 0);
