import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, Server } from 'node:net'
import { test } from 'node:test'
import { connect } from 'node:tls'
import { until, withTimeout } from '#kit/concurrency/timeout.ts'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { answeringChallenges } from './challenge-server.ts'
import { Challenges } from './challenges.ts'

test('challenge server: a verifier that does not close its side after the handshake holds no connection', async () => {
  const challenges = new Challenges()
  const identity = issueCertificate(createAuthority('An authority'), ['a.test'])
  challenges.set([{ type: 'tls-alpn-01', host: 'a.test', ...identity }])
  const front = answeringChallenges(challenges, new Server())
  const listener = new Server((socket) => front.emit('connection', socket))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const options = {
    port: (listener.address() as AddressInfo).port,
    host: '127.0.0.1',
    servername: 'a.test',
    ALPNProtocols: ['acme-tls/1'],
    rejectUnauthorized: false,
    allowHalfOpen: true,
  }
  const client = connect(options)
  try {
    await withTimeout(once(client, 'secureConnect'), 60_000, 'the handshake')
    assert.equal(client.alpnProtocol, 'acme-tls/1')
    const countOf = () =>
      new Promise<number>((resolve) => listener.getConnections((_, count) => resolve(count)))
    await until(async () => (await countOf()) === 0, { timeout: 300_000, what: 'the end' })
  } finally {
    client.on('error', () => {}).destroy()
    listener.close()
    front.close()
  }
})
