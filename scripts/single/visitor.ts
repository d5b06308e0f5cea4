import dns from 'node:dns'
import { createClient } from '../../sdk/index.ts'
import { clientCredentials } from '../../sdk/server.ts'
import { download, upload } from '../../sdk/files.ts'

/**
 * Does from outside what a clinic's integration does: the only way in is the proxy on this machine's port 443. Run a second time
 * it finds what the first has left. NODE_EXTRA_CA_CERTS names the authority of the proxy.
 */
const { SITE = '', ORGANISATION = '', CLIENT_ID = '', CLIENT_SECRET = '', FILES = '' } = process.env

// Names that no name server knows: as in /etc/hosts, but for this process alone.
dns.lookup = ((_name: string, options: { all?: boolean }, done: (...results: unknown[]) => void) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as typeof dns.lookup

const site = `https://${SITE}`
const fetlock = createClient({
  base: `${site}/${ORGANISATION}/api/0.1`,
  auth: clientCredentials({
    tokenUrl: `${site}/${ORGANISATION}/oauth2/token/`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  }),
})
const lastname = 'Virtanen'
const words = 'The result of the laboratory.\n'

const holds = (isTrue: boolean, sentence: string) => {
  if (!isTrue) throw new Error(`It is not true that ${sentence}.`)
  console.log(`  ${sentence}`)
}

const plain = await fetch(`http://${SITE}/`, { redirect: 'manual' })
holds(plain.status === 308 && plain.headers.get('location') === `${site}/`, 'plain HTTP is sent on to HTTPS')
const page = await fetch(`${site}/${ORGANISATION}/`, { headers: { accept: 'text/html' } })
holds((await page.text()).includes('<div id="app">'), 'the clinic app is served')
holds((page.headers.get('strict-transport-security') ?? '') !== '', 'browsers are told to come back with TLS only')
const ready = (await (await fetch(`${site}/ready`)).json()) as Readonly<Record<string, string>>
holds(ready['object_store'] === 'answers', 'the API reaches the object store by its public address')
holds(ready['rate_windows'] === 'shared', 'the API reaches Redis by its socket')

const preflight = await fetch(`https://${FILES}/fetlock/x`, {
  method: 'OPTIONS',
  headers: { origin: site, 'access-control-request-method': 'GET' },
})
holds(preflight.headers.get('access-control-allow-origin') === site, 'pages of the app may use the store')
holds((await fetch(`https://${FILES}/fetlock/`)).status === 403, 'nobody else may list the bucket')

const { results } = await fetlock.get('/client/', { query: { lastname__is: lastname } })
if (process.argv[2] === 'again') holds(results.length === 1, 'the client is still there')
else {
  const client = await fetlock.post('/client/', { body: { firstname: 'Aino', lastname } })
  const about = { name: 'result.txt', content_type: 'text/plain', client: client.url } as const
  await upload(fetlock, new Blob([words]), about)
  holds(true, 'a client is recorded, and a file uploaded through the proxy')
}
const [attachment] = (await fetlock.get('/attachment/', { query: {} })).results
const content = attachment === undefined ? undefined : await (await download(fetlock, attachment.id)).text()
holds(content === words, 'the file comes back as it was sent')
