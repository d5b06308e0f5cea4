import { optional, type FieldOptions } from '../../kernel/fields.ts'
import { modified } from '../../kernel/record-fields.ts'
import { defineResource } from '../../kernel/resource.ts'
import { validatedText } from '../../kernel/text-formats.ts'
import { organisationOfSettings, settingsOfOrganisation } from './settings-of-organisation.ts'

const isWebAddress = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[\s\\]/.test(value)
}

/** The start of an address that a browser opens. Private hosts are allowed, because the service never connects to it. */
const webAddress = <const O extends FieldOptions>(options: O) =>
  validatedText(
    options,
    1000,
    'https://archive.example.com/viewer?PatientID=',
    isWebAddress,
    'Enter an http or https address without a user name and password.',
  )

const permission = 'Settings: Integration settings'

export const integrationSettings = defineResource({
  name: 'integration_settings',
  title: 'Integration settings',
  about:
    'How the organisation works with other programs. There is always exactly one record, with the id of the organisation.',
  path: 'settings/integration',
  permission,
  fields: {
    organisation: organisationOfSettings,
    imaging_viewer_url: webAddress({
      ...optional,
      about:
        'Where the image archive shows the studies of a patient: the `id` of the patient is appended to the end of this address, for example `https://archive.example.com/viewer?PatientID=`. Opened by the browsers of staff only, so that it may be inside the clinic’s network. Empty: no viewer.',
    }),
    modified,
  },
  filters: {},
  retrieve: { rate: 300 },
  patch: {
    rate: 300,
    about:
      'The `viewer_url` of imaging orders and referrals follows at once, without a new `modified` of theirs. Whether anything answers at the address is not tried.',
  },
})

export const { read: currentIntegrationSettings, change: changeIntegrationSettings } =
  settingsOfOrganisation(integrationSettings)
