import { inOrganisation, type Database } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { seedDemo, type Seeding } from '../../src/demo/seed/seed.ts'
import { seedDay } from '../../src/demo/seed/day.ts'
import { tokenOf } from '../dev/demo.ts'
import { type Records, recordsToShow } from './records.ts'
import { sendAs } from './send.ts'

const hourOfPictures = 11

/** A time zone in which it is late in the morning now, when a clinic is busiest. */
const zoneOfMorning = () => {
  const ahead = hourOfPictures - new Date().getUTCHours()
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Its history ends the day before, because the visits of its last day are spread over the whole of it. */
const yesterdayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(Date.now() - 86_400_000)

/** The demo clinic of `npm run dev`, on a morning in full swing. */
export const clinicOnItsDay = async (parts: Pick<Seeding, 'owner' | 'store'> & { readonly app: Database }) => {
  // Nothing that the screens show is sealed.
  const seal = (secret: string) => Buffer.from(secret)
  const timeZone = zoneOfMorning()
  const seeded = await seedDemo({ ...parts, seal, seed: 1, today: yesterdayIn(timeZone), timeZone })
  const actor = actorIn(seeded.organisation, new Date(), seal)
  await inOrganisation(parts.app, seeded.organisation, (tx) => seedDay(tx, actor, 1))
  return { ...seeded, timeZone }
}

/** What the screens show of it, chosen through the API that serves it. */
export const recordsOf = async (publicUrl: string, demo: Parameters<typeof tokenOf>[1]): Promise<Records> =>
  recordsToShow(sendAs(`${publicUrl}/${demo.organisation}/api/0.1`, (await tokenOf(publicUrl, demo)) ?? ''))
