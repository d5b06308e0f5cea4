import type { Permission } from '@fetlock/sdk'
import { may } from '../../api/me.ts'
import type { Me } from '../../api/records.ts'
import { worklistsText } from '../../text/worklists.ts'

type WorklistPage = { readonly to: string; readonly title: string; readonly needs: Permission }

const pages = [
  { to: '/worklists/prescriptions/', title: worklistsText.prescriptions, needs: 'Clinical: Prescriptions' },
  { to: '/worklists/imaging/', title: worklistsText.imaging, needs: 'Clinical: Diagnostic imaging' },
  { to: '/worklists/charges/', title: worklistsText.charges, needs: 'Clinical: Consultations' },
] as const satisfies readonly WorklistPage[]
export type WorklistPath = (typeof pages)[number]['to']

/** The worklists that somebody may see, in the order of their tabs. */
export const worklistPagesFor = (me: Me) => pages.filter(({ needs }) => may(me, needs))
