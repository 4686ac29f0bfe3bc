import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PushedApplication, startedByNode } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'

/** A Node application behind a proxy of its own repository, then behind a door that stays shut. */
let berth: TestBerth
let shop: PushedApplication

before(async () => {
  berth = await TestBerth.lease()
  shop = await PushedApplication.create(berth, 'shop')
})
after(() => berth?.[Symbol.asyncDispose]())

const server = `require('node:http')
  .createServer((request, response) => response.end('on ' + process.env.PORT + ' for ' + request.headers['x-proxy']))
  .listen(process.env.PORT, '0.0.0.0')`

const proxy = `const http = require('node:http')
const [listen, forward] = process.argv.slice(2)
http.createServer((request, response) => {
  const headers = { ...request.headers, 'x-proxy': listen }
  http.get({ port: forward, path: request.url, headers }, (answer) => answer.pipe(response))
}).listen(listen, '0.0.0.0')`

const set = (variables: Record<string, string>) =>
  berth.client.environment.replace(shop.record, { ...startedByNode, ...variables })

test('request flow: visitors reach the application through a proxy of the repository', async () => {
  await set({
    CC_REQUEST_FLOW: 'custom',
    CC_REQUEST_FLOW_CUSTOM: 'node proxy.js @@LISTEN_PORT@@ @@FORWARD_PORT@@',
  })
  const files = { 'package.json': '{"name":"shop"}', 'server.js': server, 'proxy.js': proxy }
  const { state } = await shop.deploy(files)
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.equal((await shop.visit()).body, 'on 9000 for 8080')
})

test('request flow: block keeps visitors out', async () => {
  await set({ CC_REQUEST_FLOW: 'block' })
  const { state } = await shop.deploy({})
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.deepEqual([(await shop.visit()).status, (await shop.visit()).body], [200, ''])
})
