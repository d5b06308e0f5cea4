import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
// @ts-expect-error The package has no types of its own.
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

type Parsed = { from?: { text: string }; to?: { text: string }; subject?: string; text?: string }
const parse = simpleParser as (source: Buffer) => Promise<Parsed>

const linksIn = (text: string) => [...new Set(text.match(/https?:\/\/[^\s<>"]+/g))]

/** Accepts every mail sent to the SMTP port, saves it in a folder and prints its subject. Nothing leaves the machine. */
export const catchMail = async (smtpUrl: string, folder: string, say: (line: string) => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let count = 0
  const keep = async (mail: Buffer) => {
    const file = join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${(count += 1)}.eml`)
    writeFileSync(file, mail, { mode: 0o600 })
    const { from, to, subject, text } = await parse(mail)
    say(`From ${from?.text ?? '?'} to ${to?.text ?? '?'}: ${subject ?? '(no subject)'}`)
    for (const link of linksIn(text ?? '')) say(`  ${link}`)
    say(`  saved in ${file}`)
  }
  const receive = async (stream: Readable, done: (problem?: Error) => void) => {
    try {
      await keep(await buffer(stream))
      done()
    } catch (problem) {
      done(problem as Error)
    }
  }
  const catcher = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => void receive(stream, done),
  })
  const { hostname, port } = new URL(smtpUrl)
  const listening = once(catcher.server, 'listening')
  // Before it listens: without a listener for errors a port that is taken would end the program.
  catcher.on('error', (problem: Error) => {
    if (catcher.server.listening) say(problem.message)
  })
  catcher.listen(Number(port), hostname)
  await listening
  return { close: () => new Promise<void>((closed) => catcher.close(() => closed())) }
}
