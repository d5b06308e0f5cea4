import { inFile, type Mutant } from './mutant.ts'

const line = 'decision-73'

/** Several writes in one transaction. */
export const ofComposites: readonly Mutant[] = [
  ...inFile('src/kernel/composite.ts', [
    {
      line,
      kind: 'effect',
      breaks: 'a rule in the middle takes the organisation’s lock',
      find: '  tx.hasMoreRules = true\n',
      replace: '',
    },
    {
      line,
      kind: 'effect',
      breaks: 'a refusal does not say which entry it is about',
      find: '    entry: { name, operation: operation.name },\n',
      replace: '',
    },
    {
      line,
      kind: 'effect',
      breaks: 'a refusal is recorded under the operation of the composite',
      find: 'entry: { name, operation: operation.name }',
      replace: "entry: { name, operation: 'composite.create' }",
    },
    {
      line,
      kind: 'effect',
      breaks: 'if_match is ignored',
      find: '...(ifMatch === undefined ? {} : { ifMatch })',
      replace: "...(ifMatch === undefined ? {} : { ifMatch: '*' })",
    },
    {
      line,
      kind: 'condition',
      breaks: 'unknown parameters of an entry are ignored',
      find: '  requireKnown(pairs, Object.keys(operation.parameters))\n',
      replace: '',
    },
    {
      line,
      kind: 'condition',
      breaks: 'what a later entry removed makes the composite fail',
      find: '{ hidden: true })))',
      replace: '{ hidden: true })) === false)',
    },
    {
      line,
      kind: 'bound',
      breaks: 'an answer may have any size',
      find: 'Buffer.byteLength(body) > largestAnswer',
      replace: 'Buffer.byteLength(body) > 100 * largestAnswer',
    },
    {
      line,
      kind: 'condition',
      breaks: 'the permissions of entries are not asked for',
      find: '          requireAccess(entry.operation, caller)\n',
      replace: '          void caller\n',
    },
    {
      line,
      kind: 'effect',
      breaks: 'an entry is shown without its address',
      find: "    ['location', JSON.stringify(headers?.['location'])],\n",
      replace: '',
    },
  ]),
  ...inFile('src/kernel/composite-plan.ts', [
    {
      line,
      kind: 'bound',
      breaks: 'one entry too many is taken',
      find: 'export const maxEntries = 50',
      replace: 'export const maxEntries = 51',
    },
    {
      line,
      kind: 'condition',
      breaks: 'a name may come twice',
      find: "  if (earlier.has(name)) refuse('Another entry has this name. Give each its own.', 'repeated')\n",
      replace: '',
    },
    {
      line,
      kind: 'condition',
      breaks: 'an entry may show a secret',
      find: "  if (operation.reveals?.length) return 'secret'\n",
      replace: '',
    },
    {
      line,
      kind: 'condition',
      breaks: 'an entry may be what is declared to be sent alone',
      find: '  return operation.sentAlone\n',
      replace: '  return undefined\n',
    },
    {
      line,
      kind: 'condition',
      breaks: 'a composite may contain another',
      find: "  if (operation.entries !== undefined) return 'composite'\n",
      replace: '',
    },
    {
      line,
      kind: 'condition',
      breaks: 'members that an entry does not have are ignored',
      find: '!members.includes(one)',
      replace: "one === ''",
    },
    {
      line,
      kind: 'condition',
      breaks: 'the kind of record that a path takes is not compared',
      find: '          requireFitting(targetIn(id), operation, place)',
      replace: '          void [requireFitting, targetIn(id), operation, place]',
    },
  ]),
  ...inFile('src/kernel/composite-references.ts', [
    {
      line,
      kind: 'condition',
      breaks: 'text that looks like a reference is one',
      find: 'const mapReferences = (value: unknown, visit: (value: unknown, path: string) => unknown, path: string): unknown => {\n',
      replace:
        'const mapReferences = (sent: unknown, visit: (value: unknown, path: string) => unknown, path: string): unknown => {\n' +
        "  const value: unknown = typeof sent === 'string' && sent.startsWith('{\"$entry\":') ? JSON.parse(sent) : sent\n",
    },
    {
      line,
      kind: 'condition',
      breaks: 'a reference may have more members',
      find: ' || Object.keys(others).length > 0)',
      replace: ' || others === undefined)',
    },
    {
      line,
      kind: 'condition',
      breaks: 'lists of links can be referred to',
      find: 'field !== undefined && !field.many &&',
      replace: 'field !== undefined &&',
    },
    {
      line,
      kind: 'condition',
      breaks: 'any field can be referred to',
      find: '  if (link !== undefined) return',
      replace: '  if (link === undefined) return resource\n  if (link !== undefined) return',
    },
  ]),
  ...inFile('src/kernel/handle.ts', [
    {
      line,
      kind: 'effect',
      breaks: 'entries are not counted in their windows',
      find: ', ...spendsOf(caller, entries)]',
      replace: ']',
    },
    {
      line,
      kind: 'effect',
      breaks: 'several entries of one route count as one',
      find: 'spendOf(caller, same[0]!, same.length)',
      replace: 'spendOf(caller, same[0]!, 1)',
    },
    {
      line,
      kind: 'effect',
      breaks: 'entries do not count against the ceiling of the organisation',
      find: 'const requests = Math.max(weight, entries.length)',
      replace: 'const requests = weight',
    },
    {
      line,
      kind: 'effect',
      breaks: 'a composite that is refused counts against the ceiling',
      find: '  if (hasCeiling && wait === undefined) ceiling.giveBack(caller.organisation, requests)\n',
      replace: '',
    },
    {
      line,
      kind: 'effect',
      breaks: 'malformed composites are free',
      find: '  } catch (refusal) {\n    await spendBudget(kernel, operation, caller, incoming)\n',
      replace: '  } catch (refusal) {\n',
    },
  ]),
  ...inFile('src/rates/rate-windows.lua', [
    {
      line,
      kind: 'condition',
      breaks: 'a refusal is counted in the windows that are not full',
      find: "if allowed == 1 and ARGV[2] == '1' then",
      replace: "if ARGV[2] == '1' then",
    },
    {
      line,
      kind: 'effect',
      breaks: 'the shortest wait is told',
      find: 'allowed, retry = 0, math.max(retry, math.ceil(',
      replace: 'allowed, retry = 0, math.min(retry == 0 and 99 or retry, math.ceil(',
    },
  ]),
  ...inFile('src/db/tx.ts', [
    {
      line,
      kind: 'effect',
      breaks: 'a settled invoice takes the organisation’s lock in the middle of a composite',
      find: '(tx.hasMoreRules ? sql`modified` : sql`stamp_of_transaction()`)',
      replace: '(tx.isTransaction ? sql`stamp_of_transaction()` : sql`modified`)',
    },
  ]),
]
