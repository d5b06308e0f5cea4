import { auditText } from './audit.ts'
import { clinicSettings } from './clinic-settings.ts'
import { fieldsText } from './custom-fields.ts'
import { importText } from './importing.ts'
import { itemSettings } from './items.ts'
import { messagingText } from './messaging.ts'
import { listsText } from './lists.ts'
import { messageTemplatesText } from './message-templates.ts'
import { groupsText, peopleText } from './people.ts'
import { reasonsText } from './reasons.ts'
import { setupText } from './setup.ts'
import { shiftsText } from './shifts.ts'
import { templatesText } from './templates.ts'
import { wordsText } from './words.ts'

/** What pages of the settings say, which is loaded with them and not with the frame. Another language is another object of the same type. */
export const settingsText = {
  audit: auditText,
  clinic: clinicSettings,
  fields: fieldsText,
  groups: groupsText,
  importing: importText,
  items: itemSettings,
  messaging: messagingText,
  lists: listsText,
  messages: messageTemplatesText,
  people: peopleText,
  reasons: reasonsText,
  setup: setupText,
  shifts: shiftsText,
  templates: templatesText,
  words: wordsText,
}
