import { inFile, type Mutant } from './mutant.ts'

/** Whose a wholesaler is, and what its integration is told of its credentials. */
export const ofWholesalers: readonly Mutant[] = [
  ...inFile('src/domain/wholesale/wholesaler.resource.ts', [
    {
      line: 247,
      kind: 'shape',
      breaks: 'the password is shown',
      find: '      nullable: true,\n      writeOnly: true,\n',
      replace: '      nullable: true,\n',
    },
  ]),
  ...inFile('src/domain/wholesale/ownership.ts', [
    {
      line: 555,
      kind: 'condition',
      breaks: 'an archived wholesaler is found',
      find: "    .where('wholesaler.archived', '=', false)\n",
      replace: '',
    },
    {
      line: 554,
      kind: 'condition',
      breaks: 'any application may act on a wholesaler',
      find: 'if (found.application !== actor.application) throw notYours()',
      replace: 'if (found.application === null) throw notYours()',
    },
    {
      line: 501,
      kind: 'condition',
      breaks: 'any application may act on an order of an integration',
      find: 'if (application === null || application !== actor.application) throw notYours()',
      replace: 'if (application === null) throw notYours()',
    },
    {
      line: 501,
      kind: 'effect',
      breaks: 'the refusal says something else',
      find: "forbidden('Token does not match this wholesaler.')",
      replace: "forbidden('This is not your wholesaler.')",
    },
  ]),
  ...inFile('src/domain/wholesale/catalog-upload.resource.ts', [
    {
      line: 500,
      kind: 'condition',
      breaks: 'a form for a catalog needs a permission',
      find: "  openTo: 'wholesaler',\n",
      replace: '',
    },
  ]),
  ...inFile('src/domain/ordering/order.resource.ts', [
    {
      line: 500,
      kind: 'condition',
      breaks: 'marking an order as delivered needs a permission',
      find: "      openTo: 'wholesaler',\n      requireOwn: requireOwnOrder,\n      summary: 'Mark the products of an order as delivered',",
      replace: "      requireOwn: requireOwnOrder,\n      summary: 'Mark the products of an order as delivered',",
    },
  ]),
  ...inFile('src/domain/wholesale/tell-of-credentials.ts', [
    {
      line: 532,
      kind: 'condition',
      breaks: 'a wholesaler that becomes an integration is told as updated',
      find: "event: 'wholesaler.created', registration: to",
      replace: "event: 'wholesaler.updated', registration: to",
    },
    {
      line: 532,
      kind: 'shape',
      breaks: 'no event names its department',
      find: 'department: await departmentOf(tx, row.department),',
      replace: 'department: null,',
    },
    {
      line: 533,
      kind: 'condition',
      breaks: 'another location is not told',
      find: "['customer_number', 'customer_username', 'customer_password', 'department'] as const",
      replace: "['customer_number', 'customer_username', 'customer_password'] as const",
    },
    {
      line: 533,
      kind: 'condition',
      breaks: 'a new name is told',
      find: "'customer_password', 'department'] as const",
      replace: "'customer_password', 'department', 'name'] as const",
    },
    {
      line: 534,
      kind: 'shape',
      breaks: 'the end of a wholesaler tells its credentials',
      find: "event === 'wholesaler.deleted'\n",
      replace: "event === 'order.placed'\n",
    },
  ]),
  ...inFile('src/domain/identity/secrets.ts', [
    {
      line: 533,
      kind: 'condition',
      breaks: 'the same password sealed again counts as changed',
      find: 'before !== null && actor.matchesSealed(before, plain) ? before : actor.seal(plain)',
      replace: 'actor.seal(plain)',
    },
  ]),
  ...inFile('src/domain/wholesale/wholesalers.ts', [
    {
      line: 533,
      kind: 'condition',
      breaks: 'a new password applies to one of those with the user name',
      find: 'row.id === target.id || isSharing(row, target)\n',
      replace: 'row.id === target.id\n',
    },
    {
      line: 534,
      kind: 'condition',
      breaks: 'an id passes from one integration to another',
      find: 'if (root!.type === integration) requireSameType(root!, sent, ofIntegration)\n  const type = root!.type === integration ? {} : chosenType(sent)',
      replace:
        'if (root!.archived) requireSameType(root!, sent, ofIntegration)\n  const type = chosenType({ ...root!, ...sent } as Changes)',
    },
    {
      line: 534,
      kind: 'effect',
      breaks: 'locations stay when the clinic-wide wholesaler is archived',
      find: 'if (isArchived) return before.archived ? {} : { archived: true, archived_with_parent: true }',
      replace: 'if (isArchived) return {}',
    },
    {
      line: 534,
      kind: 'effect',
      breaks: 'locations do not come back with the clinic-wide wholesaler',
      find: 'return before.archived_with_parent ? { archived: false, archived_with_parent: false } : {}',
      replace: 'return {}',
    },
  ]),
  ...inFile('src/domain/webhooks/tell-wholesaler.ts', [
    {
      line: 528,
      kind: 'shape',
      breaks: 'an order tells everything of the registration',
      find: "event === 'order.placed' || event === 'catalog.processed'",
      replace: "event === 'catalog.processed'",
    },
  ]),
  ...inFile('src/worker/event-secrets.ts', [
    {
      line: 532,
      kind: 'effect',
      breaks: 'the password is not filled in',
      find: 'if (customer_password === null) return stored\n',
      replace: 'if (customer_password !== undefined) return stored\n',
    },
  ]),
  ...inFile('src/domain/wholesale/registrations.ts', [
    {
      line: 458,
      kind: 'effect',
      breaks: 'a deleted registration is still shown',
      find: '.set({ removed: true })',
      replace: '.set({ removed: false })',
    },
  ]),
  ...inFile('src/worker/deliveries.ts', [
    {
      line: 458,
      kind: 'effect',
      breaks: 'an event goes to the address that the registration had when it was queued',
      find: 'const target = await findTarget(parts, tx, deliveries[0]!)\n',
      replace:
        'const known = ((globalThis as { known?: Map<string, Target> }).known ??= new Map())\n    const key = endpointKey(group[0]!)\n    const target = known.get(key) ?? (await findTarget(parts, tx, deliveries[0]!))\n    if (target !== undefined) known.set(key, target)\n',
    },
  ]),
]
