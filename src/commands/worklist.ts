import closeWithGrace from 'close-with-grace'
import { modalities } from '../domain/imaging/statuses.ts'
import { config } from '../app/config.ts'
import { readSettings } from '../app/read-settings.ts'
import { defineCommand, Failure, UsageError } from './command.ts'
import { logTo } from './log.ts'

const text = { type: 'string' } as const
const defaultTitle = 'FETLOCK'
const defaultPort = '11112'

const isTitle = (title: string) =>
  /^[\x21-\x5b\x5d-\x7e](?:[\x20-\x5b\x5d-\x7e]{0,14}[\x21-\x5b\x5d-\x7e])?$/.test(title)

const requireTitle = (option: string, title: string) => {
  if (!isTitle(title))
    throw new UsageError(
      `${option} takes an AE title of 1 to 16 characters without umlauts, for example ${defaultTitle}.`,
    )
  return title
}

const isModality = (code: string): code is (typeof modalities)[number] =>
  (modalities as readonly string[]).includes(code)

/** A device as it is typed: `XRAY1`, or `XRAY1=DX,CR`. */
const stationFrom = (typed: string) => {
  const [title = '', list, ...more] = typed.split('=')
  const codes = list?.split(',')
  const unknown = codes?.find((code) => !isModality(code))
  if (more.length > 0 || unknown !== undefined)
    throw new UsageError(
      `--station ${typed}: write XRAY1, or XRAY1=DX,CR for some modalities. They are ${modalities.join(', ')}.`,
    )
  return { aeTitle: requireTitle('--station', title), modalities: codes?.filter(isModality) }
}

const portFrom = (typed: string) => {
  if (!/^\d{1,5}$/.test(typed) || Number(typed) > 65_535) throw new UsageError('--port must be between 0 and 65535.')
  return Number(typed)
}

const baseFrom = (typed: string) => {
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol) || !/^\/[1-9]\d*\/api\/0\.1\/$/.test(url.pathname))
    throw new UsageError(
      '--api takes the address of an organisation’s API, for example https://vet.example/1/api/0.1/.',
    )
  try {
    config.requireTls('--api', url)
  } catch (problem) {
    throw new UsageError((problem as Error).message)
  }
  return `${url.origin}${url.pathname}`
}

const firstCause = (problem: Error): Error => (problem.cause instanceof Error ? firstCause(problem.cause) : problem)

/** What went wrong at the start, in a sentence. */
const explain = (problem: unknown, base: string, place: string) => {
  const { code, status, message } = problem as Error & { code?: string; status?: number }
  if (code === 'EADDRINUSE') return `Port ${place} is taken by another program. Choose another with --port.`
  if (code === 'EACCES') return `This account may not use port ${place}. Choose one above 1023 with --port.`
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address of ${place}. Correct --host.`
  if (status) return `The API refused the application (${status}): ${message}`
  return `${base} cannot be read: ${firstCause(problem as Error).message}. Check --api.`
}

/** The worklist brings DICOM with it, which no other command needs. */
const notInstalled = (problem: Error & { code?: string }): never => {
  if (problem.code !== 'ERR_MODULE_NOT_FOUND') throw problem
  throw new Failure(
    'The worklist is a package of its own, and is not installed here. In the folder of Fetlock, run: ' +
      'npm ci --omit=dev --workspace @fetlock/worklist --include-workspace-root',
  )
}

export const worklistCommand = defineCommand({
  words: 'worklist',
  summary: 'Serve the imaging orders to devices, as a DICOM modality worklist',
  about:
    'Runs beside the devices until it gets SIGTERM or SIGINT, and reads the open orders from the API over HTTP as the application ' +
    'whose credentials are in FETLOCK_WORKLIST_CLIENT_ID and FETLOCK_WORKLIST_CLIENT_SECRET. It needs no database. Only devices ' +
    'named with --station are answered; DICOM itself authenticates nobody, so let only their network reach it.',
  options: {
    api: { ...text, value: 'URL', required: true, description: 'where the API is: https://vet.example/1/api/0.1/' },
    station: {
      ...text,
      value: 'AE[=MODALITIES]',
      multiple: true,
      description: 'the AE title of a device that may ask, and the modalities it sees orders of; all if none are given',
    },
    'ae-title': { ...text, value: 'AE', description: `the AE title that devices call; ${defaultTitle} if not given` },
    host: { ...text, value: 'ADDRESS', description: 'the address to listen on; 127.0.0.1 if not given' },
    port: { ...text, value: 'PORT', description: `the port to listen on; ${defaultPort} if not given` },
  },
  example: 'fetlock worklist --api https://vet.example/1/api/0.1/ --station XRAY1=DX,CR --station ULTRASOUND=US',
  prints: 'its log, one JSON object per line.',
  isLongRunning: true,
  run: async ({ api, station, 'ae-title': title = defaultTitle, host = '127.0.0.1', port = defaultPort }) => {
    if (station.length === 0) throw new UsageError('Name at least one device with --station; no other is answered.')
    const options = {
      base: baseFrom(api),
      stations: station.map(stationFrom),
      aeTitle: requireTitle('--ae-title', title),
      host,
      port: portFrom(port),
    }
    const { clientId, clientSecret } = readSettings({
      clientId: config.worklistClientId,
      clientSecret: config.worklistClientSecret,
    })
    const log = logTo(process.stdout)
    // Imported here because it would slow down every other command.
    const { openApi, readOpenOrders, readTimeZone, serveWorklist } = await import('@fetlock/worklist').catch(
      notInstalled,
    )
    const opened = openApi({ base: options.base, clientId, clientSecret })
    try {
      // Fails at the start rather than at the first query.
      const timeZone = await readTimeZone(opened)
      await readOpenOrders(opened, { patient: '0' })
      const worklist = await serveWorklist({ ...options, timeZone, api: opened, log })
      closeWithGrace({ delay: 10_000, logger: false }, async ({ signal, err }) => {
        if (err) log.fatal({ err }, 'the worklist failed and stops')
        else log.info({ signal }, 'stopping')
        await worklist.close()
        log.info('stopped')
      })
      log.info({ host, port: options.port, title }, 'answering worklist queries')
    } catch (problem) {
      throw new Failure(explain(problem, options.base, `${host}:${port}`))
    }
    return undefined
  },
})
