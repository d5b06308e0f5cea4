-- Reads the prescriptions that are there, while others are written.
alter table prescription
  validate constraint prescription_message_read_check,
  validate constraint prescription_message_read_by_fkey;
