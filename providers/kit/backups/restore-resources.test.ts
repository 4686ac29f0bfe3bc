import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { openRestores, type RestoreOptions } from './restore-resources.ts'

const resourceOf = (id: string, ownerId = 'orga_1'): Resource => ({
  id,
  addonId: `addon_${id}`,
  ownerId,
  ownerName: 'Ada',
  userId: 'user_1',
  plan: 'dev',
  options: {},
  callbackUrl: '',
  logToken: '',
  state: 'ready',
  suspended: false,
  config: { URL: id },
  message: '',
})

/** A provider with resources that wait for back-ups of a restore list; calls are recorded. */
async function openWaiting(
  t: TestContext,
  resources: Resource[],
  options: Partial<RestoreOptions> = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'restores-'))
  const path = join(folder, 'restore.json')
  await writeFile(path, JSON.stringify(Object.fromEntries(resources.map(({ id }) => [id, 'b']))))
  const ledger = memoryLedger(resources)
  const mutex = createKeyedMutex()
  const done: string[] = []
  const problems: unknown[] = []
  const restores = await openRestores(folder)
  const begin = () => {
    const end = restores.begin({
      ledger,
      every: 5,
      onProblem: (problem) => void problems.push(problem),
      service: {
        inTurn: ({ addonId }, act) =>
          mutex(addonId, async () => {
            const latest = await ledger.byAddon(addonId)
            if (latest && latest.state !== 'deleted') await act(latest)
          }),
      },
      platform: { putConfig: async (id, { URL }) => void done.push(`put ${id} ${URL}`) },
      pathOf: ({ id }, backupId) => `${id}/${backupId}`,
      async recreate({ id, config }, from) {
        done.push(`recreate ${from}`)
        assert.ok(restores.isPending({ id }))
        return { config }
      },
      async open({ id }) {
        assert.ok(!restores.isPending({ id }))
        done.push(`open ${id}`)
      },
      ...options,
    })
    t.after(end)
  }
  t.after(() => rm(folder, { recursive: true, force: true }))
  const isOver = () =>
    readFile(path).then(
      () => false,
      () => true,
    )
  const over = () => until(isOver, { timeout: 300_000, what: 'the end of the list' })
  return { folder, path, ledger, mutex, done, problems, restores, begin, over }
}

test('restores: a resource is recreated, opened, and always reported to the platform', async (t) => {
  const { begin, over, done, restores } = await openWaiting(t, [resourceOf('r1')])
  assert.ok(restores.isPending({ id: 'r1' }))
  begin()
  await over()
  assert.deepEqual(done, ['recreate r1/b', 'open r1', 'put addon_r1 r1'])
  assert.ok(!restores.isPending({ id: 'r1' }))
})

test('restores: a failed one stays pending and is retried, without blocking others', async (t) => {
  let attempts = 0
  const isFixed = Promise.withResolvers<void>()
  const opened: string[] = []
  const waiting = await openWaiting(t, [resourceOf('bad'), resourceOf('good', 'orga_2')], {
    async recreate({ id, config }) {
      if (id === 'bad' && ++attempts < 3) throw new Error('no')
      if (id === 'bad') await isFixed.promise
      return { config }
    },
    open: async ({ id }) => void opened.push(id),
  })
  const { begin, over, restores, problems } = waiting
  begin()
  await until(() => attempts === 3, { timeout: 300_000, what: 'the third attempt' })
  assert.ok(restores.isPending({ id: 'bad' }))
  assert.deepEqual(opened, ['good'])
  assert.equal(problems.length, 2)
  assert.deepEqual(JSON.parse(await readFile(waiting.path, 'utf8')), { bad: 'b' })
  isFixed.resolve()
  await over()
  assert.deepEqual(opened, ['good', 'bad'])
})

test('restores: an unsuccessful report to the platform is repeated, and nothing is deleted', async (t) => {
  let calls = 0
  const { begin, over, done } = await openWaiting(t, [resourceOf('r1')], {
    platform: {
      async putConfig() {
        calls += 1
        if (calls < 3) throw new Error('no')
      },
    },
  })
  begin()
  await over()
  assert.deepEqual([done, calls], [['recreate r1/b', 'open r1'], 3])
})

test('restores: one waits for its lock, uses the current state, and stays deleted', async (t) => {
  const [gone, kept] = [resourceOf('gone'), resourceOf('kept', 'orga_2')]
  const { begin, over, done, mutex, ledger } = await openWaiting(t, [gone, kept])
  const release = Promise.withResolvers<void>()
  const calls = [gone, kept].map(({ addonId }) => mutex(addonId, () => release.promise))
  begin()
  await ledger.save({ ...gone, config: {}, state: 'deleted' })
  await ledger.save({ ...kept, config: { URL: 'new' }, suspended: true })
  release.resolve()
  await Promise.all(calls)
  await over()
  assert.deepEqual(done, ['recreate kept/b', 'open kept', 'put addon_kept new'])
  assert.equal((await ledger.byId('gone'))?.state, 'deleted')
  assert.equal((await ledger.byId('kept'))?.suspended, true)
})

test('restores: without a list none is pending, and an unreadable list is an error', async (t) => {
  const { folder, path } = await openWaiting(t, [])
  await writeFile(path, '{"r1":')
  await assert.rejects(openRestores(folder), SyntaxError)
  await rm(path)
  assert.ok(!(await openRestores(folder)).isPending({ id: 'r1' }))
})
