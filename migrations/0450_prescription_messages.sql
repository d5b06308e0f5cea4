-- What came of a prescription, in the words of whom it was sent to, and who has read it. 0451 validates what is added here.
alter table prescription
  add column status_message text not null default '',
  add column message_read_by bigint,
  add constraint prescription_message_read_check
    check (message_read_by is null or status in (5, 7, 8)) not valid,
  add constraint prescription_message_read_by_fkey
    foreign key (organisation, message_read_by) references "user" (organisation, id) not valid;
