-- Outside a transaction: whoever sends mail or attaches files must not wait while the indexes are built. Workers take what is
-- due from the organisations in turn, and so look for the first of each.
drop index concurrently if exists message_waiting;
create index concurrently if not exists message_waiting on message (organisation, due) where sent is null;
drop index concurrently if exists file_scan_waiting;
create index concurrently if not exists file_scan_waiting on file_scan (organisation, due);
drop index concurrently if exists stray_file_waiting;
create index concurrently if not exists stray_file_waiting on stray_file (organisation, due);
drop index concurrently if exists catalog_work_awaited_by_organisation;
create index concurrently if not exists catalog_work_awaited_by_organisation on catalog_work (organisation, due)
  where file_key is null and not done;
drop index concurrently if exists catalog_work_arrived_by_organisation;
create index concurrently if not exists catalog_work_arrived_by_organisation on catalog_work (organisation, due)
  where file_key is not null and not done;
