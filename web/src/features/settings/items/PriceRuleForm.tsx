import { ItemType, PriceBasis, PriceRounding } from '@fetlock/sdk'
import { useId } from 'react'
import { Field, problemOf } from '../../../shared/form.tsx'
import form from '../../../shared/form.module.css'
import type { Problems } from '../../../shared/problems.tsx'
import { settingsText } from '../../../text/en-settings.ts'
import type { RuleDraft } from './price-rule.ts'
import { useItemChoices } from './use-item-choices.ts'
import classes from './ChangePrices.module.css'

type Segments<T extends string> = {
  readonly label: string
  readonly choices: readonly T[]
  readonly names: Readonly<Record<T, string>>
  readonly chosen: T
  readonly onChoose: (choice: T) => void
}

const Segments = <T extends string>({ label, choices, names, chosen, onChoose }: Segments<T>) => {
  const id = useId()
  return (
    <div className={form['field']}>
      <span id={id} className={form['legend']}>
        {label}
      </span>
      <div className="segments" role="group" aria-labelledby={id}>
        {choices.map((choice) => (
          <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
            {names[choice]}
          </button>
        ))}
      </div>
    </div>
  )
}

type Props = {
  readonly draft: RuleDraft
  readonly problems: Problems
  readonly currency: string
  readonly onChange: (changes: Partial<RuleDraft>) => void
}

const Which = ({ draft, problems, onChange }: Omit<Props, 'currency'>) => {
  const { groups, vats } = useItemChoices()
  const words = settingsText.items
  const select = (
    id: 'type' | 'group' | 'vat',
    label: string,
    all: string,
    choices: readonly (readonly [string, string])[],
    onChoose: (value: string) => void,
  ) => (
    <Field id={id} label={label} problems={problems}>
      <select
        id={id}
        className={form['input']}
        value={draft[id] ?? ''}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">{all}</option>
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  )
  return (
    <section aria-labelledby="which">
      <h2 id="which">{words.prices.which}</h2>
      {select('type', words.labels['type_code'] ?? '', words.prices.anyKind, Object.entries(words.kinds), (value) =>
        onChange({ type: Object.values(ItemType).find((type) => String(type) === value) }),
      )}
      {select(
        'group',
        words.group,
        words.anyGroup,
        groups.map(({ url, name }) => [url, name]),
        (group) => onChange({ group }),
      )}
      {select(
        'vat',
        words.vat,
        words.anyVat,
        vats.map(({ url, name }) => [url, name]),
        (vat) => onChange({ vat }),
      )}
    </section>
  )
}

/** Which prices are changed, and by what. */
export const PriceRuleForm = ({ draft, problems, currency, onChange }: Props) => {
  const words = settingsText.items.prices
  const number = (id: 'by' | 'step', label: string, placeholder = '') => (
    <Field id={id} label={label} problems={problems}>
      <input
        id={id}
        className={form['input']}
        inputMode={id === 'by' ? 'text' : 'decimal'}
        autoComplete="off"
        placeholder={placeholder}
        value={draft[id]}
        onChange={({ target }) => onChange({ [id]: target.value })}
        {...problemOf(id, problems)}
      />
    </Field>
  )
  return (
    <div className={classes['form']}>
      <Which draft={draft} problems={problems} onChange={onChange} />
      <section aria-labelledby="rule">
        <h2 id="rule">{words.rule}</h2>
        <div className={classes['pair']}>
          {number('by', words.changeBy)}
          <Segments
            label={words.unit}
            choices={['percent', 'amount'] as const}
            names={{ percent: words.percent, amount: words.amount(currency) }}
            chosen={draft.unit}
            onChoose={(unit) => onChange({ unit })}
          />
        </div>
        {number('step', words.roundTo, words.cents)}
        <Segments
          label={words.rounding}
          choices={Object.values(PriceRounding)}
          names={words.roundings}
          chosen={draft.rounding}
          onChoose={(rounding) => onChange({ rounding })}
        />
        <Segments
          label={words.basis}
          choices={Object.values(PriceBasis)}
          names={words.bases}
          chosen={draft.basis}
          onChoose={(basis) => onChange({ basis })}
        />
        <p className={classes['hint']}>{words.explained}</p>
      </section>
    </div>
  )
}
