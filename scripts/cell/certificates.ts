import { execFileSync } from 'node:child_process'
import { chownSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverAccount } from '../services/postgres.ts'

/** What etcd and Patroni of a node call theirs, beside their other files. */
export const certificateFiles = { authority: 'ca.pem', certificate: 'node.pem', key: 'node.key' } as const

const years = String(10 * 365)

/** A key and its certificate, in two files that only their owner reads. */
const certify = (key: string, certificate: string, ...more: readonly string[]) =>
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-days', years].concat(
      ['-keyout', key, '-out', certificate],
      more,
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )

type Certified = { readonly name: string; readonly address: string; readonly home: string }

/**
 * An authority of this cell's own, and a certificate for each node, by its address: as a server and as a client, since members of
 * etcd are both. docs/operating/cell.md has the same commands.
 */
export const makeCertificates = (folder: string, cell: string, nodes: readonly Certified[]) => {
  const [authorityKey, authority] = [join(folder, 'ca.key'), join(folder, certificateFiles.authority)]
  certify(authorityKey, authority, '-subj', `/CN=${cell}`)
  const account = serverAccount()
  for (const { name, address, home } of nodes) {
    const [key, certificate] = [join(home, certificateFiles.key), join(home, certificateFiles.certificate)]
    const signed = ['-CA', authority, '-CAkey', authorityKey, '-subj', `/CN=${name}`]
    const use = ['-addext', `subjectAltName=IP:${address}`, '-addext', 'basicConstraints=critical,CA:FALSE']
    certify(key, certificate, ...signed, ...use)
    const copied = join(home, certificateFiles.authority)
    copyFileSync(authority, copied)
    if (account) for (const path of [key, certificate, copied]) chownSync(path, account.uid, account.gid)
  }
}
