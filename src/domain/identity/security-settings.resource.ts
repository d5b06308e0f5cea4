import { optional } from '../../kernel/fields.ts'
import { modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { boolean } from '../../kernel/values.ts'
import { organisationOfSettings, settingsOfOrganisation } from '../organisation/settings-of-organisation.ts'

export const securitySettings = defineResource({
  name: 'security_settings',
  title: 'Security settings',
  about:
    'What the organisation asks of those who sign in. There is always exactly one record, with the id of the organisation.',
  path: 'settings/security',
  permission: 'Settings: Users and permissions',
  fields: {
    organisation: organisationOfSettings,
    second_factor_required: boolean({
      ...optional,
      about:
        'Whether staff who may write anything, or read of clients, patients, money or staff, need an authenticator app or a passkey besides their password. Who has none must add one at the next sign-in, before anything else; others may have one.',
    }),
    modified,
  },
  filters: {},
  retrieve: { rate: 300 },
  patch: {
    rate: 300,
    stepUp: true,
    about:
      'Sessions that run already go on until they end. Applications are not affected: they sign in with their own secret.',
  },
})

export const { read: currentSecuritySettings, change: changeSecuritySettings } =
  settingsOfOrganisation(securitySettings)
