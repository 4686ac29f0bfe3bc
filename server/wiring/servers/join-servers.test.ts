import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { SwarmIdentity } from '#engines/swarm/identity.ts'
import { readSettings, type Settings } from '#settings/settings.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { UnusableFolderError } from '#wiring/disk/data-folder.ts'
import { createLifetime } from '#wiring/lifetime.ts'
import { openShared } from './join-servers.ts'
import { swarmIdentity } from './swarm-identity.ts'

let server: PostgresqlServer
let root: string
let store: URL

before(async () => {
  server = await openPostgresqlServer()
  store = await server.createDatabase()
  root = await mkdtemp(join(tmpdir(), 'berth-join-'))
})
after(async () => {
  await rm(root, { recursive: true })
  await server[Symbol.asyncDispose]()
})

const keys = ['cookie.key', 'ssh-host-key', 'ca.pem', 'ca-key.pem']
const read = (name: string) =>
  Promise.all(keys.map((key) => readFile(join(root, name, key), 'utf8')))

/** Starts a server with this data folder as far as its keys. */
async function start(name: string): Promise<void> {
  const settings: Settings = { ...readSettings({}), data: join(root, name), store }
  const lifetime = createLifetime()
  try {
    await openShared(settings, lifetime, () => {})
  } finally {
    await lifetime.close('server')
  }
}

test('joining servers: one with the same secret key takes over all other keys, one with its own is refused', async () => {
  await start('first')
  const before = await read('first')
  await assert.rejects(start('stranger'), (error: Error) => {
    assert.ok(error instanceof UnusableFolderError)
    assert.match(error.message, /secret\.key is not the key of this database: copy secret\.key/)
    return true
  })
  await mkdir(join(root, 'second'))
  await copyFile(join(root, 'first/secret.key'), join(root, 'second/secret.key'))
  await start('second')
  assert.deepEqual(await read('second'), before)
  await start('first')
  assert.deepEqual(await read('first'), before)
})

test('joining servers: on a Docker Swarm all have the name of one platform, and each its own, whatever their folders', async () => {
  const identities = new Map<string, SwarmIdentity | undefined>()
  for (const name of ['first', 'second', 'first']) {
    const settings: Settings = {
      ...readSettings({}),
      data: join(root, name),
      store,
      engine: 'swarm',
    }
    const lifetime = createLifetime()
    try {
      const opened = await openShared(settings, lifetime, () => {})
      const found = opened && (await swarmIdentity(settings, opened.folder, opened.store))
      const before = identities.get(name)
      if (before) assert.deepEqual(found, before)
      identities.set(name, found)
    } finally {
      await lifetime.close('server')
    }
  }
  const [one, other] = [...identities.values()]
  assert.ok(one && other)
  assert.equal(one.platform, other.platform)
  assert.notEqual(one.server, other.server)
})
