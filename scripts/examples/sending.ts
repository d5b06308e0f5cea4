import { connect } from '../../src/db/pool.ts'
import { inOrganisation, type Tx } from '../../src/db/tx.ts'
import { actorIn } from '../../src/demo/actor.ts'
import { recordOpeningBalance } from '../../src/domain/billing/opening-balances.ts'
import { registerApplication } from '../../src/domain/identity/applications.ts'
import { createLegacyKey } from '../../src/domain/identity/legacy-keys.ts'
import { permissions } from '../../src/domain/identity/permissions.ts'
import { fingerprint, newSecret } from '../../src/domain/identity/secrets.ts'
import type { Operation } from '../../src/kernel/operation.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- parsed JSON, of whatever shape
export type Json = any
export type Answer = { readonly status: number; readonly body: Json; readonly text: string }
export type Request = {
  readonly id?: number
  readonly child?: number
  readonly query?: string
  readonly body?: unknown
  /** A file in place of JSON. */
  readonly file?: string
}

type Credentials = { readonly application: string; readonly wholesaler: string; readonly person: string }

/** Opening balances are imported by a command; no route makes one. */
const givenOpeningBalance = async (tx: Tx, organisation: number, user: number) => {
  const client = await tx.selectFrom('client').select('id').orderBy('id').executeTakeFirstOrThrow()
  const department = await tx.selectFrom('department').select('id').orderBy('id').executeTakeFirstOrThrow()
  const actor = { ...actorIn(organisation, new Date(), (secret) => Buffer.from(secret)), user }
  await recordOpeningBalance(tx, actor, {
    client: client.id,
    department: department.id,
    amount: '-25.00',
    description: 'Paid in advance at the old system',
  })
}

/** A token of an application with every permission, one of it as a wholesaler, and one of a person who allowed it. */
export const credentialsFor = async (app: string, port: number, organisation: number): Promise<Credentials> => {
  const { db, close } = connect(app, { max: 1 })
  const person = newSecret()
  const { client_id, client_secret } = await inOrganisation(db, organisation, async (tx) => {
    const group = await tx
      .insertInto('permissiongroup')
      .values({ name: 'Everything', read: [], write: [...permissions] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const registered = await registerApplication(tx, undefined, {
      name: 'Bookkeeping',
      permission_groups: [group.id],
      scopes: ['restapi', 'wholesaler'],
    })
    await createLegacyKey(tx, registered.id)
    const user = await tx
      .selectFrom('user')
      .select('id')
      .where('is_active', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await givenOpeningBalance(tx, organisation, user.id)
    await tx.insertInto('user_permissiongroup').values({ user: user.id, permissiongroup: group.id }).execute()
    await tx
      .insertInto('oauth_record')
      .values({
        model: 'AccessToken',
        id: fingerprint(person),
        payload: JSON.stringify({ accountId: String(user.id), clientId: registered.client_id, scope: 'restapi' }),
        expires: new Date(Date.now() + 3_600_000),
      })
      .execute()
    return registered
  })
  await close()
  const tokenOf = async (scope: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/${organisation}/oauth2/token/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }
  return { application: await tokenOf('restapi'), wholesaler: await tokenOf('wholesaler'), person }
}

/** Sends a request to an operation, or to a path by a method. */
export const sender =
  (port: number, organisation: number, { application, wholesaler, person }: Credentials) =>
  async (
    {
      method,
      path,
      file,
      userTokenOnly,
      scopeOnly,
    }: Pick<Operation, 'method' | 'path' | 'file' | 'userTokenOnly' | 'scopeOnly'>,
    { id, child, query, body, file: content }: Request = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const filled = path.replace('{id}', String(id)).replace('{child_id}', String(child))
    const sent = content ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(
      `http://127.0.0.1:${port}/${organisation}/api/0.1${filled}${query ? `?${query}` : ''}`,
      {
        method,
        headers: {
          authorization: `Bearer ${userTokenOnly ? person : scopeOnly ? wholesaler : application}`,
          ...(sent === undefined ? {} : { 'content-type': file?.type ?? 'application/json' }),
          ...headers,
        },
        ...(sent === undefined ? {} : { body: sent }),
      },
    )
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, body: isJson ? JSON.parse(text) : undefined, text }
  }
export type Send = ReturnType<typeof sender>
