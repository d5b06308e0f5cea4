import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../shared/ConfirmDialog.tsx'
import { text } from '../../text/en.ts'

const editedIn = (search: object) => ('edit' in search ? search.edit : undefined)

type Props = { readonly name: string; readonly isChanged: () => boolean }

/** Asks before a form with changes is left, whether by Escape, by another form or for another page. */
export const Unsaved = ({ name, isChanged }: Props) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged() && (current.pathname !== next.pathname || editedIn(current.search) !== editedIn(next.search)),
    enableBeforeUnload: false,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const { title, explained, discard, keep } = text.calendar.unsaved
  return (
    <ConfirmDialog
      title={title(name)}
      explained={explained}
      action={discard}
      keep={keep}
      onConfirm={() => Promise.resolve(proceed())}
      onClose={reset}
    />
  )
}
