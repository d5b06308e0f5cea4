import { createSandbox, createTemplate, findTemplate, type Sandbox } from '../demo/sandbox.ts'
import { organisation } from '../domain/organisation/organisation.resource.ts'
import { defineCommand, table, type Outcome } from './command.ts'
import { readFields } from './option-values.ts'
import { withSeedingParts } from './seeding-parts.ts'

const text = { type: 'string' } as const
const fields = { name: organisation.fields.name }
const defaultName = 'Sandbox'

type Made = { readonly sandbox: Sandbox; readonly name: string; readonly template: number; readonly seconds: number }

const outcomeOf = ({ sandbox, name, template, seconds }: Made, publicUrl: string): Outcome => {
  const { organisation: id, email, password, integration, wholesaler, records } = sandbox
  const addresses = {
    api_url: `${publicUrl}/${id}/api/0.1/`,
    token_url: `${publicUrl}/${id}/oauth2/token/`,
    sign_in_url: `${publicUrl}/${id}/sign-in/`,
  }
  const copied = { template, records, seconds: Number(seconds.toFixed(1)) }
  return {
    json: { organisation: id, name, ...addresses, integration, wholesaler, email, password, copied },
    text: `${table([
      ['Organisation', `${id} (${name}), a sandbox`],
      ['Copied', `${records} records of template ${template}, in ${copied.seconds} s`],
      ['API', addresses.api_url],
      ['Token endpoint', addresses.token_url],
      ['Client id', integration.client_id],
      ['Client secret', integration.client_secret],
      ['Wholesaler client id', wholesaler.client_id],
      ['Wholesaler client secret', wholesaler.client_secret],
      ['Sign in', addresses.sign_in_url],
      ['E-mail', `${email}, or any other of its users`],
      ['Password', password],
    ])}
Store the secrets now: they are not shown again.
Next: fetlock organisation clock --organisation ${id} --offset 40d sets its clock ahead.`,
  }
}

export const sandboxCreate = defineCommand({
  words: 'sandbox create',
  summary: 'Create a sandbox for trying an integration: a copy of the demo clinic',
  about:
    'Copies a template organisation, which is seeded the first time (that takes half a minute). All people in it are fictional. ' +
    'Inside a sandbox, POST /sandbox/place_order/, /sandbox/pay_invoice/ and /sandbox/fail_deliveries/ play the other side, ' +
    'and "fetlock organisation clock" sets its clock. Connects with FETLOCK_OWNER_DATABASE_URL and FETLOCK_DATABASE_URL.',
  options: {
    name: { ...text, value: 'NAME', description: `what the sandbox is called; "${defaultName}" if not given` },
    'new-template': {
      type: 'boolean',
      description: 'seed a new template whose history ends today, and copy that one from now on',
    },
  },
  example: 'fetlock sandbox create --name "Sandbox of Ledger Ltd"',
  prints: 'the id of the sandbox, its addresses, and the credentials of its applications and users.',
  run: async ({ name: given = defaultName, 'new-template': isNew }, progress) => {
    const { name } = readFields(fields, { name: given })
    return withSeedingParts('fetlock sandbox', async ({ parts, publicUrl }) => {
      const known = isNew ? undefined : await findTemplate(parts.owner)
      if (known === undefined) progress.step('Seeding the template')
      const template =
        known ??
        (await createTemplate(parts, new Date().toISOString().slice(0, 10), (what, done, all) =>
          progress.count(`${done} of ${all} ${what}`),
        ))
      const began = performance.now()
      const sandbox = await createSandbox(parts, template, name)
      const seconds = (performance.now() - began) / 1000
      return outcomeOf({ sandbox, name, template: template.organisation, seconds }, publicUrl)
    })
  },
})
