import type { ComponentProps } from 'react'

type Props = ComponentProps<'div'> & { readonly isChosen: boolean }

/** A line of the list below a field. The field keeps the focus and the keys; the line is only pointed at. */
export const ListOption = ({ isChosen, ...rest }: Props) => (
  <div role="option" aria-selected={isChosen} tabIndex={-1} {...rest} />
)
