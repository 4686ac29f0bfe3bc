import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { leftOf } from '#tests/support/engine/machine.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { refusedStart } from '#tests/support/platform/refused-start.ts'

/** Unusable data folders are refused with a message and left unchanged. */
let berth: TestBerth
const path = (name: string) => join(berth.data, name)

before(async () => {
  berth = await TestBerth.start()
  await berth.signal('SIGINT')
})
after(() => berth?.[Symbol.asyncDispose]())

test('data folder: a file, or a path below one, is refused', async () => {
  const file = join(berth.folder, 'file')
  await writeFile(file, 'kept')
  for (const data of [file, join(file, 'below')]) {
    const [line = ''] = await refusedStart({ ...berth.settings, BERTH_DATA: data })
    assert.match(line, /BERTH_DATA=.*cannot be used/)
  }
  assert.equal(await readFile(file, 'utf8'), 'kept')
})

test('data folder: one that cannot be created is refused', async () => {
  const [line = ''] = await refusedStart({ ...berth.settings, BERTH_DATA: '/sys/berth' })
  assert.match(line, /BERTH_DATA=\/sys\/berth cannot be used/)
})

test('data folder: one of a newer version is refused', async () => {
  const change = (statement: string) => {
    const database = new DatabaseSync(path('berth.sqlite'))
    database.prepare(statement).run()
    database.close()
  }
  change("insert into migrations (name, date) values ('9999-of-the-future', 1)")
  const before = await readFile(path('berth.sqlite'))
  const [line = ''] = await refusedStart(berth.settings)
  assert.match(line, /newer version of Berth.*9999-of-the-future.*nothing was changed/)
  assert.ok(before.equals(await readFile(path('berth.sqlite'))))
  assert.deepEqual(await leftOf(berth.data), [])
  change("delete from migrations where name = '9999-of-the-future'")
})

interface Damage {
  file: string
  /** `undefined`: the file is deleted. */
  content: string | undefined
  sentence: RegExp
}

const damages: Damage[] = [
  { file: 'secret.key', content: undefined, sentence: /secret\.key is gone.*put it back/ },
  { file: 'secret.key', content: 'short', sentence: /secret\.key is not a key/ },
  { file: 'secret.key', content: 'a'.repeat(64), sentence: /is not the key of .*berth\.sqlite/ },
  { file: 'berth.sqlite', content: 'no database'.repeat(9), sentence: /is damaged.*back-up/ },
  { file: 'admin.json', content: '{', sentence: /admin\.json cannot be read/ },
]

for (const { file, content, sentence } of damages) {
  const what = content === undefined ? 'gone' : content.slice(0, 11)
  test(`data folder: one whose ${file} is ${JSON.stringify(what)} is refused`, async () => {
    await rename(path(file), path('kept'))
    if (content !== undefined) await writeFile(path(file), content)
    const [line = '', ...more] = await refusedStart(berth.settings)
    assert.match(line, sentence)
    assert.deepEqual(more, [])
    assert.deepEqual(await leftOf(berth.data), [])
    await rename(path('kept'), path(file))
  })
}

test('data folder: a missing admin.json is accepted, because only the operator needs it', async () => {
  await rename(path('admin.json'), path('kept'))
  const before = berth.output.length
  const said = () => berth.output.slice(before)
  const server = berth.spawnServer([])
  try {
    const isReady = () => said().includes('at the next start')
    await until(isReady, { timeout: 300_000, what: 'the start without admin.json' })
    assert.doesNotMatch(said(), /admin\.json|--local/)
    assert.equal(existsSync(path('admin.json')), false)
  } finally {
    server.kill('SIGINT')
    await until(() => server.exitCode !== null, { timeout: 300_000, what: 'the end' })
    await rename(path('kept'), path('admin.json'))
  }
})

test('data folder: the platform still starts after all refusals', async () => {
  await berth.start()
  assert.equal((await berth.client.self.get()).email, 'admin@localhost')
  await berth.signal('SIGINT')
})

test('data folder: an interrupted first start is repeated', async () => {
  for (const name of ['', '-wal', '-shm']) await rm(path(`berth.sqlite${name}`), { force: true })
  const before = berth.admin
  await berth.start()
  assert.notEqual(berth.admin.token, before.token)
  assert.equal((await berth.client.self.get()).email, 'admin@localhost')
})

test('data folder: one that belongs to another user is refused and left unchanged', async () => {
  const data = join(berth.folder, 'foreign')
  await mkdir(data)
  await chown(data, 65_534, 65_534)
  const [line = ''] = await refusedStart({ ...berth.settings, BERTH_DATA: data })
  assert.match(line, /belongs to another user \(65534\)/)
  assert.deepEqual(await readdir(data), [])
})
