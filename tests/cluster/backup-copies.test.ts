import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { plaintextHeader } from '#client/http/node/oauth1.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { backupCopyContract } from '#platform/marketplace/addons/backups/backup-copies.contract.ts'
import { findPrograms } from '#providers/postgresql/server/programs.ts'
import { openS3Objects } from '#stores/objects/s3-objects.ts'
import { openS3Server, type S3Server } from '#tests/support/objects/s3-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import {
  openPostgresqlServer,
  type PostgresqlServer,
} from '#tests/support/servers/postgresql-server.ts'
import { startSecondServer } from '#tests/support/several-servers/second-server.ts'

const timeout = 300_000

const s3: S3Server = await openS3Server()
backupCopyContract('S3', async () => {
  const objects = openS3Objects(await s3.createBucket())
  return { objects, [Symbol.asyncDispose]: async () => objects.close() }
})

/** Two whole servers with one database and one bucket; the built-in providers are at the first. */
const bucket = await s3.createBucket()
const objects = openS3Objects(bucket)
let folder: string
let database: PostgresqlServer
let one: TestBerth
let other: TestBerth
/** The add-on, and what its provider calls it. */
let addon: { id: string; realId: string }
let backupId: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-dumps-'))
  database = await openPostgresqlServer()
  const settings = {
    BERTH_STORE: (await database.createDatabase()).href,
    BERTH_FILES: `s3://${bucket.bucket}/${bucket.prefix}`,
    BERTH_S3_ENDPOINT: bucket.endpoint ?? '',
    BERTH_S3_ACCESS_KEY: bucket.accessKey,
    BERTH_S3_SECRET_KEY: bucket.secretKey,
  }
  one = await TestBerth.start(settings)
  other = await startSecondServer(one, settings)
})
after(async () => {
  await other?.[Symbol.asyncDispose]()
  await one?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  objects.close()
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const ask = async <T>(berth: TestBerth, method: string, path: string, body?: object) => {
  const headers = {
    authorization: plaintextHeader(berth.admin),
    'content-type': 'application/json',
  }
  const response = await fetch(`${berth.addresses.api}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  assert.equal(response.status, 200, `${method} ${path}: ${text}`)
  return JSON.parse(text) as T
}

interface ListedBackup {
  backup_id: string
  status: string
  size: number
  download_url: string
}
const backupsAt = (berth: TestBerth, id: string) =>
  ask<ListedBackup[]>(berth, 'GET', `/v2/backups/${one.admin.organisationId}/${id}`)
const keys = async () =>
  (await Array.fromAsync(objects.list(`addon-backups/${addon.id}/`))).map(({ key }) => key)

/** The back-up that we asked for, once a server lists it as good; the schedule may have made one of its own. */
const goodBackup = (berth: TestBerth, id: string) =>
  until(
    async () =>
      (await backupsAt(berth, id)).find(
        ({ backup_id, status }) => backup_id === backupId && status === 'SUCCESS',
      ),
    { timeout, every: 500, what: 'the back-up' },
  )

test('back-ups and two servers: the dump of a database is made at the other server, by any id, and copied to the bucket', async () => {
  const { organisationId } = one.admin
  const made = await one.client.addons.list(organisationId)
  assert.deepEqual(made, [])
  const plans = await ask<{ id: string; plans: { id: string; slug: string }[] }[]>(
    one,
    'GET',
    '/v2/products/addonproviders',
  )
  const provider = plans.find(({ id }) => id === 'postgresql-addon')
  const plan = provider?.plans.find(({ slug }) => slug === 'dev')
  addon = await ask(other, 'POST', `/v2/organisations/${organisationId}/addons`, {
    name: 'db',
    providerId: 'postgresql-addon',
    plan: plan?.id,
    region: 'par',
  })
  const path = `/v4/addon-providers/postgresql-addon/addons/${addon.realId}`
  const {
    port,
    user,
    password,
    database: name,
  } = await ask<{
    port: number
    user: string
    password: string
    database: string
  }>(other, 'GET', path)
  const uri = `postgresql://${user}@127.0.0.1:${port}/${name}`
  const env = { PATH: '/usr/bin:/bin', PGPASSWORD: password, PGSSLMODE: 'disable' }
  const input = `create table ships (name text); insert into ships values ('Ada')`
  await runOrThrow(['psql', '-qtA', uri], { input, env, timeout })

  const asked = `/v2/backups/${organisationId}/${addon.realId}`
  backupId = (await ask<ListedBackup>(other, 'POST', asked)).backup_id
  await goodBackup(other, addon.realId)
  const keyOf = (id: string) => `addon-backups/${addon.id}/${id}.dump`
  await until(async () => (await keys()).includes(keyOf(backupId)), {
    timeout,
    every: 500,
    what: 'the copy',
  })
  const known = (await backupsAt(other, addon.realId)).map(({ backup_id }) => keyOf(backup_id))
  assert.deepEqual(
    (await keys()).filter((key) => !known.includes(key)),
    [],
  )
})

test('back-ups and two servers: while the server of the database is away, its dump is downloaded from the other and restored', async () => {
  const before = await goodBackup(one, addon.id)
  await one.signal('SIGKILL')
  const found = await goodBackup(other, addon.realId)
  assert.deepEqual([found.backup_id, found.size], [before.backup_id, before.size])
  assert.ok(found.download_url.startsWith(other.addresses.api), found.download_url)
  const response = await fetch(found.download_url)
  assert.equal(response.status, 200)
  const file = join(folder, 'db.dump')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const target = await database.createDatabase()
  const restore = join(await findPrograms(), 'pg_restore')
  await runOrThrow([restore, '--no-owner', '--no-privileges', `--dbname=${target.href}`, file], {
    env: { PATH: '/usr/bin:/bin' },
    timeout,
  })
  assert.deepEqual(await database.run(target.pathname.slice(1), 'select name from ships'), [
    { name: 'Ada' },
  ])
})

test('back-ups and two servers: copies go with their add-on', async () => {
  await one.start()
  const { organisationId } = one.admin
  await ask(one, 'DELETE', `/v2/organisations/${organisationId}/addons/${addon.id}`)
  await until(async () => (await keys()).length === 0, {
    timeout,
    every: 500,
    what: 'the removal of the copies',
  })
  for (const berth of [one, other]) {
    for (const hidden of [bucket.secretKey, 'bug:']) assert.ok(!berth.output.includes(hidden))
  }
})
