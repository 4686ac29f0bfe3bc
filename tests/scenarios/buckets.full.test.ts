import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { mountTable } from '#kit/mounts/mount-table.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { ShellClient } from '#tests/support/applications/shell-client.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Buckets of a platform that is stopped, killed and started again, and what is in their way. */
let berth: TestBerth
let application: PushedApplication
let shells: ShellClient | undefined
const hosts: string[] = []
const ids: string[] = []

before(async () => {
  berth = await TestBerth.start()
  application = await PushedApplication.create(berth, 'keeper')
  const { client, admin } = berth
  for (const name of ['first', 'second']) {
    const order = { name, providerId: 'fs-bucket', region: 'par' }
    const { id } = await client.addons.order(admin.organisationId, order)
    const [variable] = await client.addons.variables({ id, ownerId: admin.organisationId })
    ids.push(id)
    hosts.push(variable?.value ?? '')
    await client.addons.link(application.record, id)
  }
})
after(() => berth?.[Symbol.asyncDispose]())

const set = (name: string, value: string) =>
  berth.client.environment.set(application.record, { name, value })
const inShell = async (command: string) => {
  shells ??= await ShellClient.of(application)
  return (await shells.ssh([`ssh@${shells.host}`, application.record.id, command])).output
}
const send = (path: string) =>
  visit(berth.addresses.visitors.http, application.host, { path, method: 'POST' })
const serves = (path: string, body: string) =>
  until(async () => (await application.visit(path).catch(() => undefined))?.body === body, {
    timeout: 300_000,
    every: 100,
    upTo: 1_000,
    what: `${body} at ${path}`,
  })
const inBuckets = async () =>
  (await mountTable()).filter(({ target }) => target.startsWith(join(berth.data, 'providers')))

test('buckets: two are mounted in one application, for commands and shells too', async () => {
  await set('CC_FS_BUCKET', `/storage:${hosts[0]}:async`)
  await set('CC_FS_BUCKET_1', `var/more/:${hosts[1]}`)
  await set('CC_PRE_RUN_HOOK', 'echo before > storage/before')
  assert.equal((await application.deploy(server)).state, 'OK')
  assert.equal((await application.visit('/storage/before')).body, 'before\n')
  assert.equal((await send('/storage/one')).body, 'written')
  assert.equal((await send('/var/more/two')).body, 'written')
  assert.match(await inShell('cat storage/one var/more/two; id -u'), /datadata1000/)
})

test('buckets: what is written there is on disk of its own, without devices and rights of others', async () => {
  assert.match(await inShell('grep storage /proc/self/mounts'), /ext4 rw,nosuid,nodev/)
  const filled = await inShell(
    'for n in 1 2 3; do fallocate -l 400M storage/large$n; done; rm storage/large*',
  )
  assert.match(filled, /No space left on device/)
})

test('buckets: a folder with files of the application, and a link of it, are in the way', async () => {
  const last = async (files: Record<string, string>) => {
    const { state } = await application.deploy(files)
    assert.equal(state, 'FAIL')
  }
  await last({ ...server, 'storage/mine.txt': 'mine' })
  await application.logged(/has files there, which it would hide/)
  await application.project.git('rm', '-q', 'storage/mine.txt')
  await set('CC_FS_BUCKET_1', `storage/in:${hosts[1]}`)
  await last({ ...server, 'a.txt': '' })
  await application.logged(/would be mounted in each other/)
  await set('CC_FS_BUCKET_1', `var/more:${hosts[1]}`)
  assert.equal((await application.visit('/storage/one')).body, 'data', 'the old version serves')
})

test('buckets: a killed server, one that is stopped and one that ends all find the files again', async () => {
  await berth.signal('SIGKILL')
  assert.equal((await application.visit('/storage/one')).body, 'data')
  await berth.start()
  await serves('/storage/one', 'data')
  await berth.signal('SIGINT')
  assert.deepEqual(await inBuckets(), [])
  await berth.start()
  await serves('/storage/one', 'data')
  await berth.signal('SIGKILL')
  await berth.stopAll()
  assert.deepEqual(await inBuckets(), [])
  await berth.start()
  await serves('/storage/one', 'data')
})

test('buckets: an unlinked one stays until the next deployment, which says what is missing', async () => {
  const { client, admin } = berth
  await client.addons.unlink(application.record, ids[1] ?? '')
  await serves('/var/more/two', 'data')
  assert.equal((await application.deploy({ 'b.txt': '' })).state, 'FAIL')
  await application.logged(/CC_FS_BUCKET_1 names .*, which is not the BUCKET_HOST of a bucket/)
  await client.environment.unset(application.record, 'CC_FS_BUCKET_1')
  assert.equal((await application.deploy({ 'c.txt': '' })).state, 'OK')
  for (const id of ids) await client.addons.delete({ id, ownerId: admin.organisationId })
  await until(async () => (await client.addons.list(admin.organisationId)).length === 0, {
    timeout: 300_000,
    what: 'the end of the buckets',
  })
  assert.notEqual((await application.visit('/storage/one')).body, 'data')
  const mounts = join(berth.data, 'providers/fs-bucket/mounts/b')
  await until(async () => !(await readFile('/proc/self/mountinfo', 'utf8')).includes(mounts), {
    timeout: 60_000,
    what: `the end of the mounts ${mounts}*`,
  })
})

const server = {
  'package.json': JSON.stringify({ scripts: { start: 'node server.js' } }),
  'server.js': `
const { readFileSync, writeFileSync } = require('node:fs')
require('node:http').createServer((request, response) => {
  try {
    if (request.method === 'POST') {
      writeFileSync('.' + request.url, 'data')
      return response.end('written')
    }
    response.end(request.url === '/' ? 'up' : readFileSync('.' + request.url))
  } catch (error) {
    response.statusCode = 500
    response.end(error.message)
  }
}).listen(8080, '0.0.0.0')
`,
}
