-- 0422 has called it.
drop procedure close_default_partition();
