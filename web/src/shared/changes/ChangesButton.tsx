import { Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { may, useMe } from '../../api/me.ts'
import { type Action, useActions } from '../actions.ts'
import { text } from '../../text/en.ts'
import { type Followed, showChanges } from './shown-changes.ts'

const useMaySee = () => may(useMe(), 'Settings: Users and permissions')

/** Who changed the record of this page: a button of its head, and a line of the palette. */
export const ChangesButton = ({ resource, id }: Followed) => {
  const maySee = useMaySee()
  const { title } = text.records.changes
  useActions(
    useMemo(
      (): readonly Action[] =>
        maySee ? [{ id: 'changes', title, group: 'here', run: () => showChanges({ resource, id }) }] : [],
      [maySee, title, resource, id],
    ),
  )
  if (!maySee) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={title}
      title={title}
      onClick={() => showChanges({ resource, id })}
    >
      <IconHistory size={18} stroke={1.6} aria-hidden="true" />
    </button>
  )
}

/** The same in a menu of the record. */
export const ChangesItem = (followed: Followed) =>
  useMaySee() ? (
    <Menu.Item
      leftSection={<IconHistory size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => showChanges(followed)}
    >
      {text.records.changes.title}
    </Menu.Item>
  ) : null
