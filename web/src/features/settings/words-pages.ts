import { readFieldsSearch } from './fields/search.ts'
import { readListsSearch } from './lists/search.ts'
import { readMessagesSearch } from './messages/search.ts'
import { readReasonsSearch } from './reasons/search.ts'
import { readTemplatesSearch } from './templates/search.ts'

/** The pages of the words a clinic uses: how each is fetched, and how its address is read. */
export const words = {
  reasons: { load: () => import('./reasons/ReasonPage.tsx'), read: readReasonsSearch },
  messages: { load: () => import('./messages/MessagePage.tsx'), read: readMessagesSearch },
  templates: { load: () => import('./templates/TemplatePage.tsx'), read: readTemplatesSearch },
  fields: { load: () => import('./fields/CustomFieldPage.tsx'), read: readFieldsSearch },
  lists: { load: () => import('./lists/ListPage.tsx'), read: readListsSearch },
}
