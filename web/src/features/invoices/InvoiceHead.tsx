import { Menu } from '@mantine/core'
import { IconArrowLeft, IconDots, IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../api/me.ts'
import type { Invoice } from '../../api/records.ts'
import type { Action } from '../../shared/actions.ts'
import { Heading } from '../../shared/Heading.tsx'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { dateIn } from '../../format.ts'
import { ChangesButton } from '../../shared/changes/ChangesButton.tsx'
import backHead from '../../shared/back-head.module.css'
import page from '../../shared/page.module.css'
import { text } from '../../text/en.ts'
import { stateOf, titleOf } from './invoice-state.ts'
import classes from './InvoicePage.module.css'
import { StateChip } from './StateChip.tsx'

const inBar = ['pay', 'payable', 'finalize', 'refund', 'print']
const inMenu = ['edit', 'void', 'receipt', 'pdf', 'send', 'write', 'credit']
const primary = ['pay', 'finalize', 'payable']

type BarShown = { readonly actions: readonly Action[]; readonly isSheetOpen: boolean }

const Bar = ({ actions, isSheetOpen }: BarShown) => (
  <div className={backHead['bar']}>
    {actions
      .filter(({ id }) => inBar.includes(id))
      .toSorted((one, other) => inBar.indexOf(other.id) - inBar.indexOf(one.id))
      // While a sheet is open, its button is the one to press.
      .filter(({ id }) => !(isSheetOpen && primary.includes(id)))
      .map(({ id, title, keys, run }) => (
        <button key={id} type="button" className={primary.includes(id) ? 'button primary' : 'button'} onClick={run}>
          {id === 'print' && <IconPrinter size={18} stroke={1.6} aria-hidden="true" />}
          {title}
          {keys !== undefined && id !== 'print' && <KeyCap keys={keys} />}
        </button>
      ))}
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={`button ${classes['square']}`} aria-label={text.invoices.invoice.more}>
          <IconDots size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(({ id }) => inMenu.includes(id))
          .map(({ id, title, run }) => (
            <Menu.Item key={id} onClick={run}>
              {title}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  </div>
)

/** The name and state of the invoice, with what can be done with it. */
export const InvoiceHead = ({ invoice, actions, isSheetOpen }: BarShown & { readonly invoice: Invoice }) => {
  const { time_zone } = useMe().organisation
  return (
    <div className={`${page['head']} ${backHead['head']}`}>
      <Link to="/invoices/" className={backHead['back'] ?? ''} aria-label={text.invoices.invoice.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      <Heading title={titleOf(invoice)} />
      <StateChip state={stateOf(invoice, dateIn(new Date(), time_zone))} />
      <ChangesButton resource="invoice" id={invoice.id} />
      <Bar actions={actions} isSheetOpen={isSheetOpen} />
    </div>
  )
}
