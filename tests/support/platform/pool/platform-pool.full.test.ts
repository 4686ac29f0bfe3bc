// Needs a process of its own: a platform takes longer to start than small files of tests to run.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { poolEnvironment, takeLease } from './lease.ts'
import { PlatformPool } from './platform-pool.ts'

const settings = { BERTH_ENGINE: 'memory' }

/** Leases as a file of tests does, and notes what it is told. */
async function leaseFor(pool: PlatformPool, file: string) {
  const told = { output: '', problem: '' }
  const events = {
    onOutput: (text: string) => {
      told.output += text
    },
    onEnd: (problem: string) => {
      told.problem = problem
    },
  }
  const platform = await takeLease(settings, events, poolEnvironment(pool.socket, file))
  assert.ok(platform)
  const { addresses, admin } = platform
  return { ...platform, told, client: createClient({ api: addresses.api, credentials: admin }) }
}

test('a pool hands a platform to one file after another, each with an account of its own, and none after a failure', async () => {
  await using pool = await PlatformPool.open()
  const first = await leaseFor(pool, 'first')
  const { organisationId } = first.admin
  const create = { method: 'POST', body: { name: 'web', instanceType: 'node' } } as const
  const { id } = await first.client.ask<{ id: string }>({
    ...create,
    path: `/v2/organisations/${organisationId}/applications`,
  })
  assert.ok(pool.release('first', true) > 0, 'the file has cost processor time')

  const second = await leaseFor(pool, 'second')
  assert.equal(second.pid, first.pid)
  assert.notEqual(second.admin.email, first.admin.email)
  const { user, organisations } = await second.client.summary.get()
  assert.deepEqual(
    organisations.map((each) => each.id).toSorted(),
    [user.id, second.admin.organisationId].toSorted(),
  )
  await assert.rejects(first.client.applications.get({ id, ownerId: organisationId }), {
    status: 404,
  })
  assert.equal(second.told.output, '')

  process.kill(second.pid, 'SIGKILL')
  await until(() => second.told.problem !== '', { timeout: 300_000, what: 'the news of its end' })
  assert.match(second.told.problem, /^the server of the platform ended/)
  pool.release('second', false)

  const third = await leaseFor(pool, 'third')
  assert.notEqual(third.pid, second.pid)
  assert.deepEqual(pool.use, { platforms: 2, leases: 3 })
  pool.release('third', false)
})

test('a file is told why no platform could be started for it', async () => {
  await using pool = await PlatformPool.open()
  const events = { onOutput() {}, onEnd() {} }
  const environment = poolEnvironment(pool.socket, 'file')
  await assert.rejects(
    takeLease({ BERTH_ENGINE: 'steam' }, events, environment),
    /the server ended:\n.*BERTH_ENGINE/s,
  )
})

test('a file that is run without a pool gets no lease', async () => {
  const events = { onOutput() {}, onEnd() {} }
  assert.equal(await takeLease(settings, events, {}), undefined)
})
