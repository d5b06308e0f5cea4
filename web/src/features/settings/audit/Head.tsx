import { settingsText } from '../../../text/en-settings.ts'

/** The columns that both lists have. */
export const Head = () => (
  <thead>
    <tr>
      <th scope="col">{settingsText.audit.columns.time}</th>
      <th scope="col">{settingsText.audit.columns.who}</th>
      <th scope="col">{settingsText.audit.columns.what}</th>
      <th scope="col">{settingsText.audit.columns.from}</th>
    </tr>
  </thead>
)
