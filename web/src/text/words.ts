import { changedMeanwhile } from './changing.ts'

/** What the pages of the words a clinic uses have in common. */
export const wordsText = {
  shown: 'In use or archived',
  inUse: 'In use',
  archived: 'Archived',
  isArchived: 'archived',
  archive: 'Archive',
  restore: 'Restore',
  wasArchived: (name: string) => `${name} archived`,
  wasRestored: (name: string) => `${name} restored`,
  added: (name: string) => `${name} added`,
  saved: (name: string) => `${name} saved`,
  add: 'Add',
  save: 'Save',
  yes: 'Yes',
  conflict: changedMeanwhile,
  empty: 'empty',
  quoted: (value: string) => `“${value}”`,
  needed: (label: string) => `${label}: type something.`,
}
