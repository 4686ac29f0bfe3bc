import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Duplex, Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import {
  type ProviderCall,
  ProviderUnreachableError,
} from '#platform/model/marketplace/provider-client.ts'
import { openOddProvider } from '#tests/support/providers/odd-provider.ts'
import { createProviderClient } from './provider-client.ts'
import type { PrivateTargets } from './targets.ts'

const providerClientFor = (allowed: PrivateTargets, ...authorities: string[]) =>
  createProviderClient({ allowed, authorities })

const callOf = (url: string, wanted: Partial<ProviderCall> = {}): ProviderCall => ({
  method: 'POST',
  url,
  credentials: { id: 'pigeon', password: 'pa:ß' },
  body: { addon_id: 'addon_1' },
  timeout: 300_000,
  ...wanted,
})

const fateOf = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('there was an answer'),
    (error) => {
      assert.ok(error instanceof ProviderUnreachableError, String(error))
      return [error.fate, error.message] as const
    },
  )

test('provider client: sends its credentials and request, and returns the response unchanged', async () => {
  await using service = await openOddProvider()
  service.behave(() => ({ status: 418, body: 'short and stout' }))
  const answer = await providerClientFor('loopback').call(callOf(service.url))
  assert.deepEqual([answer.status, answer.text], [418, 'short and stout'])
  assert.ok(answer.duration > 0)
  const [visit] = service.visits
  assert.deepEqual(visit?.body, { addon_id: 'addon_1' })
  const [, pair = ''] = visit?.authorization.split(' ') ?? []
  assert.equal(Buffer.from(pair, 'base64').toString(), 'pigeon:pa:ß')
})

test('provider client: does not follow redirects', async () => {
  await using service = await openOddProvider()
  const location = service.url
  service.behave(() => ({ status: 307, headers: { location } }))
  assert.equal((await providerClientFor('loopback').call(callOf(service.url))).status, 307)
  assert.equal(service.visits.length, 1)
})

test('provider client: a connection that was upgraded and is reset before anybody listens ends, and is no error of this process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
      setTimeout(() => socket.resetAndDestroy(), 50)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}/`
  const socket = await providerClientFor('loopback').upgrade({ ...callOf(url), protocol: 'x' })
  assert.ok(socket instanceof Duplex)
  await new Promise<void>((resolve) => socket.once('close', resolve))
  server.close()
})

describe('provider client: a non-public address', () => {
  const addresses: [string, PrivateTargets[]][] = [
    ['https://127.0.0.1/', ['loopback', 'all']],
    ['https://127.1/', ['loopback', 'all']],
    ['https://2130706433/', ['loopback', 'all']],
    ['https://0x7f.0.0.1/', ['loopback', 'all']],
    ['https://[::1]/', ['loopback', 'all']],
    ['https://[::ffff:127.0.0.1]/', ['loopback', 'all']],
    ['http://127.0.0.1:1/', ['loopback', 'all']],
    ['https://10.1.2.3/', ['all']],
    ['https://[::ffff:10.1.2.3]/', ['all']],
    ['https://169.254.169.254/latest/', []],
    ['https://168.63.129.16/', []],
    ['https://100.100.100.200/', []],
    ['https://192.0.0.192/', []],
    ['https://[fd00:ec2::254]/', []],
    ['https://192.168.0.1/', ['all']],
    ['https://172.31.255.255/', ['all']],
    ['https://100.64.0.1/', ['all']],
    ['https://0.0.0.0/', ['all']],
    ['https://[::]/', ['all']],
    ['https://[fe80::1]/', []],
    ['https://[fd00::1]/', ['all']],
    ['https://[64:ff9b::a00:1]/', ['all']],
    ['https://[2002:a00:1::]/', ['all']],
    ['https://[::7f00:1]/', ['all']],
    ['https://[::ffff:0:7f00:1]/', ['all']],
    ['https://[fec0::1]/', ['all']],
    ['https://[2001::a00:1]/', ['all']],
    ['https://192.0.2.1/', ['all']],
    ['https://192.88.99.1/', ['all']],
    ['https://198.51.100.1/', ['all']],
    ['https://203.0.113.1/', ['all']],
    ['https://[100::1]/', ['all']],
    ['https://[2001:20::1]/', ['all']],
    ['https://[2001:db8::1]/', ['all']],
    ['https://[3fff::1]/', ['all']],
    ['https://[4000::1]/', ['all']],
    ['https://[5f00::1]/', ['all']],
    ['https://224.0.0.1/', ['all']],
    ['https://255.255.255.255/', ['all']],
    ['https://8.8.8.8/', ['none', 'loopback', 'all']],
    ['https://[2606:4700::1]/', ['none', 'loopback', 'all']],
    ['http://8.8.8.8/', []],
    ['http://example.org/', []],
    ['https://example.org/x', ['none', 'loopback', 'all']],
    ['ftp://example.org/', []],
    ['https://user:password@example.org/', []],
    ['not an address', []],
  ]
  for (const [url, allowedBy] of addresses) {
    test(`${url} is allowed by ${allowedBy.join(' and ') || 'nobody'}`, () => {
      for (const allowed of ['none', 'loopback', 'all'] as const) {
        const objection = providerClientFor(allowed).objectionTo(url)
        assert.equal(
          objection === undefined,
          allowedBy.includes(allowed),
          `${allowed}: ${objection}`,
        )
      }
    })
  }

  test('is not reached through a name either', async () => {
    const { port, server, visits } = await listen()
    const call = callOf(`https://localhost:${port}/`)
    const [fate, sentence] = await fateOf(providerClientFor('none').call(call))
    assert.equal(fate, 'unsent')
    assert.match(sentence, /(127\.0\.0\.1|::1) is a private address/)
    assert.equal(visits(), 0)
    server.close()
  })

  test('is reached through a name where that is allowed', async () => {
    await using service = await openOddProvider()
    const url = service.url.replace('127.0.0.1', 'localhost')
    assert.equal((await providerClientFor('loopback').call(callOf(url))).status, 200)
  })
})

