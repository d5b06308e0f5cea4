// @module-tag waits
import { expect, it, onTestFinished } from 'vitest'
import { startObserved } from '../../test/support/telemetry.ts'
import { observeJob } from './observing.ts'

it.each([
  ['application/json', {}],
  ['application/json', { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }],
  ['application/x-protobuf', { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }],
  [
    'application/x-protobuf',
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
  ],
])('spans are sent as %s with %j', async (type, settings) => {
  const { collector, stop } = await startObserved('fetlock-worker', settings)
  onTestFinished(stop)
  await observeJob({ kind: 'probe', organisation: 7 }, async () => false)
  await expect.poll(() => collector.spans()).toHaveLength(1)
  expect(collector.types()).toEqual([type])
  expect(collector.service()).toBe('fetlock-worker')
  expect(collector.spans()[0]).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    name: 'job probe',
    kind: 5,
    attributes: { 'fetlock.job': 'probe', 'fetlock.organisation': 7, 'error.type': 'failed' },
    status: { code: 2 },
  })
})
