-- What is left to do for a catalog upload without an outcome: its file is looked for, and then read. A table of its own,
-- because it changes with every step and its changes are not audited.
create table catalog_work (
  organisation int not null default organisation() references organisation (id),
  upload bigint not null,
  -- As in the upload, without the organisation.
  storage_key uuid not null,
  -- When the newest form was issued.
  issued timestamptz not null default clock_timestamp(),
  -- When to look for the file or to go on reading it; while a worker has it, when its lease ends.
  due timestamptz not null default clock_timestamp(),
  lease uuid,
  -- Failures since the last progress.
  failures int not null default 0,
  -- A copy of the file as it arrived, under a key that nobody has a form for. Null until then.
  file_key uuid,
  -- The last line whose row has been dealt with, and what became of the rows.
  line int not null default 0,
  rows_accepted int not null default 0,
  rows_rejected int not null default 0,
  -- The work ends when neither the products nor the errors are stored any more: until then, `due` of one that is done is when
  -- to look whether they can be deleted.
  done boolean not null default false,
  primary key (organisation, upload),
  foreign key (organisation, upload) references catalog_upload (organisation, id)
);
create unique index catalog_work_storage_key on catalog_work (organisation, storage_key);
create index catalog_work_awaited on catalog_work (due) where file_key is null and not done;
create index catalog_work_arrived on catalog_work (due) where file_key is not null and not done;
create index catalog_work_done on catalog_work (due) where done;
call keep_apart('catalog_work', 'select, insert, update, delete', 'select, update');
create policy worker_finds on catalog_work for select to fetlock_worker using (true);
create policy worker_takes on catalog_work for update to fetlock_worker using (true);

-- The rows of a catalog that cannot be used, until they are in the outcome of the upload or in its report.
create table catalog_error (
  organisation int not null default organisation(),
  upload bigint not null,
  line int not null,
  code text not null,
  field text,
  detail text not null,
  primary key (organisation, upload, line),
  foreign key (organisation, upload) references catalog_upload (organisation, id)
);
call keep_apart('catalog_error', 'select, insert, delete');

-- The worker finds uploads whose products, errors or report are of no use any more.
grant select (organisation, id, processed, report_key, status, wholesaler) on catalog_upload to fetlock_worker;
create policy worker_finds on catalog_upload for select to fetlock_worker using (processed is not null);
