import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Client, nameOfClient } from '../../api/records.ts'
import { type Action, useActions } from '../../shared/actions.ts'
import { writeTo } from '../../shared/messages/writing.ts'
import { text } from '../../text/en.ts'
import { writingText } from '../../text/writing.ts'
import type { Payment } from './use-payment.ts'

type Allowed = {
  readonly edit: boolean
  readonly admit: boolean
  readonly book: boolean
  readonly sell: boolean
  readonly write: boolean
  readonly payment: Payment
}

/** What can be done for the client, as keys and commands. */
export const useClientKeys = (
  client: Client | undefined,
  id: number,
  { edit, admit, book, sell, write, payment }: Allowed,
) => {
  const navigate = useNavigate()
  useActions(
    useMemo((): readonly Action[] => {
      const { actions } = text.records
      const here = (name: string, title: string, keys: string, run: () => void): Action => ({
        id: name,
        title,
        group: 'here',
        keys,
        run,
      })
      return [
        ...(payment === undefined ? [] : [here('pay', payment.title, 'y', () => void navigate(payment.link))]),
        ...(write && client !== undefined
          ? [here('write', writingText.write, 'w', () => writeTo({ client: client.url, name: nameOfClient(client) }))]
          : []),
        ...(sell
          ? [here('sell', actions.sell, 's', () => void navigate({ to: '/till/', search: { client: id } }))]
          : []),
        ...(book
          ? [
              here(
                'book',
                actions.book,
                'b',
                () => void navigate({ to: '/calendar/', search: { book: true, client: id } }),
              ),
            ]
          : []),
        ...(admit
          ? [here('admit', actions.admit, 'a', () => void navigate({ to: '/clients/new/', search: { client: id } }))]
          : []),
        ...(edit
          ? [
              here(
                'add pet',
                actions.addPet,
                'p',
                () => void navigate({ to: '/clients/new/', search: { client: id, patient: 'new' } }),
              ),
            ]
          : []),
      ]
    }, [client, id, edit, admit, book, sell, write, payment, navigate]),
  )
}
