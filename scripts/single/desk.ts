import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type DetailedPeerCertificate } from 'node:tls'
import { Secret, TOTP } from 'otpauth'
import { chromium, type Page } from 'playwright-core'

/**
 * Does from outside what a clinic's manager does, in Chromium: chooses a password by the invitation, adds an authenticator app,
 * signs in, registers a client, takes a payment and uploads a file. Run a second time it signs in with the second factor and
 * finds all of it. NODE_EXTRA_CA_CERTS names the authority of the proxy.
 */
const { SITE = '', FILES = '', ORGANISATION = '', INVITATION = '', DESK = '' } = process.env
const site = `https://${SITE}`
const email = 'helena.vuorela@example.com'
const password = 'harbour lantern walnut tractor'
const lastname = 'Vuori'
const paid = '42.50'
const words = 'Vaccinated elsewhere in 2024.\n'

const holds = (isTrue: boolean, sentence: string) => {
  if (!isTrue) throw new Error(`It is not true that ${sentence}.`)
  console.log(`  ${sentence}`)
}

/** The keys of the authority that signed the proxy's certificate, which Chromium is to believe as this process does. */
const keysOfAuthority = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: 443, servername: SITE }, () => {
      const chain: DetailedPeerCertificate[] = []
      for (let one = socket.getPeerCertificate(true); !chain.includes(one); one = one.issuerCertificate) chain.push(one)
      socket.destroy()
      const keyOf = ({ raw }: DetailedPeerCertificate) =>
        new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
      resolve(
        chain
          .slice(1)
          .map((one) => createHash('sha256').update(keyOf(one)).digest('base64'))
          .join(','),
      )
    })
    socket.once('error', reject)
  })

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

const enterPassword = async (page: Page) => {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const signInFirst = async (page: Page) => {
  await page.goto(INVITATION)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await enterPassword(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  const secret = ((await page.locator('code.secret').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Enter the code that the app shows').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Add the app' }).click()
  await page.getByRole('link', { name: 'I have kept them' }).click()
  writeFileSync(DESK, secret, { mode: 0o600 })
}

const signInAgain = async (page: Page) => {
  await page.goto(`${site}/${ORGANISATION}/sign-in/`)
  await enterPassword(page)
  // A code that was used before is refused: the next one follows.
  for (;;) {
    await page.getByLabel('Code of your authenticator app').fill(codeOf(readFileSync(DESK, 'utf8')))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForLoadState()
    if (!page.url().endsWith('/second-factor/')) return
    await page.waitForTimeout(5_000)
  }
}

/** Requests of the page that is open, with its session. */
const requests = `
  const root = '${site}/${ORGANISATION}/api/0.1'
  const { csrf_token } = await (await fetch(root + '/me/')).json()
  const ask = async (path, body) => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': csrf_token } }
    const answer = await fetch(root + path, body && { ...post, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(path + ' ' + answer.status + ' ' + (await answer.text()))
    return answer.json()
  }
`
const inPage = <T>(page: Page, script: string) => page.evaluate<T>(`(async () => {${requests}${script}})()`)

const work = (page: Page) =>
  inPage(
    page,
    `const client = await ask('/client/', { firstname: 'Eino', lastname: '${lastname}' })
    const [department] = (await ask('/department/')).results
    await ask('/unallocatedpayment/', { client: client.url, department: department.url, payment_type: 0, paid: '${paid}' })
    const file = new Blob([${JSON.stringify(words)}], { type: 'text/plain' })
    const about = { name: 'history.txt', content_type: 'text/plain', client: client.url, size: file.size }
    const attachment = await ask('/attachment/', about)
    const form = await ask('/attachment/' + attachment.id + '/upload/', {})
    const entries = new FormData()
    for (const [name, value] of Object.entries(form.fields)) entries.append(name, value)
    entries.append('file', file)
    const sent = await fetch(form.url, { method: 'POST', body: entries, credentials: 'omit' })
    if (!sent.ok) throw new Error('The store refused the file with ' + sent.status)
    await ask('/attachment/' + attachment.id + '/complete/', {})`,
  )

type Found = { readonly clients: number; readonly payments: readonly string[]; readonly text: string }
const look = (page: Page) =>
  inPage<Found>(
    page,
    `const { results: clients } = await ask('/client/?lastname__is=${lastname}')
    const { results: payments } = await ask('/unallocatedpayment/?client__is=' + clients[0].id)
    const { results: files } = await ask('/attachment/?client__is=' + clients[0].id)
    const { url } = await ask('/attachment/' + files[0].id + '/download/')
    const text = await (await fetch(url, { credentials: 'omit' })).text()
    return { clients: clients.length, payments: payments.map(({ paid }) => paid), text }`,
  )

const main = async (page: Page) => {
  page.setDefaultTimeout(120_000)
  const isFirst = !existsSync(DESK)
  await (isFirst ? signInFirst(page) : signInAgain(page))
  await page.waitForURL(`${site}/${ORGANISATION}/**`)
  await page
    .getByRole('button', { name: /Helena/ })
    .first()
    .waitFor()
  holds(true, `Chromium signs in over TLS with a second factor${isFirst ? ', by the invitation of setup' : ' again'}`)
  if (isFirst) await work(page)
  const found = await look(page)
  holds(found.clients === 1, 'the client is registered once')
  holds(found.payments.join() === paid, 'the payment is taken once')
  holds(found.text === words, 'the file comes back to the browser as it was sent')
}

const profile = mkdtempSync(join(tmpdir(), 'fetlock-desk-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    `--host-resolver-rules=MAP ${SITE} 127.0.0.1,MAP ${FILES} 127.0.0.1`,
    `--ignore-certificate-errors-spki-list=${await keysOfAuthority()}`,
  ],
})
try {
  await main(await context.newPage())
} finally {
  await context.close()
  rmSync(profile, { recursive: true })
}
