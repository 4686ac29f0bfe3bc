import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { Fixture, fixtureFor } from './fixture.contract.ts'
import { nothing, writePushRequest } from './push/push-protocol.ts'
import { headOf, packsOf, repositoryPath } from './repository.ts'
import { readBytes } from './wire/byte-reader.ts'

const fixture = fixtureFor()
const { platform } = fixture
const patient = { timeout: 300_000 }

/** Raw bytes of a first push of the checkout, as git would send them. */
async function pushBytes(folder: string): Promise<{ bytes: Buffer; commit: string }> {
  const commit = (await fixture.gitOrThrow(folder, ['rev-parse', 'HEAD'])).trim()
  const words = ['-C', folder, 'pack-objects', '--quiet', '--revs', '--stdout']
  const packing = await fixture.processes.start(words, { repository: folder, timeout: 300_000 })
  packing.stdin.end(`${commit}\n`)
  const output = readBytes(packing.stdout)
  const pieces: Buffer[] = []
  for (let piece = await output.next(); piece; piece = await output.next()) pieces.push(piece)
  const update = { ref: 'refs/heads/master', from: nothing, to: commit }
  const asked = { updates: [update], capabilities: new Set<string>(), shallow: [] }
  return { bytes: Buffer.concat([writePushRequest(asked, update), ...pieces]), commit }
}

const posting = (application: string) =>
  request({
    host: 'localhost',
    port: fixture.port,
    ca: fixture.ca,
    path: `/${application}.git/git-receive-pack`,
    method: 'POST',
    auth: 'ann:ann-secret',
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
  }).on('error', () => {})

test('git server: a client that disconnects before the response has pushed', async () => {
  const application = platform.newApplication()
  const { bytes, commit } = await pushBytes(await fixture.checkout())
  const pushing = posting(application)
  platform.onReceive = async () => {
    const left = new Promise((resolve) => pushing.on('close', resolve))
    pushing.destroy()
    await left
  }
  pushing.end(bytes)
  await until(() => platform.pushesOf(application).length === 1, { ...patient, what: 'the push' })
  platform.onReceive = () => {}
  assert.equal(
    await headOf({ folder: fixture.repositories, git: fixture.processes }, application, 'master'),
    commit,
  )
})

test('git server: a client that disconnects during the push has not pushed, and nothing is kept', async () => {
  const application = platform.newApplication()
  const { bytes } = await pushBytes(await fixture.checkout({ 'a.txt': 'x'.repeat(99_999) }))
  const pushing = posting(application)
  pushing.setHeader('Content-Length', bytes.length)
  pushing.write(bytes.subarray(0, -30))
  const repository = repositoryPath(fixture.repositories, application)
  const objects = () => readdir(join(repository, 'objects')).catch(() => [])
  const isStoring = async () => (await objects()).some((name) => name.startsWith('tmp_objdir'))
  await until(isStoring, { ...patient, what: 'the first bytes' })
  pushing.destroy()
  await until(async () => !(await isStoring()), { ...patient, what: 'the clearing away' })
  assert.deepEqual(await packsOf(repository), { bytes: 0, count: 0 })
  assert.deepEqual(platform.pushesOf(application), [])
})

test('git server: the git process of a disconnected client ends', async () => {
  const application = platform.newApplication()
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  client.on('error', () => {})
  client.connect({
    host: '127.0.0.1',
    port: fixture.port,
    username: 'git',
    privateKey: await readFile(join(fixture.folder, 'ann')),
  })
  await withTimeout(once(client, 'ready'), 60_000, 'the login')
  client.exec(`git-upload-pack '${application}.git'`, () => {})
  const isServed = () =>
    isRunning(`upload-pack\0--strict\0${repositoryPath(fixture.repositories, application)}`)
  await until(isServed, { ...patient, what: 'the answer' })
  client.destroy()
  await until(async () => !(await isServed()), { ...patient, what: 'the end of git' })
})

async function isRunning(words: string): Promise<boolean> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.some((line) => line.includes(words))
}

test('git server: closing disconnects idle clients and completes a push in progress', async (t) => {
  const other = new Fixture()
  await other.open()
  t.after(() => other.close())
  const application = other.platform.newApplication()
  const folder = await other.checkout()
  const silent = connect(other.port, '127.0.0.1')
  const silence = once(silent, 'close')
  silent.resume()
  let closing: Promise<void> | undefined
  other.platform.onReceive = () => {
    closing = other.closeListener(20_000)
  }
  const { code, stderr } = await other.git(folder, [
    'push',
    other.url('ssh', application),
    'master',
  ])
  assert.equal(code, 0, stderr)
  await withTimeout(Promise.all([closing, silence]), 60_000, 'closing')
  assert.equal(other.platform.pushesOf(application).length, 1)
})
