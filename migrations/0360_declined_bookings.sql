-- Whoever booked online is told that the clinic has declined it. A wider check lets every row stand, so nothing is read for it.
alter table client_message drop constraint client_message_kind_check;
alter table client_message add constraint client_message_kind_check check (kind between 1 and 5) not valid;
alter table message_template drop constraint message_template_kind_check;
alter table message_template add constraint message_template_kind_check check (kind between 1 and 5) not valid;
