import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { type Backup, readBackup, readRestore } from '#protocol/databases/backups.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import type { ProviderDefinition } from '#providers/kit/definition.ts'
import { defineProvider } from '#providers/kit/http/provider-server.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import { BackupSkippedError } from './backup-skipped-error.ts'
import { type BackupOptions, keepBackups } from './keep-backups.ts'

const urls = { base_url: 'http://localhost:9000/r', sso_url: 'http://localhost:9000/sso' }
const password = 'a password with quite some letters in it'
const manifest: Manifest = {
  id: 'shelf',
  api: {
    config_vars: ['SHELF'],
    password,
    sso_salt: password,
    regions: ['eu'],
    production: urls,
    test: urls,
  },
}

interface Opened {
  keeping?: Partial<BackupOptions>
  definition?: Partial<ProviderDefinition>
}

/** A provider that stores a text for each resource, with back-ups. */
async function open(t: TestContext, { keeping, definition }: Opened = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  const ledger = memoryLedger()
  const texts = new Map<string, string>()
  const verified: string[] = []
  const supervisor = keepBackups({
    folder,
    suffix: 'txt',
    ledger,
    onProblem: () => {},
    take: ({ id }, path) => writeFile(path, texts.get(id) ?? ''),
    verify: async (_, path) => void verified.push(await readFile(path, 'utf8')),
    ...keeping,
  })
  const service = defineProvider({
    manifest,
    ledger,
    backups: supervisor,
    idPrefix: 'shelf',
    async provision({ id }, restore) {
      const text = restore
        ? await readFile(supervisor.pathOf(restore.from, restore.backupId), 'utf8')
        : ''
      texts.set(id, text)
      return { config: { SHELF: id } }
    },
    deprovision: (resource) => supervisor.forget(resource),
    rotate: ({ config }) => ({ config: { SHELF: `${config.SHELF}+` } }),
    ...definition,
  })
  const { port } = await service.listen(0)
  t.after(async () => {
    await supervisor.close()
    await service.close()
    await rm(folder, { recursive: true })
  })
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/r${path}`, {
      method,
      headers: {
        authorization: basicAuth({ id: 'shelf', password }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const order = async (addonId: string, options: Record<string, string> = {}, owner = 'orga_1') => {
    const body = provisionRequest({
      addon_id: addonId,
      owner_id: owner,
      owner_name: 'Ada',
      user_id: 'user_1',
      plan: 'dev',
      callback_url: 'http://127.0.0.1:1/none',
      options,
      logplex_token: 't',
    })
    const { status, text } = await call('POST', '', body)
    return { status, ...JSON.parse(text) }
  }
  const list = async (id: string) => JSON.parse((await call('GET', `/${id}/backups`)).text)
  const settled = (id: string) =>
    until(
      async () => {
        const [first] = await list(id)
        return first && first.status !== 'running' ? first : undefined
      },
      { timeout: 300_000, what: 'the end of the back-up' },
    )
  return { ledger, supervisor, texts, verified, call, order, list, settled }
}

test("provider kit: resource ids begin with the provider's prefix", async (t) => {
  const { order } = await open(t)
  assert.match((await order('addon_1')).id, /^shelf_[0-9a-f-]{36}$/)
})

test('back-ups: one is made on request, verified, listed and downloaded', async (t) => {
  const { order, call, texts, verified, settled } = await open(t)
  const { id } = await order('addon_1')
  texts.set(id, 'ships')
  const begun = await call('POST', `/${id}/backups`)
  assert.equal(begun.status, 202)
  const backup = await settled(id)
  assert.deepEqual(
    [backup.id, backup.status, backup.size],
    [JSON.parse(begun.text).id, 'success', 5],
  )
  assert.deepEqual(verified, ['ships'])
  const file = await call('GET', `/${id}/backups/${backup.id}`)
  assert.deepEqual([file.status, file.text], [200, 'ships'])
  assert.match(
    file.headers.get('content-disposition') ?? '',
    /^attachment; filename="shelf_.*\.txt"$/,
  )
  assert.equal((await call('GET', `/${id}/backups/..%2Fx`)).status, 404)
  assert.equal((await call('DELETE', `/${id}/backups`)).status, 405)
})

test('back-ups: one that cannot be restored fails', async (t) => {
  const verify = async () => Promise.reject(new Error('broken'))
  const { order, call, settled } = await open(t, { keeping: { verify } })
  const { id } = await order('addon_1')
  await call('POST', `/${id}/backups`)
  const { status, id: backupId } = await settled(id)
  assert.equal(status, 'failed')
  assert.equal((await call('GET', `/${id}/backups/${backupId}`)).status, 404)
})

test('back-ups: a request while one reads makes another one, because the first may lack the last writes', async (t) => {
  const { promise: hold, resolve: release } = Promise.withResolvers<void>()
  const taken: string[] = []
  const take = async ({ id }: { id: string }, path: string) => {
    taken.push(path)
    const text = texts.get(id) ?? ''
    await hold
    await writeFile(path, text)
  }
  const { order, call, texts, list } = await open(t, { keeping: { take } })
  const { id } = await order('addon_1')
  const request = async () => JSON.parse((await call('POST', `/${id}/backups`)).text).id
  texts.set(id, 'before')
  const first = await request()
  await until(() => taken.length === 1, { timeout: 300_000, what: 'the first to read' })
  texts.set(id, 'after')
  const second = await request()
  assert.notEqual(second, first)
  release()
  const ended = () => list(id).then((all) => all.every((each: Backup) => each.status === 'success'))
  await until(ended, { timeout: 300_000, what: 'the end of both' })
  assert.equal((await call('GET', `/${id}/backups/${first}`)).text, 'before')
  assert.equal((await call('GET', `/${id}/backups/${second}`)).text, 'after')
})

test('back-ups: an order can restore one of the same owner, and of no other', async (t) => {
  const { order, call, texts, settled } = await open(t)
  const { id } = await order('addon_1')
  texts.set(id, 'ships')
  await call('POST', `/${id}/backups`)
  const restore = `${id}/${(await settled(id)).id}`
  const second = await order('addon_2', { restore })
  assert.deepEqual([second.status, texts.get(second.id)], [200, 'ships'])
  assert.equal((await order('addon_3', { restore }, 'orga_2')).status, 422)
  assert.equal((await order('addon_4', { restore: `${id}/none` })).status, 422)
  assert.equal((await order('addon_5', { restore: 'none' })).status, 422)
})

test('back-ups: are made daily, and kept for some days', async (t) => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const day = 86_400_000
  const { order, supervisor, list } = await open(t, {
    keeping: { clock: () => now, schedule: { every: day, keptFor: 3 * day, most: 2 } },
  })
  const { id } = await order('addon_1')
  await supervisor.makeDue()
  await supervisor.makeDue()
  assert.equal((await list(id)).length, 1)
  for (let count = 0; count < 4; count += 1) {
    now += day
    await supervisor.makeDue()
  }
  const dates = (await list(id)).map(({ date }: { date: string }) => date.slice(0, 10))
  assert.deepEqual(dates, ['2026-01-05', '2026-01-04'])
  const ends = (await list(id)).map(({ deleteAt }: { deleteAt: string }) => deleteAt.slice(0, 10))
  assert.deepEqual(ends, ['2026-01-08', '2026-01-07'], 'each says when its time is over')
})

test('back-ups: an order with do-backup=false has none but on request', async (t) => {
  const { order, supervisor, call, list } = await open(t)
  const { id } = await order('addon_1', { 'do-backup': 'false' })
  const { id: other } = await order('addon_2', { 'do-backup': 'true' })
  await supervisor.makeDue()
  assert.equal((await list(id)).length, 0)
  assert.equal((await list(other)).length, 1)
  assert.equal((await call('POST', `/${id}/backups`)).status, 202)
  assert.equal((await list(id)).length, 1)
})

test('back-ups: the oldest are removed beyond the size limit, and their owner is told', async (t) => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const told: string[] = []
  const { order, supervisor, list, texts } = await open(t, {
    keeping: {
      clock: () => now,
      maxBytes: () => 100,
      report: async (_, sentence) => void told.push(sentence),
    },
  })
  const { id } = await order('addon_1')
  const keptAfter = async (size: number) => {
    texts.set(id, 'x'.repeat(size))
    await supervisor.makeDue()
    now += 86_400_000
    return (await list(id)).map((backup: { size: number }) => backup.size)
  }
  assert.deepEqual(await keptAfter(40), [40])
  assert.deepEqual(await keptAfter(60), [60, 40])
  assert.deepEqual(told, [])
  assert.deepEqual(await keptAfter(1), [1, 60])
  assert.match(told.join(), /^Old back-ups were removed, .* 0 MB: 2026-01-01T00:00:00.000Z\.$/)
  assert.deepEqual(await keptAfter(500), [500])
  assert.deepEqual(await keptAfter(2), [2])
})

test('back-ups: the newest good one is kept even if it alone exceeds the limit and the next one fails', async (t) => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  let isBroken = false
  const { order, supervisor, list, texts } = await open(t, {
    keeping: {
      clock: () => now,
      maxBytes: () => 100,
      verify: async () => (isBroken ? Promise.reject(new Error('broken')) : undefined),
    },
  })
  const { id } = await order('addon_1')
  texts.set(id, 'x'.repeat(500))
  await supervisor.makeDue()
  isBroken = true
  now += 86_400_000
  await supervisor.makeDue()
  const kept = (await list(id)).map(({ status }: { status: string }) => status)
  assert.deepEqual(kept, ['failed', 'success'])
})

test('back-ups: one that never ends delays no other, and its owner is told', async (t) => {
  let [locked, released] = ['', () => {}]
  const stuck = new Promise<void>((resolve) => {
    released = resolve
  })
  const told: string[] = []
  const { order, supervisor, list } = await open(t, {
    keeping: {
      async take({ id }, path) {
        await writeFile(path, '')
        if (id !== locked) return
        await stuck
        throw new BackupSkippedError('a table was locked')
      },
      report: async ({ id }, sentence) => void told.push(`${id} ${sentence}`),
    },
  })
  const mine = [await order('addon_1'), await order('addon_2'), await order('addon_3')]
  const other = await order('addon_4', {}, 'orga_2')
  locked = mine[0].id
  const all = supervisor.makeDue()
  const statusOf = async ({ id }: { id: string }) => (await list(id))[0]?.status
  await until(async () => (await statusOf(other)) === 'success', {
    timeout: 300_000,
    what: 'the back-up of another owner',
  })
  assert.deepEqual(await Promise.all(mine.map(statusOf)), ['running', 'running', 'running'])
  released()
  await all
  assert.deepEqual(await Promise.all(mine.map(statusOf)), ['failed', 'success', 'success'])
  assert.deepEqual(told, [
    `${locked} A back-up was skipped: a table was locked. The next attempt is in 60 minutes.`,
  ])
})

test('back-ups: one interrupted by a crash is marked as failed, and all are removed with their resource', async (t) => {
  const { order, call, supervisor, ledger, list } = await open(t, {
    keeping: { take: () => new Promise(() => {}) },
  })
  const { id } = await order('addon_1')
  await call('POST', `/${id}/backups`)
  await supervisor.begin()
  assert.deepEqual(
    (await list(id)).map(({ status }: { status: string }) => status),
    ['failed'],
  )
  assert.equal((await call('DELETE', `/${id}`)).status, 200)
  const gone = await ledger.byId(id)
  assert.ok(gone)
  assert.deepEqual(await supervisor.list(gone), [])
})

test('provider kit: a password is rotated, and a provider without rotation answers 501', async (t) => {
  const { order, call } = await open(t)
  const { id } = await order('addon_1')
  const { status, text } = await call('POST', `/${id}/rotate`)
  assert.deepEqual([status, JSON.parse(text).config], [200, { SHELF: `${id}+` }])
  assert.equal((await order('addon_1')).config.SHELF, `${id}+`)
  const bare = defineProvider({
    manifest,
    deprovision: () => {},
    provision: () => ({ config: { SHELF: 'x' } }),
  })
  const { port } = await bare.listen(0)
  t.after(() => bare.close())
  const headers = { authorization: basicAuth({ id: 'shelf', password }) }
  const ask = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}/r/${path}`, { method: 'POST', headers })).status
  assert.deepEqual([await ask('none/rotate'), await ask('none/backups')], [404, 501])
})

