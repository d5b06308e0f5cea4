import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { CustomerType } from '@fetlock/sdk'
import { addPricing, changePricing, pricingsQuery } from '../../../api/alternativepricing.ts'
import { fieldProblemsOf, messageOf } from '../../../api/problem.ts'
import type { AlternativePricing, Item } from '../../../api/records.ts'
import { amountText, plainText, typedDecimal } from '../../../format.ts'
import edit from '../../../shared/edit/edit.module.css'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import page from '../../../shared/page.module.css'
import { problemsBy, ProblemSummary, useProblems } from '../../../shared/problems.tsx'
import { useWrite } from '../../../shared/use-write.ts'
import { settingsText } from '../../../text/en-settings.ts'
import { text } from '../../../text/en.ts'
import { typedChange } from './price-rule.ts'
import classes from './Items.module.css'

const PricingForm = ({ item, onDone }: { readonly item: Item; readonly onDone: () => void }) => {
  const id = useId()
  const [draft, setDraft] = useState({ name: '', customer: '', price: '', percent: '' })
  const { problems, attempt, setProblems } = useProblems()
  const set = (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes }))
  const { write, isBusy } = useWrite({
    send: addPricing,
    refresh: () => [pricingsQuery(item.id).queryKey],
    said: ({ result }) => settingsText.items.pricings.added(result.name),
    onDone,
    onProblem: (error) => {
      const found = Object.entries(fieldProblemsOf(error)).map(
        ([name, [problem]]) => [`${id}-${name}`, problem?.message ?? messageOf(error)] as const,
      )
      setProblems(problemsBy(found.length > 0 ? found : [['', messageOf(error)]]))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const price = draft.price === '' ? null : typedDecimal(draft.price)
    const percent = draft.percent === '' ? null : typedChange(draft.percent)
    if (price === undefined || percent === undefined || (price === null) === (percent === null))
      return setProblems({ [`${id}-price`]: settingsText.items.pricings.oneOfTwo })
    void write({
      item: item.url,
      name: draft.name,
      customer_type: draft.customer === '' ? null : (Number(draft.customer) as CustomerType),
      price,
      percentage_change: percent,
    })
  }
  const input = (name: 'name' | 'price' | 'percent', label: string, isNeeded = false) => (
    <Field id={`${id}-${name}`} label={label} problems={problems} isNeeded={isNeeded}>
      <input
        id={`${id}-${name}`}
        className={form['input']}
        autoComplete="off"
        inputMode={name === 'name' ? undefined : 'decimal'}
        value={draft[name]}
        onChange={({ target }) => set({ [name]: target.value })}
        {...problemOf(`${id}-${name}`, problems)}
      />
    </Field>
  )
  return (
    <form className={edit['form']} noValidate onSubmit={submit}>
      <ProblemSummary problems={problems} attempt={attempt} />
      {input('name', settingsText.items.pricings.name, true)}
      <Field id={`${id}-customer`} label={settingsText.items.pricings.whose} problems={problems}>
        <select
          id={`${id}-customer`}
          className={form['input']}
          value={draft.customer}
          onChange={({ target }) => set({ customer: target.value })}
        >
          <option value="">{settingsText.items.pricings.everybody}</option>
          {Object.entries(text.records.customerTypes).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <div className={classes['pair']}>
        {input('price', settingsText.items.pricings.price)}
        {input('percent', settingsText.items.pricings.percent)}
      </div>
      <div className={edit['buttons']}>
        <button type="submit" className="button primary" aria-busy={isBusy}>
          {settingsText.items.pricings.save}
        </button>
        <button type="button" className="button" onClick={onDone}>
          {text.records.cancel}
        </button>
      </div>
    </form>
  )
}

/** The price as it differs: an amount of its own, or a percentage of the item's. */
const differenceOf = ({ price, percentage_change: percent }: AlternativePricing) =>
  price === null ? settingsText.items.percent(plainText(percent ?? '0')) : amountText(price)

const whoseOf = ({ customer_type: type }: AlternativePricing) =>
  type === null ? settingsText.items.pricings.everybody : (text.records.customerTypes[type] ?? '')

/** What an item costs for some customers instead. */
export const Pricings = ({ item, mayEdit }: { readonly item: Item; readonly mayEdit: boolean }) => {
  const id = useId()
  const [isAdding, setAdding] = useState(false)
  const { data: pricings } = useQuery(pricingsQuery(item.id))
  const { write: end } = useWrite({
    send: (pricing: AlternativePricing, key) => changePricing(pricing, { archived: true }, key),
    refresh: () => [pricingsQuery(item.id).queryKey],
    said: ({ variables }) => settingsText.items.pricings.ended(variables.name),
    undo: ({ result }) => changePricing(result, { archived: false }),
  })
  return (
    <section aria-labelledby={id}>
      <div className={edit['groupHead']}>
        <h2 id={id}>{settingsText.items.pricings.title}</h2>
        {mayEdit && !isAdding && (
          <button type="button" className={edit['ghost']} onClick={() => setAdding(true)}>
            {settingsText.items.pricings.add}
          </button>
        )}
      </div>
      {isAdding && <PricingForm item={item} onDone={() => setAdding(false)} />}
      {pricings?.length === 0 && !isAdding && <p className={page['none']}>{settingsText.items.pricings.none}</p>}
      <ul className={page['rows']}>
        {pricings?.map((pricing) => (
          <li key={pricing.id}>
            <span className={page['what']}>
              <strong>{pricing.name}</strong> <span className={page['context']}>{whoseOf(pricing)}</span>
            </span>
            <span className={page['figure']}>{differenceOf(pricing)}</span>
            {mayEdit && (
              <button
                type="button"
                className={edit['ghost']}
                aria-label={settingsText.items.pricings.endOf(pricing.name)}
                onClick={() => void end(pricing)}
              >
                {settingsText.items.pricings.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
