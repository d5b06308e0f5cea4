/** What an animal must not get, and what is said where it would get it. */
export const warnings = {
  title: 'Must not get',
  what: 'What the animal must not get',
  none: 'Nothing is recorded.',
  add: 'Add',
  addLong: 'Add what it must not get',
  saved: 'Contraindication saved',
  edit: (named: string) => `Change ${named}`,
  archive: 'Archive',
  archived: (named: string) => `${named} archived. There are no more warnings about it.`,
  fields: {
    substance: 'Substance or class',
    atc_prefix: 'ATC code, or its beginning',
    reaction: 'What happens',
  },
  /** What must not be given, with the code of its group. */
  named: (substance: string, atc: string) =>
    substance === '' ? atc : atc === '' ? substance : `${substance} (${atc})`,
  must: (animal: string, named: string, reaction: string) =>
    `${animal} must not get ${named}${reaction === '' ? '' : `: ${reaction}`}.`,
  /** The same where the animal is named beside it. */
  mustNotGet: (named: string, reaction: string) => `Must not get ${named}${reaction === '' ? '' : `: ${reaction}`}`,
  /** Why, where its own name does not say so. */
  because: (warning: string, contains: string) => `${warning} It contains ${contains}.`,
  animal: 'The animal',
  ask: (name: string) => `Give ${name} anyway?`,
  reason: 'Why it is given anyway',
  reasonMissing: 'Say why it is given anyway, or do not add it.',
  save: 'Add with this reason',
  keep: 'Do not add it',
  notAdded: (name: string) => `${name} was not added.`,
  given: (reason: string) => `Given anyway: ${reason}`,
  explain: 'Say why',
  saveReason: 'Save',
  unexplained: 'Given in spite of a warning, and nobody has said why:',
}
