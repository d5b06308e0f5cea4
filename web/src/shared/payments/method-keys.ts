import { useMemo } from 'react'
import { type Action, useActions } from '../actions.ts'
import { text } from '../../text/en.ts'
import { card, cash } from './payment-steps.ts'

/** The methods that have a key, the same wherever money is taken. */
export const methodKeys: Readonly<Record<number, string>> = { [card]: 'F4', [cash]: 'F2' }

/** Chooses card and cash by their keys. */
export const useMethodKeys = (onChoose: (method: number) => void) =>
  useActions(
    useMemo(
      (): readonly Action[] =>
        [card, cash].map((method) => ({
          id: `pay by ${method}`,
          title: text.payments.methods[method]!,
          group: 'here',
          keys: methodKeys[method],
          run: () => onChoose(method),
        })),
      [onChoose],
    ),
  )
