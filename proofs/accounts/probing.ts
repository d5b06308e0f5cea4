import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../sending.ts'
import { complain, type Held, type Person, type Story } from './model.ts'
import { sendOnce, type Outcome } from './visiting.ts'

/** Within this time, what was ended must be refused by every process. */
export const refusedWithinMs = 1000

/** Asks one process for a record that anybody who is let in may see. */
const ask = async ({ run }: Story, held: Held, base: string, path: string): Promise<Reply> => {
  for (;;) {
    const sent = {
      method: 'GET',
      path: `/${held.organisation}/api/0.1${path}`,
      headers: { ...held.headers, 'x-forwarded-for': `192.168.${(run.sent >> 8) % 250}.${(run.sent++ % 250) + 1}` },
    }
    // A process that was killed is asked again once it is back: the question is what this process says.
    const reply: Outcome = await sendOnce([base], sent, run.tally)
    if (reply !== 'unknown') return reply
  }
}

export const probeLive = async (story: Story, held: Held) => {
  const base = story.random.pick(story.run.bases)
  const { status, text } = await ask(story, held, base, '/department/?page_size=1')
  story.run.probes.live++
  if (status !== 200) complain(story, `a ${held.what} that should open the API was answered ${status} ${text}`)
}

/** What was ended at least a second ago is refused by every process. */
export const probeEnded = async (story: Story, held: Held) => {
  for (const base of story.run.bases) {
    const { status } = await ask(story, held, base, '/department/?page_size=1')
    story.run.probes.ended++
    const after = Math.round(performance.now() - held.ended!)
    if (status !== 401) complain(story, `a ${held.what} that ended ${after} ms ago was answered ${status}`)
  }
}

/** A change of permissions is in force within a second, too. */
export const probePermission = async (story: Story, person: Person) => {
  const held = person.sessions.at(-1)?.held
  if (held === undefined) return
  await sleep(refusedWithinMs)
  for (const base of story.run.bases) {
    const { status } = await ask(story, held, base, '/client/?page_size=1')
    story.run.probes.permissions++
    const expected = person.seesClients ? 200 : 403
    if (status !== expected) complain(story, `clients were answered ${status} instead of ${expected}`)
  }
}

/** Probes everything that ended long enough ago. */
export const probeDue = async (story: Story) => {
  const now = performance.now()
  const due = story.toRefuse.filter(({ ended }) => ended! + refusedWithinMs <= now)
  for (const held of due) {
    await probeEnded(story, held)
    story.toRefuse.splice(story.toRefuse.indexOf(held), 1)
    story.refused.push(held)
  }
}
