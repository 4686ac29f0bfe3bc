import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'

/** The example go-postgresql, without a database and with one. */
let berth: TestBerth
let visits: PushedApplication
const example = await openExample('go-postgresql')

/** A new machine downloads 230 MB. */
before(
  async () => {
    await provideTools({ name: 'go', version: '1.26' }, { name: 'gcc', version: '14' })
    berth = await TestBerth.lease()
    visits = await PushedApplication.ofExample(berth, example)
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

const downloads = async () =>
  (await visits.log()).filter((line) => line.includes('go: downloading')).length

test('Go with a database: without one that is linked it counts in memory', async () => {
  assert.equal((await visits.deploy({})).state, 'OK')
  const [expected] = (await expectedAnswer(example))?.visits ?? []
  assert.match((await visits.visit(expected?.path)).body.trim(), new RegExp(expected?.body ?? ''))
  assert.ok((await downloads()) > 0)
})

test('Go with a database: the next build downloads nothing, as modules are kept, and it counts in PostgreSQL', async () => {
  const { client, admin } = berth
  const order = { name: 'visits', providerId: 'postgresql-addon', region: 'par' }
  const addon = await client.addons.order(admin.organisationId, order)
  await client.addons.link(visits.record, addon.id)
  const before = await downloads()
  assert.equal((await visits.deploy({ 'public.txt': 'changed' })).state, 'OK')
  assert.equal(await downloads(), before)
  for (const count of [1, 2]) {
    // The health check has visited before.
    const { body } = await visits.visit()
    assert.match(body, /^Visit \d+ in PostgreSQL\n$/, String(count))
  }
})
