import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** Two applications that keep files in one bucket. */
let berth: TestBerth
let first: PushedApplication
let second: PushedApplication
let bucketId = ''
let host = ''

before(async () => {
  berth = await TestBerth.lease()
  first = await PushedApplication.create(berth, 'first')
  second = await PushedApplication.create(berth, 'second')
})
after(() => berth?.[Symbol.asyncDispose]())

const write = (application: PushedApplication, path: string) =>
  visit(berth.addresses.visitors.http, application.host, { path, method: 'POST' })

test('buckets: an order has a host, by which linked applications name it', async () => {
  const { client, admin } = berth
  const ownerId = admin.organisationId
  const order = { name: 'files', providerId: 'fs-bucket', region: 'par' }
  const { id } = await client.addons.order(ownerId, order)
  bucketId = id
  const [variable] = await client.addons.variables({ id, ownerId })
  assert.equal(variable?.name, 'BUCKET_HOST')
  host = variable?.value ?? ''
  const value = { name: 'CC_FS_BUCKET', value: `/storage:${host}` }
  for (const { record } of [first, second]) await client.environment.set(record, value)
  await client.addons.link(first.record, id)
})

test('buckets: one that is not linked is a failure of the deployment', async () => {
  const deployment = await second.deploy(keepsFiles)
  assert.equal(deployment.state, 'FAIL')
  await berth.client.addons.link(second.record, bucketId)
})

test('buckets: files stay across deployments, and belong to all applications that have it', async () => {
  assert.equal((await first.deploy(keepsFiles)).state, 'OK')
  assert.equal((await write(first, '/one?text=hello')).body, 'written as 1000')
  assert.equal((await first.deploy({ ...keepsFiles, 'again.txt': '' })).state, 'OK')
  assert.equal((await first.visit('/one')).body, 'hello')
  assert.equal((await second.deploy(keepsFiles)).state, 'OK')
  assert.equal((await second.visit('/one')).body, 'hello')
  assert.equal((await write(second, '/one?text=goodbye')).body, 'written as 1000')
  assert.equal((await first.visit('/one')).body, 'goodbye')
})

test('buckets: one-off commands see the files too', async () => {
  const { project } = first
  const ran = await project.berth('run', 'cat storage/one && printf goodday > storage/one')
  assert.equal(ran.code, 0, ran.output)
  assert.match(ran.output, /goodbye/)
  assert.equal((await second.visit('/one')).body, 'goodday')
})

test('buckets: files are listed, uploaded, downloaded and removed with the command-line tool', async () => {
  const { project } = first
  await project.write({ 'photo.txt': 'a photo' })
  const bucket = (...words: string[]) => project.type('bucket', ...words)
  assert.match((await bucket('put', 'files', 'photo.txt', 'up/äöü/')).output, /7 bytes/)
  assert.equal((await first.visit('/up/%C3%A4%C3%B6%C3%BC/photo.txt')).body, 'a photo')
  assert.match((await bucket('ls', 'files')).output, /7 bytes .* one\n.*folder.* up\//s)
  const got = await bucket('get', 'files', 'up/äöü/photo.txt', '--output', 'again.txt')
  assert.equal(got.code, 0, got.output)
  assert.equal(await readFile(join(project.folder, 'again.txt'), 'utf8'), 'a photo')
  // What is beside it stays.
  await project.write({ 'again.txt.part': 'mine' })
  assert.equal((await bucket('get', 'files', 'up/äöü/photo.txt', '--output', 'again.txt')).code, 0)
  assert.equal(await readFile(join(project.folder, 'again.txt.part'), 'utf8'), 'mine')
  assert.match((await bucket('get', 'files', 'one', '--output', '..')).output, /is a folder/)
  assert.equal((await bucket('rm', 'files', 'up', '--yes')).code, 0)
  assert.doesNotMatch((await bucket('ls', 'files')).output, /up/)
  const hostile = "it's $(touch owned)"
  await project.write({ [hostile]: '', 'z.txt': '' })
  for (const name of [hostile, 'z.txt'])
    assert.equal((await bucket('put', 'files', name, 'pages/')).code, 0)
  const { output } = await bucket('ls', 'files', 'pages', '--limit', '1')
  assert.ok(
    output.includes(
      `More: berth bucket ls --limit=1 '--after=it'\\''s $(touch owned)' -- files pages`,
    ),
    output,
  )
  const missing = await bucket('get', 'files', 'up/äöü/photo.txt')
  assert.equal(missing.code, 1)
  assert.match(missing.output, /There is no such file/)
})

const keepsFiles = {
  'package.json': JSON.stringify({ scripts: { start: 'node server.js' } }),
  'server.js': `
const { readFileSync, statSync, writeFileSync } = require('node:fs')
require('node:http').createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://x')
  const path = 'storage' + decodeURIComponent(pathname)
  try {
    if (request.method === 'POST') {
      writeFileSync(path, searchParams.get('text'), { mode: 0o600 })
      return response.end('written as ' + statSync(path).uid)
    }
    response.end(pathname === '/' ? 'up' : readFileSync(path))
  } catch (error) {
    response.statusCode = 500
    response.end(error.message)
  }
}).listen(8080, '0.0.0.0')
`,
}
