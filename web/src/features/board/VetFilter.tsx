import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { staffQuery } from '../../api/user.ts'
import { idOf, nameOfUser } from '../../api/records.ts'
import { text } from '../../text/en.ts'
import classes from './Board.module.css'

/** Whose visits the board shows. */
export const VetFilter = () => {
  const { vet, mine } = useSearch({ from: '/' })
  const navigate = useNavigate({ from: '/' })
  const { data } = useQuery(staffQuery)
  const staff = data ?? []
  const chosen = staff.find(({ url }) => idOf(url) === vet)
  const choose = (next: { vet?: number; mine?: true }) =>
    void navigate({
      search: ({ department }) => ({ ...(department === undefined ? {} : { department }), ...next }),
      replace: true,
    })
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <button type="button" className="button">
            <span className="unseen">{text.board.vet}: </span>
            {chosen === undefined ? text.board.allVets : nameOfUser(chosen)}
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes['staff'] ?? ''}>
          <Menu.Item onClick={() => choose({})}>{text.board.allVets}</Menu.Item>
          {staff.map((user) => (
            <Menu.Item key={user.url} onClick={() => choose({ vet: idOf(user.url) })}>
              {nameOfUser(user)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <div className="segments" role="group" aria-label={text.board.vet}>
        <button type="button" aria-pressed={mine !== true} onClick={() => choose({})}>
          {text.board.all}
        </button>
        <button type="button" aria-pressed={mine === true} onClick={() => choose({ mine: true })}>
          {text.board.mine}
        </button>
      </div>
    </>
  )
}
