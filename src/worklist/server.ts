import { createServer, type Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ReadApi } from './api-reader.ts'
import { matches, selectAsked, textOf, type Keys } from './matching.ts'
import { readOpenOrders, type OrderFilter } from './open-orders.ts'
import { recordOf, type Attributes } from './records.ts'

/** A device that may ask, and the modalities whose orders it sees; undefined for all of them. */
export type Station = { readonly aeTitle: string; readonly modalities: readonly string[] | undefined }

export type WorklistOptions = {
  readonly host: string
  readonly port: number
  /** The name under which devices call this server. */
  readonly aeTitle: string
  readonly stations: readonly Station[]
  readonly timeZone: string
  readonly read: ReadApi
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const mostConnections = 32
const idleMs = 60_000
/** Queries are some kilobytes. Whoever sends more than this on one connection does not ask for a worklist. */
const mostBytes = 4 * 1024 * 1024

const isId = (text: string | undefined): text is string => text !== undefined && /^\d{1,15}$/.test(text)
const hasWildcard = (text: string) => /[*?]/.test(text)

/** What the API can narrow by; everything else is compared here. Undefined where nothing can match. */
const filterFor = (keys: Keys, { modalities }: Station): OrderFilter | undefined => {
  const [patient, accession] = [textOf(keys.PatientID), textOf(keys.AccessionNumber)]
  // Ids of patients are numbers, so nothing else is one.
  if (patient !== undefined && !hasWildcard(patient) && !isId(patient)) return undefined
  return {
    modalities,
    patient: isId(patient) ? patient : undefined,
    accession: accession === undefined || hasWildcard(accession) ? undefined : accession,
  }
}

/** The entries of a station's worklist that a query asks for, with the attributes that it asks for. */
export const findEntries = async (
  keys: Keys,
  station: Station,
  { read, timeZone }: Pick<WorklistOptions, 'read' | 'timeZone'>,
): Promise<Attributes[]> => {
  const filter = filterFor(keys, station)
  if (filter === undefined) return []
  const orders = await readOpenOrders(read, filter)
  const context = { aeTitle: station.aeTitle, timeZone, now: new Date() }
  return orders
    .map((order) => recordOf(order, context))
    .filter((record) => matches(keys, record))
    .map((record) => selectAsked(keys, record))
}

const limitConnection = (socket: Socket) => {
  socket.setTimeout(idleMs, () => socket.destroy())
  socket.on('data', () => {
    if (socket.bytesRead > mostBytes) socket.destroy()
  })
}

/** Serves the worklist to the stations, and to nobody else. DICOM itself authenticates nobody: a title is only a name. */
export const serveWorklist = async (options: WorklistOptions): Promise<{ readonly close: () => Promise<void> }> => {
  const { aeTitle, stations, log } = options
  // Imported here because it would slow down every other command.
  const { default: dimse } = await import('dcmjs-dimse')
  const { Dataset, Scp } = dimse
  const { CEchoResponse, CFindResponse } = dimse.responses
  const { PresentationContextResult, RejectReason, RejectResult, RejectSource } = dimse.constants
  const { SopClass, Status, TransferSyntax } = dimse.constants
  dimse.log.disableAll()
  const offered = new Set([SopClass.Verification, SopClass.ModalityWorklistInformationModelFind])
  const syntaxes = [TransferSyntax.ExplicitVRLittleEndian, TransferSyntax.ImplicitVRLittleEndian]
  type Association = Parameters<InstanceType<typeof Scp>['associationRequested']>[0]

  const negotiate = (association: Association) => {
    for (const { context } of association.getPresentationContexts()) {
      const syntax = syntaxes.find((one) => context.hasTransferSyntaxUid(one))
      if (!offered.has(context.getAbstractSyntaxUid()))
        context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
      else if (syntax === undefined) context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported)
      else context.setResult(PresentationContextResult.Accept, syntax)
    }
  }

  const answer = (socket: Socket) => {
    limitConnection(socket)
    const scp = new Scp(socket, {})
    let station: Station | undefined
    const reject = (reason: number, title: string) => {
      log.warn({ address: socket.remoteAddress, title }, 'refused an association')
      scp.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
    }
    scp.associationRequested = (association) => {
      const [called, calling] = [association.getCalledAeTitle().trim(), association.getCallingAeTitle().trim()]
      if (called !== aeTitle) return reject(RejectReason.CalledAeNotRecognized, called)
      station = stations.find((known) => known.aeTitle === calling)
      if (station === undefined) return reject(RejectReason.CallingAeNotRecognized, calling)
      negotiate(association)
      scp.sendAssociationAccept()
    }
    scp.associationReleaseRequested = () => scp.sendAssociationReleaseResponse()
    scp.cEchoRequest = (request, respond) => {
      const response = CEchoResponse.fromRequest(request)
      response.setStatus(Status.Success)
      respond(response)
    }
    scp.cFindRequest = (request, respond) => {
      const finish = (status: number, entries: readonly Attributes[]) => {
        const found = entries.map((entry) => {
          const response = CFindResponse.fromRequest(request)
          response.setDataset(new Dataset({ ...entry }))
          response.setStatus(Status.Pending)
          return response
        })
        const last = CFindResponse.fromRequest(request)
        last.setStatus(status)
        if (!socket.destroyed) respond([...found, last])
      }
      const keys = request.getDataset()?.getElements()
      if (station === undefined || keys === undefined) return finish(Status.ProcessingFailure, [])
      const { aeTitle: title } = station
      findEntries(keys, station, options).then(
        (entries) => {
          log.info({ title, entries: entries.length }, 'answered a query')
          finish(Status.Success, entries)
        },
        (err: unknown) => {
          log.error({ err, title }, 'could not read the orders')
          finish(Status.ProcessingFailure, [])
        },
      )
    }
    scp.cCancelRequest = () => {}
    scp.abort = () => void socket.destroy()
    scp.on('networkError', () => socket.destroy())
  }

  const server = createServer(answer)
  server.maxConnections = mostConnections
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
