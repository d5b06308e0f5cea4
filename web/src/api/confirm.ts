import { readForm, sendForm } from './page-forms.ts'
import { askPasskey } from './passkey.ts'

export type Factor = 'password' | 'code' | 'passkey'
/** The form with which somebody confirms that it is them, and what they can do so with. */
export type ConfirmForm = { readonly token: string; readonly factors: readonly Factor[] }

const path = '/confirm/'

/** Undefined if there is nobody to confirm any more. */
export const readConfirmForm = async (): Promise<ConfirmForm | undefined> => {
  const form = await readForm(path)
  return (
    form && {
      token: form.querySelector<HTMLInputElement>('input[name="form"]')?.value ?? '',
      factors: (form.dataset['factors'] ?? '').split(' ').filter((word): word is Factor => word !== ''),
    }
  )
}

type Outcome = 'right' | 'wrong' | 'tooMany' | 'failed'

const outcomeOf = ({ isDone, status }: Awaited<ReturnType<typeof sendForm>>): Outcome => {
  if (isDone) return 'right'
  if (status === 429) return 'tooMany'
  return status === 400 ? 'wrong' : 'failed'
}

/** Confirms with what was typed. */
export const confirmWith = async (form: ConfirmForm, factor: 'password' | 'code', typed: string) =>
  outcomeOf(await sendForm(path, { form: form.token, [factor]: typed }))

/** Confirms with a passkey, for which the browser asks. */
export const confirmWithPasskey = async ({ token }: ConfirmForm): Promise<Outcome> => {
  const asked = await askPasskey(`${path}passkey/`, token)
  if ('refused' in asked) return asked.refused
  return outcomeOf(await sendForm(`${path}passkey/`, { form: token, response: asked.response }))
}
