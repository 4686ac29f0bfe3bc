import assert from 'node:assert/strict'
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { RouterAccessLine } from '#platform/model/observability/access-log.ts'
import { accessLogFolder } from '#routers/control/router-commands.ts'
import { AccessLogReader } from './access-log-reader.ts'

const lineOf = (requestId: string) => `${JSON.stringify({ applicationId: 'app_one', requestId })}\n`

async function openFolder() {
  const top = await mkdtemp(join(tmpdir(), 'berth-access-'))
  const folder = join(top, accessLogFolder)
  await mkdir(folder)
  const seen: string[] = []
  const take = async (lines: RouterAccessLine[]) => {
    for (const { line } of lines) seen.push('requestId' in line ? line.requestId : '')
  }
  return {
    folder,
    seen,
    open: () => AccessLogReader.open(top, take),
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  }
}

test('access log reader: each whole line is read once, over several readers', async () => {
  await using place = await openFolder()
  const segment = join(place.folder, `${Date.now()}-1.jsonl`)
  await writeFile(segment, `${lineOf('a')}not JSON\n${lineOf('b')}{"applicationId":"app_`)
  const first = await place.open()
  await until(() => place.seen.length === 2, { timeout: 300_000, what: 'the first lines' })
  await appendFile(segment, `one","requestId":"c"}\n`)
  await until(() => place.seen.length === 3, { timeout: 300_000, what: 'the torn line' })
  await first.close()
  await appendFile(segment, lineOf('d'))
  await writeFile(join(place.folder, `${Date.now() + 1}-2.jsonl`), lineOf('e'))
  const second = await place.open()
  await second.close()
  assert.deepEqual(place.seen, ['a', 'b', 'c', 'd', 'e'])
})

test('access log reader: finished segments are removed once they were read', async () => {
  await using place = await openFolder()
  const old = Date.now() - 100_000
  await writeFile(join(place.folder, `${old}-1.jsonl`), lineOf('a').repeat(5000))
  await writeFile(join(place.folder, 'other.txt'), 'stays')
  const reader = await place.open()
  await reader.close()
  assert.equal(place.seen.length, 5000)
  assert.deepEqual((await readdir(place.folder)).sort(), ['offsets.json', 'other.txt'])
})

test('access log reader: a server that is killed amid much to read repeats at most one block', async () => {
  await using place = await openFolder()
  const ids = Array.from({ length: 10_000 }, (_, at) => String(at))
  await writeFile(join(place.folder, `${Date.now()}-1.jsonl`), ids.map(lineOf).join(''))
  let blocks = 0
  const killed = await AccessLogReader.open(dirname(place.folder), async (lines) => {
    blocks += 1
    if (blocks > 1) throw new Error('killed')
    for (const { line } of lines) place.seen.push('requestId' in line ? line.requestId : '')
  })
  await until(() => blocks > 1, { timeout: 300_000, what: 'the second block' })
  await killed.close()
  const next = await place.open()
  await next.close()
  assert.deepEqual(place.seen, ids)
})
