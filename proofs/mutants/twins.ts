import type { Mutant } from './mutant.ts'

const line = 55
const file = 'src/domain/clients/phone-numbers.ts'

/** Mutants whose judgement is known, to see that the tool judges. */
export const twins = {
  harmless: {
    line,
    kind: 'effect',
    breaks: 'nothing: a comment',
    file,
    find: '/** The number in E.164.',
    replace: '/** The phone number in E.164.',
  },
  throwing: {
    line,
    kind: 'effect',
    breaks: 'registering a number throws',
    file,
    find: "    .insertInto('phonenumber')",
    replace: "    .insertInto('phonenumbers' as 'phonenumber')",
  },
  missing: { line, kind: 'effect', breaks: 'a text that is not there', file, find: 'no such text', replace: 'any' },
  untyped: {
    line,
    kind: 'effect',
    breaks: 'a number where a text belongs',
    file,
    find: 'return parsed.number',
    replace: 'return 5',
  },
} as const satisfies Record<string, Mutant>
