import { inFile, type Mutant } from './mutant.ts'

/** Sessions, tokens, legacy keys and what answers tell browsers. */
export const ofSessions: readonly Mutant[] = [
  ...inFile('src/domain/identity/sessions.ts', [
    {
      line: 'V7.3.1',
      kind: 'bound',
      breaks: 'a session is locked after an hour and a half',
      find: 'export const idleMinutes = 15',
      replace: 'export const idleMinutes = 90',
    },
    {
      line: 'V7.2.4',
      kind: 'effect',
      breaks: 'the cookie of a session stays the same when it is unlocked',
      find: '    update session set id = ${fingerprint(renewed)}, locked = null',
      replace: '    update session set id = ${fingerprint(secret)}, locked = null',
    },
    {
      line: 'security-17',
      kind: 'condition',
      breaks: 'a session starts with a password that was changed meanwhile',
      find: `      and person.password_hash is not distinct from \${passwordHash}
    for share`,
      replace: `      and \${passwordHash}::text is not distinct from \${passwordHash}
    for share`,
    },
  ]),
  ...inFile('src/http/forgery.ts', [
    {
      line: 'V3.5.1',
      kind: 'condition',
      breaks: 'a change in a session needs no CSRF token',
      find: "  if (!isCsrfToken(organisation, session, typeof token === 'string' ? token : ''))",
      replace: "  if (isCsrfToken === undefined && typeof token === 'string')",
    },
    {
      line: 'V3.5.1',
      kind: 'condition',
      breaks: 'a change in a session may come from any origin',
      find: '  if (!isOwn)\n',
      replace: "  if (!isOwn && site === 'none')\n",
    },
  ]),
  ...inFile('src/sign-in/page-requests.ts', [
    {
      line: 'security-28',
      kind: 'condition',
      breaks: 'a form of no origin is accepted',
      find: 'headers.origin === undefined || headers.origin === origin',
      replace: "headers.origin === undefined || headers.origin === 'null' || headers.origin === origin",
    },
    {
      line: 'security-24',
      kind: 'condition',
      breaks: 'strangers are told what a clinic is called',
      find: '      ? clinicName\n      : undefined',
      replace: '      ? clinicName\n      : clinicName',
    },
  ]),
  ...inFile('src/oauth/records.ts', [
    {
      line: 'V10.4.8',
      kind: 'bound',
      breaks: 'a refresh token ends ten years after the grant',
      find: 'const grantDays = 365',
      replace: 'const grantDays = 3_650',
    },
  ]),
  ...inFile('src/oauth/provider.ts', [
    {
      line: 'V10.4.6',
      kind: 'condition',
      breaks: 'applications with a secret need no PKCE',
      find: 'client[pkceMetadata] !== false',
      replace: "client.clientAuthMethod === 'none'",
    },
    {
      line: 'security-21',
      kind: 'condition',
      breaks: 'authorization requests are not limited',
      find: "    if (ctx.path !== '/authorize/') return next()",
      replace: "    if (ctx.path !== '/authorise/') return next()",
    },
  ]),
  ...inFile('src/domain/identity/credentials.ts', [
    {
      line: 'security-10',
      kind: 'condition',
      breaks: 'a legacy key never expires',
      find: '      and (k.expires is null or k.expires > now())`',
      replace: '      and (k.expires is null or k.expires is not null)`',
    },
  ]),
  ...inFile('src/http/server.ts', [
    {
      line: 'security-25',
      kind: 'effect',
      breaks: 'browsers store records',
      find: "  'cache-control': 'no-store',",
      replace: "  'cache-control': 'private, no-cache',",
    },
  ]),
]
