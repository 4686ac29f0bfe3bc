import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { messages, newLine, take } from '#stores/log-book.contract.ts'
import { openLogFiles } from './log-files.ts'

const retention = { bytes: 64 * 1024 * 1024, age: 1e12 }

test('log files: lines that cannot be written reach followers, and the loss is reported once', async () => {
  await using folder = await temporaryFolder()
  const book = await openLogFiles({ folder: folder.path, retention })
  const following = take(book.follow('app_one', {}, new AbortController().signal), 5)
  const inTheWay = join(folder.path, 'app_one')
  await writeFile(inTheWay, '')
  book.append(newLine('one'))
  await book.flush()
  book.append(newLine('two'))
  book.append(newLine('three'))
  await book.flush()
  await rm(inTheWay)
  book.append(newLine('four'))
  book.append(newLine('five'))
  assert.deepEqual(messages(await following), ['one', 'two', 'three', 'four', 'five'])
  const [notice, ...rest] = await book.read('app_one', {})
  assert.match(notice?.message ?? '', /^3 lines of this log were lost here: E/)
  assert.equal(notice?.severity, 'warning')
  assert.deepEqual(messages(rest), ['four', 'five'])
  await book.close()
})

test('log files: a full disk keeps whole lines, and writing continues when there is space', async (t) => {
  await using folder = await temporaryFolder()
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=256k', 'berth-logs', folder.path] as const
  if ((await run([...mount])).code !== 0) return t.diagnostic('a small disk could not be mounted')
  folder.defer(() => runOrThrow(['umount', '--lazy', folder.path]))

  const ballast = join(folder.path, 'ballast')
  await writeFile(ballast, Buffer.alloc(64 * 1024))
  const book = await openLogFiles({ folder: folder.path, retention })
  for (let at = 0; at < 2000; at++) book.append(newLine(`${at} ${'x'.repeat(200)}`))
  await book.flush()
  await rm(ballast)
  book.append(newLine('room again'))
  await book.close()

  const again = await openLogFiles({ folder: folder.path, retention })
  const lost = /^(\d+) lines of this log were lost here: the disk was full$/
  let next = 0
  let losses = 0
  for (const message of messages(await again.read('app_one', {}))) {
    const count = Number(lost.exec(message)?.[1] ?? 0)
    if (count) losses++
    else assert.equal(message, next === 2000 ? 'room again' : `${next} ${'x'.repeat(200)}`)
    next += count || 1
  }
  assert.equal(next, 2001)
  assert.equal(losses, 1)
  await again.close()
})

async function temporaryFolder() {
  const stack = new AsyncDisposableStack()
  const path = await mkdtemp(join(tmpdir(), 'berth-logs-'))
  stack.defer(() => rm(path, { recursive: true, force: true }))
  return {
    path,
    defer: (undo: () => Promise<unknown>) => stack.defer(async () => void (await undo())),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
