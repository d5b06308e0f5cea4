import { endpointKey, poster, takeDeliveries, type LeasedDelivery } from './deliveries.ts'
import { runLanes } from './lanes.ts'
import type { Wakeable } from './loops.ts'
import type { WorkerParts } from './messages.ts'

/** Posts deliveries as they become due until it is told to stop. It never waits for a slow receiver to take on another. */
export const deliver = (parts: WorkerParts, context: Wakeable) => {
  const post = poster(parts)
  return runLanes<LeasedDelivery>(
    {
      kind: 'webhook',
      search: 'webhooks',
      maxAtOnce: { healthy: 48, failing: 16 },
      maxPerLane: { healthy: 4, failing: 1 },
      maxPerOrganisation: 24,
      laneOf: endpointKey,
      take: (most, allowance) => takeDeliveries(parts.db, most, allowance),
      start: (group, since) => post(group, since).map(async (attempt) => (await attempt) !== 'failed'),
    },
    context,
  )
}
