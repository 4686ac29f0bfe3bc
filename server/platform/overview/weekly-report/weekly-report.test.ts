import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createStoredTimes } from '#kit/time/stored-times.ts'
import { memoryClaims } from '#platform/model/claims.ts'
import { fakeToolchains } from '#tests/support/platform/fakes/fake-toolchains.ts'
import { commitOf, openTestPlatform } from '#tests/support/platform/platform.ts'
import { createWeeklyReportWorker } from './weekly-report-worker.ts'

const day = 86_400_000
const RECIPE = JSON.stringify({ tools: [{ name: 'node', version: '18.20.8' }] })

/** A platform whose clock is moved, with servers that begin a round when they are asked to. */
async function openStage() {
  const stage = await openTestPlatform()
  const { platform } = stage
  let now = platform.clock()
  const clock = () => now
  const operators = ['op@example.test']
  const policies = { ...platform.policies, operators }
  /** What a server that has just started does first. */
  const round = async (more: { policies?: typeof policies; isLeader?: boolean } = {}) => {
    let looked = false
    const claims = {
      ...memoryClaims,
      lead: async <T>(_: string, work: () => Promise<T>) =>
        more.isLeader === false ? undefined : { result: await work() },
    }
    const store = { ...platform.store, claims }
    const times = createStoredTimes({ clock, monotonic: clock })
    const worker = createWeeklyReportWorker({
      platform() {
        looked = true
        return { ...platform, store, clock, times, policies: more.policies ?? policies }
      },
      onBug: (error) => stage.bugs.push(error),
    })
    worker.begin()
    await until(() => looked, { timeout: 30_000, every: 5, what: 'a round' })
    await worker.close()
  }
  return {
    stage,
    platform,
    policies,
    round,
    after: (time: number) => {
      now += time
    },
    /** Mails that were queued or sent since the last look. */
    async mails() {
      const waiting = async () => (await platform.store.outbox.findNext()) === undefined
      await until(waiting, { timeout: 60_000, what: 'the outbox' })
      return (stage.mails as unknown[]).splice(0) as {
        to: string
        subject: string
        text: string
        html: string
      }[]
    },
  }
}

test('weekly report: operators get it once a week, whatever restarts happen', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, round, after, mails } = await openStage()
  stack.use(stage)
  const application = await stage.application({ environment: { RECIPE } })
  await stage.platform.store.applications.change(application.id, { name: 'shop evil.test' })
  await stage.deploy(application, commitOf('1'))
  await round()
  assert.deepEqual(await mails(), [], 'not in the first moment')
  after(7 * day)
  await round()
  const [mail, ...others] = await mails()
  assert.deepEqual([mail?.to, others], ['op@example.test', []])
  assert.match(mail?.subject ?? '', /^Outdated: 1 application, 1 downloaded tool, 1 package$/)
  for (const text of [mail?.text, mail?.html]) {
    assert.match(text ?? '', /shop evil\[\.\]test/)
    assert.match(text ?? '', /node 18\.20\.8, no more fixes since 2025-04-30/)
    assert.match(text ?? '', /libssl3/)
    assert.match(text ?? '', /\/operator\/toolchains/)
  }
  for (let count = 0; count < 3; count += 1) await round()
  after(6 * day)
  await round()
  assert.deepEqual(await mails(), [])
  after(day)
  await round()
  assert.equal((await mails()).length, 1)
})

test('weekly report: none is sent while nothing is outdated, when it is off, or by a second server', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform, policies, round, after, mails } = await openStage()
  stack.use(stage)
  await round()
  after(8 * day)
  await round({ policies: { ...policies, hasWeeklyReport: false } })
  await round({ isLeader: false })
  platform.toolchains = { ...fakeToolchains(), installed: async () => [] }
  const { packages } = platform.operation
  platform.operation.packages = async () => ({ state: 'unknown', reason: 'no apt' })
  await round()
  assert.deepEqual(await mails(), [])
  platform.operation.packages = packages
  await round()
  assert.equal((await mails()).length, 1)
})

test('weekly report: a catalogue that cannot be refreshed is worth a mail of its own', async () => {
  await using stack = new AsyncDisposableStack()
  const { stage, platform, round, after, mails } = await openStage()
  stack.use(stage)
  const toolchains = { ...fakeToolchains(), installed: async () => [] }
  const lastAttempt = { date: 1, problem: 'the registry answered 503' }
  platform.toolchains = { ...toolchains, status: () => ({ ...toolchains.status(), lastAttempt }) }
  platform.operation.packages = async () => ({ state: 'unknown', reason: 'no apt' })
  await round()
  after(7 * day)
  await round()
  const [mail] = await mails()
  assert.equal(mail?.subject, 'Outdated: the catalogue of tools')
  assert.match(mail?.text ?? '', /the registry answered 503/)
  const problems = [{ tool: 'deno', text: 'its list is damaged' }]
  platform.toolchains = { ...toolchains, status: () => ({ ...toolchains.status(), problems }) }
  after(7 * day)
  await round()
  assert.match((await mails()).map(({ text }) => text).join(), /deno: its list is damaged/)
})
