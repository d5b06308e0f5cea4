import { pascalCase } from '../kernel/enums.ts'
import type { Operation } from '../kernel/operation.ts'
import type { Resource } from '../kernel/resource.ts'

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const recordName = ({ title }: Resource) => pascalCase(title)
export const pageName = (resource: Resource) => `${recordName(resource)}Page`

const bodySuffixes: Readonly<Record<string, string>> = { create: 'Create', patch: 'Update', put: 'Replace' }

const actionOf = ({ name }: Operation) => name.slice(name.lastIndexOf('.') + 1)

/** The name of what an operation takes: `InvoicePaymentCreate`, `InvoicePartialRefund`. */
export const bodyName = (operation: Operation) => {
  const action = actionOf(operation)
  return `${pascalCase(operation.title)}${bodySuffixes[action] ?? pascalCase(action)}`
}

/** The name of an answer that is neither a record nor a page: `ClientBalance`. */
export const answerName = (operation: Operation) => {
  const action = actionOf(operation)
  const isWrite = operation.access === 'write'
  return `${pascalCase(operation.title)}${action === 'list' ? '' : pascalCase(action)}${isWrite ? 'Result' : ''}`
}
