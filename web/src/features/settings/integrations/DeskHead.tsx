import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import backHead from '../../../shared/back-head.module.css'
import { Heading } from '../../../shared/Heading.tsx'
import page from '../../../shared/page.module.css'
import { integrationsText as words } from '../../../text/integrations.ts'
import classes from './Integrations.module.css'
import { deskViews, type DeskView } from './search.ts'

type Props = {
  readonly view: DeskView
  /** The button that makes another one, for whoever may. */
  readonly add: { readonly label: string; readonly run: () => void } | undefined
}

/** The head of the desk: which part of it is shown, and the way back. */
export const DeskHead = ({ view, add }: Props) => {
  const navigate = useNavigate({ from: '/settings/integrations' })
  return (
    <div className={`${page['head']} ${backHead['head']} ${classes['head']}`}>
      <Link to="/settings/" className={backHead['back'] ?? ''} aria-label={words.back} title={words.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
      </Link>
      <Heading title={words.title} />
      <div className="segments" role="group" aria-label={words.view}>
        {deskViews.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={view === name}
            onClick={() =>
              void navigate({
                search: ({ department }) => ({ department, view: name === 'webhooks' ? undefined : name }),
                replace: true,
              })
            }
          >
            {words.views[name]}
          </button>
        ))}
      </div>
      {add !== undefined && (
        <div className={backHead['bar']}>
          <button type="button" className="button primary" onClick={add.run}>
            <IconPlus size={16} stroke={1.6} aria-hidden="true" /> {add.label}
          </button>
        </div>
      )}
    </div>
  )
}
