import { access, events } from './access-and-events.ts'
import { errors, limits } from './errors-and-limits.ts'
import { conventions, fields } from './resources.ts'
import { routes } from './routes.ts'
import type { Chapter } from './rule.ts'
import { states } from './states.ts'

/** Every rule of the specification, in its order. */
export const chapters: readonly Chapter[] = [conventions, fields, states, routes, access, events, errors, limits]
