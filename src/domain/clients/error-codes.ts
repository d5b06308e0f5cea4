import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const clientErrorCodes = {
  before_birth: {
    meaning: 'The date of death is before the date of birth.',
    remedy: 'Correct deceased or date_of_birth.',
  },
  equine_only: {
    meaning: 'This gender exists only for equine species.',
    remedy: 'Choose a gender that fits the species, or correct the species.',
  },
  species_required: {
    meaning: 'A breed was sent for a patient without a species.',
    remedy: 'Send the species together with the breed.',
  },
  wrong_client: {
    meaning: 'The record that is named belongs to another client.',
    remedy: 'Choose a record of the same client, or change the client.',
  },
  wrong_species: {
    meaning: 'The breed does not belong to the species of the patient.',
    remedy: 'Choose a breed of this species from /codelist/breeds/, or correct the species.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof clientErrorCodes> {}
}
