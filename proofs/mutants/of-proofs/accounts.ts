import type { ProofMutants } from '../mutant.ts'

const identity = (file: string) => `src/domain/identity/${file}.ts`
const oauth = (file: string) => `src/oauth/${file}.ts`
const signIn = (file: string) => `src/sign-in/${file}.ts`

/** What `prove:accounts` must notice, one at a time. The first two are noticed soonest. */
export const accountsMutants = {
  'signing out only forgets the cookie': [
    {
      file: signIn('sign-in'),
      find: '  if (secret !== undefined)\n    await inOrganisation(db, organisation, (tx) => endSession',
      replace: "  if (secret === 'none')\n    await inOrganisation(db, organisation, (tx) => endSession",
    },
  ],
  'failed sign-ins are not recorded': [
    {
      file: signIn('sign-in'),
      find: "  await recordRefusal(parts, request, visit, { kind: 'sign_in.failed'",
      replace: "  if (found === undefined) await recordRefusal(parts, request, visit, { kind: 'sign_in.failed'",
    },
  ],
  'a session begins with a password that was changed meanwhile': [
    {
      file: identity('sessions'),
      find: `where person.id = \${user} and person.is_active and not person.is_virtual
      and person.password_hash is not distinct from \${passwordHash}
    for share\``,
      replace: 'where person.id = ${user} and person.is_active and not person.is_virtual`',
    },
  ],
  'a change of password leaves tokens': [
    {
      file: identity('sessions'),
      find: `  await tx.deleteFrom('oauth_record').where('model', '=', 'Grant').where(ofUser).execute()
  await tx.deleteFrom('oauth_record').where(ofUser).execute()
}`,
      replace: '  void ofUser\n}',
    },
  ],
  'a change of password leaves sessions': [
    {
      file: identity('sessions'),
      find: `export const endAllAccess = async (tx: Tx, user: number) => {
  await tx.deleteFrom('session').where('user', '=', user).execute()
`,
      replace: 'export const endAllAccess = async (tx: Tx, user: number) => {\n',
    },
  ],
  'the second factor is not asked for': [
    {
      file: signIn('sign-in'),
      find: 'if (page !== undefined) return',
      replace: "if (page === '') return",
    },
  ],
  'a password alone removes a second factor': [
    {
      file: signIn('account-forms'),
      find: 'withProofs(parts, step, true)',
      replace: 'withProofs(parts, step, false)',
    },
  ],
  'a new password leaves what spares a browser the second factor': [
    {
      file: identity('sessions'),
      find: ".where('user', '=', user).execute()\n  await endFactorMarks(tx, user)",
      replace: ".where('user', '=', user).execute()",
    },
  ],
  'a code of an authenticator app works twice': [
    {
      file: identity('second-factors'),
      find: ".where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))",
      replace: '',
    },
  ],
  'a recovery code works twice': [
    {
      file: identity('recovery-codes'),
      find: `  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('id', '=', fingerprint(readCode(typed)))
    .where('user', '=', user)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false`,
      replace: `  const known = await tx
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
      find: "  await endTokens(tx, application.client_id)\n  await recordSecurityEvent(tx, { kind: 'application.secret_rotated'",
      replace: "  await recordSecurityEvent(tx, { kind: 'application.secret_rotated'",
    },
  ],
  'a restored application has its tokens again': [
    {
      file: identity('applications'),
      find: '  if (becomes && !archived) await endAccess(tx, id, client_id)\n',
      replace: '  void client_id\n',
    },
  ],
  'a refresh token that was used before ends nothing': [
    {
      file: oauth('records'),
      find: '...(consumed === null ? {} : { consumed: Math.floor(consumed.getTime() / 1000) }),',
      replace: '...(consumed === null ? {} : {}),',
    },
    {
      file: oauth('records'),
      find: 'if (await inside((tx) => markConsumed(tx, model, id))) return',
      replace: "if ((await inside((tx) => markConsumed(tx, model, id))) || id !== '') return",
    },
  ],
  'ended credentials are remembered for five seconds': [
    { file: identity('identify'), find: 'const cacheMs = 900', replace: 'const cacheMs = 5_000' },
  ],
  'ending all other sessions ends none': [
    {
      file: identity('sessions'),
      find: "    .where('user', '=', user)\n    .where('public_id', '<>', kept)",
      replace: "    .where('user', '=', user)\n    .where('public_id', '=', '')\n    .where('public_id', '<>', kept)",
    },
  ],
  'an ended session still allows applications': [
    {
      file: signIn('mount'),
      find: 'if (session?.accountId !== undefined && session.accountId !== String(signedIn?.user))',
      replace: 'if (session?.accountId !== undefined && signedIn && session.accountId !== String(signedIn.user))',
    },
  ],
} as const satisfies ProofMutants
