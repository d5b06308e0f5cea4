import {
  IconAlertTriangleFilled,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconLock,
  IconMail,
  IconPlugConnected,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Account } from '../../../api/account.ts'
import { home } from '../../../api/home.ts'
import { dateIn, dateText, timeText } from '../../../format.ts'
import { accountText } from '../../../text/account.ts'
import classes from './Account.module.css'
import { type Asked, asks } from './asked.ts'

type Props = { readonly account: Account; readonly timeZone: string; readonly onAsk: (asked: Asked) => void }

type SectionProps = {
  readonly id: string
  readonly title: string
  readonly said?: string | undefined
  readonly children: ReactNode
}

const Section = ({ id, title, said, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {said !== undefined && <p className={classes['said']}>{said}</p>}
    {children}
  </section>
)

type RowProps = {
  readonly icon?: ReactNode
  readonly title: string
  readonly tags?: readonly string[]
  readonly context: readonly string[]
  readonly children?: ReactNode
}

const Row = ({ icon, title, tags = [], context, children }: RowProps) => (
  <li>
    {icon}
    <div>
      <strong>{title}</strong>
      {tags.map((tag) => (
        <span key={tag} className={classes['tag']}>
          {tag}
        </span>
      ))}
      <p>{context.filter(Boolean).join(' · ')}</p>
    </div>
    {children}
  </li>
)

/** A button whose act has a page of its own: that of the service which signs people in, with its own cookies. */
const Leading = ({
  account,
  path,
  label,
}: {
  readonly account: Account
  readonly path: string
  readonly label: string
}) => (
  <form method="post" action={`${home}/account/${path}`}>
    <input type="hidden" name="form" value={account.form} />
    <button type="submit" className="button small">
      {label}
    </button>
  </form>
)

type AskProps = Pick<Props, 'onAsk'> & { readonly asked: Asked; readonly label: string }

const Ask = ({ asked, label, onAsk }: AskProps) => (
  <button
    type="button"
    className="button small"
    aria-label={asked.title === label ? undefined : asked.title}
    onClick={() => onAsk(asked)}
  >
    {label}
  </button>
)

const size = { size: 20, stroke: 1.6, 'aria-hidden': true, className: classes['icon'] } as const

/** The time of today, or the day before it. */
const whenText = (moment: string, timeZone: string) => {
  const time = timeText(moment, timeZone)
  const isToday = dateIn(new Date(moment), timeZone) === dateIn(new Date(), timeZone)
  return isToday ? time : `${dateText(moment, timeZone)} ${time}`
}

export const SigningIn = ({ account, onAsk }: Props) => {
  const { signIn, email, password } = accountText
  return (
    <Section id="account-sign-in" title={signIn}>
      <ul className={classes['rows']}>
        <Row
          icon={<IconMail {...size} />}
          title={account.email}
          context={[account.new_email === null ? email.title : email.waiting(account.new_email)]}
        >
          <Ask asked={asks.email()} label={email.change} onAsk={onAsk} />
        </Row>
        <Row icon={<IconLock {...size} />} title={password.title} context={[password.said]}>
          <Ask asked={asks.password()} label={password.change} onAsk={onAsk} />
        </Row>
      </ul>
    </Section>
  )
}

export const Factors = ({ account, timeZone, onAsk }: Props) => {
  const words = accountText.factors
  const { factors } = account
  return (
    <Section id="account-factors" title={words.title} said={factors.length === 0 ? words.none : words.said}>
      {factors.length > 0 && (
        <ul className={classes['rows']}>
          {factors.map((factor) => (
            <Row
              key={factor.id}
              icon={factor.kind === 'totp' ? <IconDeviceMobile {...size} /> : <IconFingerprint {...size} />}
              title={factor.name}
              context={[
                words.added(dateText(factor.created, timeZone)),
                factor.last_used === null ? words.unused : words.used(whenText(factor.last_used, timeZone)),
              ]}
            >
              <Ask asked={asks.removal(factor)} label={words.remove} onAsk={onAsk} />
            </Row>
          ))}
          <Row icon={<IconKey {...size} />} title={words.codes} context={[words.left(account.recovery_codes)]}>
            <Leading account={account} path="recovery-codes/" label={words.makeCodes} />
          </Row>
        </ul>
      )}
      <div className={classes['ways']}>
        <Leading account={account} path="totp/" label={words.addApp} />
        <Leading account={account} path="passkeys/begin/" label={words.addPasskey} />
      </div>
      <p className={classes['said']}>{words.elsewhere}</p>
    </Section>
  )
}

export const Sessions = ({ account, timeZone, onAsk }: Props) => {
  const words = accountText.sessions
  return (
    <Section id="account-sessions" title={words.title} said={account.sessions.length > 1 ? words.explained : undefined}>
      <ul className={classes['rows']}>
        {account.sessions.map((one) => (
          <Row
            key={one.session}
            icon={one.is_phone ? <IconDeviceMobile {...size} /> : <IconDeviceDesktop {...size} />}
            title={one.browser || words.unknown}
            tags={[...(one.is_own ? [words.own] : []), ...(one.locked ? [words.locked] : [])]}
            context={[
              one.address,
              words.used(whenText(one.last_used, timeZone)),
              words.since(whenText(one.created, timeZone)),
            ]}
          >
            {!one.is_own && <Ask asked={asks.session(one)} label={words.end} onAsk={onAsk} />}
          </Row>
        ))}
      </ul>
      {account.sessions.length > 1 && (
        <div className={classes['ways']}>
          <Ask asked={asks.others()} label={words.endOthers} onAsk={onAsk} />
        </div>
      )}
    </Section>
  )
}

export const Applications = ({ account, timeZone, onAsk }: Props) => {
  const words = accountText.applications
  if (account.applications.length === 0) return null
  return (
    <Section id="account-applications" title={words.title}>
      <ul className={classes['rows']}>
        {account.applications.map((one) => (
          <Row
            key={one.id}
            icon={<IconPlugConnected {...size} />}
            title={one.name}
            context={[...one.may, words.since(dateText(one.since, timeZone))]}
          >
            <Ask asked={asks.application(one)} label={words.end} onAsk={onAsk} />
          </Row>
        ))}
      </ul>
    </Section>
  )
}

const isWorrying = (kind: string) => /failed|throttled|refused|infected/.test(kind)

export const Events = ({ account: { events }, timeZone }: Omit<Props, 'onAsk'>) => {
  const words = accountText.events
  return (
    <Section id="account-events" title={words.title} said={words.said}>
      {events.length === 0 && <p>{words.none}</p>}
      <ol className={classes['events']}>
        {events.map(({ id, kind, occurred, browser, address }) => (
          <li key={id}>
            <p>
              {isWorrying(kind) && (
                <IconAlertTriangleFilled size={15} className={classes['worrying']} aria-hidden="true" />
              )}
              {words.sentence(kind)}
            </p>
            <p className={classes['context']}>
              <time dateTime={occurred}>{whenText(occurred, timeZone)}</time>
              {[browser, address].filter(Boolean).map((part) => ` · ${part}`)}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
