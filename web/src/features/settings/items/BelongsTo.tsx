import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { reasonsQuery } from '../../../api/reason.ts'
import { reasonsOfItemQuery } from '../../../api/reasonitem.ts'
import { plainText } from '../../../format.ts'
import page from '../../../shared/page.module.css'
import { settingsText } from '../../../text/en-settings.ts'

/** The reasons of visits whose package an item is in, with how much of it. */
export const BelongsTo = ({ item, unit }: { readonly item: number; readonly unit: string }) => {
  const id = useId()
  const { data: belongs = [] } = useQuery(reasonsOfItemQuery(item))
  const { data: reasons = [] } = useQuery({ ...reasonsQuery, enabled: belongs.length > 0 })
  const nameOf = new Map(reasons.map(({ url, name }) => [url, name]))
  const shown = belongs.filter(({ reason }) => nameOf.has(reason))
  if (shown.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{settingsText.items.belongsTo}</h2>
      <ul className={page['rows']}>
        {shown.map(({ id: row, reason, quantity }) => (
          <li key={row}>
            <span className={page['what']}>
              <strong>{nameOf.get(reason)}</strong> <span className={page['context']}>{settingsText.items.reason}</span>
            </span>
            <span className={page['figure']}>
              {plainText(quantity)} <span className={page['context']}>{unit}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
