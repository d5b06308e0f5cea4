-- Cause 8 is a transfer between departments: a movement out of the stock of the one and another into that of the other, each of
-- which names the other department. What is in the table already fulfils the constraints, which 0351 validates: that must not be done under the lock of this one.
alter table stock_movement
  add column other_department bigint,
  drop constraint stock_movement_cause_check,
  add constraint stock_movement_cause_check check (cause between 1 and 8) not valid,
  add constraint stock_movement_transfer_check check ((cause = 8) = (other_department is not null)) not valid,
  add constraint stock_movement_other_department_check check (other_department <> department) not valid,
  add constraint stock_movement_other_department_fkey
    foreign key (organisation, other_department) references department (organisation, id) not valid;
