import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { forwardCommand } from './forward-port.ts'

test('port forwarding: bytes and their end pass both ways, on either loopback address', async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
    server.listen(0, host)
    await once(server, 'listening')
    const command = forwardCommand(host, (server.address() as AddressInfo).port)
    assert.ok(command)
    const [program, ...words] = command
    const child = spawn(program, words, { timeout: 60_000 })
    const input = 'there and back\r\n\0'.repeat(20_000)
    child.stdin.end(input)
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    assert.equal(errors, '')
    assert.ok(out === input, `${host}: ${out.length} of ${input.length}`)
    server.close()
  }
})

test('port forwarding: nothing but a port of the instance itself is forwarded', () => {
  for (const [host, port] of [
    ['192.0.2.1', 80],
    ['127.0.0.2', 80],
    ['::', 80],
    ['localhost.example', 80],
    ['localhost', 0],
    ['localhost', 65_536],
    ['localhost', 1.5],
  ] as const)
    assert.equal(forwardCommand(host, port), undefined, `${host} ${port}`)
})
