-- Outside a transaction: whoever prescribes must not wait while the indexes are built.
drop index concurrently if exists prescription_message_read_by;
create index concurrently if not exists prescription_message_read_by on prescription (organisation, message_read_by);
drop index concurrently if exists prescription_unread;
create index concurrently if not exists prescription_unread on prescription (organisation, id)
  where message_read_by is null and status in (5, 7, 8);