describe('provider client: without a response', () => {
  const providerClient = providerClientFor('loopback')

  test('reports a request that was never sent when nothing listens or the host does not exist', async () => {
    const { port, server } = await listen()
    server.close()
    await once(server, 'close')
    const [fate, sentence] = await fateOf(providerClient.call(callOf(`http://127.0.0.1:${port}/`)))
    assert.deepEqual(
      [fate, sentence],
      ['unsent', `127.0.0.1:${port} did not answer (connection refused).`],
    )
    const nobody = await fateOf(providerClient.call(callOf('https://nobody.invalid/')))
    assert.deepEqual(nobody, ['unsent', 'nobody.invalid did not answer (unknown host).'])
  })

  test('reports a lost response when the provider hangs, disconnects, or sends too much', async () => {
    await using service = await openOddProvider()
    service.behave(() => 'hang')
    const late = await fateOf(providerClient.call(callOf(service.url, { timeout: 200 })))
    assert.deepEqual(late, [
      'lost',
      `${new URL(service.url).host} did not answer (timeout after 0.2 s).`,
    ])
    service.behave(() => 'drop')
    assert.match(
      (await fateOf(providerClient.call(callOf(service.url)))).join(),
      /^lost,.* did not answer \(connection reset\)/,
    )
    service.behave(() => ({ status: 200, body: Readable.from(megabytes(100)) }))
    assert.match(
      (await fateOf(providerClient.call(callOf(service.url)))).join(),
      /^unusable,.*is longer/,
    )
  })

  test('reports a lost response when the body never ends', async () => {
    await using service = await openOddProvider()
    service.behave(() => ({ status: 200, body: new Readable({ read() {} }) }))
    const late = providerClient.call(callOf(service.url, { timeout: 200 }))
    assert.match((await fateOf(late)).join(), /^lost,.*did not answer \(timeout after/)
  })

  test('stops waiting when the server closes', async () => {
    await using service = await openOddProvider()
    service.behave(() => 'hang')
    const ending = new AbortController()
    const call = providerClient.call(callOf(service.url), ending.signal)
    ending.abort()
    const [fate] = await fateOf(call)
    assert.ok(fate === 'lost' || fate === 'unsent')
  })
})

test('provider client: of an endless error response the beginning is used', async () => {
  await using service = await openOddProvider()
  service.behave(() => ({ status: 500, body: Readable.from(megabytes(100)) }))
  const { status, text } = await providerClientFor('loopback').call(callOf(service.url))
  assert.deepEqual([status, text.length], [500, 1024 * 1024])
})

describe('provider client: a certificate', () => {
  const authority = createAuthority('ours')
  const providerClient = providerClientFor('loopback', authority.certificate)

  test('of an authority that the platform trusts is accepted', async () => {
    await using service = await openOddProvider(issueCertificate(authority, ['127.0.0.1']))
    assert.equal((await providerClient.call(callOf(service.url))).status, 200)
  })

  test('of another authority, or for another host, means that nothing is sent', async () => {
    const stranger = createAuthority('a stranger')
    for (const identity of [
      issueCertificate(stranger, ['127.0.0.1']),
      issueCertificate(authority, ['elsewhere.test']),
    ]) {
      await using service = await openOddProvider(identity)
      const [fate, sentence] = await fateOf(providerClient.call(callOf(service.url)))
      assert.equal(fate, 'unsent')
      assert.match(sentence, /certificate not trusted/)
      assert.deepEqual(service.visits, [])
    }
  })
})

function* megabytes(count: number) {
  const one = Buffer.alloc(1024 * 1024, 'x')
  for (let at = 0; at < count; at++) yield one
}

async function listen() {
  let count = 0
  const server = createServer(() => count++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { server, port, visits: () => count }
}
