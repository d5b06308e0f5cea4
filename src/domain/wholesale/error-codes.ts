import type { CodeRegistry, Registered } from '../../kernel/error-codes.ts'

export const wholesaleErrorCodes = {
  connected: {
    meaning: 'Clinics’ wholesalers are connected to the registration, so it cannot be deleted.',
    remedy: 'Ask the clinic to archive these wholesalers, then delete it again.',
  },
  ended: {
    meaning: 'The catalog import was done or had failed already.',
    remedy: 'Nothing is left to cancel. Start a new import if you need one.',
  },
  no_catalog: {
    meaning: 'The wholesaler has no such catalog: none was accepted for these credentials, or it is no longer kept.',
    remedy: 'Wait until the wholesaler has uploaded a catalog for these credentials, or choose another.',
  },
  not_a_location: {
    meaning: 'A department was sent for the clinic-wide wholesaler, which serves all of them.',
    remedy:
      'Leave department out, or create a wholesaler with parent and department for the credentials of a location.',
  },
  not_an_integration: {
    meaning: 'A registration was sent for a wholesaler of type 0 (Manual).',
    remedy: 'Send type 1 (Integration) as well, or null as available_wholesaler.',
  },
  not_clinic_wide: {
    meaning: 'The wholesaler is the one of a location, and this field takes the clinic-wide one.',
    remedy: 'Send the url in the parent of that wholesaler.',
  },
  registration_deleted: {
    meaning: 'The application has deleted the registration that this wholesaler was connected to.',
    remedy: 'Leave it archived, and connect a new wholesaler.',
  },
} as const satisfies CodeRegistry

declare module '../../kernel/error-codes.ts' {
  interface ErrorCodes extends Registered<typeof wholesaleErrorCodes> {}
}
