import { inFile, type Mutant } from './mutant.ts'

/** Security events, files, and what is on its way. */
export const ofEventsAndFiles: readonly Mutant[] = [
  ...inFile('src/worker/security-events.ts', [
    {
      line: 'V16.3.3',
      kind: 'effect',
      breaks: 'events are marked as written and are not in the log',
      find: "    for (const event of events) log.info({ organisation, security: event }, 'security event')\n",
      replace: '',
    },
  ]),
  ...inFile('src/http/recorded-answers.ts', [
    {
      line: 'V16.3.2',
      kind: 'condition',
      breaks: 'refusals are not recorded',
      find: 'problem.status === 403',
      replace: 'problem.status === 401',
    },
  ]),
  ...inFile('src/domain/identity/permission-groups.ts', [
    {
      line: 'security-2',
      kind: 'effect',
      breaks: 'a change of what a group may do leaves no event',
      find: "  await recordSecurityEvent(tx, { kind: 'permission.changed', details: { group: id, fields: fields.join(', ') } })\n",
      replace: '',
    },
  ]),
  ...inFile('src/domain/attachments/file-types.ts', [
    {
      line: 'security-11',
      kind: 'condition',
      breaks: 'an ending anywhere in the name is enough',
      find: '/.\\.([a-z0-9]+)$/i',
      replace: '/.\\.([a-z0-9]+)/i',
    },
  ]),
  ...inFile('src/domain/attachments/file-content.ts', [
    {
      line: 'V5.2.2',
      kind: 'condition',
      breaks: 'any content passes for a PDF',
      find: "'application/pdf': ({ first }) => first.subarray(0, 1024).includes('%PDF-'),",
      replace: "'application/pdf': () => true,",
    },
  ]),
  ...inFile('src/domain/attachments/scans.ts', [
    {
      line: 'V5.4.3',
      kind: 'effect',
      breaks: 'an infected file stays in the object store',
      find: '  await discardFile(tx, file.kept_key)\n',
      replace: '',
    },
  ]),
  ...inFile('src/csv/write-csv.ts', [
    {
      line: 'security-26',
      kind: 'condition',
      breaks: 'cells with an apostrophe of their own lose it',
      find: "const likeFormula = /^'*(?:",
      replace: "const likeFormula = /^'?(?:",
    },
  ]),
  ...inFile('src/http/bodies-in-flight.ts', [
    {
      line: 'security-6',
      kind: 'bound',
      breaks: 'one organisation may take up all the room',
      find: '(most * percent) / 100 / (sandbox ? 2 : 1)',
      replace: 'most / (sandbox ? 2 : 1)',
    },
  ]),
]
