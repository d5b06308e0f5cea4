import type { Mutant } from '../mutate/mutant.ts'

/** Clients, patients and custom fields. */
export const ofRecords: readonly Mutant[] = [
  {
    line: 48,
    kind: 'condition',
    breaks: 'a client with a deceased patient counts as having one alive',
    file: 'src/domain/clients/finding-clients.ts',
    find: 'and p.deceased is null and not p.archived',
    replace: 'and not p.archived',
  },
  {
    line: 69,
    kind: 'shape',
    breaks: 'there is a ninth gender',
    file: 'src/domain/clients/statuses.ts',
    find: "'Unknown',",
    replace: "'Unknown', 'X',",
  },
  {
    line: 69,
    kind: 'condition',
    breaks: 'a dog may be a gelding',
    file: 'src/domain/clients/patients.ts',
    find: '&& !kind?.equine',
    replace: '&& kind === undefined',
  },
  {
    line: 56,
    kind: 'shape',
    breaks: 'phones of type 1 are called cellular',
    file: 'src/domain/clients/statuses.ts',
    find: "{ 0: 'Landline', 1: 'Mobile' }",
    replace: "{ 0: 'Landline', 1: 'Cellular' }",
  },
  {
    line: 40,
    kind: 'bound',
    breaks: 'the name of an organisation has at most 8 characters',
    file: 'src/domain/clients/client.resource.ts',
    find: 'organization_name: text(255, optional)',
    replace: 'organization_name: text(8, optional)',
  },
]
