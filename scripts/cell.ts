import { join } from 'node:path'
import { readCell, type Cell } from './cell/files.ts'
import { membersOf } from './cell/nodes.ts'
import { requireMachine, startCluster, stopCluster } from './cell/cluster.ts'
import { runningIn } from './cell/processes.ts'
import { programNames, startService, stopService } from './cell/service.ts'
import { checkout } from './services/settings.ts'

const help = `One cell on this machine, of the files in deploy/cell (docs/operating/cell.md).
  npm run cell -- up       three nodes with PostgreSQL, Patroni and etcd, HAProxy, two API processes, two workers
  npm run cell -- status   who is the primary, and what runs
  npm run cell -- down     ends what up has started; the data stay in .cell/`

const folder = join(checkout, '.cell')
const tell = (line: string) => console.log(line)

const show = async (cell: Cell) => {
  const members = await membersOf(cell)
  if (members.length === 0) tell('No node answers')
  for (const { name, role, state, timeline = '-', lag = 0 } of members)
    tell(`${name.padEnd(9)}${role.padEnd(14)}${state.padEnd(11)}timeline ${timeline}, lag ${lag}`)
  for (const name of ['haproxy-postgresql', 'haproxy-api', ...programNames(cell)])
    tell(`${name.padEnd(23)}${runningIn(cell.folder, name) === undefined ? 'does not run' : 'runs'}`)
  tell(`API          http://127.0.0.1:${cell.ports.api}`)
  tell(`PostgreSQL   127.0.0.1:${cell.ports.postgresql}, always the primary`)
  tell(`patronictl   patronictl -c ${join(cell.nodes[0]!.home, 'patroni.yaml')} list`)
}

const known = () => {
  const cell = readCell(folder)
  if (cell === undefined) tell('There is no cell here: npm run cell -- up')
  return cell
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  up: async () => {
    const cell = await startCluster(folder, tell)
    await startService(cell, tell)
    await show(cell)
  },
  status: async () => {
    const cell = known()
    if (cell !== undefined) await show(cell)
  },
  down: async () => {
    const cell = known()
    if (cell === undefined) return
    requireMachine()
    await stopService(cell, tell)
    await stopCluster(cell, tell)
    tell('The cell has stopped')
  },
}

const command = commands[process.argv[2] ?? '']
if (command === undefined) {
  tell(help)
  process.exitCode = process.argv[2] === undefined ? 0 : 1
} else await command()
