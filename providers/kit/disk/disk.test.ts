import assert from 'node:assert/strict'
import {
  mkdir,
  mkdtemp,
  open,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { boundLog } from './bounded-log.ts'
import { folderSize } from './folder-size.ts'
import { createGrowthWatch } from './growth-watch.ts'
import { assumedGrowth, delays, measureDelay } from './measure-delay.ts'

const megabyte = 1024 * 1024
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-'))
})
after(() => rm(folder, { recursive: true }))

test('folder size: is the allocated space of its files, without holes and link targets', async () => {
  const at = join(folder, 'database')
  await mkdir(join(at, 'below'), { recursive: true })
  await writeFile(join(at, 'table'), Buffer.alloc(megabyte, 1))
  await writeFile(join(at, 'below/table'), Buffer.alloc(megabyte, 1))
  await writeFile(join(at, 'hole'), '')
  await truncate(join(at, 'hole'), 1024 * megabyte)
  await symlink('/usr', join(at, 'link'))
  await symlink(join(at, 'table'), join(at, 'file-link'))
  assert.equal(await folderSize(at), 2 * megabyte)
  assert.equal(await folderSize(join(at, 'link')), 0)
  assert.equal(await folderSize(join(at, 'none')), 0)
})

test('growth watch: a folder is measured before it can reach its limit, and as often as possible beyond it', () => {
  const max = 256 * megabyte
  const delayAt = (bytes: number, before?: number) =>
    measureDelay(
      { bytes, at: 2_000 },
      before === undefined ? undefined : { bytes: before, at: 1_000 },
      max,
    )
  assert.equal(delayAt(0), Math.round((max / assumedGrowth) * 1_000))
  assert.equal(delayAt(max - megabyte), delays.min)
  assert.equal(delayAt(2 * max), delays.min)
  assert.equal(delayAt(150 * megabyte, 0), Math.round((106 / 300) * 1_000))
  assert.equal(measureDelay({ bytes: 0, at: 0 }, undefined, 10_000 * megabyte), delays.max)
})

test('growth watch: a quiet folder is measured again once it is written to', async () => {
  const at = join(folder, 'watched')
  await mkdir(at)
  const sizes: number[] = []
  const problems: unknown[] = []
  const watch = createGrowthWatch((problem) => problems.push(problem), -1)
  watch.add('one', { folder: at, maxBytes: megabyte, onSize: (bytes) => void sizes.push(bytes) })
  const measured = (bytes: number) =>
    until(() => sizes.at(-1) === bytes, { timeout: 300_000, what: `${bytes} bytes` })
  await measured(0)
  await writeFile(join(at, 'table'), Buffer.alloc(8192, 1))
  await measured(8192)
  await rm(join(at, 'table'))
  await measured(0)
  await rm(at, { recursive: true })
  await until(() => watch.keys().length === 0, { timeout: 300_000, what: 'the end of the watch' })
  await watch.close()
  assert.deepEqual([watch.keys(), problems], [[], []])
})

test('bounded log: an open log stays below its limit, with its end kept once', async () => {
  const path = join(folder, 'server.log')
  const server = await open(path, 'a')
  await server.write('a'.repeat(1_000))
  assert.equal(await boundLog(path, 1_000), false)
  await server.write('b'.repeat(500))
  assert.equal(await boundLog(path, 1_000), true)
  assert.equal(await readFile(`${path}.1`, 'utf8'), 'a'.repeat(500) + 'b'.repeat(500))
  await server.write('c')
  await server.close()
  assert.equal(await readFile(path, 'utf8'), 'c')
  assert.equal((await stat(path)).size, 1)
  const link = join(folder, 'link.log')
  await symlink(path, link)
  assert.equal(await boundLog(link, 0), false)
  assert.equal(await readFile(path, 'utf8'), 'c')
})
