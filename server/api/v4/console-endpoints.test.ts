import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/http/api-error.ts'
import { aConsumer, tokenOf } from '#tests/support/people/people.ts'
import { openTestApi, type TestApi } from '#tests/support/platform/api.ts'

let api: TestApi
let client: Client
before(async () => {
  api = await openTestApi()
  client = createClient({ api: api.url, credentials: api.account })
})
after(async () => {
  client.close()
  await api[Symbol.asyncDispose]()
})

const hasStatus = (status: number) => (error: unknown) =>
  error instanceof ApiError && error.status === status

test('variables: of two editors the later one is told, and nothing of theirs is lost', async () => {
  const application = await api.application({ environment: { A: '1' } })
  const { environment } = client
  const [one, other] = [await environment.read(application), await environment.read(application)]
  assert.equal(one.version, other.version)
  const first = { variables: { A: '1', B: '2' }, version: one.version }
  await environment.replaceVersion(application, first)
  const second = { variables: { A: '3' }, version: other.version }
  await assert.rejects(environment.replaceVersion(application, second), hasStatus(409))
  const current = await environment.read(application)
  assert.deepEqual(current.variables, [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
  ])
  await environment.set(application, { name: 'A', value: '4' })
  const third = { variables: {}, version: current.version }
  await assert.rejects(environment.replaceVersion(application, third), hasStatus(409))
  await environment.set(application, { name: 'A', value: '1' })
  assert.equal((await environment.read(application)).version, current.version, 'the same again')
})

test('API tokens: the API makes them for a user who confirms the password', async () => {
  const { ownApiTokens } = client
  const body = { name: 'console', expirationDate: '12h' }
  await assert.rejects(ownApiTokens.create(body, 'wrong'), hasStatus(401))
  const made = await ownApiTokens.create(body, api.account.password)
  const bearer = createClient({ api: api.bridge, credentials: { apiToken: made.apiToken } })
  assert.ok((await bearer.self.get()).id)
  bearer.close()
  await ownApiTokens.rename(made.apiTokenId, { name: 'renamed', description: 'd' })
  const [listed] = await ownApiTokens.list()
  assert.deepEqual([listed?.name, listed?.state], ['renamed', 'ACTIVE'])
  assert.equal(JSON.stringify(await ownApiTokens.list()).includes(made.apiToken), false)
  await ownApiTokens.revoke(made.apiTokenId)
  assert.deepEqual(await ownApiTokens.list(), [])
})

test('consents: are listed, and withdrawn with the access tokens of the program', async () => {
  const { store } = api.platform
  const { id: userId } = await client.self.get()
  const { organisationId } = api.account
  const consumer = await aConsumer(api, organisationId, ['access_organisations'])
  const { key, rights } = consumer
  const consent = { userId, consumerKey: key, offered: rights, granted: rights, createdAt: 1 }
  await store.consents.put(consent as Parameters<typeof store.consents.put>[0])
  const { token } = await tokenOf(api, consent.userId as `user_${string}`, { consumer })
  const [listed] = await client.consents.list()
  assert.equal(listed?.consumer.key, key)
  assert.equal(JSON.stringify(listed).includes(consumer.secret), false)
  assert.equal(listed?.rights.access_organisations, true)
  await client.consents.withdraw(key)
  assert.deepEqual(await client.consents.list(), [])
  assert.equal(await store.accessTokens.find(token), undefined)
  await assert.rejects(client.consents.withdraw(key), hasStatus(404))
})

test('operation: an operator sees the machine, all organisations and what is being deployed', async () => {
  await assert.rejects(client.operation.machine(), hasStatus(403))
  const { email } = await client.self.get()
  api.platform.policies.operators = [email]
  const machine = await client.operation.machine()
  assert.ok(machine.cpus > 0 && machine.memoryBytes > machine.freeMemoryBytes)
  assert.deepEqual(
    machine.processes.map(({ name }) => name),
    ['server', 'router'],
  )
  const { id } = await client.organisations.create({ name: '100% of_it' })
  const find = async (search: string) =>
    (await client.operation.organisations({ search })).map((found) => found.id)
  assert.deepEqual(await find('100% OF'), [id])
  assert.deepEqual(await find(id), [id])
  assert.deepEqual(await find('0_ of'), [], 'wildcards are ordinary characters')
  const [counted] = await client.operation.organisations({ search: id })
  assert.deepEqual([counted?.members, counted?.applications, counted?.addons], [1, 0, 0])
  assert.ok((await client.operation.organisations({ limit: 1 })).length === 1)
  assert.deepEqual(await client.operation.deployments(), [])
  await client.billingOperation.decideSuspension(id, 'suspended')
  const [suspended] = await client.operation.organisations({ search: id })
  assert.equal(suspended?.suspension, 'suspended')
  assert.ok(suspended.suspendedAt !== null)
})

test('operation: an operator sees settings without secrets, and asks for a back-up', async () => {
  api.platform.policies.operators = []
  const { operation } = client
  for (const ask of [operation.settings, operation.backups, operation.backUp]) {
    await assert.rejects(ask(), hasStatus(403))
  }
  api.platform.policies.operators = [(await client.self.get()).email]
  const settings = await operation.settings()
  const secret = settings.find(({ variable }) => variable === 'BERTH_SMTP_URL')
  assert.deepEqual([secret?.value, secret?.fallback, secret?.source], [null, null, 'environment'])
  assert.deepEqual(await operation.backups(), { folder: '/backups', run: null, backups: [] })
  const { run, backups } = await operation.backUp()
  assert.deepEqual([run?.state, backups.length], ['done', 1])
})
