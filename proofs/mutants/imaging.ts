import { inFile, type Mutant } from '../mutate/mutant.ts'

/** Referrals to imaging and their orders. */
export const ofImaging: readonly Mutant[] = [
  ...inFile('src/domain/imaging/referrals.ts', [
    {
      line: 241,
      kind: 'effect',
      breaks: 'the order does not say who asked for it',
      find: 'requesting_user: actor.user,',
      replace: 'requesting_user: supervising_veterinarian,',
    },
    {
      line: 241,
      kind: 'effect',
      breaks: 'the referral loses its internal notes',
      find: '.values({ id, remarks, internal_notes, appointment })',
      replace: '.values({ id, remarks, internal_notes: internal_notes.slice(0, 0), appointment })',
    },
    {
      line: 432,
      kind: 'effect',
      breaks: 'the order names the first target area only',
      find: 'target_areas: sent.target_areas,',
      replace: 'target_areas: sent.target_areas.slice(0, 1),',
    },
  ]),
  ...inFile('src/domain/imaging/statuses.ts', [
    {
      line: 433,
      kind: 'condition',
      breaks: 'an examination in progress cannot be completed',
      find: '  2: [3, 4],',
      replace: '  2: [4],',
    },
    {
      line: 433,
      kind: 'condition',
      breaks: 'an order cannot be completed in one step',
      find: '  0: [1, 2, 3, 4],',
      replace: '  0: [1, 2, 4],',
    },
  ]),
  ...inFile('src/domain/imaging/orders.ts', [
    {
      line: 433,
      kind: 'effect',
      breaks: 'the status is not stored',
      find: '.set({ status })',
      replace: '.set({ status: before.status })',
    },
  ]),
  ...inFile('src/domain/imaging/referral.resource.ts', [
    {
      line: 434,
      kind: 'shape',
      breaks: 'the referral does not say in which visit it was made',
      find: '(select w.consultation from',
      replace: '(select null::bigint from',
    },
  ]),
]
