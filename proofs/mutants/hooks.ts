import { inFile, type Mutant } from './mutant.ts'

/** What webhooks are told of, and how deliveries are signed. */
export const ofHooks: readonly Mutant[] = [
  ...inFile('src/domain/webhooks/sign.ts', [
    {
      line: 503,
      kind: 'effect',
      breaks: 'only the body is signed',
      find: '.update(`${id}.${timestamp}.${body}`)',
      replace: '.update(body)',
    },
  ]),
  ...inFile('src/domain/webhooks/triggers.ts', [
    {
      line: 512,
      kind: 'condition',
      breaks: 'a visit that is owed for again counts as finalized',
      find: '[5, 6, 7, 8].includes(from as number)',
      replace: '[5, 6, 7, 8, 9].includes(from as number)',
    },
    {
      line: 513,
      kind: 'condition',
      breaks: 'every change of an invoice counts as finalizing it',
      find: '{ trigger: 9, fires: isNumbered }',
      replace: '{ trigger: 9, fires: always }',
    },
    {
      line: 514,
      kind: 'condition',
      breaks: 'cancellations are not told of',
      find: '{ trigger: 11, fires: isCreated }',
      replace: "{ trigger: 11, fires: (change) => isCreated(change) && Number(differenceIn(change, 'paid')?.to) > 0 }",
    },
    {
      line: 515,
      kind: 'condition',
      breaks: 'only new prepayments are told of',
      find: '{ trigger: 12, fires: always }',
      replace: '{ trigger: 12, fires: isCreated }',
    },
    {
      line: 516,
      kind: 'effect',
      breaks: 'changes of the settings are not told',
      find: "department_settings: { idName: 'department_id', rules: [{ trigger: 63, fires: isChanged }] },",
      replace: "department_settings: { idName: 'department_id', rules: [] },",
    },
    {
      line: 517,
      kind: 'condition',
      breaks: 'a new referral does not fire the update',
      find: '{ trigger: 7, fires: (change) => !isDeleted(change) }',
      replace: '{ trigger: 7, fires: isChanged }',
    },
    {
      line: 518,
      kind: 'effect',
      breaks: 'a change of the referral itself is not told',
      find: 'rules: [{ trigger: 7, fires: isChanged }],\n  },',
      replace: 'rules: [],\n  },',
    },
    {
      line: 519,
      kind: 'condition',
      breaks: 'a deleted referral is told as every change',
      find: '{ trigger: 8, fires: isDeleted }',
      replace: '{ trigger: 8, fires: isChanged }',
    },
    {
      line: 520,
      kind: 'condition',
      breaks: 'a restored application is not told',
      find: 'fires: (change) => isCreated(change) || isRestored(change)',
      replace: 'fires: isCreated',
    },
    {
      line: 522,
      kind: 'shape',
      breaks: 'the order is named like its table',
      find: "  diagnosticimaging_worklist: {\n    idName: 'diagnosticimagingworklist_id',",
      replace: "  diagnosticimaging_worklist: {\n    idName: 'diagnosticimaging_worklist_id',",
    },
  ]),
  ...inFile('src/network/public-lookup.ts', [
    {
      line: 'decision-43',
      kind: 'condition',
      breaks: 'one public address is enough',
      find: 'if (!found.every(({ address }) => isPublicAddress(address)))',
      replace: 'if (!found.some(({ address }) => isPublicAddress(address)))',
    },
  ]),
  ...inFile('src/worker/queues.ts', [
    {
      line: 'decision-47',
      kind: 'effect',
      breaks: 'Retry-After shortens the growing wait',
      find: 'inSeconds(Math.max(wait, noSoonerThan))',
      replace: 'inSeconds(noSoonerThan > 0 ? noSoonerThan : wait)',
    },
  ]),
  ...inFile('src/domain/webhooks/tell-wholesaler.ts', [
    {
      line: 526,
      kind: 'effect',
      breaks: 'empty text is sent as it is',
      find: 'email: email || null',
      replace: 'email',
    },
  ]),
]
