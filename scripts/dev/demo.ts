import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkout, folder } from '../services/settings.ts'
import { type Env, runToEnd, type Say } from './processes.ts'

const file = join(folder, 'demo.json')

/** What `fetlock seed --json` prints, as far as it is used here. */
export type Demo = {
  readonly organisation: number
  readonly email: string
  readonly password: string
  readonly integration: { readonly client_id: string; readonly client_secret: string }
  /** The day that was made last, so that it is made once. */
  readonly day?: string
}

/** Users of the demo clinic whose work differs. All have the same password. */
const people = [
  ['reception', 'ella.sundell@example.com'],
  ['veterinarian', 'johanna.aaltola@example.com'],
  ['stock', 'pekka.ylitalo@example.com'],
] as const

/** The demo organisation of this checkout, created the first time. Its credentials are saved, because they are shown once. */
export const demoOrganisation = async (env: Env, say: Say): Promise<Demo> => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Demo
  say('Making the demo organisation')
  // There may be one whose credentials are lost; it stays, and another is created.
  const printed = await runToEnd(['src/main.ts', 'seed', '--again', '--json'], env, say)
  writeFileSync(file, printed, { mode: 0o600 })
  return JSON.parse(printed) as Demo
}

/** The file that the pages of docs/ read. */
const demoEnvFile = join(folder, 'demo.env')

/** Where a receiver of webhooks may listen on this machine. */
export const receiverAddress = '127.0.0.1:9000'

/** The settings that the pages of docs/ begin with, for a shell to read. */
export const demoEnv = (
  publicUrl: string,
  { organisation, integration }: Pick<Demo, 'organisation' | 'integration'>,
  receiver = receiverAddress,
) =>
  [
    `BASE=${publicUrl}/${organisation}/api/0.1`,
    `TOKEN_URL=${publicUrl}/${organisation}/oauth2/token/`,
    `CLIENT_ID=${integration.client_id}`,
    `CLIENT_SECRET=${integration.client_secret}`,
    `RECEIVER=${receiver}`,
    '',
  ].join('\n')

export const writeDemoEnv = (publicUrl: string, demo: Demo) =>
  writeFileSync(demoEnvFile, demoEnv(publicUrl, demo), { mode: 0o600 })

/** What a developer needs to know of a running demo clinic. */
export const demoLines = (publicUrl: string, { organisation, email, password, integration }: Demo) => [
  `Start at  ${publicUrl}/`,
  `App       ${publicUrl}/${organisation}/`,
  `          sign in as ${email} (manager), password ${password}`,
  ...people.map(([work, address]) => `          or with the same password as ${address} (${work})`),
  `API       ${publicUrl}/${organisation}/api/0.1/ (pages to browse once you are signed in)`,
  `          client id ${integration.client_id}`,
  `          client secret ${integration.client_secret}`,
  `          both are also in ${relative(checkout, demoEnvFile)}, which the pages of docs/ read`,
  `Reference ${publicUrl}/reference/`,
  `OpenAPI   ${publicUrl}/openapi.json`,
  `Mail      kept in ${relative(checkout, join(folder, 'mail'))}`,
]

/** Gives the demo clinic a day that is in full swing, once a day. */
export const startDay = async (env: Env, demo: Demo, say: Say) => {
  const day = new Date().toISOString().slice(0, 10)
  if (demo.day === day) return
  say('Filling the day of the demo clinic')
  await runToEnd(['scripts/dev/day.ts', String(demo.organisation)], env, say)
  writeFileSync(file, JSON.stringify({ ...demo, day }), { mode: 0o600 })
}

export const forgetDemo = () => rmSync(file, { force: true })

/** A new access token, or undefined if the database does not have these credentials. */
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
