import { defaultCeilings, shareOfConnections, type Ceilings } from '../kernel/ceilings.ts'
import { readSettings, wholeNumber } from './read-settings.ts'

const atLeastOne = (name: string, otherwise: string): number => {
  const value = wholeNumber(name, otherwise)
  if (value === 0) throw new Error(`${name} must be at least 1.`)
  return value
}

const ceiling = (name: string, of: keyof Ceilings) => atLeastOne(name, String(defaultCeilings[of]))

/** What one organisation may take of what all share. */
export const ceilings = (): Ceilings =>
  readSettings({
    connections: () =>
      atLeastOne(
        'FETLOCK_ORGANISATION_CONNECTIONS',
        String(shareOfConnections(wholeNumber('FETLOCK_CONNECTIONS', '10'))),
      ),
    waiting: () => ceiling('FETLOCK_ORGANISATION_WAITING', 'waiting'),
    bodies: () => {
      const percent = ceiling('FETLOCK_ORGANISATION_BODIES', 'bodies')
      if (percent > 100) throw new Error('FETLOCK_ORGANISATION_BODIES must be at most 100: it is in percent.')
      return percent
    },
    streams: () => ceiling('FETLOCK_ORGANISATION_STREAMS', 'streams'),
    storageBytes: () =>
      atLeastOne('FETLOCK_ORGANISATION_STORAGE', String(defaultCeilings.storageBytes / 2 ** 30)) * 2 ** 30,
    files: () => ceiling('FETLOCK_ORGANISATION_FILES', 'files'),
    uploads: () => ceiling('FETLOCK_ORGANISATION_UPLOADS', 'uploads'),
    scans: () => ceiling('FETLOCK_ORGANISATION_SCANS', 'scans'),
    catalogs: () => ceiling('FETLOCK_ORGANISATION_CATALOGS', 'catalogs'),
    applications: () => ceiling('FETLOCK_ORGANISATION_APPLICATIONS', 'applications'),
  })
