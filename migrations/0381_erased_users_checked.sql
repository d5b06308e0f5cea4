-- The check of 0380 holds for the rows from before, too.
alter table "user" validate constraint user_check;
