import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { type Answer, ping } from './ping.ts'

/** What is made of the answer of a server that says this to whoever comes, and hangs up or not. */
async function pinged(says: string, { isEnd = false, timeout = 300_000 } = {}): Promise<Answer> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).write(says)
    if (isEnd) socket.end()
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await ping({ port, password: 'x' }, timeout)
  } finally {
    server.close()
  }
}

test('redis ping: a server is ready, busy, loading or silent, by its answer to its administrator', async () => {
  assert.equal(await pinged('+OK\r\n+PONG\r\n'), 'ready')
  assert.equal(await pinged('-ERR max number of clients reached\r\n', { isEnd: true }), 'ready')
  assert.equal(await pinged('+OK\r\n-BUSY Redis is busy running a script.\r\n'), 'busy')
  assert.equal(await pinged('+OK\r\n-LOADING Redis is loading\r\n'), 'loading')
  assert.equal(await pinged('', { timeout: 200 }), 'silent')
})

test('redis ping: who does not know the administrator, or hangs up, is not the server', async () => {
  assert.equal(await pinged('-WRONGPASS invalid\r\n-NOAUTH required\r\n'), 'absent')
  assert.equal(await pinged('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'), 'absent')
  assert.equal(await pinged('', { isEnd: true }), 'absent')
})
