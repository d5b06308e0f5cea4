import { text } from '../../../text/en.ts'

/** A page whose fields only show has nothing that takes the focus, so that keys scroll the page itself. */
export const scrolled = () => ({ role: 'region', tabIndex: 0, 'aria-label': text.settings.form.shown }) as const
