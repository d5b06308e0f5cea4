import type { Actor } from '../../kernel/caller.ts'
import { invalid } from '../../kernel/errors.ts'
import { addressProblem } from '../../network/public-address.ts'

/** Refuses a URL to deliver to that is not HTTPS or not public. What its host resolves to is judged when connecting. */
export const requirePublicAddress = ({ allowedPrivate }: Pick<Actor, 'allowedPrivate'>, field: string, url: string) => {
  const problem = addressProblem(url, allowedPrivate)
  if (problem !== undefined) throw invalid(field, problem, 'not_public')
}
