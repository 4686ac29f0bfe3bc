import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import type { Consumer, ConsumerInput } from '#client/resources/accounts/consumers.ts'
import { newId } from '#kit/text/ids.ts'
import { consumerRights, rights } from '#platform/model/identity/access/rights.ts'
import { newOrganisation } from '#platform/model/identity/accounts/organisation.ts'
import { parseOwnerId, parseUserId } from '#platform/model/ids.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let client: Client
let owner: string

before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
  owner = api.account.organisationId
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

/** As sent by the stock client. */
const input: ConsumerInput = {
  name: 'Board',
  description: 'Shows things',
  url: 'https://about.test/',
  picture: 'https://about.test/logo.png',
  baseUrl: 'https://board.test',
  rights: Object.fromEntries(consumerRights.map((right) => [right, right === 'manage_ssh_keys'])),
}

const refused = async (asking: Promise<unknown>, status: number, sentence: RegExp) =>
  assert.rejects(asking, (error: Error & { status?: number }) => {
    assert.equal(error.status, status, error.message)
    assert.match(error.message, sentence)
    return true
  })

test('consumers API: a consumer is created, listed, shown and deleted; its secret is separate', async () => {
  const created = await client.consumers.create(owner, input)
  const { key, rights: granted, ...others } = created
  assert.deepEqual(
    others,
    Object.fromEntries(Object.entries(input).filter(([n]) => n !== 'rights')),
  )
  assert.deepEqual(Object.keys(granted), [...rights])
  assert.deepEqual(
    Object.keys(granted).filter((right) => granted[right]),
    ['manage_ssh_keys'],
  )
  assert.match(key, /^[A-Za-z0-9]{40}$/)
  assert.deepEqual(await client.consumers.get(owner, key), created)
  assert.deepEqual(await client.consumers.list(owner), [created])
  const { secret } = await client.consumers.secret(owner, key)
  assert.match(secret, /^[A-Za-z0-9]{40}$/)
  assert.doesNotMatch(JSON.stringify(await client.consumers.list(owner)), new RegExp(secret))
  const [, summary] = [await client.self.get(), await client.summary.get()]
  const listed = summary.organisations.find(({ id }) => id === owner)?.consumers
  assert.deepEqual(
    listed?.map(({ name, key }) => [name, key]),
    [['Board', key]],
  )
  await client.consumers.delete(owner, key)
  await refused(client.consumers.get(owner, key), 404, /no OAuth consumer/)
})

test('consumers API: a full or partial change returns the whole record', async () => {
  const { key } = await client.consumers.create(owner, input)
  const renamed = await client.consumers.change(owner, key, { name: 'Panel' })
  assert.equal(renamed.name, 'Panel')
  assert.equal(renamed.rights.manage_ssh_keys, true)
  const whole = { ...renamed, rights: { ...renamed.rights, access_organisations: true } }
  const { key: _, ...body } = whole
  const changed = await client.consumers.change(owner, key, body)
  assert.deepEqual(changed, whole)
  assert.deepEqual(await client.consumers.get(owner, key), whole)
  const fewer = await client.consumers.change(owner, key, { rights: { manage_ssh_keys: true } })
  assert.equal(fewer.rights.access_organisations, false)
  await client.consumers.delete(owner, key)
})

