import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { TcpConnection } from '#routers/node/proxy/tcp/tcp-connection.ts'
import { AccessLog } from './access-log.ts'

test('access log: while the disk hangs nothing is added, and what was lost is reported in one line afterwards', () => {
  let now = 0
  const clock = mock.method(performance, 'now', () => now)
  const lines: string[] = []
  let isFull = true
  const writer = {
    hasRoomFor: () => !isFull,
    add: (line: string) => void lines.push(line),
    close() {},
    onLost() {},
  }
  const log = new AccessLog('', 10, writer)
  const endpoint = { address: '127.0.0.1', port: 1, localAddress: '127.0.0.1', localPort: 2 }
  const finished = { applicationId: 'app_one', connection: endpoint } as unknown as TcpConnection
  for (let second = 0; second < 5; second++) {
    log.addTcp(finished)
    now += 1000
  }
  assert.deepEqual(lines, [])
  isFull = false
  log.addTcp(finished)
  clock.mock.restore()
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).dropped),
    [5, undefined],
  )
})
