import type { Patch } from '../mutant.ts'

const identity = (file: string) => `src/domain/identity/${file}.ts`
const oauth = (file: string) => `src/oauth/${file}.ts`

/** Rules that are broken on purpose, one at a time: the simulation must notice each. The first two are noticed soonest. */
export const mutants: Readonly<Record<string, readonly Patch[]>> = {
  'signing out only forgets the cookie': [
    {
      file: oauth('sign-in'),
      from: '  if (secret !== undefined)\n    await inOrganisation(db, organisation, (tx) => endSession',
      to: "  if (secret === 'none')\n    await inOrganisation(db, organisation, (tx) => endSession",
    },
  ],
  'failed sign-ins are not recorded': [
    {
      file: oauth('sign-in'),
      from: "  await recordRefusal(parts, request, visit, { kind: 'sign_in.failed'",
      to: "  if (found === undefined) await recordRefusal(parts, request, visit, { kind: 'sign_in.failed'",
    },
  ],
  'a session begins with a password that was changed meanwhile': [
    {
      file: identity('sessions'),
      from: `where person.id = \${user} and person.is_active and not person.is_virtual
      and person.password_hash is not distinct from \${passwordHash}
    for share\``,
      to: 'where person.id = ${user} and person.is_active and not person.is_virtual`',
    },
  ],
  'a change of password leaves tokens': [
    {
      file: identity('sessions'),
      from: `  await tx.deleteFrom('oauth_record').where('model', '=', 'Grant').where(ofUser).execute()
  await tx.deleteFrom('oauth_record').where(ofUser).execute()
}`,
      to: '  void ofUser\n}',
    },
  ],
  'a change of password leaves sessions': [
    {
      file: identity('sessions'),
      from: `export const endAllAccess = async (tx: Tx, user: number) => {
  await tx.deleteFrom('session').where('user', '=', user).execute()
`,
      to: 'export const endAllAccess = async (tx: Tx, user: number) => {\n',
    },
  ],
  'the second factor is not asked for': [
    { file: oauth('sign-in'), from: 'if (secondFactor !== undefined) return', to: "if (secondFactor === '') return" },
  ],
  'a code of an authenticator app works twice': [
    {
      file: identity('second-factors'),
      from: ".where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))",
      to: '',
    },
  ],
  'a recovery code works twice': [
    {
      file: identity('recovery-codes'),
      from: `  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('id', '=', fingerprint(readCode(typed)))
    .where('user', '=', user)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false`,
      to: `  const known = await tx
    .selectFrom('recovery_code')
    .select('id')
    .where('id', '=', fingerprint(readCode(typed)))
    .where('user', '=', user)
    .executeTakeFirst()
  if (known === undefined) return false`,
    },
  ],
  'a replaced secret leaves the tokens that were taken with it': [
    {
      file: identity('applications'),
      from: "  await endTokens(tx, application.client_id)\n  await recordSecurityEvent(tx, { kind: 'application.secret_rotated'",
      to: "  await recordSecurityEvent(tx, { kind: 'application.secret_rotated'",
    },
  ],
  'a restored application has its tokens again': [
    {
      file: identity('applications'),
      from: '  if (becomes && !archived) await endAccess(tx, id, client_id)\n',
      to: '  void client_id\n',
    },
  ],
  'a refresh token that was used before ends nothing': [
    {
      file: oauth('records'),
      from: '...(consumed === null ? {} : { consumed: Math.floor(consumed.getTime() / 1000) }),',
      to: '...(consumed === null ? {} : {}),',
    },
    {
      file: oauth('records'),
      from: 'if (await inside((tx) => markConsumed(tx, model, id))) return',
      to: "if ((await inside((tx) => markConsumed(tx, model, id))) || id !== '') return",
    },
  ],
  'ended credentials are remembered for five seconds': [
    { file: identity('identify'), from: 'const cacheMs = 900', to: 'const cacheMs = 5_000' },
  ],
  'ending all other sessions ends none': [
    {
      file: identity('sessions'),
      from: "    .where('user', '=', user)\n    .where('public_id', '<>', kept)",
      to: "    .where('user', '=', user)\n    .where('public_id', '=', '')\n    .where('public_id', '<>', kept)",
    },
  ],
  'an ended session still allows applications': [
    {
      file: oauth('mount'),
      from: 'if (session?.accountId !== undefined && session.accountId !== String(signedIn?.user))',
      to: 'if (session?.accountId !== undefined && signedIn && session.accountId !== String(signedIn.user))',
    },
  ],
}
