import { connected } from '../../scripts/database.ts'
import type { Urls } from '../harness.ts'

/** Which part of the guard is taken away, in the run's own database only. */
export type Guard = 'whole' | 'at write' | 'plain clock'

/** Gives every tracked table a trigger that stamps a row with the clock's time when it is written. */
export const stampAtWrite = `
  create function stamp_at_write() returns trigger language plpgsql as $$
  begin
    new.modified := clock_timestamp();
    return new;
  end $$;
  do $$
  declare
    target regclass;
  begin
    for target in select tgrelid from pg_trigger where tgname = 'keep_change' loop
      execute format('create trigger stamp_at_write before insert or update on %s for each row execute function stamp_at_write()', target);
    end loop;
  end $$;`

/** `modified` is the clock's time at each write, as is common; readers get the clock's time. */
const stampedAtWrite = `${stampAtWrite}
  do $$
  declare
    target regclass;
  begin
    for target in select tgrelid from pg_trigger where tgname = 'keep_change' loop
      execute format('alter table %s disable trigger keep_change', target);
    end loop;
  end $$;
  alter table ledger rename to ledger_kept;
  create view ledger with (security_invoker) as select organisation, clock_timestamp() as stamp, changes, chain, generation from ledger_kept;
  grant select on ledger to fetlock_app, fetlock_worker;`

/** Stamps are taken in turn, but are the clock's time even when the clock has been set back. */
const withPlainClock =
  'create or replace function next_stamp(last timestamptz) returns timestamptz language sql return clock_timestamp()'

export const weaken = ({ superuser }: Urls, guard: Guard) =>
  connected(superuser, async (client) => {
    if (guard === 'at write') await client.query(stampedAtWrite)
    if (guard === 'plain clock') await client.query(withPlainClock)
  })
