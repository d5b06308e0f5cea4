import { inFile, type Mutant } from './mutant.ts'

/** Department settings. */
export const ofDepartments: readonly Mutant[] = [
  ...inFile('src/domain/organisation/change-settings.ts', [
    {
      line: 413,
      kind: 'condition',
      breaks: 'the lock date can be set while it advances automatically',
      find: '    automatic &&\n    changes.financial',
      replace: '    automatic === undefined &&\n    changes.financial',
    },
  ]),
  ...inFile('src/domain/organisation/advance-locks.ts', [
    {
      line: 209,
      kind: 'bound',
      breaks: 'the lock advances a day late',
      find: 'extract(day from ${localTime(now)}) >= least(',
      replace: 'extract(day from ${localTime(now)}) > least(',
    },
    {
      line: 208,
      kind: 'condition',
      breaks: 'the lock advances where it is not enabled',
      find: 'sql<boolean>`automatic_financial_period_lock_enabled\n',
      replace: 'sql<boolean>`automatic_financial_period_lock_enabled is not null\n',
    },
  ]),
  ...inFile('src/domain/organisation/department-settings.resource.ts', [
    {
      line: 426,
      kind: 'bound',
      breaks: 'only items with large ids can be the prescription fee',
      find: '      min: 1,\n      max: 999_999_999_999_999,\n',
      replace: '      min: 1_000_000,\n      max: 999_999_999_999_999,\n',
    },
    {
      line: 209,
      kind: 'bound',
      breaks: 'the day of the lock is at most 28',
      find: 'max: 31,',
      replace: 'max: 28,',
    },
    {
      line: 213,
      kind: 'effect',
      breaks: 'electronic prescriptions cannot be enabled',
      find: 'eprescription_enabled: boolean({\n      ...optional,',
      replace: 'eprescription_enabled: boolean({\n      readOnly: true,',
    },
    {
      line: 413,
      kind: 'effect',
      breaks: 'the lock date cannot be removed',
      find: 'financial_period_lock_date: date({\n      optional: true,\n      nullable: true,',
      replace: 'financial_period_lock_date: date({\n      optional: true,',
    },
  ]),
]