test('back-ups: entries of a provider are validated', () => {
  const date = '2026-01-01T00:00:00.000Z'
  assert.deepEqual(readBackup({ id: 'a', date, status: 'success', size: 3 }), {
    id: 'a',
    date,
    status: 'success',
    size: 3,
  })
  for (const odd of [null, [], { id: '../a', date, status: 'success' }, { id: 'a', date: 'x' }])
    assert.equal(readBackup(odd), undefined)
  assert.equal(readBackup({ id: 'a', date: 'soon', status: 'failed' }), undefined)
  assert.deepEqual(readRestore('a_1/b'), { id: 'a_1', backupId: 'b' })
  assert.equal(readRestore('/b'), undefined)
})

test('restores: a pending resource cannot be backed up or changed, only suspended and deleted', async (t) => {
  const isRestoring = () => true
  const acted: string[] = []
  const { ledger, supervisor, order, call, list } = await open(t, {
    keeping: { isRestoring },
    definition: {
      isRestoring,
      changePlan: ({ config }) => ({ config }),
      suspend: () => void acted.push('suspend'),
      resume: () => void acted.push('resume'),
    },
  })
  const { id } = await order('addon_1')
  await supervisor.makeDue()
  assert.deepEqual(await list(id), [])
  assert.equal((await call('POST', `/${id}/backups`)).status, 409)
  assert.equal((await call('POST', `/${id}/rotate`)).status, 409)
  assert.equal((await call('PUT', `/${id}`, { plan: 'other' })).status, 409)
  assert.equal((await call('POST', `/${id}/suspend`)).status, 200)
  assert.equal((await ledger.byId(id))?.suspended, true)
  assert.equal((await call('POST', `/${id}/resume`)).status, 200)
  assert.deepEqual(acted, [])
  assert.equal((await call('DELETE', `/${id}`)).status, 200)
})

test('provider kit: who closes it waits for the back-up that is being made, and no other begins', async (t) => {
  const taken: string[] = []
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const { supervisor, order } = await open(t, {
    keeping: {
      async take({ id }, path) {
        begin()
        await isReleased
        await writeFile(path, '')
        taken.push(id)
      },
    },
  })
  for (const number of [1, 2, 3, 4]) await order(`addon_${number}`, {}, 'orga_1')
  const making = supervisor.makeDue()
  await isBegun
  let isClosed = false
  const closing = supervisor.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(isClosed, false)
  release()
  await Promise.all([closing, making])
  const count = taken.length
  assert.ok(count >= 1 && count <= 2, `${count}`)
  await supervisor.makeDue()
  assert.equal(taken.length, count)
})
