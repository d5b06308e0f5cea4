import { spawn, type ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runSteps } from './steps.ts'

const help = `Runs the tests that wait and those in a browser while other processes keep the machine busy. None may fail.
  --times 3
  --processes 4      that compute all the time`

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    processes: { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
})

/** Ends with its parent: the pipe that it reads is then closed. */
const compute = `process.stdin.resume().on('end', () => process.exit()); setInterval(() => { for (let n = 0; n < 5e8; n++); })`

if (values.help) console.log(help)
else {
  const computing: ChildProcess[] = Array.from({ length: Number(values.processes) }, () =>
    spawn(process.execPath, ['-e', compute], { stdio: ['pipe', 'ignore', 'inherit'] }),
  )
  const command = `vitest run --tags-filter 'waits or browser'`
  const times = Array.from({ length: Number(values.times) }, (_, at) => ({
    name: `busy ${at + 1}`,
    command,
    alone: command,
  }))
  const passed = await runSteps([times])
  for (const process of computing) process.kill('SIGKILL')
  process.exitCode = passed ? 0 : 1
}
