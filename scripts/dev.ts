import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  demoLines,
  demoOrganisation,
  forgetDemo,
  receiverAddress,
  startDay,
  tokenOf,
  writeDemoEnv,
  type Demo,
} from './dev/demo.ts'
import { catchMail } from './dev/mail-catcher.ts'
import { type Env, keepRunning, runToEnd, type Say } from './dev/processes.ts'
import { requireFreePort, requireMailServer } from './dev/ports.ts'
import { watchSources } from './dev/watching.ts'
import { freePort } from './services/listening.ts'
import { checkout, folder, readSettings } from './services/settings.ts'
import { builtWebApp } from './web-build.ts'

const startSeconds = 60

const sayAs = (name: string): Say => {
  const mark = `${name.padEnd(6)} | `
  return (line) => void process.stdout.write(`${mark}${line}\n`)
}
const say = sayAs('dev')

const answers = async (url: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Services of another kind, such as those of compose.yaml, are used as they are. */
const servicesAnswer = async () => {
  const settings = readSettings()
  if (settings === undefined) return false
  return (await answers(settings.FETLOCK_DATABASE_URL)) && answers(settings.FETLOCK_REDIS_URL)
}

const settingsFor = async (isCheck: boolean): Promise<Env> => {
  if (!(await servicesAnswer())) {
    say('Starting the services')
    await runToEnd(['scripts/services.ts', 'start'], process.env, say, true)
  }
  const env = {
    FETLOCK_ALLOWED_PRIVATE_ADDRESSES: receiverAddress,
    ...process.env,
    ...readSettings(),
    FETLOCK_PROCESSES: '1',
    FETLOCK_DRAIN_SECONDS: '0',
  }
  return { ...env, ...(isCheck ? await freeAddresses() : chosenAddresses()) }
}

/** Addresses may be set for one run. Databases are those of `.services/env`, whatever else the shell has set. */
const chosenAddresses = () => {
  const { FETLOCK_PORT: port, FETLOCK_SMTP_URL: mail } = process.env
  return {
    ...(port && { FETLOCK_PORT: port, FETLOCK_PUBLIC_URL: `http://127.0.0.1:${port}` }),
    ...(mail && { FETLOCK_SMTP_URL: mail }),
  }
}

/** A check must not fail because another API is still running. */
const freeAddresses = async () => {
  const [port, mail] = [await freePort(), await freePort()]
  return {
    FETLOCK_PORT: String(port),
    FETLOCK_PUBLIC_URL: `http://127.0.0.1:${port}`,
    FETLOCK_SMTP_URL: `smtp://127.0.0.1:${mail}`,
  }
}

/** A check has a time limit; a developer may still be fixing what keeps the API from starting. */
const untilAnswers = async (url: string, givesUp: boolean) => {
  for (const end = Date.now() + startSeconds * 1000; !(await answers(url)); await pause(100))
    if (givesUp && Date.now() > end) throw new Error(`The API did not answer at ${url} within ${startSeconds} seconds.`)
}

/** Retries while a change of the sources restarts the API. */
const askToken = async (publicUrl: string, demo: Demo, triesLeft = 5): Promise<string | undefined> => {
  try {
    await untilAnswers(publicUrl, true)
    return await tokenOf(publicUrl, demo)
  } catch (problem) {
    if (triesLeft === 0) throw problem
    return askToken(publicUrl, demo, triesLeft - 1)
  }
}

const signedIn = async (publicUrl: string, env: Env, known: Demo) => {
  const token = await askToken(publicUrl, known)
  if (token !== undefined) return { demo: known, token }
  say('The database does not know the demo organisation of .services/demo.json any more')
  forgetDemo()
  const demo = await demoOrganisation(env, say)
  const fresh = await askToken(publicUrl, demo)
  if (fresh === undefined) throw new Error('The API gave no token for the demo organisation it has just been given.')
  return { demo, token: fresh }
}

const show = (publicUrl: string, demo: Demo, curl: string) => {
  for (const line of ['', ...demoLines(publicUrl, demo), '', 'Try it (the token lasts ten hours):']) say(line)
  process.stdout.write(`\n${curl}\n\n`)
}

/** Runs the command line in a shell; without curl the same request is sent from here. */
const tryOut = async (curl: string, url: string, token: string) => {
  const { status, error } = spawnSync('sh', ['-c', `${curl} --silent --output /dev/null --write-out '%{http_code}'`], {
    encoding: 'utf8',
    timeout: 10_000,
  })
  if (status !== 127 && error === undefined) return status === 0
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return response.status === 200
}

const stopped = (): Promise<unknown> => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

const mailOn = async (smtpUrl: string) => {
  try {
    return await catchMail(smtpUrl, join(folder, 'mail'), sayAs('mail'))
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw problem
    await requireMailServer(smtpUrl)
    say(`Mail goes to the SMTP server that listens on ${smtpUrl} already`)
    return undefined
  }
}

/** Builds the clinic app if its sources have changed. A mistake in them is said; the last build stays. */
const buildApp = () => {
  try {
    builtWebApp()
    return true
  } catch {
    say('The clinic app could not be built: see above. npm run build shows it again.')
    return false
  }
}

const main = async (isCheck: boolean) => {
  const env = await settingsFor(isCheck)
  const publicUrl = env['FETLOCK_PUBLIC_URL'] ?? ''
  await requireFreePort(env['FETLOCK_PORT'] ?? '')
  const mail = await mailOn(env['FETLOCK_SMTP_URL'] ?? '')
  await runToEnd(['src/main.ts', 'migrate'], env, say)
  const known = await demoOrganisation(env, say)
  // A check is of the API; the app has tests of its own, which build it.
  if (!isCheck) buildApp()
  const running = ['api', 'worker'].map((word) => keepRunning({ args: ['src/main.ts', word], env, say: sayAs(word) }))
  const watching = watchSources(join(checkout, 'src'), () => {
    say('A source file has changed: starting the API and the worker again')
    for (const { restart } of running) void restart()
  })
  const watchingApp = watchSources(join(checkout, 'web/src'), () => {
    if (!isCheck && buildApp()) void running[0]?.restart()
  })
  const stopping = stopped()
  try {
    const isUp = untilAnswers(publicUrl, isCheck).then(() => 'up' as const)
    // A developer can fix a crash and save; a check has failed.
    const crashes = isCheck ? running.map(({ crashed }) => crashed) : []
    const first = await Promise.race([isUp, stopping, ...crashes])
    if (first === 'crashed') throw new Error('The API or the worker ended as it started: see its lines above.')
    if (first !== 'up') return
    const { demo, token } = await signedIn(publicUrl, env, known)
    const url = `${publicUrl}/${demo.organisation}/api/0.1/patient/?page_size=3`
    const curl = `curl --fail-with-body --header 'Authorization: Bearer ${token}' '${url}'`
    if (!isCheck) {
      writeDemoEnv(publicUrl, demo)
      await startDay(env, demo, say)
    }
    show(publicUrl, demo, curl)
    if (!isCheck) {
      say('Ctrl-C stops the API, the worker and the mail catcher.')
      await stopping
    } else if (!(await tryOut(curl, url, token))) throw new Error('The request above was not answered with 200.')
    else say('The request above was answered with 200.')
  } finally {
    watching.close()
    watchingApp.close()
    await Promise.all([...running.map(({ stop }) => stop()), mail?.close()])
    if (!isCheck) say('Stopped. PostgreSQL, Redis and the object store keep running: npm run services:stop')
  }
}

try {
  const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } })
  await main(values.once)
  process.exit(0)
} catch (problem) {
  process.stderr.write(`${(problem as Error).message}\n`)
  process.exit(1)
}
