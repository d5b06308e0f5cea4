import { PaymentType } from '@fetlock/sdk'
import { useMemo } from 'react'
import { type Action, useActions } from '../actions.ts'
import { text } from '../../text/en.ts'
import { methodKeys } from './methods.ts'

/** Chooses card and cash by their keys. */
export const useMethodKeys = (onChoose: (method: PaymentType) => void) =>
  useActions(
    useMemo(
      (): readonly Action[] =>
        [PaymentType.Card, PaymentType.Cash].map((method) => ({
          id: `pay by ${method}`,
          title: text.payments.methods[method],
          group: 'here',
          keys: methodKeys[method],
          run: () => onChoose(method),
        })),
      [onChoose],
    ),
  )
