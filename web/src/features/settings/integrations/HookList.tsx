import {
  IconAlertTriangleFilled,
  IconArchive,
  IconCircleCheckFilled,
  IconPlayerPause,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../../api/webhook.ts'
import { Skeleton } from '../../../shared/states.tsx'
import { useRowKeys } from '../../../shared/useRowKeys.ts'
import { integrationsText } from '../../../text/integrations.ts'
import classes from './Integrations.module.css'
import type { IntegrationsSearch } from './search.ts'

const words = integrationsText.webhooks

export const nameOfHook = ({ name, trigger }: Webhook) => name || words.triggers[trigger]

/** What stands out: that something fails. That it works is quiet. */
export const HookState = ({ hook: { failing, active, archived } }: { readonly hook: Webhook }) => {
  if (archived) return <span className={classes['quiet']}>{words.wasArchivedBefore}</span>
  if (failing > 0)
    return (
      <span className={classes['failing']}>
        <IconAlertTriangleFilled size={14} aria-hidden="true" /> {words.failing(failing)}
      </span>
    )
  const Icon = active ? IconCircleCheckFilled : IconPlayerPause
  return (
    <span className={classes['quiet']} data-on={active}>
      <Icon size={16} stroke={1.6} aria-hidden="true" /> {active ? words.on : words.off}
    </span>
  )
}

const everything: IntegrationsSearch = { hook: undefined, delivery: undefined, edit: undefined }

type Props = {
  /** Undefined while they are being read. */
  readonly hooks: readonly Webhook[] | undefined
  readonly open: Webhook | undefined
  readonly isArchived: boolean
}

/** The webhooks, those that fail first. */
export const HookList = ({ hooks, open, isArchived }: Props) => {
  const { list } = useRowKeys()
  const listed = hooks
    ?.filter(({ archived }) => archived === isArchived)
    .toSorted(
      (one, other) =>
        Number(other.failing > 0) - Number(one.failing > 0) || nameOfHook(one).localeCompare(nameOfHook(other)),
    )
  const archived = hooks?.filter((hook) => hook.archived).length ?? 0
  const linkTo = (changes: IntegrationsSearch) => ({
    from: '/settings/integrations' as const,
    to: './' as const,
    search: (before: IntegrationsSearch) => ({
      ...before,
      delivery: undefined,
      edit: undefined,
      new: undefined,
      ...changes,
    }),
    replace: true,
    className: classes['row'] ?? '',
    activeProps: {},
  })
  return (
    <nav className={classes['list']} aria-label={words.list} ref={list}>
      <ul>
        <li>
          <Link
            {...linkTo(everything)}
            data-row
            aria-current={open === undefined ? 'true' : undefined}
            data-open={open === undefined}
          >
            <strong>{words.everything}</strong>
            <span className={classes['sub']}>{words.everythingSaid}</span>
          </Link>
        </li>
        {hooks === undefined &&
          [1, 2, 3].map((row) => (
            <li key={row} className={classes['row']} aria-hidden="true">
              <Skeleton width="60%" />
            </li>
          ))}
        {listed?.map((hook) => (
          <li key={hook.id}>
            <Link
              {...linkTo({ hook: hook.id, trigger: undefined })}
              data-row
              aria-current={hook.id === open?.id ? 'true' : undefined}
              data-open={hook.id === open?.id}
            >
              <strong>{nameOfHook(hook)}</strong>
              <HookState hook={hook} />
              <span className={classes['sub']}>
                {words.triggers[hook.trigger]} · {URL.parse(hook.url)?.host}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {listed?.length === 0 && !isArchived && (
        <div className={classes['nothing']}>
          <IconWebhook size={22} stroke={1.6} aria-hidden="true" />
          <strong>{words.none}</strong>
          <p>{words.noneHint}</p>
        </div>
      )}
      {(archived > 0 || isArchived) && (
        <Link
          {...linkTo({ ...everything, archived: isArchived ? undefined : true })}
          className={classes['archived'] ?? ''}
        >
          <IconArchive size={16} stroke={1.6} aria-hidden="true" />
          {isArchived ? words.inUse : words.archived(archived)}
        </Link>
      )}
    </nav>
  )
}
