import { fieldProblemsOf, messageOf } from '../../api/problem.ts'
import { type Problems, problemsBy } from '../../shared/problems.tsx'

/** The fields of the forms of this folder. */
const fields = new Set(['quantity', 'batch_number', 'expiry_date', 'reason', 'to_department'])

/** What the service refused, at the fields it is about; `renamed` says which field stands for another name of the service. */
export const stockProblems = (error: unknown, renamed: Readonly<Record<string, string>> = {}): Problems => {
  const found = Object.entries(fieldProblemsOf(error))
  if (found.length === 0) return { '': messageOf(error) }
  return problemsBy(
    found.flatMap(([name, problems]) => {
      const field = renamed[name] ?? name
      return problems.map(({ message }): [string, string] => [fields.has(field) ? field : '', message])
    }),
  )
}