for (const [sentence, change, problem] of [
  ['with an empty name', { name: ' ' }, /name must not be empty/],
  ['with a name of 101 characters', { name: 'x'.repeat(101) }, /at most 100/],
  ['with a name of two lines', { name: 'a\nb' }, /control characters/],
  ['with a name that turns the writing round', { name: 'a\u202eb' }, /control characters/],
  ['with a long description', { description: 'x'.repeat(1001) }, /at most 1000/],
  ['with a base URL that is none', { baseUrl: ' ' }, /baseUrl must be/],
  ['with a base URL of another kind', { baseUrl: 'ftp://x.test' }, /baseUrl must be/],
  ['with a URL that is a script', { url: 'javascript:alert(1)' }, /url must be/],
  ['with a picture that is none', { picture: 'logo.png' }, /picture must be/],
  ['that asks for everything', { rights: { almighty: true } }, /almighty is not a right/],
  ['with an unknown right', { rights: { fly: true } }, /fly is not a right/],
] as const) {
  test(`consumers API: a consumer ${sentence} is refused at creation and change`, async () => {
    const body = { ...input, ...change } as ConsumerInput
    await refused(client.consumers.create(owner, body), 400, problem)
    const { key } = await client.consumers.create(owner, input)
    const before = await client.consumers.get(owner, key)
    await refused(client.consumers.change(owner, key, change as Partial<Consumer>), 400, problem)
    assert.deepEqual(await client.consumers.get(owner, key), before)
    await client.consumers.delete(owner, key)
  })
}

test('consumers API: name and base URL are required; empty ones in a change are ignored', async () => {
  for (const empty of [{ name: '' }, { baseUrl: '' }]) {
    await refused(client.consumers.create(owner, { ...input, ...empty }), 400, /must/)
  }
  const { key } = await client.consumers.create(owner, input)
  const before = await client.consumers.get(owner, key)
  await client.consumers.change(owner, key, { name: '', baseUrl: '' })
  assert.deepEqual(await client.consumers.get(owner, key), before)
  await client.consumers.change(owner, key, { description: '', picture: '' })
  const cleared = await client.consumers.get(owner, key)
  assert.deepEqual([cleared.description, cleared.picture], ['', ''])
  await client.consumers.delete(owner, key)
})

test("consumers API: another owner's consumer is reported as missing", async () => {
  const { store } = api.platform
  const userId = parseUserId((await client.self.get()).id)
  const other = newId('orga')
  await store.organisations.add(newOrganisation(other, 'other', 1))
  await store.members.put({ organisationId: other, userId, role: 'ADMIN', job: '' })
  const { key } = await client.consumers.create(owner, input)
  const missing = /^There is no OAuth consumer \w+\.$/
  for (const asking of [
    () => client.consumers.get(other, key),
    () => client.consumers.secret(other, key),
    () => client.consumers.change(other, key, { name: 'mine' }),
    () => client.consumers.delete(other, key),
    () => client.consumers.get(userId, key),
    () => client.consumers.get(owner, api.account.consumerKey),
    () => client.consumers.delete(owner, api.account.consumerKey),
  ]) {
    await refused(asking(), 404, missing)
  }
  assert.equal((await client.consumers.get(owner, key)).name, 'Board')
  await client.consumers.delete(owner, key)
})

test('consumers API: a personal space has its own consumers', async () => {
  const { id } = await client.self.get()
  const { key } = await client.consumers.create(id, input)
  const under = await client.ask<Consumer[]>({ method: 'GET', path: '/v2/self/consumers' })
  assert.deepEqual(
    under.map((consumer) => consumer.key),
    [key],
  )
})

test('consumers API: an owner has at most a hundred', async () => {
  const { store } = api.platform
  const full = newId('orga')
  const userId = parseUserId((await client.self.get()).id)
  await store.organisations.add(newOrganisation(full, 'full', 1))
  await store.members.put({ organisationId: full, userId, role: 'ADMIN', job: '' })
  for (let count = 0; count < 100; count++) await client.consumers.create(full, input)
  await refused(client.consumers.create(full, input), 409, /100 OAuth consumers/)
})

test('consumers API: reading a secret is audited', async () => {
  const { key } = await client.consumers.create(owner, input)
  await client.consumers.secret(owner, key)
  const [entry] = await api.platform.store.audit.listOf(parseOwnerId(owner), { limit: 1 })
  assert.equal(entry?.action, 'consumer.reveal')
  assert.equal(entry?.target, key)
})
