import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { isBasicAuth } from '#kit/net/basic-auth.ts'
import { logplexBody } from '#protocol/logplex.ts'
import { sendLogs } from '#providers/kit/logs.ts'
import { ProviderRefusalError, platformClient } from './platform-client.ts'

const manifest = { id: 'cache', api: { password: 'secret' } }

test('platform client: calls the vendor API as documented', async (t) => {
  const calls: string[] = []
  const platform = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const isOurs =
      isBasicAuth(request.headers.authorization, { id: 'cache', password: 'secret' }) ||
      isBasicAuth(request.headers.authorization, { id: 'token', password: 'log' })
    calls.push(`${request.method} ${request.url} ${body}`)
    if (!isOurs) return response.writeHead(401).end()
    if (request.url?.endsWith('?offset=0'))
      return response.end('[{"addon_id":"a"},{"addon_id":"b"}]')
    if (request.url?.endsWith('?offset=2')) return response.end('[]')
    if (request.url?.endsWith('/none')) return response.writeHead(404).end('no')
    response.end(request.method === 'GET' ? '{"id":"a"}' : '')
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  t.after(() => platform.close())
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`
  const client = platformClient(`${url}/`, manifest)

  const listed = await Array.fromAsync(client.list())
  assert.deepEqual(
    listed.map(({ addon_id }) => addon_id),
    ['a', 'b'],
  )
  assert.equal((await client.detail('a/b')).id, 'a')
  await client.putConfig('a', { CACHE_URL: 'u' })
  await client.finishMigration('a', { planId: 'plan_1', config: {} })
  await client.consume('a', 1.5)
  await client.logCollector('a')
  await assert.rejects(client.detail('none'), ProviderRefusalError)
  await assert.rejects(platformClient(url, { ...manifest, id: 'x' }).detail('a'), { status: 401 })
  assert.equal(
    await sendLogs(`${url}/logs`, { addonId: 'a', logToken: 'log' }, [{ at: 0, text: 'é' }]),
    200,
  )
  assert.deepEqual(calls.slice(0, -3), [
    'GET /v2/vendor/apps?offset=0 ',
    'GET /v2/vendor/apps?offset=2 ',
    'GET /v2/vendor/apps/a%2Fb ',
    'PUT /v2/vendor/apps/a {"config":{"CACHE_URL":"u"}}',
    'PUT /v2/vendor/apps/a/migration_callback?plan_id=plan_1 {"config":{}}',
    'POST /v2/vendor/apps/a/consumptions {"cost":1.5}',
    'GET /v2/vendor/apps/a/logscollector ',
  ])
})

test('platform client: log lines are prefixed by their length in bytes', () => {
  const body = logplexBody('addon_1', 'tok', [{ at: 0, text: 'é\nx' }])
  const line = '<14>1 1970-01-01T00:00:00.000Z addon_1 tok - - - é x'
  assert.equal(body, `${Buffer.byteLength(line)} ${line}`)
})
