import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const consultationErrorCodes = {
  communication_preferences: {
    meaning: 'The organisation requires that clients were asked how they may be contacted, and this client was not.',
    remedy: 'Ask the client, set communication_preferences of the client, and send the request again.',
  },
  has_attachments: {
    meaning: 'Files are attached to the consultation, so it cannot be withdrawn.',
    remedy: 'Delete the attachments first, or finalize the consultation.',
  },
  has_entries: {
    meaning: 'The consultation, or a patient that was left out of it, still has entries.',
    remedy: 'Remove the entries first, or keep the consultation and its patients.',
  },
  has_invoice: {
    meaning: 'An invoice belongs to the consultation, so it cannot be withdrawn.',
    remedy: 'Finalize the consultation instead; without entries its invoice is 0.00.',
  },
  has_prescriptions: {
    meaning: 'A prescription was written in the consultation, so it cannot be withdrawn.',
    remedy: 'Finalize the consultation instead.',
  },
  has_referrals: {
    meaning: 'In this consultation the patient, or one of its patients, was referred to imaging.',
    remedy: 'Delete the referral first, or keep the consultation and its patients.',
  },
  wrong_consultation: {
    meaning: 'The patient is not one of the patients of the consultation.',
    remedy: 'Choose one of its patients, or add the patient to the consultation first.',
  },
  wrong_type: {
    meaning: 'The item is of another type than this route takes.',
    remedy: 'Choose an item of the right type, or use the route for the type of this item.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof consultationErrorCodes> {}
}
