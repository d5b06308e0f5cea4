import { isThisMachine } from '../app/addresses.ts'
import { connect } from '../db/pool.ts'
import { openDemoClinics } from '../demo/demo-clinics.ts'
import { Failure } from './command.ts'

/** Refuses to serve others while a demo clinic can be opened with the password that everybody can read. */
export const requireNoDemo = async (databaseUrl: string, publicUrl: string) => {
  if (isThisMachine(publicUrl)) return
  const { read, close } = connect(databaseUrl, { max: 1, name: 'fetlock start', prepares: false })
  try {
    const [open] = await openDemoClinics(read)
    if (open === undefined) return
    throw new Failure(
      `Organisation ${open} is a demo clinic whose password everybody can read, and FETLOCK_PUBLIC_URL is not this machine. ` +
        `Run "fetlock sandbox delete --organisation ${open}", then start again.`,
    )
  } finally {
    await close()
  }
}
