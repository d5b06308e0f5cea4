import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { changeRecord } from '../../api/change.ts'
import { type Client, type ClientBalance, nameOfClient } from '../../api/records.ts'
import { get } from '../../api/request.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { Dialog } from '../../shared/Dialog.tsx'
import { say, sayProblem } from '../../shared/toasts.ts'
import { isZero, moneyText } from '../../format.ts'
import edit from '../../shared/edit/edit.module.css'
import { text } from '../../text/en.ts'
import { bodyOf, valuesOf } from '../../shared/edit/fields.ts'
import classes from '../../shared/record.module.css'

type Shown = { readonly client: Client; readonly currency: string; readonly maySeeMoney: boolean }

/** Takes a client out of use and back again. Where money is open, that is said before. */
export const ArchiveMenu = ({ client, currency, maySeeMoney }: Shown) => {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ClientBalance>()
  const name = nameOfClient(client)
  const query = useMemo(() => ['client', client.id], [client.id])

  const actions = useMemo(() => {
    const set = async (record: Client, archived: boolean) => {
      const changed = await changeRecord<Client>({
        path: `/client/${record.id}/`,
        before: record,
        mine: { archived },
        read: valuesOf,
        toBody: bodyOf,
      })
      // Not waited for: the message with its way back comes before the page that shows the change.
      void queries.invalidateQueries({ queryKey: query })
      return changed.kind === 'saved' ? changed.record : changed.now
    }
    const change = async (archived: boolean) => {
      setAsked(undefined)
      const now = await set(client, archived)
      say(archived ? text.client.archive.done(name) : text.client.archive.undone(name), {
        undo: () => set(now, !archived),
      })
    }
    const archive = async () => {
      if (!maySeeMoney) return change(true)
      const balance = await get<ClientBalance>(`/client/${client.id}/balance/`)
      if (isZero(balance.owing) && isZero(balance.prepaid)) return change(true)
      return setAsked(balance)
    }
    return {
      change: (archived: boolean) => void change(archived).catch(sayProblem),
      archive: () => void archive().catch(sayProblem),
    }
  }, [client, name, maySeeMoney, queries, query])

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
        <Dialog label={text.client.archive.title(name)} onClose={() => setAsked(undefined)}>
          <div className={classes['dialog']}>
            <h2>{text.client.archive.title(name)}</h2>
            <p>
              {!isZero(asked.owing) && text.client.archive.owes(name, moneyText(asked.owing, currency))}{' '}
              {!isZero(asked.prepaid) && text.client.archive.prepaid(moneyText(asked.prepaid, currency))}
            </p>
            <div className={edit['buttons']}>
              <button type="button" className="button primary" onClick={() => actions.change(true)}>
                {text.client.archive.anyway}
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
