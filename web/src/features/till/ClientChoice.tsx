import { IconChevronDown, IconUser } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clientQuery } from '../../api/client.ts'
import { type Client, idOf, nameOfClient } from '../../api/records.ts'
import { searchQuery } from '../../api/search.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { showError } from '../../shared/toasts.ts'
import { useSettled } from '../../shared/useSettled.ts'
import { tillText } from '../../text/till.ts'
import { SearchBox } from './SearchBox.tsx'
import classes from './Till.module.css'

type Props = { readonly client: Client | undefined; readonly onChoose: (client: Client | null) => void }

const Finder = ({ client, onChoose, onClose }: Props & { readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const wanted = useSettled(typed.trim())
  const { data } = useQuery({ ...searchQuery(wanted), enabled: wanted.length > 1 })
  const found = wanted.length < 2 ? [] : (data?.results ?? []).filter(({ type }) => type !== 'invoice')
  useEffect(() => box.current?.focus(), [])
  const choose = async (url: string) => {
    try {
      onChoose(await queries.fetchQuery(clientQuery(idOf(url))))
      onClose()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className={classes['finder']}>
      <SearchBox
        box={box}
        label={tillText.chooseClient}
        placeholder={tillText.clientHint}
        listLabel={tillText.chooseClient}
        typed={typed}
        onType={setTyped}
        onKey={({ key }) => {
          if (key === 'Escape') onClose()
          return key === 'Escape'
        }}
        note={wanted.length > 1 && data?.results.length === 0 ? tillText.nobodyFound : undefined}
        choices={found.map(({ type, url, label, detail, client: owner }) => ({
          key: url,
          run: () => void choose(type === 'client' ? url : (owner ?? url)),
          shown: (
            <span className={classes['name']}>
              <strong>{label || '–'}</strong> <span className={classes['context']}>{detail}</span>
            </span>
          ),
        }))}
      />
      {client !== undefined && (
        <button
          type="button"
          className="button"
          onClick={() => {
            onChoose(null)
            onClose()
          }}
        >
          {tillText.backToNobody}
        </button>
      )}
    </div>
  )
}

/** Who buys: nobody in particular, unless a client is chosen. */
export const ClientChoice = ({ client, onChoose }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useActions(
    useMemo(
      (): readonly Action[] => [
        { id: 'till client', title: tillText.chooseClient, group: 'here', run: () => setOpen(true) },
      ],
      [],
    ),
  )
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div
      className={classes['client']}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button ref={button} type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconUser size={18} stroke={1.6} aria-hidden="true" />
        <span className="unseen">{tillText.client}: </span>
        {client === undefined ? tillText.noClient : nameOfClient(client)}
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen && <Finder client={client} onChoose={onChoose} onClose={close} />}
    </div>
  )
}
