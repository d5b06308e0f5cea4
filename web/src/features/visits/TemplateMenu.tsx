import { Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Ref } from 'react'
import type { TextTemplate } from '../../api/records.ts'
import { KeyCap } from '../../shared/KeyCap.tsx'
import { text } from '../../text/en.ts'
import classes from './VisitPage.module.css'

type Props = {
  readonly templates: readonly TextTemplate[]
  readonly keys: string
  readonly label: string
  readonly hasPlus?: boolean
  readonly button?: Ref<HTMLButtonElement>
  readonly onChoose: (template: TextTemplate) => void
}

/** The texts that the clinic has stored, to insert one. */
export const TemplateMenu = ({ templates, keys, label, hasPlus = false, button, onChoose }: Props) => (
  <Menu
    position="bottom-end"
    width={280}
    returnFocus={false}
    // The first of them has the focus at once, so that Enter chooses it.
    withInitialFocusPlaceholder={templates.length === 0}
  >
    <Menu.Target>
      <button ref={button} type="button" className={classes['quiet']}>
        {hasPlus && <IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        {label}
        <KeyCap keys={keys} />
      </button>
    </Menu.Target>
    <Menu.Dropdown className={classes['menu'] ?? ''}>
      {templates.length === 0 && <Menu.Label>{text.visit.note.noTemplates}</Menu.Label>}
      {templates.map((template, index) => (
        <Menu.Item
          key={template.url}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          rightSection={
            template.shortcut === '' ? undefined : <span className={classes['shortcut']}>;{template.shortcut}</span>
          }
          onClick={() => onChoose(template)}
        >
          {template.name}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
