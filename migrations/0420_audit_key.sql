-- Outside a transaction: auditevent stays writable while the index is built that 0421 makes its primary key.
drop index concurrently if exists auditevent_default_pkey;
create unique index concurrently if not exists auditevent_default_pkey on auditevent (organisation, id, occurred);
