import type { Mutant } from './mutant.ts'
import { ofCatalogImports } from './catalog-imports.ts'
import { ofCatalogUploads } from './catalog-uploads.ts'
import { ofComposites } from './composite.ts'
import { ofConventions } from './conventions.ts'
import { ofClients } from './clients.ts'
import { ofCustomFields } from './custom-fields.ts'
import { ofDeclarations } from './declarations.ts'
import { ofDepartments } from './departments.ts'
import { ofVisits } from './visits.ts'
import { ofBilling } from './billing.ts'
import { ofBookings } from './bookings.ts'
import { ofEventsAndFiles } from './accounts-events-and-files.ts'
import { ofPages } from './accounts-pages.ts'
import { ofHooks } from './hooks.ts'
import { ofImaging } from './imaging.ts'
import { ofMessages } from './messages.ts'
import { ofOrdering } from './ordering.ts'
import { ofOverview } from './overview.ts'
import { ofPrescriptions } from './prescriptions.ts'
import { ofPasswords } from './accounts-passwords.ts'
import { ofRestore } from './accounts-restore.ts'
import { ofSessions } from './accounts-sessions.ts'
import { ofSignIn } from './accounts-sign-in.ts'
import { ofStock } from './stock.ts'
import { ofWholesalers } from './wholesalers.ts'

export const mutants: readonly Mutant[] = [
  ...ofOverview,
  ...ofConventions,
  ...ofComposites,
  ...ofDeclarations,
  ...ofClients,
  ...ofCustomFields,
  ...ofDepartments,
  ...ofVisits,
  ...ofBilling,
  ...ofImaging,
  ...ofBookings,
  ...ofPrescriptions,
  ...ofEventsAndFiles,
  ...ofPages,
  ...ofHooks,
  ...ofPasswords,
  ...ofRestore,
  ...ofSessions,
  ...ofSignIn,
  ...ofStock,
  ...ofMessages,
  ...ofOrdering,
  ...ofWholesalers,
  ...ofCatalogImports,
  ...ofCatalogUploads,
]
