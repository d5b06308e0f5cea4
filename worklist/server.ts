import { createServer, type Socket } from 'node:net'
import type Dimse from 'dcmjs-dimse'
import type { Client, Modality } from '@fetlock/sdk'
import type { Logger } from 'pino'
import { matches, selectAsked, textOf, type Keys } from './matching.ts'
import { readOpenOrders, type OrderFilter } from './open-orders.ts'
import { recordOf, type Attributes } from './records.ts'

/** A device that may ask, and the modalities whose orders it sees; undefined for all of them. */
export type Station = { readonly aeTitle: string; readonly modalities: readonly Modality[] | undefined }

export type WorklistOptions = {
  readonly host: string
  readonly port: number
  /** The name under which devices call this server. */
  readonly aeTitle: string
  readonly stations: readonly Station[]
  readonly timeZone: string
  readonly api: Client
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** How a query ends, in the numbers of DICOM. */
const success = 0x0000
const unableToProcess = 0xc001

const maxConnections = 32
const idleMs = 60_000
/** Queries are some kilobytes. Whoever sends more than this on one connection does not ask for a worklist. */
const maxBytes = 4 * 1024 * 1024

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
  { api, timeZone }: Pick<WorklistOptions, 'api' | 'timeZone'>,
): Promise<Attributes[]> => {
  const filter = filterFor(keys, station)
  if (filter === undefined) return []
  const orders = await readOpenOrders(api, filter)
  const context = { aeTitle: station.aeTitle, timeZone, now: new Date() }
  return orders
    .map((order) => recordOf(order, context))
    .filter((record) => matches(keys, record))
    .map((record) => selectAsked(keys, record))
}

type Answer = { readonly status: number; readonly entries: readonly Attributes[] }

/** A query that cannot be answered fails, and the log says why. */
const answerQuery = async (keys: Keys, station: Station, options: WorklistOptions): Promise<Answer> => {
  const title = station.aeTitle
  try {
    const entries = await findEntries(keys, station, options)
    options.log.info({ title, entries: entries.length }, 'answered a query')
    return { status: success, entries }
  } catch (err) {
    options.log.error({ err, title }, 'could not read the orders')
    return { status: unableToProcess, entries: [] }
  }
}

const limitConnection = (socket: Socket) => {
  socket.setTimeout(idleMs, () => socket.destroy())
  socket.on('data', () => {
    if (socket.bytesRead > maxBytes) socket.destroy()
  })
}

type Association = InstanceType<typeof Dimse.association.Association>
type Find = Parameters<Dimse.Scp['cFindRequest']>

/** Accepts what the server offers: C-ECHO, and C-FIND of the worklist. */
const negotiate = ({ constants }: typeof Dimse, association: Association) => {
  const { PresentationContextResult, SopClass, TransferSyntax } = constants
  const offered = new Set([SopClass.Verification, SopClass.ModalityWorklistInformationModelFind])
  const syntaxes = [TransferSyntax.ExplicitVRLittleEndian, TransferSyntax.ImplicitVRLittleEndian]
  for (const { context } of association.getPresentationContexts()) {
    const syntax = syntaxes.find((one) => context.hasTransferSyntaxUid(one))
    if (!offered.has(context.getAbstractSyntaxUid()))
      context.setResult(PresentationContextResult.RejectAbstractSyntaxNotSupported)
    else if (syntax === undefined) context.setResult(PresentationContextResult.RejectTransferSyntaxesNotSupported)
    else context.setResult(PresentationContextResult.Accept, syntax)
  }
}

/** One response for each entry, and one that ends the query. */
const responsesTo = (
  { Dataset, constants, responses }: typeof Dimse,
  request: Find[0],
  status: number,
  entries: readonly Attributes[],
) => {
  const last = responses.CFindResponse.fromRequest(request)
  last.setStatus(status)
  const found = entries.map((entry) => {
    const response = responses.CFindResponse.fromRequest(request)
    response.setDataset(new Dataset({ ...entry }))
    response.setStatus(constants.Status.Pending)
    return response
  })
  return [...found, last]
}

/** Answers what arrives on a connection. */
const answerConnection = (dimse: typeof Dimse, options: WorklistOptions) => (socket: Socket) => {
  limitConnection(socket)
  const { RejectReason, RejectResult, RejectSource, Status } = dimse.constants
  const scp = new dimse.Scp(socket, {})
  let station: Station | undefined
  const reject = (reason: number, title: string) => {
    options.log.warn({ address: socket.remoteAddress, title }, 'refused an association')
    scp.sendAssociationReject(RejectResult.Permanent, RejectSource.ServiceUser, reason)
  }
  scp.associationRequested = (association) => {
    const [called, calling] = [association.getCalledAeTitle().trim(), association.getCallingAeTitle().trim()]
    station = called === options.aeTitle ? options.stations.find((known) => known.aeTitle === calling) : undefined
    if (called !== options.aeTitle) return reject(RejectReason.CalledAeNotRecognized, called)
    if (station === undefined) return reject(RejectReason.CallingAeNotRecognized, calling)
    negotiate(dimse, association)
    scp.sendAssociationAccept()
  }
  scp.associationReleaseRequested = () => scp.sendAssociationReleaseResponse()
  scp.cEchoRequest = (request, respond) => {
    const response = dimse.responses.CEchoResponse.fromRequest(request)
    response.setStatus(Status.Success)
    respond(response)
  }
  scp.cFindRequest = (...[request, respond]: Find) => {
    const keys = request.getDataset()?.getElements()
    const finish = ({ status, entries }: Answer) => {
      if (!socket.destroyed) respond(responsesTo(dimse, request, status, entries))
    }
    if (station === undefined || keys === undefined) finish({ status: unableToProcess, entries: [] })
    else void answerQuery(keys, station, options).then(finish)
  }
  scp.cCancelRequest = () => {}
  scp.abort = () => void socket.destroy()
  scp.on('networkError', () => socket.destroy())
}

/** Serves the worklist to the stations, and to nobody else. DICOM itself authenticates nobody: a title is only a name. */
export const serveWorklist = async (options: WorklistOptions): Promise<{ readonly close: () => Promise<void> }> => {
  // Imported here because it would slow down every other command.
  const { default: dimse } = await import('dcmjs-dimse')
  dimse.log.disableAll()
  const server = createServer(answerConnection(dimse, options))
  server.maxConnections = maxConnections
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
