import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { ApiProblem, messageOf } from '../../api/problem.ts'
import type { Client, PhoneNumber } from '../../api/records.ts'
import { post, request } from '../../api/request.ts'
import { say } from '../../shared/toasts.ts'
import edit from '../../shared/edit/edit.module.css'
import page from '../../shared/page.module.css'
import { useKeyFor } from '../../shared/use-key-for.ts'
import { text } from '../../text/en.ts'
import { Duplicates } from './Duplicates.tsx'
import { FieldInput } from '../../shared/edit/FieldInput.tsx'
import type { Field } from '../../shared/edit/fields.ts'
import classes from './ClientPage.module.css'

const fields: readonly Field[] = [
  { name: 'phone_number', label: text.client.phones.number, kind: 'text' },
  {
    name: 'type_code',
    label: text.client.phones.kind,
    kind: 'choice',
    options: Object.entries(text.client.phoneKinds).toReversed(),
  },
  { name: 'description', label: text.client.phones.description, kind: 'text' },
]

type Form = { readonly client: Client; readonly phone: PhoneNumber | undefined; readonly onDone: () => void }

const PhoneForm = ({ client, phone, onDone }: Form) => {
  const id = useId()
  const queries = useQueryClient()
  const keyFor = useKeyFor()
  const [draft, setDraft] = useState({
    phone_number: phone?.phone_number ?? '',
    type_code: String(phone?.type_code ?? 1),
    description: phone?.description ?? '',
  })
  const [problem, setProblem] = useState<string>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...draft, type_code: Number(draft.type_code) }
    try {
      if (phone === undefined)
        await post('/phonenumber/', { ...body, client: client.url }, { idempotencyKey: keyFor(body) })
      else await request('PATCH', `/phonenumber/${phone.id}/`, { body, ifModified: phone.modified })
      say(text.records.saved(text.client.phones.what))
      onDone()
      await queries.invalidateQueries({ queryKey: ['client', client.id] })
    } catch (error) {
      // Two people at one number: what is there now is shown, and typed over if it is still wanted.
      if (error instanceof ApiProblem && error.status === 412) {
        await queries.invalidateQueries({ queryKey: ['client', client.id] })
      }
      setProblem(messageOf(error))
    }
  }
  return (
    <form
      className={edit['form']}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
    >
      {fields.map((field, index) => (
        <div key={field.name} ref={index === 0 ? (element) => element?.querySelector('input')?.focus() : undefined}>
          <FieldInput
            id={`${id}-${field.name}`}
            field={field}
            draft={draft}
            problem={index === 0 ? problem : undefined}
            onChange={(name, value) => setDraft((typed) => ({ ...typed, [name]: value }))}
          />
          {index === 0 && draft.phone_number !== phone?.phone_number && (
            <Duplicates kind="phone" typed={draft.phone_number} except={client.id} />
          )}
        </div>
      ))}
      <div className={edit['buttons']}>
        <button type="submit" className="button primary">
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
              {text.client.phoneKinds[phone.type_code]}
              {phone.description !== '' && <span className={page['context']}> {phone.description}</span>}
            </dt>
            <dd className={classes['number']}>
              {mayEdit && (
                <button
                  type="button"
                  className={edit['ghost']}
                  aria-label={text.client.phones.editNumber(phone.phone_number)}
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
          <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {text.client.phones.add}
        </button>
      )}
    </>
  )
}
