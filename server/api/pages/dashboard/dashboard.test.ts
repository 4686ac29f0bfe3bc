import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownOwner } from '#platform/model/marketplace/provider.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { openDashboard } from '#tests/support/providers/dashboard.ts'
import { PageVisitor } from '#tests/support/visitors/page-visitor.ts'

test('dashboard: shows sizes, connections, tables, statements and back-ups, and no value of the add-on', async (t) => {
  const { visitor, enter, person, path, addon } = await openDashboard(t, await openTestApi())
  const sent = await enter(visitor, person.id)
  assert.deepEqual([sent.status, sent.location], [303, path])
  const cookie = sent.headers.getSetCookie().find((line) => line.startsWith('berth_dashboard='))
  assert.match(
    cookie ?? '',
    new RegExp(`Max-Age=1800; Path=${path}; HttpOnly; Secure; SameSite=Lax`),
  )
  const { status, text, headers } = await visitor.get(path)
  assert.equal(status, 200)
  assert.match(text, /<meter [^>]*max="104857600" value="94371840"/)
  assert.match(text, /90\u202fMiB of 100\u202fMiB \(90 %\)/)
  assert.match(text, /2 of 10 \(20 %\)/)
  assert.match(text, /version 15\.6 · up for 3 days/)
  assert.match(text, /12,345/)
  assert.match(text, /1\.5\u202fs/)
  assert.match(text, /31 Jan 2026, 09:30 UTC.*every day.*complete.*2\u202fKiB/)
  assert.match(text, new RegExp(`/organisations/[^"]+/addons/${addon.id}/backups"`))
  assert.doesNotMatch(text, /a-secret-value/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'self'/)
  assert.doesNotMatch(policy, /script-src/)
})

test("dashboard: a customer's text is escaped, kept in its direction, and cut", async (t) => {
  const { visitor, enter, person, path } = await openDashboard(t, await openTestApi())
  await enter(visitor, person.id)
  const { text } = await visitor.get(path)
  assert.doesNotMatch(text, /<script/)
  const shown = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\u202e'
  assert.equal(text.split(`<bdi>${shown}</bdi>`).length - 1, 3, 'application, state and table')
  assert.ok(text.includes('x…</bdi>') && !text.includes('x'.repeat(700)))
})

test('dashboard: its forms end a connection, reset counts and back up, and are audited', async (t) => {
  const { visitor, enter, person, path, asked, store, addon } = await openDashboard(
    t,
    await openTestApi(),
  )
  await enter(visitor, person.id)
  const { text } = await visitor.get(path)
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  for (const fields of [
    { action: 'end-connection', connection: '42' },
    { action: 'reset-statements' },
    { action: 'back-up' },
  ]) {
    const sent = await visitor.post(path, { ...fields, csrf })
    assert.deepEqual([sent.status, sent.location], [303, `${path}?done=${fields.action}`])
    assert.match((await visitor.get(sent.location)).text, /<p class="done" role="status">/)
  }
  assert.deepEqual(asked, ['end 42', 'reset', 'back-up'])
  const entries = await store.audit.listOf(addon.ownerId, { limit: 3 })
  assert.deepEqual(
    entries.map(({ action, target }) => [action, target]),
    ['addon.back-up', 'addon.reset-statements', 'addon.end-connection'].map((each) => [
      each,
      addon.id,
    ]),
  )
  const gone = await visitor.post(path, { action: 'end-connection', connection: '44', csrf })
  assert.deepEqual([gone.status, /no such connection any more/.test(gone.text)], [404, true])
  const odd = await visitor.post(path, { action: 'end-connection', connection: '../../x', csrf })
  assert.equal(odd.status, 404)
  for (const forged of [{ action: 'back-up' }, { action: 'back-up', csrf: 'x' }])
    assert.equal((await visitor.post(path, forged)).status, 403)
  assert.deepEqual(asked.length, 4)
})

test('dashboard: nobody enters without a session of this add-on, or once without the right', async (t) => {
  const { api, visitor, enter, formFor, person, path, platform, store, addon } =
    await openDashboard(t, await openTestApi())
  const stranger = await somebody(api)
  assert.equal((await visitor.get(path)).status, 403)
  await enter(visitor, stranger.id)
  assert.equal((await visitor.get(path)).status, 404, 'the add-on of others does not exist')

  const { panel, fields } = await formFor(person.id)
  assert.equal((await visitor.post(panel, fields)).status, 303)
  assert.equal((await visitor.get(path)).status, 200)
  const again = await new PageVisitor(api.url).post(panel, fields)
  assert.deepEqual([again.status, /used already/.test(again.text)], [403, true])

  const { provider, plan } = await addOffer(store, { id: 'other', ownerId: ownOwner })
  const second = await addAddon(store, provider, plan, {
    ownerId: addon.ownerId,
    state: 'ready',
    realId: 'r-2',
  })
  assert.equal((await visitor.get(`/addons/dashboard/${second.id}`)).status, 403)

  const { clock } = platform
  platform.clock = () => clock() + 31 * 60_000
  assert.equal((await visitor.get(path)).status, 403, 'expired')
  platform.clock = clock
  assert.equal((await visitor.get(path)).status, 200)
  await store.members.remove(api.account.organisationId, person.id)
  assert.equal((await visitor.get(path)).status, 404)
})

test('dashboard: a provider that does not answer leaves what the platform knows', async (t) => {
  const { visitor, enter, person, path } = await openDashboard(t, await openTestApi(), {
    isRestoring: () => true,
  })
  await enter(visitor, person.id)
  const { status, text } = await visitor.get(path)
  assert.deepEqual([status, /This add-on is being restored/.test(text)], [200, true])
  assert.match(text, /PIGEON_URL/)
})

test('dashboard: a store of objects has its buckets in the place of tables and connections', async (t) => {
  const store = {
    version: '',
    usage: { diskBytes: 2048, maxDiskBytes: 4096, objects: 3, maxObjects: 10, buckets: 1 },
    connections: [],
    buckets: [{ name: 'ships<b>', objects: 3, bytes: 2048 }],
  }
  const { visitor, enter, person, path } = await openDashboard(t, await openTestApi(), {
    insights: {
      read: async () => store,
      resetStatements: async () => {},
      endConnection: async () => false,
    },
  })
  await enter(visitor, person.id)
  const { text } = await visitor.get(path)
  assert.match(text, /<bdi>ships&lt;b&gt;<\/bdi>.*3.*2\u202fKiB/s)
  assert.match(text, /<dt>Objects<\/dt><dd><meter[^>]*max="10" value="3"/)
  assert.doesNotMatch(text, /Largest tables|Nobody is connected|version/)
})
