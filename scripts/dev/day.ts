// oxlint-disable-next-line import/no-unassigned-import -- it registers the rules that invoices ask visits for
import '../../src/app/resources.ts'
import { connect } from '../../src/db/pool.ts'
import { inOrganisation } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { seedDay } from '../../src/demo/seed/day.ts'

/** Gives the demo clinic a day that is in full swing now: `node scripts/dev/day.ts <organisation>`. */
const organisation = Number(process.argv[2])
const now = new Date()
const app = connect(process.env['FETLOCK_DATABASE_URL'] ?? '', { max: 1 })
try {
  // Nothing of a day is sealed: secrets belong to connections and webhooks.
  const actor = actorIn(organisation, now, (secret) => Buffer.from(secret))
  await inOrganisation(app.db, organisation, (tx) => seedDay(tx, actor, Math.floor(now.valueOf() / 86_400_000)))
} finally {
  await app.close()
}
