import { makeAuditPartitions } from '../db/audit-partitions.ts'
import { anchorChains } from './audit-anchors.ts'
import { bookingsDue, giveUpBookings } from './abandoned-bookings.ts'
import type { Duty } from './duties.ts'
import { deleteExpired } from './expired-records.ts'
import { eraseWhatIsOver, erasuresUnlisted, listErasures } from './erasures.ts'
import type { Failures } from './failures.ts'
import { forgetAllFiles } from './imports.ts'
import type { WorkerParts } from './messages.ts'
import { deleteOldCatalogs, deleteOldReports, oldCatalogsDue } from './old-catalogs.ts'
import { advanceAllLocks } from './period-locks.ts'
import { queueRecalls, recallsDue } from './recalls.ts'
import { queueReminders, remindersDue } from './reminders.ts'
import { deleteOldEvents } from './security-events.ts'
import { reconcileUploads } from './uploads.ts'

/** For how many days security events are kept, unless the operator says otherwise. */
const eventDays = 400

/** Everything that runs by the clock. */
export const dutiesOf = (
  { db, app, store, securityEventDays = eventDays }: WorkerParts,
  failures: Failures,
): readonly Duty[] => {
  const onFailure = (duty: string) => (organisation: number, problem: unknown) =>
    failures.report(problem, { organisation, duty }, 'a duty failed for an organisation and will be retried')
  return [
    {
      name: 'advance period locks',
      everySeconds: 60,
      run: (shouldContinue) => advanceAllLocks(db, new Date(), onFailure('advance period locks'), shouldContinue),
    },
    {
      name: 'queue reminders',
      everySeconds: 5,
      workDue: remindersDue,
      run: (shouldContinue) => queueReminders({ db, app, onFailure: onFailure('queue reminders'), shouldContinue }),
    },
    {
      name: 'queue recalls',
      everySeconds: 60,
      workDue: recallsDue,
      run: (shouldContinue) => queueRecalls({ db, app, onFailure: onFailure('queue recalls'), shouldContinue }),
    },
    {
      name: 'give up bookings',
      everySeconds: 5,
      workDue: bookingsDue,
      run: (shouldContinue) => giveUpBookings({ db, app, onFailure: onFailure('give up bookings'), shouldContinue }),
    },
    {
      name: 'settle uploads',
      everySeconds: 600,
      run: (shouldContinue) => reconcileUploads(db, store, onFailure('settle uploads'), shouldContinue),
    },
    {
      name: 'delete expired records',
      everySeconds: 3_600,
      run: async (shouldContinue) => {
        await deleteExpired(db, shouldContinue)
      },
    },
    {
      name: 'anchor audit chains',
      everySeconds: 86_400,
      run: (shouldContinue) => anchorChains(db, onFailure('anchor audit chains'), shouldContinue),
    },
    {
      name: 'make audit partitions',
      everySeconds: 86_400,
      run: async () => {
        await makeAuditPartitions(db)
      },
    },
    {
      name: 'delete old security events',
      everySeconds: 3_600,
      run: async (shouldContinue) => {
        await deleteOldEvents(db, securityEventDays, shouldContinue)
      },
    },
    {
      name: 'list erasures',
      everySeconds: 5,
      workDue: erasuresUnlisted,
      run: (shouldContinue) => listErasures({ db, app, store }, onFailure('list erasures'), shouldContinue),
    },
    {
      name: 'erase what is over',
      everySeconds: 3_600,
      run: (shouldContinue) => eraseWhatIsOver(db, app, onFailure('erase what is over'), shouldContinue),
    },
    {
      name: 'forget imported files',
      everySeconds: 3_600,
      run: (shouldContinue) => forgetAllFiles(db, app, onFailure('forget imported files'), shouldContinue),
    },
    {
      name: 'delete old catalogs',
      everySeconds: 60,
      workDue: oldCatalogsDue,
      run: (shouldContinue) => deleteOldCatalogs(db, app, onFailure('delete old catalogs'), shouldContinue),
    },
    {
      name: 'delete old error reports',
      everySeconds: 3_600,
      run: (shouldContinue) => deleteOldReports(db, app, onFailure('delete old error reports'), shouldContinue),
    },
  ]
}
