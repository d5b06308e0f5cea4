import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FindBox } from '../../../shared/FindBox.tsx'
import { Heading } from '../../../shared/Heading.tsx'
import listPage from '../../../shared/list-page.module.css'
import page from '../../../shared/page.module.css'
import sheet from '../../../shared/Sheet.module.css'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { settingsText } from '../../../text/en-settings.ts'
import classes from './Words.module.css'

type Props = {
  readonly title: string
  readonly count: string | undefined
  /** The button that makes another one, for whoever may. */
  readonly add?: { readonly label: string; readonly run: () => void } | undefined
  readonly find: {
    readonly label: string
    readonly hint: string
    readonly typed: string
    readonly onType: (typed: string) => void
  }
  /** Beside the field in which the list is searched. */
  readonly filters?: ReactNode
  readonly children: ReactNode
  readonly sheet?: ReactNode
}

/** A list of the words that a clinic uses, and beside it the sheet in which one is changed. */
export const WordsPage = ({ title, count, add, find, filters, children, sheet: opened }: Props) => {
  const { box, list } = useRowKeys(find.label)
  return (
    <div className={sheet['beside']}>
      <div className={sheet['page']}>
        <div className={page['head']}>
          <Heading title={title} />
          <span className={page['context']}>{count}</span>
          {add !== undefined && (
            <button type="button" className={`button primary ${classes['headEnd']}`} onClick={add.run}>
              <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {add.label}
            </button>
          )}
        </div>
        <div className={`${listPage['bar']} ${classes['bar']}`}>
          <FindBox
            ref={box}
            aria-label={find.label}
            placeholder={find.hint}
            maxLength={127}
            value={find.typed}
            onChange={({ target }) => find.onType(target.value)}
          />
          {filters}
        </div>
        <div className={`${listPage['scroll']} ${classes['list']}`} ref={list} tabIndex={-1}>
          {children}
        </div>
      </div>
      {opened}
    </div>
  )
}

type Shown = { readonly isArchived: boolean; readonly onChange: (isArchived: true | undefined) => void }

/** Whether what is in use is listed, or what is archived. */
export const ArchivedChoice = ({ isArchived, onChange }: Shown) => (
  <select
    className={classes['select']}
    aria-label={settingsText.words.shown}
    value={isArchived ? 'archived' : ''}
    onChange={({ target }) => onChange(target.value === 'archived' ? true : undefined)}
  >
    <option value="">{settingsText.words.inUse}</option>
    <option value="archived">{settingsText.words.archived}</option>
  </select>
)
