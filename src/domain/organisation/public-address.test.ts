import { describe, expect, it } from 'vitest'
import { ApiError } from '../../kernel/errors.ts'
import { requirePublicAddress } from './public-address.ts'

const refusalOf = (address: string, allowedPrivate?: readonly string[]) => {
  try {
    requirePublicAddress(allowedPrivate ? { allowedPrivate } : {}, 'webhook_callback_url', address)
  } catch (problem) {
    if (problem instanceof ApiError) return problem
    throw problem
  }
}

describe('a URL to deliver to', () => {
  it.each([
    'https://hooks.example.com/fetlock',
    'https://hooks.example.com:8443/fetlock?token=1#part',
    'https://HOOKS.Example.COM/',
    'https://example.com./',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://localhost.example.com/',
    'https://local.example.com/',
    'https://mylocal.example/',
    'https://93.184.215.14/',
    'https://172.32.0.1/',
    'https://[2606:4700:4700::1111]/',
  ])('may be %s', (address) => {
    expect(refusalOf(address)).toBeUndefined()
  })

  it.each([
    ['no URL', 'hooks.example.com/fetlock'],
    ['nothing', ''],
    ['a URL without a host', 'https://'],
    ['HTTP', 'http://hooks.example.com/'],
    ['FTP', 'ftp://hooks.example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['localhost', 'https://localhost/'],
    ['localhost with a port', 'https://localhost:8443/'],
    ['localhost with a trailing dot', 'https://localhost./'],
    ['localhost in capitals', 'https://LOCALHOST/'],
    ['localhost in circled letters', 'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
    ['a name under localhost', 'https://hooks.localhost/'],
    ['localhost.localdomain', 'https://localhost.localdomain/'],
    ['a .local name', 'https://printer.local/'],
    ['a .local name with a trailing dot', 'https://printer.local./'],
    ['a .internal name', 'https://metadata.google.internal/'],
    ['a .lan name', 'https://router.lan/'],
    ['a home.arpa name', 'https://router.home.arpa/'],
    ['a name without a dot', 'https://intranet/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback elsewhere', 'https://127.200.0.7/'],
    ['loopback with a trailing dot', 'https://127.0.0.1./'],
    ['loopback as one number', 'https://2130706433/'],
    ['loopback in hexadecimal', 'https://0x7f.1/'],
    ['loopback in hexadecimal as one number', 'https://0x7f000001/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['loopback in two parts', 'https://127.1/'],
    ['loopback in full-width digits and dots', 'https://１２７。０。０。１/'],
    ['loopback percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['nowhere', 'https://0.0.0.0/'],
    ['this network', 'https://0.1.2.3/'],
    ['a private 10 network', 'https://10.1.2.3/'],
    ['a private 172.16 network', 'https://172.16.0.1/'],
    ['a private 172.31 network', 'https://172.31.255.254/'],
    ['a private 192.168 network', 'https://192.168.1.1/'],
    ['a provider’s own network', 'https://100.64.0.1/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['the metadata service in hexadecimal', 'https://0xa9fea9fe/'],
    ['a test network', 'https://192.0.2.1/'],
    ['a benchmark network', 'https://198.18.0.1/'],
    ['a multicast group', 'https://224.0.0.1/'],
    ['everybody', 'https://255.255.255.255/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['IPv6 nowhere', 'https://[::]/'],
    ['IPv4 mapped into IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['IPv4 mapped into IPv6, in hexadecimal', 'https://[::ffff:7f00:1]/'],
    ['IPv4 translated', 'https://[::ffff:0:127.0.0.1]/'],
    ['IPv4 embedded the old way', 'https://[::127.0.0.1]/'],
    ['IPv4 embedded the old way, the metadata service', 'https://[::a9fe:a9fe]/'],
    ['IPv4 mapped into IPv6, though public', 'https://[::ffff:93.184.215.14]/'],
    ['what Azure serves its machines', 'https://168.63.129.16/'],
    ['the metadata service of AWS in IPv6', 'https://[fd00:ec2::254]/'],
    ['NAT64', 'https://[64:ff9b::a9fe:a9fe]/'],
    ['local NAT64', 'https://[64:ff9b:1::a9fe:a9fe]/'],
    ['6to4', 'https://[2002:a9fe:a9fe::1]/'],
    ['Teredo', 'https://[2001:0:a9fe:a9fe::1]/'],
    ['a unique local address', 'https://[fd00::1]/'],
    ['a link-local address', 'https://[fe80::1]/'],
    ['a site-local address', 'https://[fec0::1]/'],
    ['an IPv6 multicast group', 'https://[ff02::1]/'],
    ['the documentation’s IPv6', 'https://[2001:db8::1]/'],
    ['IPv6 that is not handed out', 'https://[4000::1]/'],
    ['a user name', 'https://fetlock@hooks.example.com/'],
    ['a user name and password', 'https://fetlock:secret@hooks.example.com/'],
    ['a public name as the user of a private one', 'https://hooks.example.com@127.0.0.1/'],
    ['a public name before a backslash', 'https://127.0.0.1\\@hooks.example.com/'],
    ['a line break in the name', 'https://local\nhost/'],
  ])('[S456] may not be %s: %s', (_what, address) => {
    const refusal = refusalOf(address)
    expect(refusal?.status).toBe(400)
    expect(refusal?.fields).toEqual({ webhook_callback_url: [{ message: expect.any(String), code: 'not_public' }] })
  })

  it.each([
    ['http://127.0.0.1:9000/hook', ['127.0.0.1:9000']],
    ['https://127.0.0.1:9000/hook', ['127.0.0.1:9000']],
    ['http://localhost/', ['localhost:80']],
    ['https://[::1]/', ['10.0.0.1:443', '[::1]:443']],
  ])('may be %s where %j are allowed', (address, allowed) => {
    expect(refusalOf(address)).toBeDefined()
    expect(refusalOf(address, allowed)).toBeUndefined()
  })

  it.each([
    ['another port', 'http://127.0.0.1:9001/'],
    ['another host', 'http://127.0.0.2:9000/'],
    ['another scheme', 'ftp://127.0.0.1:9000/'],
    ['a password', 'http://user:password@127.0.0.1:9000/'],
    ['HTTP to a public host', 'http://hooks.example.com/'],
  ])('may not be %s where 127.0.0.1:9000 is allowed: %s', (_what, address) => {
    expect(refusalOf(address, ['127.0.0.1:9000'])?.status).toBe(400)
  })
})
