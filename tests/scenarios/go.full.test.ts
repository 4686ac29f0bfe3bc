import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

let berth: TestBerth
let visits: PushedApplication

/** A new machine downloads 230 MB. */
before(
  async () => {
    await provideTools({ name: 'go', version: '1.26' }, { name: 'gcc', version: '14' })
    berth = await TestBerth.lease()
    visits = await PushedApplication.ofExample(berth, await openExample('go-postgresql'))
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

test('Go: an application counts in the PostgreSQL that is linked to it', async () => {
  const { client, admin } = berth
  const order = { name: 'visits', providerId: 'postgresql-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(visits.record, addon.id)
  assert.equal((await visits.deploy({})).state, 'OK')
  for (const count of [1, 2]) {
    // The health check has visited before.
    const { body } = await visits.visit()
    assert.match(body, /^Visit \d+ in PostgreSQL\n$/, String(count))
  }
})

test('Go: the next build downloads nothing, as modules are kept', async () => {
  const downloads = async () =>
    (await visits.log()).filter((line) => line.includes('go: downloading')).length
  const first = await downloads()
  assert.ok(first > 0)
  assert.equal((await visits.deploy({ 'public.txt': 'changed' })).state, 'OK')
  assert.equal(await downloads(), first)
})

/** The smallest application. */
await deployExamples('go')
