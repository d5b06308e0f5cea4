import { ItemType } from '@fetlock/sdk'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { addItem, itemsKey, type NewItem } from '../../../api/item.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import type { Item } from '../../../api/records.ts'
import { setupKey } from '../../../api/setup.ts'
import { FieldInput } from '../../../shared/edit/FieldInput.tsx'
import { type Draft, type Field, sentOf } from '../../../shared/edit/fields.ts'
import edit from '../../../shared/edit/edit.module.css'
import page from '../../../shared/page.module.css'
import { problemsBy, ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { itemGroups } from './item-groups.ts'
import { useItemChoices } from './use-item-choices.ts'
import classes from './Items.module.css'

const asked = ['name', 'type_code', 'price_with_vat', 'vat_group', 'item_list', 'code', 'unit']

type Props = { readonly onClose: () => void; readonly onDone: (item: Item) => void }

/** What a new item needs; the rest is filled in where it then stands. */
export const NewItemPanel = ({ onClose, onDone }: Props) => {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const choices = useItemChoices()
  const { about, prices } = itemGroups({ type_code: ItemType.Procedure }, choices)
  const fields = asked.map((name): Field => [...about, ...prices].find((field) => field.name === name)!)
  const [typed, setTyped] = useState<Draft>({ type_code: String(ItemType.Procedure) })
  const draft: Draft = {
    ...Object.fromEntries(asked.map((name) => [name, ''])),
    vat_group: choices.vats[0]?.url ?? '',
    ...typed,
  }
  const { problems, attempt, setProblems } = useProblems()
  const idOf = (name: string) => `${id}-${name}`
  const { write, isBusy } = useWrite({
    send: addItem,
    refresh: () => [itemsKey, setupKey],
    said: ({ result }) => settingsText.items.created(result.name),
    onDone: ({ result }) => onDone(result),
    onProblem: (error) => {
      const found = Object.entries(fieldProblemsOf(error)).map(
        ([name, [problem]]) =>
          [idOf(name === 'price' ? 'price_with_vat' : name), problem?.message ?? messageOf(error)] as const,
      )
      setProblems(problemsBy(found.length > 0 ? found : [['', messageOf(error)]]))
    },
  })
  useEffect(() => panel.current?.querySelector<HTMLElement>('input')?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const filled = fields.filter(({ name }) => draft[name] !== '' || name === 'name')
    void write(Object.fromEntries(filled.map((field) => [field.name, sentOf(field, draft[field.name]!)])) as NewItem)
  }
  return (
    <aside
      ref={panel}
      className={`${page['side']} ${classes['panel']}`}
      aria-label={settingsText.items.new}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={classes['panelHead']}>
        <h2>{settingsText.items.new}</h2>
        <button type="button" className="icon-button" aria-label={settingsText.items.close} onClick={onClose}>
          <IconX size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <form className={`${edit['form']} ${classes['newForm']}`} noValidate onSubmit={submit}>
        <ProblemSummary problems={problems} attempt={attempt} />
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            id={idOf(field.name)}
            field={field}
            draft={draft}
            problem={problems[idOf(field.name)]}
            onChange={(name, value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <div className={edit['buttons']}>
          <button type="submit" className="button primary" aria-busy={isBusy}>
            {settingsText.items.add}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {text.records.cancel}
          </button>
        </div>
      </form>
    </aside>
  )
}
