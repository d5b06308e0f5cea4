import type { Client } from '../../api/records.ts'
import type { Draft } from '../../shared/edit/fields.ts'
import { draftPlaces, type DraftStorage, draftsInBrowser } from '../../shared/kept-drafts.ts'
import type { Registration } from './registration.ts'

/** What was sent under a key, until it is known whether it was carried out. */
export type Asked = {
  readonly key: string
  readonly registration: Registration
  /** Whether the animal is admitted although it is here or booked. */
  readonly isSecond: boolean
}

/** A form that is being filled in: what was typed and chosen, and what was sent of it without an answer. */
export type Form = {
  readonly draft: Draft
  /** A client who exists, and the animal that was chosen; undefined for new ones. */
  readonly known: Client | undefined
  readonly chosen: number | undefined
  readonly asked: Asked | undefined
}

/** A client is kept by their number alone: what is known of them may have changed by the time the form is opened again. */
type KeptFields = Omit<Form, 'known'> & { readonly known: number | undefined }
export type KeptForm = { readonly key: string; readonly at: string; readonly form: KeptFields }

/** Who opens the form on another day begins anew. */
const keptMs = 12 * 60 * 60_000

/** Keeps one form on this device until it is done, for whoever fills it in. A browser that keeps nothing loses it on a reload. */
export const makeKeptRegistration = (forms: DraftStorage<KeptForm>, now: () => Date) => ({
  read: async (key: string): Promise<KeptForm | undefined> => {
    const kept = await forms.all().catch(() => [])
    const isOld = ({ at }: KeptForm) => now().getTime() - Date.parse(at) > keptMs
    for (const form of kept.filter(isOld)) void forms.remove(form.key).catch(() => {})
    return kept.find((form) => form.key === key && !isOld(form))
  },
  write: (key: string, form: Form) =>
    forms.put({ key, at: now().toISOString(), form: { ...form, known: form.known?.id } }).catch(() => {}),
  forget: (key: string) => void forms.remove(key).catch(() => {}),
})

export const keptRegistration = () =>
  makeKeptRegistration(draftsInBrowser<KeptForm>(draftPlaces.forms), () => new Date())
