import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { text } from '../../text/en.ts'
import classes from './Records.module.css'

type Name = Exclude<keyof typeof text.records.tabs, 'label'>
type Tab = { readonly name: Name; readonly count?: number | undefined }

/** The parts of a record, each with an address of its own. The first has none in the search. What a payer has prepaid is a page. */
export const Tabs = ({ tabs, payer }: { readonly tabs: readonly Tab[]; readonly payer?: number | undefined }) => (
  <nav className={classes['tabs']} aria-label={text.records.tabs.label}>
    {tabs.map(({ name, count }, index) => (
      <Fragment key={name}>
        <Link
          to="./"
          search={(before) => ({ ...before, tab: index === 0 ? undefined : (name as 'fields') })}
          replace
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {text.records.tabs[name]}
          {count !== undefined && count > 0 && <span>{count}</span>}
        </Link>
        {name === 'invoices' && payer !== undefined && (
          <Link to="/clients/$id/prepayments/" params={{ id: String(payer) }}>
            {text.records.tabs.prepayments}
          </Link>
        )}
      </Fragment>
    ))}
  </nav>
)
