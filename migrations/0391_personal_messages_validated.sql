-- Reads the messages and templates that are there, while others are added.
alter table client_message
  validate constraint client_message_kind_check,
  validate constraint client_message_created_user_check,
  validate constraint client_message_created_user_fkey,
  validate constraint client_message_consultation_fkey;
alter table message_template validate constraint message_template_kind_check;
