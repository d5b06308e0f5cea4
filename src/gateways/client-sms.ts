import type { Outgoing } from './outgoing.ts'

/** The SMS gateway of an organisation, which takes messages as Twilio does. */
export type SmsGateway = { readonly url: string; readonly account: string; readonly token: string }

export type ClientSms = { readonly to: string; readonly from: string; readonly text: string }

export type SmsOutcome =
  | { readonly kind: 'sent' }
  /** The gateway refused the message for good. */
  | { readonly kind: 'refused'; readonly reason: string; readonly cause: SmsCause }
  /** It may have been sent. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly cause: SmsCause }
  /** It may be sent later. */
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: SmsCause }

/** What whoever sets the gateway up can look at: its address, what it signs in with, or the message. */
export type SmsCause = 'address' | 'sign_in' | 'message' | 'other'

/** The number that a gateway gives an error. The rest of its answer may repeat what was sent. */
const codeIn = (excerpt: string) => {
  const [, code] = /"code"\s*:\s*(\d{1,6})\b/.exec(excerpt) ?? []
  return code === undefined ? '' : ` with the code ${code}`
}

/** Answers that will be the same tomorrow: the number or the text is wrong, not the settings. */
const isFinal = (status: number) => status === 400 || status === 413 || status === 422

const causeOf = (status: number): SmsCause => {
  if (status === 401 || status === 403) return 'sign_in'
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) return 'address'
  return isFinal(status) ? 'message' : 'other'
}

/** Posts a message to a gateway. Never throws: what went wrong is the outcome. */
export const postSms = async (
  { post }: Pick<Outgoing, 'post'>,
  { url, account, token }: SmsGateway,
  { to, from, text }: ClientSms,
): Promise<SmsOutcome> => {
  const outcome = await post({
    url,
    headers: {
      authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: new URLSearchParams({ To: to, From: from, Body: text }).toString(),
  })
  if (outcome.kind === 'refused') return { kind: 'failed', reason: outcome.reason, cause: 'address' }
  if (outcome.kind === 'failed')
    return outcome.mayHaveArrived
      ? { kind: 'unknown', reason: outcome.reason, cause: 'other' }
      : { kind: 'failed', reason: outcome.reason, cause: 'address' }
  if (outcome.status >= 200 && outcome.status < 300) return { kind: 'sent' }
  const reason = `The SMS gateway answered ${outcome.status}${codeIn(outcome.excerpt)}.`
  return { kind: isFinal(outcome.status) ? 'refused' : 'failed', reason, cause: causeOf(outcome.status) }
}
