import { readOnlyOrNull, type Field, type SqlScope } from '../../kernel/fields.ts'
import { text } from '../../kernel/values.ts'

/** Where a patient's images are shown: the address in the integration settings with the id of the patient at its end. */
export const viewerUrl = (patient: (at: SqlScope) => string): Field<string, typeof readOnlyOrNull> => ({
  ...text(1020, {
    ...readOnlyOrNull,
    about:
      'Opens the images of the patient in the viewer of the clinic’s image archive: `imaging_viewer_url` of the integration settings with the `id` of the patient appended. Null while no viewer is configured.',
  }),
  select: (_column, at) => `(select nullif(s.imaging_viewer_url, '') || ${patient(at)} from integration_settings s
    where s.organisation = ${at.organisation})`,
})
