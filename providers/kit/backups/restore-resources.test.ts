import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { memoryLedger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { openRestores, type RestoreOptions, UnchangedContentError } from './restore-resources.ts'

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
  let restores = await openRestores(folder)
  const begin = () => {
    const end = restores.begin({
      ledger,
      every: 5,
      onProblem: (problem) => void problems.push(problem),
      service: {
        withLock: ({ addonId }, act) =>
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
      async close({ id }) {
        assert.ok(restores.isPending({ id }))
        done.push(`close ${id}`)
      },
      backups: {
        async makeAndWait({ id }) {
          assert.ok(restores.isPending({ id }))
          done.push(`save ${id}`)
          return { id: 'saved', date: '', status: 'success', size: 1 }
        },
        tryOut: async (_, backupId) => void done.push(`try ${backupId}`),
        keep: () => ({ [Symbol.dispose]: () => {} }),
      },
      report: async (_, sentence) => void done.push(sentence),
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
  return {
    folder,
    path,
    ledger,
    mutex,
    done,
    problems,
    begin,
    over,
    get restores() {
      return restores
    },
    set restores(other) {
      restores = other
    },
  }
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

/** Restores a back-up in place, and returns its last progress. */
async function restoreInPlace(
  { restores }: Awaited<ReturnType<typeof openWaiting>>,
  resource: Resource,
) {
  const progress = () => restores.progressOf(resource, 'wanted')
  assert.equal((await restores.restore(resource, 'wanted')).state, 'saving')
  assert.ok(restores.isPending(resource))
  const isOver = () => ['restored', 'failed'].includes(progress()?.state ?? '')
  await until(isOver, { timeout: 300_000, what: 'the end of the restore' })
  assert.equal(restores.progressOf(resource, 'other'), undefined)
  return progress()
}

test('restores: in place, what is there is saved, and the back-up tried, before anything is replaced', async (t) => {
  const resource = resourceOf('r1')
  const opened = await openWaiting(t, [])
  await opened.ledger.save(resource)
  opened.begin()
  const last = await restoreInPlace(opened, resource)
  assert.deepEqual(last, { state: 'restored', savedId: 'saved', message: '' })
  await opened.over()
  assert.deepEqual(opened.done, [
    ...['close r1', 'save r1', 'try wanted', 'recreate r1/wanted', 'open r1', 'put addon_r1 r1'],
    'The back-up wanted was restored; the previous content is the back-up saved.',
  ])
  assert.ok(!opened.restores.isPending(resource))
})

test('restores: in place, what fails before or during the replacement leaves what was there', async (t) => {
  const resource = resourceOf('r1')
  const untried: Partial<RestoreOptions>[] = [
    { close: () => Promise.reject(new Error('no')) },
    {
      backups: {
        makeAndWait: async () => ({ id: 'saved', date: '', status: 'failed', size: 0 }),
        tryOut: async () => assert.fail('nothing to try'),
        keep: () => ({ [Symbol.dispose]: () => {} }),
      },
    },
  ]
  for (const options of untried) {
    const opened = await openWaiting(t, [], options)
    await opened.ledger.save(resource)
    opened.begin()
    assert.equal((await restoreInPlace(opened, resource))?.state, 'failed')
    assert.ok(opened.done.includes('open r1'), `${opened.done}`)
    assert.ok(!opened.done.some((each) => each.startsWith('recreate')), `${opened.done}`)
    assert.ok(!opened.restores.isPending(resource))
  }

  const from: string[] = []
  const opened = await openWaiting(t, [], {
    async recreate({ config }, path) {
      from.push(path)
      if (path === 'r1/wanted') throw new Error('it is damaged')
      return { config }
    },
  })
  await opened.ledger.save(resource)
  opened.begin()
  const last = await restoreInPlace(opened, resource)
  assert.deepEqual([last?.state, last?.savedId], ['failed', 'saved'])
  assert.match(last?.message ?? '', /The previous content is back/)
  assert.deepEqual(from, ['r1/wanted', 'r1/saved'])
  await opened.over()
})

test('restores: in place, a process that dies in the middle goes on at its next start, or back', async (t) => {
  const resource = resourceOf('r1')
  const dying = await openWaiting(t, [])
  await dying.ledger.save(resource)
  const entry = { r1: { backupId: 'wanted', orElse: 'saved' } }
  await writeFile(dying.path, JSON.stringify(entry))
  const again = await openRestores(dying.folder)
  assert.ok(again.isPending(resource))
  const from: string[] = []
  const end = again.begin({
    ledger: dying.ledger,
    every: 5,
    service: { withLock: async (_, act) => act(resource) },
    platform: { putConfig: async () => {} },
    pathOf: (_, backupId) => backupId,
    async recreate({ config }, path) {
      from.push(path)
      if (path === 'wanted') throw new Error('it is damaged')
      return { config }
    },
    open: async () => {},
    close: async () => {},
    backups: {
      makeAndWait: () => assert.fail('it is saved'),
      tryOut: () => assert.fail('it was tried'),
      keep: () => ({ [Symbol.dispose]: () => {} }),
    },
    report: async () => {},
    onProblem: () => {},
  })
  t.after(end)
  await dying.over()
  assert.deepEqual(from, ['wanted', 'saved'])
})

test('restores: in place, one that is cut or fails again and again ends with what is there, if that can be used', async (t) => {
  const resource = resourceOf('r1')
  const from: string[] = []
  const opened = await openWaiting(t, [], {
    isUsableAlways: true,
    async recreate(_, path) {
      from.push(path)
      throw new Error('there is no room')
    },
  })
  await opened.ledger.save(resource)
  // A process that ended twice in the middle of it.
  const entry = { r1: { backupId: 'wanted', orElse: 'saved', begun: [2, 0] } }
  await writeFile(opened.path, JSON.stringify(entry))
  const again = await openRestores(opened.folder)
  assert.ok(again.isPending(resource) && !again.isMissing(resource))
  opened.restores = again
  opened.begin()
  await opened.over()
  assert.deepEqual(from, ['r1/wanted', 'r1/saved', 'r1/saved', 'r1/saved'])
  assert.deepEqual(opened.done.slice(0, 1), ['open r1'])
  assert.match(opened.done.join(), /All of it is in the back-up saved/)
  assert.ok(!again.isPending(resource))
})

test('restores: in place, one that has changed nothing when it fails is not followed by another', async (t) => {
  const resource = resourceOf('r1')
  const from: string[] = []
  const opened = await openWaiting(t, [], {
    async recreate(_, path) {
      from.push(path)
      throw new UnchangedContentError()
    },
  })
  await opened.ledger.save(resource)
  opened.begin()
  const last = await restoreInPlace(opened, resource)
  assert.deepEqual([last?.state, from], ['failed', ['r1/wanted']])
  assert.match(last?.message ?? '', /The previous content is back/)
  await opened.over()
})
