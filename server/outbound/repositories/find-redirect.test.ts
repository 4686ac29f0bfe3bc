import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { createRedirectFinder } from './find-redirect.ts'

/** What is found at a server that answers every request with these lines. */
async function findAt(...lines: string[]): Promise<URL | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://git.test:${(server.address() as AddressInfo).port}/team/shop`)
  try {
    const find = createRedirectFinder(() => '')
    return await find({ url, addresses: ['127.0.0.1'], headers: {} })
  } finally {
    server.close()
  }
}

test('redirect finder: the address of a redirect is found, also one below its own', async () => {
  const absolute = await findAt('HTTP/1.1 301 Moved', 'Location: https://other.test/team/new')
  assert.equal(absolute?.href, 'https://other.test/team/new')
  const relative = await findAt('HTTP/1.1 302 Found', 'Location: /team/new')
  assert.equal(relative?.pathname, '/team/new')
})

test('redirect finder: what is no redirect, or no answer to it, ends with nothing', async () => {
  assert.equal(await findAt('HTTP/1.1 200 OK', 'Location: /new'), undefined)
  assert.equal(await findAt('HTTP/1.1 301 Moved', 'Location: http://['), undefined)
  const switched = await findAt(
    'HTTP/1.1 101 Switching Protocols',
    'Connection: upgrade',
    'Upgrade: raw',
  )
  assert.equal(switched, undefined)
})
