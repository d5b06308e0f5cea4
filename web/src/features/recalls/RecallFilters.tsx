import { useQuery } from '@tanstack/react-query'
import { type RecallView, recallViews, vaccinesQuery } from '../../api/recall.ts'
import form from '../../shared/form.module.css'
import listPage from '../../shared/list-page.module.css'
import { recallDays, type RecallsSearch, usualDays } from '../../shared/recalls-search.ts'
import { recallsText as words } from '../../text/recalls.ts'
import classes from './Recalls.module.css'

type Props = {
  readonly search: RecallsSearch
  readonly counts: Readonly<Record<RecallView, number>> | undefined
  readonly onChange: (changes: RecallsSearch) => void
}

/** Which recalls are listed: what has become of them, what is due, and until when. */
export const RecallFilters = ({ search: { view = 'due', item, days = usualDays }, counts, onChange }: Props) => {
  const { data: vaccines = [] } = useQuery(vaccinesQuery)
  return (
    <div className={listPage['bar']}>
      <div className="segments" role="group" aria-label={words.view}>
        {recallViews.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            onClick={() => onChange({ view: name === 'due' ? undefined : name })}
          >
            {words.views[name]} <span className={classes['count']}>{counts?.[name]}</span>
          </button>
        ))}
      </div>
      <select
        className={`${form['input']} ${classes['choice']} ${classes['first']}`}
        aria-label={words.item}
        value={item ?? ''}
        onChange={({ target }) => onChange({ item: Number(target.value) || undefined })}
      >
        <option value="">{words.anyItem}</option>
        {vaccines.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        className={`${form['input']} ${classes['choice']}`}
        aria-label={words.days}
        value={days}
        onChange={({ target }) => {
          const chosen = recallDays.find((one) => one === Number(target.value))
          onChange({ days: chosen === usualDays ? undefined : chosen })
        }}
      >
        {recallDays.map((one) => (
          <option key={one} value={one}>
            {words.daysAhead(one)}
          </option>
        ))}
      </select>
    </div>
  )
}
