import { errorCodes } from '../../src/http/error-codes.ts'
import type { CodeExplanation } from '../../src/kernel/error-codes.ts'

type Entry = { readonly code: string }
type ByField = Readonly<Record<string, readonly Entry[]>>
type Problem = Entry & { readonly status: number; readonly errors?: ByField | readonly ByField[] }

const registry: Readonly<Record<string, CodeExplanation>> = errorCodes

const requireRegistered = (code: string, status: number) => {
  const explanation = Object.hasOwn(registry, code) ? registry[code] : undefined
  if (explanation === undefined) throw new Error(`The error code "${code}" is not registered.`)
  if (!(explanation.statuses ?? [400]).includes(status))
    throw new Error(`The error code "${code}" came with status ${status}, which is not registered for it.`)
}

/** Every code in problem details is registered, with the status that it came with. */
export const requireRegisteredCodes = ({ code, status, errors = {} }: Problem) => {
  requireRegistered(code, status)
  for (const entry of [errors].flat().flatMap((fields) => Object.values(fields).flat()))
    requireRegistered(entry.code, 400)
}
