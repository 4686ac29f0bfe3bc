import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { createProviderClient } from './provider-client.ts'

const large = 'x'.repeat(3 * 1024 * 1024)
const service = createServer((request, response) => {
  if (request.url === '/none') response.writeHead(404).end()
  else if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': '10' }).write('abc')
    setImmediate(() => response.destroy())
  } else if (request.url !== '/silent') response.end(large)
})
const providerClient = createProviderClient({ allowed: 'loopback', authorities: [] })
let url: string

before(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
after(() => {
  service.closeAllConnections()
  service.close()
})

const open = (path: string, timeout = 60_000) =>
  providerClient.open({ url: `${url}${path}`, credentials: { id: 'a', password: 'b' }, timeout })

test('provider files: a file of any size is complete', async () => {
  const { size, stream } = await open('/file')
  assert.equal(size, large.length)
  assert.equal((await text(stream)).length, large.length)
})

test('provider files: a missing, stalled or interrupted file is an error', async () => {
  await assert.rejects(open('/none'), /answered 404/)
  await assert.rejects(open('/silent', 200), /did not answer \(timeout after/)
  const { stream } = await open('/broken')
  await assert.rejects(text(stream))
})

test('provider files: concurrency is limited', async () => {
  const files = await Promise.all(Array.from({ length: 8 }, () => open('/file')))
  await assert.rejects(open('/file'), /Too many downloads/)
  for (const { stream } of files) stream.destroy()
  await until(
    () =>
      open('/file').then(
        ({ stream }) => !!stream.destroy(),
        () => undefined,
      ),
    {
      timeout: 300_000,
      what: 'room for another',
    },
  )
})
