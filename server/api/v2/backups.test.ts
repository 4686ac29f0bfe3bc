import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import type { Backup } from '#protocol/databases/backups.ts'
import type { RestoreProgress } from '#protocol/databases/restore.ts'
import type { ProviderDefinition } from '#providers/kit/definition.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { addAddon, addOffer } from '#stores/marketplace.contract.ts'
import { somebody } from '#tests/support/people/people.ts'
import { openTestApi } from '#tests/support/platform/api.ts'
import { fileName } from './backups.ts'

const date = '2026-01-01T00:00:00.000Z'
const deleteAt = '2026-01-08T00:00:00.000Z'
const known: Backup[] = [
  { id: 'good', date, status: 'success', size: 5, deleteAt },
  { id: 'bad', date, status: 'failed', size: 0 },
]
const backups: ProviderDefinition['backups'] = {
  list: async () => known,
  make: async () => ({ id: 'next', date, status: 'running', size: 0 }),
  open: async (_, id) =>
    id === 'good' ? { name: 'r-1-good.dump', size: 5, stream: Readable.from('ships') } : undefined,
}

/** An add-on of a running provider service, and a member of its owner. */
async function open(t: TestContext, definition: Partial<ProviderDefinition>) {
  const api = await openTestApi()
  t.after(() => api[Symbol.asyncDispose]())
  const { store } = api.platform
  const { provider, plan } = await addOffer(store)
  const { manifest } = provider
  const at = { base_url: 'http://localhost/r', sso_url: 'http://localhost/s' }
  const service = defineProvider({
    manifest: { ...manifest, api: { ...manifest.api, production: at, test: at } },
    provision: () => ({ config: {} }),
    deprovision: () => {},
    ledger: memoryLedger([resource]),
    ...definition,
  })
  const { port } = await service.listen(0)
  t.after(() => service.close())
  const urls = { base_url: `http://127.0.0.1:${port}/r`, sso_url: `http://127.0.0.1:${port}/s` }
  const now = { ...manifest, api: { ...manifest.api, production: urls, test: urls } }
  await store.providers.change(provider.id, { manifest: now })
  const ownerId = api.account.organisationId
  const addon = await addAddon(store, provider, plan, {
    ownerId,
    state: 'ready',
    realId: 'r-1',
    config: { PIGEON_URL: 'old' },
  })
  const person = await somebody(api, { role: 'DEVELOPER', organisationId: ownerId })
  const ask = async (method: string, path: string, headers = {}) => {
    const answer = await fetch(api.url + path, { method, headers })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text }
  }
  const mine = (method: string, path: string) =>
    ask(method, path, { authorization: person.authorization })
  return { api, addon, ask, mine, list: `/v2/backups/${ownerId}/r-1` }
}

const resource: Resource = {
  id: 'r-1',
  addonId: 'addon_1',
  ownerId: 'orga_1',
  ownerName: '',
  userId: '',
  plan: 's',
  options: {},
  callbackUrl: '',
  logToken: '',
  state: 'ready',
  suspended: false,
  config: {},
  message: '',
}

test('back-ups: are listed, and downloaded by their signed URL', async (t) => {
  const { ask, mine, list, addon, api } = await open(t, { backups })
  const entries = JSON.parse((await mine('GET', list)).text)
  const [good, bad] = entries
  assert.deepEqual(
    [good.backup_id, good.entity_id, good.creation_date, good.status, bad.status],
    ['good', 'r-1', date, 'SUCCESS', 'FAILED'],
  )
  assert.deepEqual([good.delete_at, bad.delete_at], [deleteAt, null])
  assert.equal(bad.download_url, '')
  const { pathname, search } = new URL(good.download_url)
  const file = await ask('GET', pathname + search)
  assert.deepEqual(
    [file.status, file.text, file.headers.get('content-length')],
    [200, 'ships', '5'],
  )
  assert.match(
    file.headers.get('content-disposition') ?? '',
    /^attachment; filename="[A-Za-z0-9-]+-2026-01-01T0000\.dump"$/,
  )
  const others = [`${pathname}x${search}`, pathname, `${pathname}?token=forged.token`]
  for (const path of others) assert.equal((await ask('GET', path)).status, 403, path)
  const token = api.signer.sign('back-up', `${addon.id}/good/${api.platform.clock() - 1}`)
  const late = await ask('GET', `${pathname}?token=${encodeURIComponent(token)}`)
  assert.match(late.text, /has expired/)
  const none = api.signer.sign('back-up', `${addon.id}/none/${api.platform.clock() + 1000}`)
  const path = `${pathname.replace('/good', '/none')}?token=${encodeURIComponent(none)}`
  assert.match((await ask('GET', path)).text, /answered 404/)
})

