import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { listeningOf, parseListening } from './listening.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, state: string, inode: number) =>
  `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 100 0 0 10 0`

test("listening sockets: are read from the kernel's tables, others are left out", () => {
  const table = [
    head,
    row('00000000:1F90', '0A', 11),
    row('0100007F:0BB8', '0A', 12),
    row('0100007F:0BB8', '01', 13),
    row('00000000000000000000000000000000:1F91', '0A', 14),
    row('00000000000000000000000001000000:1F92', '0A', 15),
    row('0000000000000000FFFF00000100007F:1F93', '0A', 16),
    '',
  ].join('\n')
  assert.deepEqual(
    parseListening(table).map(({ host, port }) => `${host} ${port}`),
    ['0.0.0.0 8080', '127.0.0.1 3000', ':: 8081', '::1 8082', '127.0.0.1 8083'],
  )
})

test("listening sockets: on the machine's network only those of the given processes are listed", async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await until(() => server.listening, { timeout: 300_000, what: 'the server' })
  const { port } = server.address() as { port: number }
  const own = await listeningOf([process.pid])
  assert.ok(own.some((socket) => socket.port === port && socket.host === '127.0.0.1'))
  assert.deepEqual(
    await listeningOf([process.ppid]).then((all) => all.filter((socket) => socket.port === port)),
    [],
  )
  server.close()
})
