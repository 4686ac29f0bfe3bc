import assert from 'node:assert/strict'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { processesOf } from '#tests/support/engine/machine.ts'
import { refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting, type Visitors } from '#tests/support/visitors/visit.ts'

/** The disk of the data folder fills up while an application runs, and gets free space again. */
let berth: TestBerth
let application: PushedApplication
let visitors: Visitors | undefined

before(async () => {
  berth = await TestBerth.start({}, async (data) => {
    await mkdir(data)
    await runOrThrow(['mount', '-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', data])
  })
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(webServer('first'))).state, 'OK')
  visitors = keepVisiting(berth.addresses.visitors.http, application.host, 1)
})
after(async () => {
  await visitors?.stop()
  await rm(filler(), { force: true })
  try {
    await berth.signal('SIGINT')
    await berth.stopAll()
  } finally {
    await runOrThrow(['umount', '--lazy', berth.data])
    await berth[Symbol.asyncDispose]()
  }
})

const filler = () => join(berth.data, 'filler')

/** Fills the disk except for this many bytes. */
async function fill(free = 0): Promise<void> {
  const file = await open(filler(), 'a')
  try {
    for (const size of [1024 * 1024, 4096]) await appendUntilFull(file, Buffer.alloc(size, 1))
    await file.truncate((await file.stat()).size - free)
  } finally {
    await file.close()
  }
}

async function appendUntilFull(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (;;) await file.appendFile(bytes)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
  }
}

const setVariable = (value: string) => {
  const { id, ownerId } = application.record
  const path = `/v2/organisations/${ownerId}/applications/${id}/env/ROOM`
  return sendRequest(berth, 'PUT', path, { body: JSON.stringify({ value }) })
}

test('full disk: the API reports it and changes nothing', async () => {
  await fill()
  const sentence = refusalOf(await setVariable('x'.repeat(100_000)), 503, 'v2')
  assert.match(sentence, /disk is full\. Nothing was changed/)
  assert.deepEqual(await berth.client.environment.list(application.record), [])
  const { organisationId } = berth.admin
  const created = await sendRequest(
    berth,
    'POST',
    `/v2/organisations/${organisationId}/applications`,
    {
      body: JSON.stringify({ name: 'another', instanceType: 'node' }),
    },
  )
  assert.match(refusalOf(created, 503, 'v2'), /disk is full/)
  assert.equal((await berth.client.applications.list(organisationId)).length, 1)
  const kept = await readdir(join(berth.data, 'repositories'))
  assert.deepEqual(kept, [`${application.record.id}.git`])
  assert.equal((await sendRequest(berth, 'GET', '/v2/self')).status, 200)
})

test('full disk: a push is refused with a message, and not partly stored', async () => {
  const { project } = application
  await project.write({ 'news.txt': 'news'.repeat(1000) })
  await project.commit('No room')
  const { code, output } = await project.tryGit('push', 'berth', 'master')
  assert.notEqual(code, 0)
  assert.match(output, /disk is full|no space left/i)
  assert.equal((await application.deployments()).length, 1)
})

test('full disk: a deployment without space for its build fails with a message', async () => {
  // Enough for the push and other writers; the files need more than twice as much.
  await fill(8 * 1024 * 1024)
  const { state, uuid } = await application.deploy({ 'large.txt': 'room\n'.repeat(4_000_000) })
  assert.equal(state, 'FAIL')
  assert.match((await application.log(uuid)).join('\n'), /disk.*full/i)
})

test('full disk: a deployment that cannot be finished ends once there is space', async () => {
  const { project } = application
  await rm(filler())
  await rm(join(project.folder, 'large.txt'))
  await application.ok('env', 'set', 'CC_HEALTH_CHECK_DEADLINE', '4s')
  await project.write({ 'server.js': 'setInterval(() => {}, 1000)' })
  const commit = await project.commit('Never listens')
  await project.git('push', 'berth', 'master')
  const { id } = await until(
    async () => {
      const all = await berth.client.instances.list(application.record)
      return all.find(({ state }) => state === 'DEPLOYING')
    },
    { timeout: 300_000, what: 'the new instance' },
  )
  const runs = () => processesOf(id, 'server.js').length > 0
  await until(runs, { timeout: 300_000, what: 'its start' })
  await fill()
  await until(() => !runs(), { timeout: 300_000, what: 'its end' })
  await rm(filler())
  assert.equal((await application.ended(commit)).state, 'FAIL')
})

test('full disk: with space again everything works, without a restart', async () => {
  assert.equal((await setVariable('enough')).status, 200)
  assert.equal((await application.deploy(webServer('second'))).state, 'OK')
  assert.equal((await application.visit()).body, 'second')
})

test('full disk: visitors saw no failure', async () => {
  const { failures, bodies } = (await visitors?.stop()) ?? assert.fail()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['first', 'second'])
})
