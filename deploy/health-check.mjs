// Whether the process of this container can work: asks what api and worker answer at /ready.
const port = process.env['FETLOCK_PORT'] || '8000'
try {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(4_000) })
  process.stdout.write(`${await answer.text()}\n`)
  process.exitCode = answer.ok ? 0 : 1
} catch (problem) {
  process.stdout.write(`Nothing answers on port ${port}: ${problem.cause?.code ?? problem.name}\n`)
  process.exitCode = 1
}
