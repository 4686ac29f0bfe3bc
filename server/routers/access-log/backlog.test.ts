import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AccessLogLine } from '#platform/model/observability/access-log.ts'
import type { TcpConnection } from '#routers/node/proxy/tcp/tcp-connection.ts'
import { AccessLog } from './access-log.ts'
import { Backlog, offsetsFile } from './backlog.ts'
import { SegmentWriter } from './segment-writer.ts'

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'berth-backlog-'))
  return {
    folder,
    async lines(): Promise<AccessLogLine[]> {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      return texts
        .join('')
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text || '{}'))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Lines that fit while no server reads, of each application in turn. */
function fill(backlog: Backlog, applications: string[]): number[] {
  const size = 100
  const counts = applications.map(() => 0)
  const none = { own: 0, total: 0 }
  while (applications.some((one) => backlog.hasRoomFor(one, none))) {
    for (const [at, one] of applications.entries()) {
      if (!backlog.hasRoomFor(one, none)) continue
      backlog.add('1-1.jsonl', new Map([[one, size]]))
      counts[at] = (counts[at] ?? 0) + size
    }
  }
  return counts
}

test('access log backlog: an application gets as much as is left for others, however much it logs', () => {
  const backlog = new Backlog('', { maxBytes: 30_000 })
  assert.deepEqual(fill(backlog, ['app_loud']), [15_000])
  assert.deepEqual(fill(backlog, ['app_quiet']), [7500])
  const none = { own: 0, total: 0 }
  assert.equal(backlog.hasRoomFor('app_third', none), true)
  assert.equal(
    backlog.hasRoomFor('app_third', { own: 4000, total: 4000 }),
    false,
    'with the buffer',
  )
})

test('access log: while no server reads, a loud application loses its own lines, and is told how many', async () => {
  await using place = await openFolder()
  const backlog = new Backlog(place.folder, { maxBytes: 20_000 })
  const log = new AccessLog(place.folder, 1e9, new SegmentWriter(place.folder, backlog))
  const endpoint = { address: '127.0.0.1', port: 1, localAddress: '127.0.0.1', localPort: 2 }
  const visit = (applicationId: string) =>
    log.addTcp({ applicationId, connection: endpoint } as unknown as TcpConnection)
  visit('app_quiet')
  for (let count = 0; count < 1000; count += 1) visit('app_loud')
  visit('app_quiet')
  log.close()
  const lines = await place.lines()
  const of = (id: string) => lines.filter(({ applicationId }) => applicationId === id)
  assert.equal(of('app_quiet').length, 2)
  const loud = of('app_loud')
  const last = loud.at(-1)
  assert.ok(last && 'dropped' in last)
  assert.ok(loud.length > 10 && loud.length < 200, `${loud.length} lines`)
  assert.equal(loud.length - 1 + last.dropped, 1000)
})

test('access log backlog: what a server has read counts no more, and what is removed unread is counted', async () => {
  await using place = await openFolder()
  const line = `${JSON.stringify({ applicationId: 'app_one' })}\n`
  const write = (name: string, text: string) => writeFile(join(place.folder, name), text)
  await write('1-1.jsonl', line.repeat(10))
  const backlog = new Backlog(place.folder, { maxBytes: 300, maxSegments: 3 })
  assert.equal((await backlog.refresh()).size, 0)
  const none = { own: 0, total: 0 }
  assert.equal(backlog.hasRoomFor('app_two', none), true)
  assert.equal(backlog.hasRoomFor('app_two', { own: 60, total: 60 }), false, 'of an earlier router')
  await write(offsetsFile, JSON.stringify({ '1-1.jsonl': line.length * 10 }))
  await backlog.refresh()
  assert.equal(backlog.hasRoomFor('app_two', { own: 60, total: 60 }), true)

  await write(offsetsFile, JSON.stringify({ '0000-1.jsonl': line.length }))
  await write('0000-1.jsonl', line.repeat(4))
  for (const begin of [2, 3, 4]) await write(`${begin}-1.jsonl`, '')
  const lost = await backlog.refresh()
  assert.deepEqual([...lost], [['app_one', 13]])
  assert.deepEqual((await readdir(place.folder)).filter((name) => name.endsWith('.jsonl')).sort(), [
    '2-1.jsonl',
    '3-1.jsonl',
    '4-1.jsonl',
  ])
})
