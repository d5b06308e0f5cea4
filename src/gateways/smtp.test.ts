import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { smtpAt } from './smtp.ts'

const mail = { to: 'aino@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', messageId: '<1@example>' }

/** A mail server that counts what reaches it. */
const withServer = async <T>(
  disabledCommands: string[],
  work: (server: { readonly url: string; readonly heard: string[] }) => Promise<T>,
) => {
  const heard: string[] = []
  const server = new SMTPServer({
    disabledCommands,
    authOptional: true,
    onAuth: (auth, _session, callback) => {
      heard.push('AUTH')
      callback(null, { user: auth.username })
    },
    onMailFrom: (_address, _session, callback) => {
      heard.push('MAIL FROM')
      callback()
    },
    onData: (stream, _session, callback) => {
      stream.resume().on('end', () => callback())
    },
  })
  // A client that breaks off because of the certificate is no failure of this server.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  try {
    const { port } = server.server.address() as AddressInfo
    return await work({ url: `smtp://user:verysecret@127.0.0.1:${port}`, heard })
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

const send = async (url: string, requiresTls: boolean) => {
  const smtp = smtpAt({ url, from: 'clinic@example.com', requiresTls })
  try {
    return await smtp.send(mail)
  } finally {
    smtp.close()
  }
}

describe('where TLS is required', () => {
  it('nothing is said to a server that does not offer STARTTLS', () =>
    withServer(['STARTTLS'], async ({ url, heard }) => {
      await expect(send(url, true)).rejects.toMatchObject({ code: 'ETLS' })
      expect(heard).toEqual([])
    }))

  it('nothing is said to a server whose certificate nobody vouches for', () =>
    withServer([], async ({ url, heard }) => {
      await expect(send(url, true)).rejects.toThrow(/certificate/)
      expect(heard).toEqual([])
    }))
})

it('elsewhere mail goes to a server without TLS too', () =>
  withServer(['STARTTLS'], async ({ url, heard }) => {
    await send(url.replace('user:verysecret@', ''), false)
    expect(heard).toEqual(['MAIL FROM'])
  }))
