import { PhoneNumberType } from '@fetlock/sdk'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { clientKey } from '../../api/client.ts'
import { addPhoneNumber, changePhoneNumber, readPhoneNumber } from '../../api/phonenumber.ts'
import { messageOf } from '../../api/problem.ts'
import type { Client, PhoneNumber } from '../../api/records.ts'
import edit from '../../shared/edit/edit.module.css'
import page from '../../shared/page.module.css'
import { showToast } from '../../shared/toasts.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { useWrite } from '../../shared/use-write.ts'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import { Duplicates } from './Duplicates.tsx'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import classes from './ClientPage.module.css'

const fieldsOf = (): readonly Field[] => {
  const { number, kind, description } = clientText.phones
  return [
    { name: 'phone_number', label: number, kind: 'text' },
    {
      name: 'type_code',
      label: kind,
      kind: 'choice',
      options: [PhoneNumberType.Mobile, PhoneNumberType.Landline].map(
        (type) => [String(type), clientText.phoneKinds[type]] as const,
      ),
    },
    { name: 'description', label: description, kind: 'text' },
  ]
}

const draftOf = (phone: PhoneNumber | undefined) => ({
  phone_number: phone?.phone_number ?? '',
  type_code: String(phone?.type_code ?? PhoneNumberType.Mobile),
  description: phone?.description ?? '',
})
type Draft = ReturnType<typeof draftOf>

const typeOf = (code: string) =>
  Number(code) === PhoneNumberType.Landline ? PhoneNumberType.Landline : PhoneNumberType.Mobile

const store = {
  draftOf,
  send: (version: PhoneNumber, { type_code, ...changes }: Partial<Draft>) =>
    changePhoneNumber(version, type_code === undefined ? changes : { ...changes, type_code: typeOf(type_code) }),
  readNow: readPhoneNumber,
}

type Form = { readonly client: Client; readonly phone: PhoneNumber | undefined; readonly onDone: () => void }

const PhoneForm = ({ client, phone, onDone }: Form) => {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const refresh = () => [clientKey(client.id)]
  const onProblem = (error: unknown) => setProblem(messageOf(error))
  const said = () => text.records.saved(clientText.phones.what)
  const changing = useDraft(phone, store, {
    refresh,
    onSaved: () => {
      showToast(said())
      onDone()
    },
    onProblem,
    // Two people at one number: what is there now is listed, and typed over if it is still wanted.
    onConflict: () => setProblem(text.changedElsewhere),
  })
  const adding = useWrite({
    send: (typed: Draft, key) =>
      addPhoneNumber({ ...typed, type_code: typeOf(typed.type_code), client: client.url }, key),
    refresh,
    said,
    onDone,
    onProblem,
  })
  const { before, draft, setDraft, mine } = changing
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (before === undefined) void adding.write(draft)
    else if (Object.keys(mine).length === 0) onDone()
    else void changing.save({ before, mine })
  }
  return (
    <form className={edit['form']} noValidate onSubmit={save} onKeyDown={({ key }) => key === 'Escape' && onDone()}>
      {fieldsOf().map((field, index) => (
        <div key={field.name} ref={index === 0 ? (element) => element?.querySelector('input')?.focus() : undefined}>
          <FieldInput
            id={`${id}-${field.name}`}
            field={field}
            draft={draft}
            problem={index === 0 ? problem : undefined}
            onChange={(name, value) => setDraft((typed) => ({ ...typed, [name]: value }))}
          />
          {index === 0 && 'phone_number' in mine && (
            <Duplicates kind="phone" typed={draft.phone_number} except={client.id} />
          )}
        </div>
      ))}
      <div className={edit['buttons']}>
        <button type="submit" className="button primary" aria-busy={adding.isBusy || changing.isBusy}>
          {text.records.save}
        </button>
        <button type="button" className="button" onClick={onDone}>
          {text.records.cancel}
        </button>
      </div>
    </form>
  )
}

/** Where a client is called. Numbers are records of their own, so each is changed by itself. */
export const Phones = ({ client, mayEdit }: { readonly client: Client; readonly mayEdit: boolean }) => {
  const [edited, setEdited] = useState<number | 'new'>()
  const numbers = client.phone_numbers_data ?? []
  const done = () => setEdited(undefined)
  return (
    <>
      <dl className={page['pairs']}>
        {numbers.map((phone) => (
          <div key={phone.id}>
            <dt>
              {clientText.phoneKinds[phone.type_code]}
              {phone.description !== '' && <span className={page['context']}> {phone.description}</span>}
            </dt>
            <dd className={classes['number']}>
              {mayEdit && (
                <button
                  type="button"
                  className={edit['ghost']}
                  aria-label={clientText.phones.editNumber(phone.phone_number)}
                  onClick={() => setEdited(phone.id)}
                >
                  <IconPencil size={16} stroke={1.6} aria-hidden="true" />
                </button>
              )}
              <a href={`tel:${phone.e164}`}>{phone.phone_number}</a>
            </dd>
          </div>
        ))}
      </dl>
      {edited !== undefined && (
        <PhoneForm key={edited} client={client} phone={numbers.find(({ id }) => id === edited)} onDone={done} />
      )}
      {mayEdit && edited === undefined && (
        <button type="button" className={`${edit['ghost']} ${classes['add']}`} onClick={() => setEdited('new')}>
          <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {clientText.phones.add}
        </button>
      )}
    </>
  )
}
