import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connected, createDatabase, onDatabase } from '../../scripts/database.ts'
import { postgresProgram } from '../../scripts/services/postgres.ts'
import { command } from '../../scripts/services/processes.ts'
import { objectStoreAt, type StoreSettings } from '../../src/gateways/object-store.ts'
import { testStore } from '../../test/support/store.ts'
import type { Urls } from '../harness.ts'

const copyObjects = async (from: StoreSettings, to: StoreSettings, under: string) => {
  const [source, target] = [objectStoreAt(from), objectStoreAt(to)]
  for await (const key of source.keysUnder(under)) {
    const content = await source.read(key)
    // One that was deleted since it was listed is in no copy.
    if (content !== undefined) await target.put(key, await buffer(content), 'application/octet-stream')
  }
  source.close()
  target.close()
}

/** A dump of the database and a copy of the bucket; `restore` makes another deployment of them. */
export const takeBackup = async (urls: Urls, settings: StoreSettings, name: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'fetlock-erasure-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'dump')
  await command(postgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, urls.superuser])
  const copy = await testStore(name)
  await copyObjects(settings, copy.settings, '')
  const restore = async () => {
    await connected(urls.superuser, (client) => createDatabase(client, name))
    const restored: Urls = {
      superuser: onDatabase(urls.superuser, name),
      owner: onDatabase(urls.owner, name),
      app: onDatabase(urls.app, name),
      worker: onDatabase(urls.worker, name),
    }
    await command(postgresProgram('pg_restore'), ['--exit-on-error', `--dbname=${restored.superuser}`, file])
    // The list of erasures outlives the database.
    await copyObjects(settings, copy.settings, 'erasures/')
    return { urls: restored, settings: copy.settings }
  }
  const drop = async () => {
    rmSync(folder, { recursive: true, force: true })
    await copy.drop()
    await connected(urls.superuser, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { restore, drop }
}