test('back-ups: a file is named after the add-on and the minute of the back-up', () => {
  const date = '2026-01-31T09:30:00.000Z'
  assert.equal(fileName('Shop: database!', date, 'dump'), 'Shop-database-2026-01-31T0930.dump')
  assert.equal(fileName('"\r\n', date, undefined), 'back-up-2026-01-31T0930')
})

test('back-ups: one is made on request, and the provider call is logged', async (t) => {
  const { mine, list, api } = await open(t, { backups })
  const made = JSON.parse((await mine('POST', list)).text)
  assert.deepEqual([made.backup_id, made.status], ['next', 'RUNNING'])
  const deliveries = await api.platform.store.deliveries.listOf('pigeon', { limit: 10 })
  assert.deepEqual(
    deliveries.map(({ purpose, trouble }) => [purpose, trouble]),
    [['back-up', '']],
  )
})

test('back-ups: one is restored into its add-on, by those who operate it, and its progress is told', async (t) => {
  const begun: string[] = []
  const progress: RestoreProgress = { state: 'testing', savedId: 'before', message: '' }
  const { mine, ask, list, api } = await open(t, {
    backups: {
      ...backups,
      async restore(_, id) {
        begun.push(id)
        return { state: 'saving', savedId: '', message: '' }
      },
      progressOf: (_, id) => (id === 'good' ? progress : undefined),
    },
  })
  const path = `${list}/good/restore`
  const sent = await mine('POST', path)
  const wire = { state: 'saving', saved_backup_id: '', message: '' }
  assert.deepEqual([sent.status, JSON.parse(sent.text)], [200, wire])
  const told = JSON.parse((await mine('GET', path)).text)
  assert.deepEqual(told, { state: 'testing', saved_backup_id: 'before', message: '' })
  for (const other of ['bad', 'none', '..%2Fx'])
    assert.equal((await mine('POST', `${list}/${other}/restore`)).status, 404, other)
  assert.equal((await mine('GET', `${list}/bad/restore`)).status, 404)
  assert.equal((await ask('POST', path)).status, 401)
  const accountant = await somebody(api, {
    role: 'ACCOUNTING',
    organisationId: api.account.organisationId,
  })
  assert.equal((await ask('POST', path, { authorization: accountant.authorization })).status, 403)
  assert.deepEqual(begun, ['good'])
  const deliveries = await api.platform.store.deliveries.listOf('pigeon', { limit: 10 })
  assert.ok(deliveries.some(({ purpose, trouble }) => purpose === 'restore' && trouble === ''))
})

test('back-ups: what a provider cannot restore in place is refused, with the other way', async (t) => {
  const { mine, list } = await open(t, { backups })
  const { status, text } = await mine('POST', `${list}/good/restore`)
  assert.deepEqual([status, /Order a new add-on from it/.test(text)], [409, true])
})

test('back-ups: a provider that supports neither back-ups nor password rotation', async (t) => {
  const { mine, list, addon } = await open(t, {})
  assert.equal((await mine('GET', list)).text, '[]')
  const { status, text } = await mine('POST', list)
  assert.deepEqual([status, /does not support back-ups/.test(text)], [409, true])
  const path = `/v2/organisations/${addon.ownerId}/addons/${addon.id}/rotate-password`
  assert.match((await mine('POST', path)).text, /does not support password changes/)
})

test('password rotation: the new password is in the variables', async (t) => {
  const rotate = () => ({ config: { PIGEON_URL: 'new' } })
  const { mine, addon, api } = await open(t, { rotate })
  const path = `/v2/organisations/${addon.ownerId}/addons/${addon.id}/rotate-password`
  assert.equal((await mine('POST', path)).status, 200)
  const now = await api.platform.store.addons.find(addon.id)
  assert.deepEqual({ ...now?.config }, { PIGEON_URL: 'new' })
})
