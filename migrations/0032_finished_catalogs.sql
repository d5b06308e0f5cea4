-- The work on a catalog ends when neither its products nor its errors are stored any more: until then, `due` of one that is
-- done is when to look whether they can be deleted.
alter table catalog_work add column done boolean not null default false;
drop index catalog_work_awaited;
drop index catalog_work_arrived;
-- squawk-ignore require-concurrent-index-creation
create index catalog_work_awaited on catalog_work (due) where file_key is null and not done;
-- squawk-ignore require-concurrent-index-creation
create index catalog_work_arrived on catalog_work (due) where file_key is not null and not done;
-- squawk-ignore require-concurrent-index-creation
create index catalog_work_done on catalog_work (due) where done;
