import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { createTransfers } from './transfers.ts'

const timeout = 60_000
const resource = (id = 'r-1') => ({ id, addonId: `addon_${id}`, plan: 's' }) as Resource
const importOf = (size: number) => ({ kind: 'import', size, goOn: false, format: '' }) as const
const anExport = { kind: 'export', size: 0, goOn: false, format: '' } as const

/** Transfers of a database whose work waits to be released, or until it is aborted. */
async function open(t: TestContext) {
  const folder = await mkdtemp(join(memoryTmpdir(), 'transfers-'))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const files = join(folder, 'files')
  const imported: string[] = []
  const wait = (signal: AbortSignal) =>
    Promise.race([
      released,
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(new DeclinedError('The client has ended.'))),
      ),
    ])
  const transfers = createTransfers({
    folder: files,
    formats: { plain: '.sql' },
    maxBytes: () => 1_000_000,
    admit: async () => {},
    async importDump(_, { path, signal }) {
      await wait(signal)
      imported.push(await readFile(path, 'utf8'))
      return 'Imported.'
    },
    async exportDump(_, { path, signal }) {
      await writeFile(path, 'begin')
      await wait(signal)
    },
    report: async () => {},
    onProblem: assert.fail,
  })
  t.after(async () => {
    release()
    await transfers.close()
    await rm(folder, { recursive: true })
  })
  const stateOf = (id: string) => transfers.find(resource(), id)
  const ended = (id: string) =>
    until(() => ['done', 'failed'].includes(stateOf(id).state) && stateOf(id), {
      timeout,
      what: 'the end',
    })
  return { transfers, release, imported, stateOf, ended, left: () => readdir(files) }
}

test('transfers: of several that begin at once for one database, one works', async (t) => {
  const { transfers, release, ended, left } = await open(t)
  const begun = await Promise.allSettled(
    Array.from({ length: 5 }, () => transfers.begin(resource(), anExport)),
  )
  const won = begun.filter((each) => each.status === 'fulfilled')
  assert.equal(won.length, 1)
  for (const each of begun)
    if (each.status === 'rejected') assert.match(String(each.reason), /An export .* is under way/)
  await assert.rejects(transfers.begin(resource(), importOf(4)), /is under way: wait for its end/)
  release()
  assert.equal((await ended(won[0]?.value.id ?? '')).state, 'done')
  assert.equal((await left()).length, 1)
})

test('transfers: a part that arrives twice at the same time, or again after an error, is in the file once', async (t) => {
  const { transfers, release, imported, ended } = await open(t)
  const { id } = await transfers.begin(resource(), importOf(200_000))
  const part = (letter: string) => Buffer.from(letter.repeat(100_000))
  const send = (offset: number, letter: string) =>
    transfers.receive(resource(), id, { offset, bytes: part(letter) })
  await Promise.all([send(0, 'a'), send(0, 'a'), send(0, 'a')])
  await Promise.all([send(100_000, 'b'), send(100_000, 'b')])
  await assert.rejects(transfers.receive(resource(), id, { offset: 300_000, bytes: part('c') }))
  await transfers.start(resource(), id)
  release()
  assert.equal((await ended(id)).state, 'done')
  assert.equal(imported.join(), `${'a'.repeat(100_000)}${'b'.repeat(100_000)}`)
})

test('transfers: one that is forgotten while a part arrives leaves no file', async (t) => {
  const { transfers, left } = await open(t)
  const { id } = await transfers.begin(resource(), importOf(1_000_000))
  const bytes = Buffer.alloc(900_000)
  const arriving = transfers.receive(resource(), id, { offset: 0, bytes }).catch(() => {})
  await transfers.cancel(resource(), id)
  await arriving
  await assert.rejects(
    transfers.receive(resource(), id, { offset: 0, bytes: Buffer.alloc(10) }),
    /no such import or export any more/,
  )
  assert.deepEqual(await left(), [])
})

test('transfers: one that the platform ends says why, whether it works or still receives, and leaves no file', async (t) => {
  const { transfers, ended, left } = await open(t)
  for (const isStarted of [false, true]) {
    const { id } = await transfers.begin(resource(), importOf(4))
    await transfers.receive(resource(), id, { offset: 0, bytes: Buffer.from('dump') })
    if (isStarted) await transfers.start(resource(), id)
    transfers.endOf(resource(), 'The add-on was suspended.')
    const { state, message } = await ended(id)
    assert.deepEqual([state, message], ['failed', 'The add-on was suspended.'])
    await assert.rejects(async () => transfers.start(resource(), id), /started before/)
    await until(async () => (await left()).length === 0, { timeout, what: 'no file' })
  }
})

test('transfers: none works while the database is changed otherwise, and none of that begins while one works', async (t) => {
  const { transfers, release, ended } = await open(t)
  const { id } = await transfers.begin(resource(), importOf(4))
  await transfers.receive(resource(), id, { offset: 0, bytes: Buffer.from('dump') })
  {
    using _ = transfers.holdOff(resource(), 'The plan is being changed.')
    await assert.rejects(transfers.start(resource(), id), /The plan is being changed/)
    await assert.rejects(transfers.begin(resource(), anExport), /The plan is being changed/)
    await transfers.begin(resource('r-2'), anExport)
  }
  await transfers.start(resource(), id)
  const change = () => transfers.holdOff(resource(), 'The plan is being changed.')
  assert.throws(change, /An import of this add-on is under way: wait for its end, or cancel it/)
  release()
  await ended(id)
  await until(() => isDone(change), { timeout, what: 'the end of the work' })
})

test('transfers: those that are done keep nobody else from beginning one', async (t) => {
  const { transfers, release } = await open(t)
  release()
  for (let count = 0; count < 70; count += 1) {
    const one = resource(`r-${count}`)
    const { id } = await transfers.begin(one, importOf(1))
    await transfers.receive(one, id, { offset: 0, bytes: Buffer.from('x') })
    await transfers.start(one, id)
    await until(() => transfers.find(one, id).state === 'done', { timeout, what: 'the end' })
  }
})

function isDone(act: () => Disposable): boolean {
  try {
    act()[Symbol.dispose]()
    return true
  } catch {
    return false
  }
}
