import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/db/pool.ts'
import { finishChanges, inOrganisation, type Tx } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { createRandom } from '../../src/demo/random.ts'
import { changeClient, registerClient } from '../../src/domain/clients/clients.ts'
import { addPhoneNumber } from '../../src/domain/clients/phone-numbers.ts'

/**
 * A slow writer: each of its transactions changes some records and stays open for a while, before its changes are stamped
 * and sometimes after. It is killed at any moment and started again.
 */
const [databaseUrl = '', organisation = '', seed = ''] = process.argv.slice(2)
const random = createRandom(Number(seed) + process.pid)
const { db } = connect(databaseUrl, { max: 1, name: 'slow writer' })

const actor = actorIn(Number(organisation), new Date(), (secret) => Buffer.from(secret))

const someClient = async (tx: Tx) => {
  const { rows } = await sql<{ id: number }>`select id from client order by id desc limit 100`.execute(tx)
  return rows.length > 0 ? random.pick(rows).id : undefined
}

const importSome = async (tx: Tx) => {
  const known = random.chance(0.3) ? await someClient(tx) : undefined
  const id = known ?? (await registerClient(tx, actor, { lastname: `Import ${random.digits(9)}` }))
  if (known !== undefined) await changeClient(tx, actor, id, { critical_notes: `Import ${random.digits(9)}` })
  if (random.chance(0.3))
    await addPhoneNumber(tx, actor, { client: id, phone_number: `040 1${random.digits(6)}`, type_code: 1 })
  await sleep(random.int(0, 80))
  if (random.chance(0.2)) {
    await finishChanges(tx)
    await sleep(random.int(0, 25))
  }
}

/** Faults that pass: a deadlock, a wait that took too long, a connection that was ended. */
const passes = /^(40P01|55P03|57P01|25P03|08|ECONN)|Connection terminated|not queryable/
const stopping = new AbortController()
const stop = () => stopping.abort()
process.once('SIGTERM', stop)
process.once('disconnect', stop)
while (!stopping.signal.aborted) {
  try {
    await inOrganisation(db, actor.organisation, importSome)
  } catch (problem) {
    const { code, message } = problem as { code?: string; message: string }
    if (!passes.test(code ?? message)) throw problem
  }
}
process.exit()
