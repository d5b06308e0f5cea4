-- Reads the movements that are there, while others are added.
alter table stock_movement
  validate constraint stock_movement_cause_check,
  validate constraint stock_movement_transfer_check,
  validate constraint stock_movement_other_department_check,
  validate constraint stock_movement_other_department_fkey;
