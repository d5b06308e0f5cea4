import { cents, type Step } from './known.ts'

/** A refusal says of itself why: what it says must be a reason. */
const isJustified = (code: string, message: string, body: Step['body'] = {}): boolean => {
  if (code === 'locked') {
    const [lock = '', day = ''] = message.match(/\d{4}-\d\d-\d\d/g) ?? []
    return day < lock
  }
  if (code === 'rounding' && message.startsWith('Without')) {
    const [rest = 0, step = 0] = (message.match(/-?\d+\.\d\d/g) ?? []).map(cents)
    return Math.abs(rest) * 2 > step
  }
  const amount = message.startsWith('Nothing is owed') ? '0.00' : /^-?\d+\.\d\d/.exec(message)?.[0]
  const [stated, asked] = [cents(amount), cents(body['paid'] ?? body['amount'])]
  if (code === 'more_than_unused') return Math.abs(asked) > stated
  if (code !== 'more_than_owed') return true
  if (stated === 0) return asked !== 0
  return stated > 0 ? asked > stated : asked < stated
}

type Complaints = Readonly<Record<string, readonly { readonly code: string; readonly message: string }[]>>
type Problem = { readonly status: number; readonly code: string; readonly errors?: Complaints }

/** A refusal in the words that steps use, and whether it gives a reason for each. */
export const reasonsOf = (text: string, { body }: Step) => {
  const { status, code, errors } = JSON.parse(text) as Problem
  if (errors === undefined) return { reasons: [`${status} ${code}`], justified: true }
  const found = Object.entries(errors).flatMap(([field, list]) => list.map((complaint) => ({ field, ...complaint })))
  return {
    reasons: found.map((complaint) => `${complaint.field} ${complaint.code}`),
    justified: found.every((complaint) => isJustified(complaint.code, complaint.message, body)),
  }
}
