import { namesIn } from '../browse/names.ts'
import { page } from '../browse/page.ts'
import { findViewer } from '../domain/identity/viewer.ts'
import type { Caller } from '../kernel/caller.ts'
import { linksOf } from '../kernel/links.ts'
import type { Kernel, Operation } from '../kernel/operation.ts'
import { meets, pathsIn } from '../kernel/resource.ts'
import type { Presentation } from '../browse/presentation.ts'

type Shown = {
  readonly operation: Operation
  readonly here: readonly Operation[]
  readonly caller: Caller
  readonly url: string
  readonly query: URLSearchParams
  /** JSON text. */
  readonly body: string
}

const isBelow = (path: string, { method, path: other }: Operation) =>
  method === 'GET' && other.startsWith(path) && /^[^/{]+\/$/.test(other.slice(path.length))

/** What else can be read of the record at an address, as far as the caller may. */
const belowOf = (operations: readonly Operation[], { path }: Operation, caller: Caller) =>
  path.endsWith('}/')
    ? operations.filter((other) => isBelow(path, other) && meets(caller, other.permission, other.access))
    : []

/** Makes the pages of one process. Besides the answer they show names, which need two small reads. */
export const pagesOf =
  ({ read, resources, publicUrl }: Kernel, operations: readonly Operation[], presentation: Presentation) =>
  async ({ operation, caller, body, ...shown }: Shown): Promise<string> => {
    const links = linksOf(publicUrl, caller.organisation, pathsIn(resources))
    const answer: unknown = JSON.parse(body)
    const { nameFields } = presentation
    const [names, viewer] = await Promise.all([
      namesIn({ read, resources, nameFields }, caller, links, answer),
      findViewer(read, caller),
    ])
    const below = belowOf(operations, operation, caller)
    return page({ ...shown, operation, below, links, answer, names, viewer, presentation })
  }
