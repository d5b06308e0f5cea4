import { inFile, type Mutant } from './mutant.ts'

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
    {
      line: 438,
      kind: 'effect',
      breaks: 'the viewer of a referral is opened with the id of the referral',
      find: '`(select w.patient from diagnosticimaging_worklist w',
      replace: '`(select w.id from diagnosticimaging_worklist w',
    },
  ]),
  ...inFile('src/domain/imaging/viewer.ts', [
    {
      line: 438,
      kind: 'shape',
      breaks: 'something is put between the address of the viewer and the id of the patient',
      find: "`(select nullif(s.imaging_viewer_url, '') || ${patient(at)}",
      replace: "`(select nullif(s.imaging_viewer_url, '') || '/' || ${patient(at)}",
    },
    {
      line: 438,
      kind: 'condition',
      breaks: 'there is a viewer although none is configured',
      find: "nullif(s.imaging_viewer_url, '')",
      replace: 's.imaging_viewer_url',
    },
  ]),
  ...inFile('src/domain/organisation/integration-settings.resource.ts', [
    {
      line: 438,
      kind: 'condition',
      breaks: 'a viewer inside the network of the clinic cannot be configured',
      find: '/^https?:$/.test(url.protocol)',
      replace: '/^https:$/.test(url.protocol)',
    },
  ]),
]
