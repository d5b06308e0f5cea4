import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checkout } from '../../scripts/services/settings.ts'
import { answerMessages, endProcess, endWithParent } from '../harness.ts'

export type Start = {
  readonly environment: NodeJS.ProcessEnv
  readonly superuserUrl: string
  /** Where the program is; this checkout's unless a mutant is tried. */
  readonly folder?: string
}
/** Kills the worker while it is at a step, and starts another. Several orders follow one another. */
export type Order = { readonly start: Start } | { readonly killAt: string } | 'memory' | 'stop'
/** The largest memory of a worker in MB, how often one was killed, and what it logged as an error. */
export type State = { readonly peakMb: number; readonly killed: number; readonly logged: readonly string[] }

/**
 * Makes a worker wait at a step until it is killed there, once for each step that is named in `pause_at`. The step is told as
 * the name of the connection, because what a transaction has written is not seen by others before its end.
 */
export const pausing = `
  create table pause_at (step text primary key);
  grant select, delete on pause_at to fetlock_app, fetlock_worker;
  create function pause_at_step() returns trigger language plpgsql as $$
  begin
    if exists (select from pause_at where step = tg_argv[0]) then
      perform set_config('application_name', 'step ' || tg_argv[0], true);
      perform pg_sleep(30);
    end if;
    return coalesce(new, old);
  end $$;
  create trigger pause_1 before update on catalog_work for each row
    when (old.lease is null and new.lease is not null and new.file_key is null)
    execute function pause_at_step('looking for the file');
  create trigger pause_2 before update on catalog_work for each row
    when (old.file_key is null and new.file_key is not null) execute function pause_at_step('keeping the file');
  create trigger pause_3 before update on catalog_work for each row
    when (old.lease is null and new.lease is not null and new.file_key is not null)
    execute function pause_at_step('taking the catalog');
  create trigger pause_4 before update on catalog_work for each row when (new.line > old.line and old.line = 0)
    execute function pause_at_step('saving the first rows');
  create trigger pause_5 before update on catalog_work for each row when (new.line > old.line and old.line > 0)
    execute function pause_at_step('saving further rows');
  create trigger pause_6 before update on catalog_upload for each row when (old.status = 'pending' and new.status <> 'pending')
    execute function pause_at_step('recording the outcome');
  create trigger pause_7 before insert on delivery for each row execute function pause_at_step('telling the integration');
  create trigger pause_8 before delete on catalog_product for each row execute function pause_at_step('deleting old products');`

export const steps = [
  'looking for the file',
  'keeping the file',
  'taking the catalog',
  'saving the first rows',
  'saving further rows',
  'recording the outcome',
  'telling the integration',
  'deleting old products',
] as const

const patienceMs = 120_000
let started: Start
let database: pg.Client
let worker: ChildProcess
const state = { peakMb: 0, killed: 0, logged: [] as string[] }

const notePeak = () => {
  try {
    const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8')
    state.peakMb = Math.max(state.peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    // It has just ended.
  }
}

const startWorker = () => {
  const { environment, folder = checkout } = started
  worker = endWithParent(
    spawn(process.execPath, [join(folder, 'src/main.ts'), 'worker'], {
      env: { ...process.env, FETLOCK_LOG_LEVEL: 'error', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  worker.stdout!.on('data', (lines: Buffer) => void state.logged.push(String(lines).trim()))
}

/** A worker that is just starting is not what is measured. */
const untilWorking = async () => {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { rowCount } = await database.query(`select from pg_stat_activity
      where application_name = 'fetlock worker' and datname = current_database()`)
    if (rowCount) return
    await sleep(50)
  }
  throw new Error('The worker did not start.')
}

const isAt = async (step: string) => {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1 and wait_event = 'PgSleep'`,
    [`step ${step}`],
  )
  return rows[0]?.pid
}

/** Once it is killed its lease has to end; the clock of the lease is put forward, so that nobody waits for it. */
const killAt = async (step: string) => {
  await database.query('insert into pause_at values ($1)', [step])
  const until = performance.now() + patienceMs
  let pid = await isAt(step)
  for (; pid === undefined && performance.now() < until; pid = await isAt(step)) await sleep(20)
  await database.query('delete from pause_at')
  if (pid === undefined) throw new Error(`No worker came to the step: ${step}.`)
  notePeak()
  await endProcess(worker, 'SIGKILL')
  state.killed++
  // The server would notice only after its statement that nobody waits for it any more.
  await database.query('select pg_terminate_backend($1)', [pid])
  await database.query('update catalog_work set due = now() where lease is not null')
  await database.query('update duty set leased_until = now(), due = now()')
  startWorker()
}

answerMessages<Order, State>(async (order) => {
  if (typeof order === 'object' && 'start' in order) {
    started = order.start
    database = new pg.Client({ connectionString: started.superuserUrl })
    await database.connect()
    startWorker()
    await untilWorking()
    setInterval(notePeak, 200).unref()
  }
  if (typeof order === 'object' && 'killAt' in order) await killAt(order.killAt)
  if (order === 'memory') notePeak()
  if (order === 'stop') {
    notePeak()
    await endProcess(worker, 'SIGKILL')
    await database.end()
  }
  return state
})
