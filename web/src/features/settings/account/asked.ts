import { accountText } from '../../../text/account.ts'

/** A form of the account: where it is sent, and what is asked for besides the password. */
export type Asked = {
  readonly path: string
  readonly title: string
  readonly action: string
  readonly done: keyof typeof accountText.done
  /** What is typed besides: the new address, the new password. */
  readonly field?: 'email' | 'password'
  /** Whether a second factor is asked for too, of whoever has one. */
  readonly needsFactor?: true
}

export const asks = {
  email: (): Asked => ({
    path: 'email/',
    title: accountText.email.change,
    action: accountText.email.send,
    done: 'email',
    field: 'email',
  }),
  password: (): Asked => ({
    path: 'password/',
    title: accountText.password.change,
    action: accountText.password.change,
    done: 'password',
    field: 'password',
    needsFactor: true,
  }),
  removal: ({ id, name }: { readonly id: number; readonly name: string }): Asked => ({
    path: `factors/${id}/remove/`,
    title: accountText.factors.removeTitle(name),
    action: accountText.factors.remove,
    done: 'removed',
    needsFactor: true,
  }),
  session: ({ session, browser }: { readonly session: string; readonly browser: string }): Asked => ({
    path: `sessions/${session}/end/`,
    title: accountText.sessions.endTitle(browser || accountText.sessions.unknown),
    action: accountText.sessions.end,
    done: 'session',
  }),
  others: (): Asked => ({
    path: 'sessions/end-others/',
    title: accountText.sessions.endOthers,
    action: accountText.sessions.endOthers,
    done: 'sessions',
  }),
  application: ({ id, name }: { readonly id: number; readonly name: string }): Asked => ({
    path: `applications/${id}/end/`,
    title: accountText.applications.endTitle(name),
    action: accountText.applications.end,
    done: 'application',
  }),
}
