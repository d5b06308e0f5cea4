import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort, listening } from '../../scripts/services/listening.ts'
import { checkout } from '../../scripts/services/settings.ts'

const run = promisify(execFile)

test('a port is given once, also beside another process', async () => {
  const module = join(checkout, 'scripts/services/listening.ts')
  // Together they ask for so many of some 10,000 ports that two of them would be the same without a reservation.
  const ask = `
    const { freePort } = await import(${JSON.stringify(module)})
    const ports = []
    for (let n = 0; n < 400; n++) ports.push(await freePort())
    console.log(JSON.stringify(ports))
    process.stdin.resume().once('end', () => process.exit())`
  const others = [1, 2].map(() => run(process.execPath, ['--input-type=module', '-e', ask]))
  const asked = others.map(
    ({ child }) =>
      new Promise<number[]>((answer) =>
        child.stdout!.once('data', (line) => answer(JSON.parse(String(line)) as number[])),
      ),
  )
  const own: number[] = []
  for (let n = 0; n < 400; n++) own.push(await freePort())
  const all = [...own, ...(await Promise.all(asked)).flat()]
  for (const { child } of others) child.stdin!.end()
  await Promise.all(others)
  expect(new Set(all).size).toBe(1200)
})

test('a port that somebody listens on is not given', async () => {
  const port = await freePort()
  const server = await listening({ host: '127.0.0.1', port })
  expect(await listening({ host: '127.0.0.1', port })).toBeUndefined()
  await new Promise((closed) => server!.close(closed))
})
