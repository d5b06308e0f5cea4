import { inFile, type Mutant } from './mutant.ts'

/** What ends, and who is told, when the database returns to an earlier moment. */
export const ofRestore: readonly Mutant[] = [
  ...inFile('src/domain/identity/revoke-access.ts', [
    {
      line: 'security-14',
      kind: 'effect',
      breaks: 'revoke-all leaves the tokens of applications',
      find: "await tx.deleteFrom('oauth_record').executeTakeFirst()",
      replace: "await tx.deleteFrom('oauth_record').where('model', '=', 'Session').executeTakeFirst()",
    },
    {
      line: 'security-14',
      kind: 'condition',
      breaks: 'a token that is being issued survives revoke-all',
      find: 'lock table oauth_record in exclusive mode',
      replace: 'lock table oauth_record in access share mode',
    },
  ]),
  ...inFile('src/secrets/generations.ts', [
    {
      line: 'security-14',
      kind: 'effect',
      breaks: 'ids of organisations are given out again',
      find: "when 'integer'::regtype then ${organisationsAhead}::bigint",
      replace: "when 'integer'::regtype then ${0 * organisationsAhead}::bigint",
    },
    {
      line: 'security-14',
      kind: 'effect',
      breaks: 'ids of records are given out again',
      find: 'else ${idsAhead}::bigint end',
      replace: 'else ${0 * idsAhead}::bigint end',
    },
  ]),
  ...inFile('src/events/read-events.ts', [
    {
      line: 'security-14',
      kind: 'condition',
      breaks: 'nobody who follows events is told of a restore',
      find: 'position > 0 && position < offset',
      replace: 'position < 0 && position < offset',
    },
  ]),
]
