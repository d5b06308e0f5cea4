-- The worker's policies for all organisations hold only where no organisation is set. A transaction of the worker that works
-- for one organisation sees and changes the rows of that one alone, as the application does: without this, a statement that
-- names no organisation also met the waiting rows, and the sandboxes, of the others.
do $$
declare
  wide record;
begin
  for wide in
    select tablename, policyname, qual from pg_policies
    where schemaname = 'public' and roles = '{fetlock_worker}' and permissive = 'PERMISSIVE'
  loop
    execute format('alter policy %I on %I using (organisation() = 0 and (%s))', wide.policyname, wide.tablename, wide.qual);
  end loop;
end $$;
