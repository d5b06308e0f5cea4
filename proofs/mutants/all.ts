import type { Mutant } from '../mutate/mutant.ts'
import { ofCatalogImports } from './catalog-imports.ts'
import { ofCatalogUploads } from './catalog-uploads.ts'
import { ofConventions } from './conventions.ts'
import { ofClients } from './clients.ts'
import { ofCustomFields } from './custom-fields.ts'
import { ofDepartments } from './departments.ts'
import { ofVisits } from './visits.ts'
import { ofBilling } from './billing.ts'
import { ofHooks } from './hooks.ts'
import { ofImaging } from './imaging.ts'
import { ofOrdering } from './ordering.ts'
import { ofStock } from './stock.ts'
import { ofWholesalers } from './wholesalers.ts'

export const mutants: readonly Mutant[] = [
  ...ofConventions,
  ...ofClients,
  ...ofCustomFields,
  ...ofDepartments,
  ...ofVisits,
  ...ofBilling,
  ...ofImaging,
  ...ofHooks,
  ...ofStock,
  ...ofOrdering,
  ...ofWholesalers,
  ...ofCatalogImports,
  ...ofCatalogUploads,
]
