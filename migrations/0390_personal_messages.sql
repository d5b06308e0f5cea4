-- A message that somebody at the clinic writes to a client: who wrote it, and about which visit. What it says is kept when it is
-- written, in the columns that other messages fill when they are sent. 0391 validates what is added here.
alter table client_message
  add column created_user bigint,
  add column consultation bigint,
  drop constraint client_message_kind_check,
  add constraint client_message_kind_check check (kind between 1 and 6) not valid,
  add constraint client_message_created_user_check check ((kind = 6) = (created_user is not null)) not valid,
  add constraint client_message_created_user_fkey
    foreign key (organisation, created_user) references "user" (organisation, id) not valid,
  add constraint client_message_consultation_fkey
    foreign key (organisation, consultation) references consultation (organisation, id) not valid;
-- The clinic may word the greeting and the signature that such a message begins with.
alter table message_template
  drop constraint message_template_kind_check,
  add constraint message_template_kind_check check (kind between 1 and 6) not valid;
-- Nobody writes to a client who is being erased: a transaction that read the client before would bring the name back.
create trigger refuse_erased after insert on client_message for each row
  when (new.kind = 6) execute function refuse_erased('client');
