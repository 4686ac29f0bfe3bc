import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import { ClientLimits } from '#kit/net/limits/client-limits.ts'
import { serve } from '#routers/node/proxy/serve.ts'
import { startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerContext } from '#tests/support/visitors/router-context.ts'
import { beginVisit, visit, visitRaw } from '#tests/support/visitors/visitor.ts'

const timeout = 300_000

/** A listener with these limits before an application that holds requests of `/held`. */
async function openScene(limits: ClientLimits, trustedProxies?: BlockList) {
  const held: ServerResponse[] = []
  const application = await startWebApplication((request, response) => {
    if (request.url === '/held') held.push(response)
    else response.end('well')
  })
  const context = routerContext({
    limits,
    trustedProxies,
  })
  context.table.applyState([routeTo([application.address])])
  const server = createServer((request, response) =>
    serve(context, response, connectionOf(request.socket)),
  )
  server.on('connection', (socket) => limits.open(socket) || socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    held,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await application[Symbol.asyncDispose]()
    },
  }
}

test('visitor limits: behind a trusted proxy the requests of each visitor are counted, not the connections of the proxy', async () => {
  const trustedProxies = new BlockList()
  trustedProxies.addAddress('127.0.0.1')
  const limits = new ClientLimits({ maxPerClient: 2, trustedProxies })
  await using scene = await openScene(limits, trustedProxies)
  const from = (source: string) => ({ headers: { 'X-Forwarded-For': source } })
  const visits = ['2001:db8::1', '2001:db8::2', '192.0.2.7'].map((source) =>
    beginVisit(scene.port, { ...from(source), path: '/held' }).on('error', () => {}),
  )
  for (const each of visits) each.end()
  await until(() => scene.held.length === 3, { timeout, what: 'the requests' })
  const refused = await visit(scene.port, from('2001:db8::3'))
  assert.equal(refused.status, 503)
  assert.equal((await visit(scene.port, from('192.0.2.7'))).body, 'well')
  assert.deepEqual(limits.refused, { connections: 0, idleConnections: 0, requests: 1 })
  for (const response of scene.held) response.end()
  const isServed = async () => (await visit(scene.port, from('2001:db8::3'))).status === 200
  await until(isServed, { timeout, what: 'room for another' })
})

test('visitor limits: pipelined requests count beside their connection, and those beyond the limit get 503', async () => {
  const limits = new ClientLimits({ maxPerClient: 3 })
  await using scene = await openScene(limits)
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: app.test\r\n\r\n`
  const heard = visitRaw(scene.port, request('/held').repeat(5), /(HTTP\/1\.1 [\s\S]*){5}/)
  await until(() => limits.refused.requests === 2, { timeout, what: 'the refusals' })
  await until(() => scene.held.length === 3, { timeout, what: 'the requests' })
  for (const response of scene.held) response.end()
  const statuses = [...(await heard).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, ['200', '200', '200', '503', '503'])
})

test('visitor limits: 0 stands for no limit', async () => {
  const limits = new ClientLimits({ maxPerClient: 0 })
  await using scene = await openScene(limits)
  assert.equal((await visit(scene.port)).body, 'well')
  assert.deepEqual(limits.refused, { connections: 0, idleConnections: 0, requests: 0 })
})
