import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { parseClientHello } from './client-hello.ts'

/** The first bytes that Node's TLS client sends. */
function helloOf(servername: string, ALPNProtocols: string[]): Promise<Buffer> {
  return new Promise((resolve) => {
    const socket = new Duplex({
      read() {},
      write: (chunk: Buffer) => resolve(chunk),
    })
    connect({ socket, servername, ALPNProtocols }).on('error', () => {})
  })
}

test('client hello: name and protocols are read, once all of it has arrived', async () => {
  const bytes = await helloOf('Shop.test', ['acme-tls/1'])
  assert.deepEqual(parseClientHello(bytes), { serverName: 'shop.test', protocols: ['acme-tls/1'] })
  for (let length = 0; length < bytes.length; length += 1) {
    assert.equal(parseClientHello(bytes.subarray(0, length)), 'incomplete', `${length}`)
  }
})

test('client hello: one that is split over several records is read', async () => {
  const bytes = await helloOf('a.test', ['h2', 'http/1.1'])
  const message = bytes.subarray(5)
  const records: Buffer[] = []
  for (let at = 0; at < message.length; at += 50) {
    const part = message.subarray(at, at + 50)
    records.push(Buffer.of(0x16, 3, 1, 0, part.length), part)
  }
  const hello = parseClientHello(Buffer.concat(records))
  assert.deepEqual(hello, { serverName: 'a.test', protocols: ['h2', 'http/1.1'] })
})

test('client hello: damaged bytes are never an exception', async () => {
  const bytes = await helloOf('a.test', ['acme-tls/1'])
  for (let at = 0; at < bytes.length; at += 1) {
    for (const value of [0, 1, 0x7f, 0xff]) {
      const damaged = Buffer.from(bytes)
      damaged[at] = value
      parseClientHello(damaged)
    }
  }
  assert.equal(parseClientHello(Buffer.from('GET / HTTP/1.1\r\n')), undefined)
  assert.equal(parseClientHello(Buffer.of(0x16, 3, 1, 0, 4, 1, 0xff, 0xff, 0xff)), undefined)
})

test('client hello: one in thousands of tiny records is given up, because each arrival would read all of them again', () => {
  const message = Buffer.alloc(3000)
  message.set([1, 0, 0x3f, 0xff])
  const records = [...message].map((byte) => Buffer.of(0x16, 3, 1, 0, 1, byte))
  assert.equal(parseClientHello(Buffer.concat(records)), undefined)
  assert.equal(parseClientHello(Buffer.concat(records.slice(0, 10))), 'incomplete')
})
