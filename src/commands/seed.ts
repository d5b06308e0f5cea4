import { demoOrganisation } from '../demo/generate/organisation.ts'
import { demoPassword } from '../demo/demo-clinics.ts'
import { findSeeded, seedDemo, type Seeded } from '../demo/seed/seed.ts'
import { newSecret } from '../domain/identity/secrets.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { date, integer } from '../kernel/values.ts'
import { isThisMachine } from '../app/addresses.ts'
import { defineCommand, Failure, table, type Outcome } from './command.ts'
import { readFields } from './option-values.ts'
import { withSeedingParts } from './seeding-parts.ts'

const text = { type: 'string' } as const
const fields = {
  seed: integer({ min: 0 }),
  today: date(),
  organisation_name: organisation.fields.name,
}

const outcomeOf = (seeded: Seeded, name: string, publicUrl: string): Outcome => {
  const { organisation: id, email, password, integration, wholesaler, counts } = seeded
  const addresses = { sign_in_url: `${publicUrl}/${id}/sign-in/`, api_url: `${publicUrl}/${id}/api/0.1/` }
  const records = Object.entries(counts).map(([what, count]) => `${count} ${what}`)
  return {
    json: { organisation: id, name, ...addresses, email, password, integration, wholesaler, counts },
    text: table([
      ['Organisation', `${id} (${name})`],
      ['Records', records.join(', ')],
      ['Sign in', addresses.sign_in_url],
      ['E-mail', `${email}, or any other of its users`],
      ['Password', password],
      ['API', addresses.api_url],
      ['Client id', integration.client_id],
      ['Client secret', integration.client_secret],
      ['Wholesaler client id', wholesaler.client_id],
      ['Wholesaler client secret', wholesaler.client_secret],
    ]),
  }
}

export const seedCommand = defineCommand({
  words: 'seed',
  summary: 'Create an organisation with the records of a demo clinic',
  about:
    'Three departments, ten users, 200 clients, 350 patients with their weights, 157 items with their prices, four weeks of visits, a few referrals to imaging, a few files, and two ' +
    'applications. All people are fictional. The same --seed and --today give the same records. Where FETLOCK_PUBLIC_URL is ' +
    `this machine every user’s password is "${demoPassword}", anywhere else a random one. Connects with ` +
    'FETLOCK_OWNER_DATABASE_URL and FETLOCK_DATABASE_URL.',
  options: {
    seed: { ...text, value: 'NUMBER', description: 'the seed of the random records; 1 if not given' },
    today: {
      ...text,
      value: 'DATE',
      description: 'the day the clinic’s history ends, for example 2026-03-31; today if not given',
    },
    'organisation-name': { ...text, value: 'NAME', description: `its name; "${demoOrganisation.name}" if not given` },
    again: { type: 'boolean', description: 'create another one although there is one of this name' },
  },
  example: 'fetlock seed --seed 7',
  prints: 'the id of the organisation, where and how to sign in, and the credentials of its applications.',
  run: async ({ again, ...values }, progress) => {
    const input = readFields(fields, {
      seed: values.seed ?? '1',
      today: values.today ?? new Date().toISOString().slice(0, 10),
      'organisation-name': values['organisation-name'] ?? demoOrganisation.name,
    })
    const name = input.organisation_name
    return withSeedingParts('fetlock seed', async ({ parts, readAsOwner, publicUrl }) => {
      const [existing] = again ? [] : await findSeeded(readAsOwner, name)
      if (existing !== undefined)
        throw new Failure(
          `"${name}" exists already, as organisation ${existing}. Use --again to create another one, or --organisation-name to choose another name.`,
        )
      progress.step(`Creating "${name}" from seed ${input.seed}`)
      const seeded = await seedDemo({
        ...parts,
        seed: input.seed,
        today: input.today,
        name,
        password: isThisMachine(publicUrl) ? demoPassword : newSecret(),
        onCount: (what, done, all) => progress.count(`${done} of ${all} ${what}`),
      })
      return outcomeOf(seeded, name, publicUrl)
    })
  },
})
