import { laneOfMessage, sendClientMessage, takeClientMessages, type LeasedClientMessage } from './client-messages.ts'
import { runLanes } from './lanes.ts'
import type { Wakeable } from './loops.ts'
import type { WorkerParts } from './messages.ts'

/** Sends messages to clients as they become due until it is told to stop. A slow server holds up only its own clinic. */
export const writeToClients = (parts: WorkerParts, context: Wakeable) =>
  runLanes<LeasedClientMessage>(
    {
      kind: 'client message',
      search: 'client messages',
      maxAtOnce: { healthy: 24, failing: 8 },
      maxPerLane: { healthy: 4, failing: 1 },
      maxPerOrganisation: 8,
      laneOf: laneOfMessage,
      take: (most, allowance) => takeClientMessages(parts.db, most, allowance),
      start: (group, since) => group.map((taken) => sendClientMessage(parts, taken, since)),
    },
    context,
  )
