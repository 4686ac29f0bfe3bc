import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { notedProcess } from '#routers/control/end-router.ts'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { processesOf } from '#tests/support/engine/machine.ts'
import { SmallDisk } from '#tests/support/faults/small-disk.ts'
import { refusalOf, sendRequest } from '#tests/support/people/signed-request.ts'
import { TestBerth, withoutBerth } from '#tests/support/platform/berth.ts'
import { keepVisiting, type Visitors } from '#tests/support/visitors/visit.ts'

/** The disk of the data folder fills up while an application runs, and gets free space again. */
let disk: SmallDisk
let berth: TestBerth
let application: PushedApplication
let visitors: Visitors | undefined

before(async () => {
  berth = await TestBerth.start({}, async (data) => {
    disk = await SmallDisk.mount(data, { megabytes: 96, inodes: 5000 })
  })
  application = await PushedApplication.create(berth, 'web')
  assert.equal((await application.deploy(webServer('first'))).state, 'OK')
  visitors = keepVisiting(berth.addresses.visitors.http, application.host, 1)
})
after(async () => {
  await visitors?.stop()
  await disk.free()
  try {
    await berth.signal('SIGINT')
    await berth.stopAll()
  } finally {
    await disk.unmount()
    await berth[Symbol.asyncDispose]()
  }
})

const setVariable = (value: string) => {
  const { id, ownerId } = application.record
  const path = `/v2/organisations/${ownerId}/applications/${id}/env/ROOM`
  return sendRequest(berth, 'PUT', path, { body: JSON.stringify({ value }) })
}

test('full disk: the API reports it and changes nothing', async () => {
  await disk.fill()
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
  assert.match(
    output,
    /remote rejected.*The platform's disk is full\. Nothing was changed; push again/,
  )
  assert.doesNotMatch(output, /no space left|unpack/i)
  assert.equal((await application.deployments()).length, 1)
})

test('full disk: a deployment without space for its build fails with a message', async () => {
  // Enough for the push and other writers; the files need more than twice as much.
  await disk.fill(8 * 1024 * 1024)
  const { state, uuid } = await application.deploy({ 'large.txt': 'room\n'.repeat(4_000_000) })
  assert.equal(state, 'FAIL')
  assert.match((await application.log(uuid)).join('\n'), /disk.*full/i)
})

test('full disk: a deployment that cannot be finished ends once there is space', async () => {
  const { project } = application
  await disk.free()
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
  await disk.fill()
  await until(() => !runs(), { timeout: 300_000, what: 'its end' })
  await disk.free()
  assert.equal((await application.ended(commit)).state, 'FAIL')
})

test('full disk: with space again everything works, without a restart', async () => {
  assert.equal((await setVariable('enough')).status, 200)
  assert.equal((await application.deploy(webServer('second'))).state, 'OK')
  assert.equal((await application.visit()).body, 'second')
})

test('full disk: visitors saw no failure, and the log calls nothing a bug', async () => {
  const { failures, bodies } = (await visitors?.stop()) ?? assert.fail()
  assert.deepEqual(failures, [])
  assert.deepEqual(bodies, ['first', 'second'])
  assert.match(berth.output, /waiting: the disk is full/)
  assert.doesNotMatch(berth.output, /\bbug\b/)
})

const router = () => join(berth.data, 'router')
const fillings = { blocks: () => disk.fill(), inodes: () => disk.fillInodes() }

