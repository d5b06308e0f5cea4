import type { Followed as Resource } from '../../api/followed.ts'
import { overPage } from '../over-page.ts'

/** A record whose changes are listed, by the name of its resource. */
export type Followed = { readonly resource: Resource; readonly id: number }

/** `show` lists who changed a record, over any page. */
export const { show: showChanges, hide: hideChanges, useShown: useShownChanges } = overPage<Followed>()
