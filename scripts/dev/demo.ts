import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../services/settings.ts'
import { type Env, runToEnd, type Say } from './processes.ts'

const file = join(folder, 'demo.json')

/** What `fetlock seed --json` prints, as far as it is used here. */
export type Demo = {
  readonly organisation: number
  readonly email: string
  readonly password: string
  readonly integration: { readonly client_id: string; readonly client_secret: string }
}

/** The demo organisation of this checkout, made the first time. Its credentials are kept, because they are shown once. */
export const demoOrganisation = async (env: Env, say: Say): Promise<Demo> => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Demo
  say('Making the demo organisation')
  // One whose credentials are lost may be there already; it stays, and another is made beside it.
  const printed = await runToEnd(['src/main.ts', 'seed', '--again', '--json'], env, say)
  writeFileSync(file, printed, { mode: 0o600 })
  return JSON.parse(printed) as Demo
}

export const forgetDemo = () => rmSync(file, { force: true })

/** A fresh access token, or nothing if these credentials are not known to the database any more. */
export const tokenOf = async (publicUrl: string, { organisation, integration }: Demo): Promise<string | undefined> => {
  const { client_id, client_secret } = integration
  const response = await fetch(`${publicUrl}/${organisation}/oauth2/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const answer = (await response.json()) as { access_token?: string }
  return answer.access_token
}
