import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { balanceQuery, changeClient, clientKey, clientsKey } from '../../api/client.ts'
import { type Client, type ClientBalance, nameOfClient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { showError } from '../../shared/toasts.ts'
import { useWrite } from '../../shared/use-write.ts'
import { isZero, moneyText } from '../../format.ts'
import edit from '../../shared/edit/edit.module.css'
import { clientText } from '../../text/client.ts'
import { text } from '../../text/en.ts'
import classes from '../../shared/record.module.css'

type Change = { readonly record: Client; readonly archived: boolean }
type Props = { readonly client: Client; readonly currency: string; readonly maySeeMoney: boolean }

/** Takes a client out of use and back again. Where money is open, that is said before. */
export const ArchiveMenu = ({ client, currency, maySeeMoney }: Props) => {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ClientBalance>()
  const name = nameOfClient(client)
  const { write } = useWrite({
    send: ({ record, archived }: Change, key) => changeClient(record, { archived }, key),
    refresh: () => [clientKey(client.id), clientsKey],
    said: ({ variables: { archived } }) => clientText.archive[archived ? 'done' : 'undone'](name),
    undo: ({ variables: { archived }, result }) => changeClient(result, { archived: !archived }),
  })
  const actions = useMemo(() => {
    const change = (archived: boolean) => {
      setAsked(undefined)
      void write({ record: client, archived })
    }
    const archive = async () => {
      const balance = maySeeMoney ? await queries.fetchQuery({ ...balanceQuery(client.id), staleTime: 0 }) : undefined
      if (balance === undefined || (isZero(balance.owing) && isZero(balance.prepaid))) change(true)
      else setAsked(balance)
    }
    return { change, archive: () => void archive().catch(showError) }
  }, [client, maySeeMoney, queries, write])

  useActions(
    useMemo(
      (): readonly Action[] => [
        client.archived
          ? { id: 'restore', title: text.records.actions.restore, group: 'here', run: () => actions.change(false) }
          : { id: 'archive', title: text.records.actions.archive, group: 'here', run: actions.archive },
      ],
      [client.archived, actions],
    ),
  )
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className="button" aria-label={text.records.actions.more}>
            <IconDots size={18} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {client.archived ? (
            <Menu.Item onClick={() => actions.change(false)}>{text.records.actions.restore}</Menu.Item>
          ) : (
            <Menu.Item onClick={actions.archive}>{text.records.actions.archive}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked !== undefined && (
        <Dialog label={clientText.archive.title(name)} onClose={() => setAsked(undefined)}>
          <div className={classes['dialog']}>
            <h2>{clientText.archive.title(name)}</h2>
            <p>
              {!isZero(asked.owing) && clientText.archive.owes(name, moneyText(asked.owing, currency))}{' '}
              {!isZero(asked.prepaid) && clientText.archive.prepaid(moneyText(asked.prepaid, currency))}
            </p>
            <div className={edit['buttons']}>
              <button type="button" className="button primary" onClick={() => actions.change(true)}>
                {clientText.archive.anyway}
              </button>
              <button type="button" className="button" onClick={() => setAsked(undefined)}>
                {text.records.cancel}
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
