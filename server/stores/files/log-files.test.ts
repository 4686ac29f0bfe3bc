import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#kit/concurrency/clock.ts'
import { splitLines } from '#kit/text/lines.ts'
import { logBookContract, messages, newLine } from '#stores/log-book.contract.ts'
import { openLogFiles } from './log-files.ts'

const roomy = { bytes: 64 * 1024 * 1024, age: 7 * 86_400_000 }

async function shelf(retention = roomy, clock = systemClock) {
  const folder = await mkdtemp(join(tmpdir(), 'berth-logs-'))
  return {
    folder,
    open: () => openLogFiles({ folder, retention, clock }),
    segments: () => readdir(join(folder, 'app_one')).catch(() => []),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

logBookContract('files', () => shelf())
logBookContract('files, in many small segments', () => shelf({ bytes: 4_000_000, age: 1e12 }))

test('log files: a line torn by a crash is dropped, and the next one is whole', async () => {
  await using place = await shelf()
  const book = await place.open()
  for (const message of ['one', 'two', 'three']) book.append(newLine(message))
  await book.close()
  const [name = ''] = await place.segments()
  const path = join(place.folder, 'app_one', name)
  const content = await readFile(path)
  await writeFile(path, content.subarray(0, -9))
  const again = await place.open()
  again.append(newLine('four'))
  assert.deepEqual(messages(await again.read('app_one', {})), ['one', 'two', 'four'])
  await again.close()
})

test('log files: a corrupt line in the middle of a file affects no other line', async () => {
  await using place = await shelf()
  const book = await place.open()
  book.append(newLine('one'))
  await book.close()
  const [name = ''] = await place.segments()
  await appendFile(join(place.folder, 'app_one', name), '\0\0\0\n{"id":"12"}\n')
  const again = await place.open()
  again.append(newLine('two'))
  assert.deepEqual(messages(await again.read('app_one', {})), ['one', 'two'])
  await again.close()
})

test('log files: after kill -9 a prefix of the appended lines is there, and ids are not reused', async () => {
  await using place = await shelf()
  const program = `
    import { openLogFiles } from './log-files.ts'
    import { newLine } from '#stores/log-book.contract.ts'
    const [folder] = process.argv.slice(1)
    const book = await openLogFiles({ folder, retention: { bytes: 1e8, age: 1e12 } })
    void (async () => {
      for await (const line of book.follow('app_one', {}, new AbortController().signal)) console.log(line.id)
    })()
    let count = 0
    setInterval(() => { for (let n = 0; n < 200; n++) book.append(newLine('line ' + count++)) }, 1)`
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', place.folder],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const seen: string[] = []
  const feed = splitLines((id) => {
    if (seen.push(id) === 2000) child.kill('SIGKILL')
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => feed.push(text))
  await once(child, 'close')

  const book = await place.open()
  const kept = await book.read('app_one', {})
  assert.deepEqual(
    messages(kept),
    kept.map((_, at) => `line ${at}`),
  )
  book.append(newLine('afterwards'))
  const after = seen.at(-1) ?? ''
  assert.deepEqual(messages(await book.read('app_one', { after })).at(-1), 'afterwards')
  await book.close()
})

test('log files: the oldest segments are removed automatically beyond the byte limit', async () => {
  await using place = await shelf({ bytes: 16_384, age: 1e12 })
  const book = await place.open()
  for (let at = 0; at < 300; at++) {
    book.append(newLine(`${at} ${'x'.repeat(100)}`))
    await book.flush()
  }
  await book.trim()
  const lines = await book.read('app_one', {})
  assert.ok(lines.length > 20 && lines.length < 100, `${lines.length} lines are left`)
  assert.match(lines.at(-1)?.message ?? '', /^299 /)
  assert.match(lines[0]?.message ?? '', new RegExp(`^${300 - lines.length} `))
  await book.close()
})

test('log files: old lines are removed, then their empty folder, and ids continue', async () => {
  let now = 1_000_000
  await using place = await shelf({ bytes: 1e6, age: 1000 }, () => now)
  const book = await place.open()
  book.append(newLine('old'))
  book.append(newLine('other', { applicationId: 'app_two' }))
  const [old] = await book.read('app_one', {})
  await book.close()
  now += 1001
  const again = await place.open()
  await again.trim()
  assert.deepEqual(await readdir(place.folder), [])
  again.append(newLine('new'))
  assert.deepEqual(messages(await again.read('app_one', { after: old?.id ?? '' })), ['new'])
  await again.close()
})

test('log files: a read with a small limit opens only the newest segment', async () => {
  await using place = await shelf({ bytes: 80_000, age: 1e12 })
  const book = await place.open()
  for (let at = 0; at < 200; at++) {
    book.append(newLine(`${at} ${'x'.repeat(100)}`))
    await book.flush()
  }
  const [oldest = ''] = await place.segments()
  const path = join(place.folder, 'app_one', oldest)
  const damaged = (await readFile(path, 'utf8')).replaceAll('xxx', 'yyy')
  await writeFile(path, damaged)
  assert.ok(
    !messages(await book.read('app_one', { limit: 20 }))
      .join()
      .includes('yyy'),
  )
  assert.ok(
    messages(await book.read('app_one', {}))
      .join()
      .includes('yyy'),
  )
  await book.close()
})

test('log files: no file stays open between writes', async () => {
  await using place = await shelf()
  const book = await place.open()
  for (let at = 0; at < 50; at++) book.append(newLine('x', { applicationId: `app_${at}` }))
  await book.flush()
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  assert.deepEqual(
    targets.filter((target) => target.startsWith(place.folder)),
    [],
  )
  await book.close()
})
