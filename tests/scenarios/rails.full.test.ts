import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { type GemServer, openGemServer } from '#tests/support/gems/gem-server.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Rails with a PostgreSQL and a Redis of the platform, whose gems come from a server. */
let berth: TestBerth
let gems: GemServer
let shop: PushedApplication
const example = await openExample('rails')
const configuration = await readFile(join(example.folder, 'config/application.rb'), 'utf8')

before(
  async () => {
    gems = await openGemServer([join(example.folder, 'Gemfile.lock')])
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
    const environment = { ...example.environment, ...gems.environment }
    shop = await PushedApplication.ofExample(berth, { ...example, environment })
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await gems?.[Symbol.asyncDispose]()
})

const archives = async () => (await gems.asked()).filter((path) => path.endsWith('.gem'))

async function link(providerId: string) {
  const { client, admin } = berth
  const order = { name: providerId, providerId, region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(shop.record, addon.id)
}

test('Rails: what is missing is in the log with the line to change', async () => {
  const withoutSecret = configuration.replace(/^ *config\.secret_key_base.*\n/m, '')
  assert.equal((await shop.deploy({ 'config/application.rb': withoutSecret })).state, 'FAIL')
  await shop.logged(/^Rails wants SECRET_KEY_BASE in the build too/, 15_000)
})

test('Rails: migrates a linked PostgreSQL and compiles assets in the build', async () => {
  await link('postgresql-addon')
  const { state } = await shop.deploy({ 'config/application.rb': configuration })
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  const { visits = [] } = (await expectedAnswer(example)) ?? {}
  for (const { path, status, body } of visits) {
    const seen = await shop.visit(path)
    assert.equal(seen.status, status)
    assert.match(seen.body, new RegExp(body))
  }
  const [, sheet = ''] = /href="(\/assets\/shop-[^"]+)"/.exec((await shop.visit()).body) ?? []
  assert.match((await shop.visit(sheet)).body, /green/)
})

test('Sidekiq: performs the jobs that requests put into a linked Redis', async () => {
  await link('redis-addon')
  const { client } = berth
  await client.environment.set(shop.record, { name: 'CC_ENABLE_SIDEKIQ', value: 'true' })
  await client.environment.set(shop.record, {
    name: 'CC_SIDEKIQ_FILES',
    value: 'config/sidekiq.yml',
  })
  const before = await archives()
  const { state } = await shop.deploy({ 'config/sidekiq.yml': ':concurrency: 2\n' })
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.deepEqual(await archives(), before)
  await until(async () => /noted by Sidekiq/.test((await shop.visit()).body), {
    timeout: 60_000,
    every: 500,
    what: 'a job that Sidekiq performs',
  })
})
