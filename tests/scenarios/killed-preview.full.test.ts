import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import {
  PushedApplication,
  startedByNode,
  webServer,
} from '#tests/support/applications/pushed-application.ts'
import { type GitHost, openGitHost } from '#tests/support/git-host/git-host.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { visit } from '#tests/support/visitors/visit.ts'

/** `kill -9` of the server while a preview with a database is made and removed, with a real repository and instances. */
const timeout = 300_000
const branch = 'topic'

let berth: TestBerth
let host: GitHost
let shop: PushedApplication

before(async () => {
  berth = await TestBerth.start()
  host = await openGitHost()
  const first = await host.create('shop', webServer('of everybody'))
  await host.commit('shop', webServer('of the branch'), { branch })
  shop = await PushedApplication.create(berth, 'shop')
  await berth.client.environment.replace(shop.record, startedByNode)
  const org = berth.admin.organisationId
  await shop.ok('addon', 'create', 'postgresql-addon', 'db', '--plan', 'dev', '--org', org)
  await shop.ok('service', 'link-addon', 'db')
  await shop.ok('connect', host.urlOf('shop'))
  assert.equal((await shop.ended(first)).state, 'OK', (await shop.log()).join('\n'))
  await shop.ok('preview', 'settings', '--enable')
})
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await host?.[Symbol.asyncDispose]()
})

const preview = 'from previews'
/** What the store has by then, as a condition that stays true: the look at a busy store may come late. */
const steps = {
  making: {
    'its record': `exists (select 1 ${preview})`,
    'its application': `exists (select 1 ${preview} where "applicationId" is not null)`,
    'the order of its database': `(select count(*) from addons) = 2`,
    'its database': `(select count(*) from addons where state = 'ready') = 2`,
    'its deployment': `exists (select 1 ${preview} where state = 'ready')`,
  },
  removing: {
    'the request': `not exists (select 1 ${preview} where state <> 'removing')`,
    'the end of its application': `(select count(*) from applications) = 1`,
    'the end of its database': `(select count(*) from addons where state <> 'deleting') = 1`,
    'the end of its record': `not exists (select 1 ${preview})`,
  },
}

for (const [name, condition] of Object.entries(steps.making)) {
  test(`kill -9: a preview is made once and whole when the server ends at ${name}`, async () => {
    await killAt(condition, () => berth.client.previews.create(shop.record, { branch }))
    await berth.start()
    await assertMadeOnce()
    await remove()
    await assertRemoved()
  })
}

for (const [name, condition] of Object.entries(steps.removing)) {
  test(`kill -9: a preview is removed with all it had when the server ends at ${name}`, async () => {
    await berth.client.previews.create(shop.record, { branch })
    await assertMadeOnce()
    await killAt(condition, remove)
    await berth.start()
    await assertRemoved()
  })
}

async function remove(): Promise<void> {
  const [made] = await berth.client.previews.list(shop.record)
  await berth.client.previews.remove(shop.record, made?.id ?? assert.fail('there is none'))
}

/** Polls the store while an action is under way, and kills the server as soon as the condition is true. */
async function killAt(condition: string, act: () => Promise<unknown>): Promise<void> {
  const database = new DatabaseSync(join(berth.data, 'berth.sqlite'), { readOnly: true })
  const query = database.prepare(`select ${condition} as isTrue`)
  try {
    const acting = act().catch(() => {})
    const isReached = () => query.get()?.isTrue === 1
    await until(isReached, { timeout, every: 0, what: condition })
    process.kill(berth.pid, 'SIGKILL')
    await berth.signal('SIGKILL')
    await acting
  } finally {
    database.close()
  }
}

async function assertMadeOnce(): Promise<void> {
  const { client, admin } = berth
  const only = async () => (await client.previews.list(shop.record))[0]
  const isDone = async () => ['ready', 'failed'].includes((await only())?.status ?? '')
  await until(isDone, { timeout, what: 'the end of the making' })
  const all = await client.previews.list(shop.record)
  assert.deepEqual(
    all.map(({ status, lastError }) => [status, lastError]),
    [['ready', '']],
  )
  const { hostname } = new URL(all[0]?.url ?? assert.fail('it has no address'))
  const { body } = await visit(berth.addresses.visitors.http, hostname)
  assert.equal(body, 'of the branch')
  const applications = await client.applications.list(admin.organisationId)
  assert.equal(applications.length, 2)
  for (const { id } of applications) {
    const linked = await client.addons.of({ id, ownerId: admin.organisationId })
    assert.equal(linked.length, 1)
  }
  assert.equal((await client.addons.list(admin.organisationId)).length, 2)
}

async function assertRemoved(): Promise<void> {
  const { client, admin } = berth
  const counts = async () => [
    (await client.previews.list(shop.record)).length,
    (await client.applications.list(admin.organisationId)).length,
    (await client.addons.list(admin.organisationId)).length,
  ]
  const isGone = async () => (await counts()).join() === '0,1,1'
  await until(isGone, { timeout, what: 'the end of all it had' })
  assert.equal((await shop.visit()).body, 'of everybody')
}
