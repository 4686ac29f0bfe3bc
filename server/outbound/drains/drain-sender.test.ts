import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthority, issueCertificate } from '#kit/crypto/x509.ts'
import { createProviderClient } from '#outbound/providers/provider-client.ts'
import type { PrivateTargets } from '#outbound/providers/targets.ts'
import type { Recipient } from '#platform/model/observability/drain.ts'
import type { DrainMessage } from '#platform/model/observability/drain-sender.ts'
import {
  messagesIn,
  openHttpRecipient,
  openTcpRecipient,
} from '#tests/support/drains/recipients.ts'
import { createDrainSender } from './drain-sender.ts'

const senderFor = (allowed: PrivateTargets, ...authorities: string[]) => {
  const targets = { allowed, authorities }
  return createDrainSender({ httpClient: createProviderClient(targets), ...targets })
}

const message: DrainMessage = {
  id: '0001790000000000',
  date: Date.UTC(2026, 10, 16, 12),
  severity: 'error',
  service: 'application',
  text: 'boom',
  ownerId: 'orga_one',
  resourceId: 'app_one',
  resourceName: 'shop',
  zone: 'par',
  deploymentId: 'deployment_one',
  instanceId: '',
  commit: '',
}
const never = new AbortController().signal
const send = (recipient: Recipient, sender = senderFor('loopback')) =>
  sender.send(recipient, [message], never)

const document = {
  id: message.id,
  message: 'boom',
  ownerId: 'orga_one',
  applicationId: 'app_one',
  name: 'shop',
  zone: 'par',
  deploymentId: 'deployment_one',
}
const date = '2026-11-16T12:00:00.000Z'

test('drain sender: each service gets its own form, with its credentials', async () => {
  await using recipient = await openHttpRecipient((response) => response.end('{"errors":false}'))
  const { url, heard } = recipient
  const last = () => heard.at(-1) ?? assert.fail()
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`

  const { failure, bytes } = await send({
    type: 'RAW_HTTP',
    url,
    username: 'me',
    password: 'secret',
  })
  assert.deepEqual([failure, bytes, last().headers.authorization], ['', last().body.length, basic])
  const raw = { ...document, date, severity: 'error', service: 'application' }
  assert.deepEqual(JSON.parse(last().body), raw)

  await send({
    type: 'ELASTICSEARCH',
    url: `${url}/_bulk`,
    index: 'logs',
    username: 'me',
    password: 'secret',
  })
  assert.match(last().url, /^\/_bulk\?filter_path=errors,/)
  assert.equal(last().headers.authorization, basic)
  const cluster = { type: 'ELASTICSEARCH', index: 'logs' } as const
  for (const address of [url, `${url}/`]) {
    await send({ ...cluster, url: address })
    assert.match(last().url, /^\/_bulk\?filter_path=errors,/)
  }
  const [action = '', source = ''] = last().body.split('\n')
  assert.deepEqual(JSON.parse(action), {
    create: { _index: 'logs-2026.11.16', _id: `app_one-application-${message.id}` },
  })
  const { date: _, ...rest } = raw
  assert.deepEqual(JSON.parse(source), { '@timestamp': date, ...rest })

  await send({ type: 'DATADOG', url: `${url}/v1/input/key`, apiKey: 'dd' })
  assert.equal(last().headers['dd-api-key'], 'dd')
  const [datadog] = JSON.parse(last().body)
  assert.deepEqual(
    [datadog.message, datadog.service, datadog.status, datadog.hostname, datadog.ddsource],
    ['boom', 'shop', 'error', 'app_one', 'berth'],
  )

  await send({ type: 'NEWRELIC', url, apiKey: 'nr' })
  assert.equal(last().headers['api-key'], 'nr')
  const [{ logs }] = JSON.parse(last().body)
  assert.deepEqual([logs[0].timestamp, logs[0].message], [message.date, 'boom'])

  await send({ type: 'BETTERSTACK', url, sourceToken: 'bs' })
  assert.equal(last().headers.authorization, 'Bearer bs')
  const [betterStack] = JSON.parse(last().body)
  assert.deepEqual([betterStack.dt, betterStack.level], [date, 'error'])
})

test('drain sender: Elasticsearch may be busy for a line, refuse it, or have it already', async () => {
  const items = (...statuses: number[]) =>
    JSON.stringify({
      errors: true,
      items: statuses.map((status) => ({ create: { status, error: { reason: 'so' } } })),
    })
  const cases: [string, string, boolean][] = [
    [items(201, 409), '', false],
    [items(201, 400), '', false],
    [items(400), 'It answered 400 for a line: so.', true],
    [items(400, 429), 'It answered 429 for a line: so.', false],
    ['<html>', 'It did not answer like Elasticsearch.', false],
  ]
  let answer = ''
  await using recipient = await openHttpRecipient((response) => response.end(answer))
  for (const [text, failure, isRejected] of cases) {
    answer = text
    const url = `${recipient.url}/_bulk`
    const result = await send({ type: 'ELASTICSEARCH', url, index: 'logs' })
    assert.deepEqual([result.failure, result.isRejected], [failure, isRejected])
  }
})

test('drain sender: redirects are not followed, and what nobody takes is a failure with a reason', async () => {
  await using inner = await openHttpRecipient()
  await using outer = await openHttpRecipient((response) =>
    response.writeHead(302, { location: inner.url }).end(),
  )
  assert.equal((await send({ type: 'RAW_HTTP', url: outer.url })).failure, 'It answered 302.')
  assert.equal(inner.heard.length, 0)
  await using gone = await openTcpRecipient()
  await gone[Symbol.asyncDispose]()
  const { failure } = await send({ type: 'SYSLOG_TCP', url: `tcp://127.0.0.1:${gone.port}` })
  assert.equal(failure, `127.0.0.1:${gone.port} is not reached (connection refused).`)
  const nobody = await send({ type: 'SYSLOG_UDP', url: 'udp://nobody.invalid:514' })
  assert.equal(nobody.failure, 'nobody.invalid:514 is not reached (unknown host).')
})

test('drain sender: a name that leads to a private address is not called', async () => {
  await using recipient = await openTcpRecipient()
  for (const recipientOf of [
    { type: 'SYSLOG_TCP', url: `tcp://localhost:${recipient.port}` },
    { type: 'SYSLOG_UDP', url: `udp://localhost:${recipient.port}` },
  ] as const) {
    const { failure } = await send(recipientOf, senderFor('none'))
    assert.match(failure, /^(127\.0\.0\.1|::1) is a private address/)
  }
  assert.deepEqual(recipient.connections, [])
})

test('drain sender: TLS is verified', async () => {
  const authority = createAuthority('ours')
  await using recipient = await openTcpRecipient(issueCertificate(authority, ['127.0.0.1']))
  const drain = { type: 'SYSLOG_TCP', url: `tls://127.0.0.1:${recipient.port}` } as const
  assert.match((await send(drain)).failure, /certificate not trusted/)
  const { failure } = await send(drain, senderFor('loopback', authority.certificate))
  assert.equal(failure, '')
  const [text = ''] = recipient.connections.flatMap(messagesIn)
  assert.match(
    text,
    /^<131>1 2026-11-16T12:00:00\.000Z app_one app_one - application \[berth@32473 /,
  )
})
