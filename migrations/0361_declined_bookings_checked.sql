-- The checks of 0360 hold for the rows from before, too.
alter table client_message validate constraint client_message_kind_check;
alter table message_template validate constraint message_template_kind_check;
