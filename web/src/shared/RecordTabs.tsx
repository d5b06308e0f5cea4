import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { text } from '../text/en.ts'
import classes from './RecordTabs.module.css'

type Name = Exclude<keyof typeof text.records.tabs, 'label'>
type Tab = { readonly name: Name; readonly count?: number | undefined }

/**
 * The parts of a record, each with an address of its own. The first has none in the search. What a payer has prepaid is a page
 * of its own, which is reached from the end of the line.
 */
export const RecordTabs = ({ tabs, payer }: { readonly tabs: readonly Tab[]; readonly payer?: number | undefined }) => (
  <nav className={classes['tabs']} aria-label={text.records.tabs.label}>
    {tabs.map(({ name, count }, index) => (
      <Link
        key={name}
        to="./"
        search={(before) => ({ ...before, tab: index === 0 ? undefined : (name as 'fields') })}
        replace
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {text.records.tabs[name]} {count !== undefined && count > 0 && <span>{count}</span>}
      </Link>
    ))}
    {payer !== undefined && (
      <Link to="/clients/$id/prepayments/" params={{ id: String(payer) }} className={classes['elsewhere'] ?? ''}>
        {text.records.tabs.prepayments} <IconArrowRight size={16} stroke={1.6} aria-hidden="true" />
      </Link>
    )}
  </nav>
)