for (const [kind, fill] of Object.entries(fillings)) {
  test(`full disk without ${kind}: the standby of a killed router takes over, time after time`, async () => {
    // Before the next one is noted, the note names a standby that has taken over.
    const standby = () => {
      const pid = notedProcess(router(), 'standby')
      return pid !== notedProcess(router()) && pid
    }
    await until(standby, { timeout: 300_000, what: 'a standby' })
    await fill()
    for (const attempt of [1, 2]) {
      const next = await until(standby, { timeout: 300_000, what: 'a standby' })
      process.kill(notedProcess(router()) ?? assert.fail(), 'SIGKILL')
      assert.equal((await application.visit()).body, 'second', `kill ${attempt}`)
      const isNoted = () => notedProcess(router()) === next
      await until(isNoted, { timeout: 300_000, what: 'the note of the standby' })
    }
    await disk.free()
    // The server has found the new router.
    await application.ok('domain', 'add', `${kind}.example.test`)
    await application.ok('domain', 'rm', `${kind}.example.test`)
  })
}

test('full disk without inodes: pushes are refused with a message, and the API can be read', async () => {
  const { project } = application
  let attempt = 0
  // The trees of earlier instances are removed meanwhile, which leaves inodes for a push.
  const refused = async () => {
    await project.write({ 'news.txt': `no inode ${++attempt}` })
    await project.commit('No inode')
    await disk.fillInodes()
    const { code, output } = await project.tryGit('push', 'berth', 'master')
    return code !== 0 && output
  }
  const output = await until(refused, { timeout: 300_000, what: 'a push without inodes' })
  assert.match(output, /remote rejected.*The platform's disk is full/)
  assert.equal((await sendRequest(berth, 'GET', '/v2/self')).status, 200)
  await disk.free()
})

test('full disk: a killed server starts again, reads are answered and writes with 503', async () => {
  const startFull = async () => {
    await berth.signal('SIGKILL')
    await disk.fill()
    return startedOn(berth.spawnServer([]))
  }
  let server = await startFull()
  // One that has something to write first waits for room, and has nothing to write the next time.
  for (let attempt = 1; server.exitCode === 75 && attempt < 3; attempt += 1) {
    await disk.free()
    await berth.start()
    server = await startFull()
  }
  assert.equal(server.exitCode, null, berth.output.slice(-2000))
  assert.equal((await sendRequest(berth, 'GET', '/v2/self')).status, 200)
  await disk.fill()
  assert.match(refusalOf(await setVariable('x'.repeat(100_000)), 503, 'v2'), /disk is full/)
  assert.equal((await application.visit()).body, 'second')
})

test('full disk: everything can be stopped, with the server and without', async () => {
  await disk.fill()
  await berth.stopAll()
  assert.equal(notedProcess(router()), undefined)
  await disk.free()
  await berth.start()
  await until(async () => (await application.visit()).status === 200, {
    timeout: 300_000,
    what: 'the application',
  })
  await berth.signal('SIGKILL')
  await disk.fill()
  await berth.stopAll()
  assert.equal(notedProcess(router()), undefined)
  await assert.rejects(application.visit(), { code: 'ECONNREFUSED' })
})

test('full disk: what was stopped comes back by itself once there is space', async () => {
  await disk.fill()
  const program = new URL('../../bin/berth-server', import.meta.url).pathname
  const env = { ...withoutBerth(process.env), ...berth.settings }
  const supervisor = spawn(program, [], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      berth.output += text
    })
  }
  try {
    await startedOn(supervisor, /started again in|Berth is ready/)
    assert.equal(supervisor.exitCode, null, berth.output.slice(-2000))
    await disk.free()
    const isServed = () => application.visit().then(({ body }) => body === 'second')
    const options = { timeout: 300_000, what: 'the application' }
    await until(() => isServed().catch(() => false), options)
    assert.equal((await setVariable('again')).status, 200)
  } finally {
    await berth.stopAll()
    supervisor.kill('SIGINT')
  }
})

/** Waits until a server prints that it is ready, or ends. */
async function startedOn(server: ChildProcess, sign = /Berth is ready/): Promise<ChildProcess> {
  const before = berth.output.length
  const isDecided = () => server.exitCode !== null || sign.test(berth.output.slice(before))
  await until(isDecided, { timeout: 300_000, what: 'the start of the server' })
  return server
}
