import assert from 'node:assert/strict'
import { test } from 'node:test'
import { socketTarget } from './socket-target.ts'

test('syslog target: ports have defaults, and the one of syslog over TLS means TLS', () => {
  const target = (text: string, transport: 'tcp' | 'udp' = 'tcp') => {
    const { host, port, isTls } = socketTarget(text, transport) ?? assert.fail(text)
    return [host, port, isTls]
  }
  assert.deepEqual(target('tcp://logs.example'), ['logs.example', 514, false])
  assert.deepEqual(target('tcp://logs.example:80'), ['logs.example', 80, false])
  assert.deepEqual(target('tcp://logs.example:6514/'), ['logs.example', 6514, true])
  assert.deepEqual(target('tls://logs.example'), ['logs.example', 6514, true])
  assert.deepEqual(target('tls://logs.example:443'), ['logs.example', 443, true])
  assert.deepEqual(target('udp://logs.example:6514', 'udp'), ['logs.example', 6514, false])
  assert.deepEqual(target('tcp://[::1]:1'), ['::1', 1, false])
  assert.deepEqual(target('tcp://0x7f.1:1'), ['127.0.0.1', 1, false], 'any spelling of an address')
  assert.deepEqual(target('udp://logs.example:514', 'udp'), ['logs.example', 514, false])
  assert.deepEqual(target('syslog://logs.example', 'udp'), ['logs.example', 514, false])
  assert.deepEqual(target('syslog+udp://logs.example:1', 'udp'), ['logs.example', 1, false])
  assert.deepEqual(target('logs.example:5514', 'udp'), ['logs.example', 5514, false])
  assert.deepEqual(target('[::1]:5514', 'udp'), ['::1', 5514, false])
  assert.deepEqual(target('syslog+tls://logs.example'), ['logs.example', 6514, true])
  assert.equal(socketTarget('tcp://logs.example', 'udp'), undefined)
  assert.equal(socketTarget('tcp://a b', 'tcp'), undefined)
  assert.equal(socketTarget('tls://logs.example', 'udp'), undefined)
})
