import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList, connect } from 'node:net'
import { test } from 'node:test'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { endpoint } from './endpoint.ts'
import { createEndpointTable } from './endpoint-table.ts'
import { Reply } from './reply.ts'
import { serve } from './serve.ts'
import type { Serving } from './serving.ts'

test('a stream for a reader who is gone already ends at once', async () => {
  const { promise: isGone, resolve: leave } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const slow = endpoint({
    method: 'GET',
    path: '/slow',
    access: 'anyone',
    summary: 'Streams until its reader is gone',
    async handle() {
      begin()
      await isGone
      return new Reply({
        status: 200,
        headers: {},
        body: '',
        stream: {
          slots: new DisposableStack(),
          send: (_, gone) =>
            gone.aborted ? Promise.resolve() : once(gone, 'abort').then(() => {}),
        },
      })
    },
  })
  const serving = {
    table: createEndpointTable([slow]),
    addresses: () => ({}),
    streams: new Set(),
    origin: () => '',
    trustedProxies: new BlockList(),
    platform: { callLimits: { count() {} } },
    log: assert.fail,
  }
  let served: Promise<void> | undefined
  const server = createServer((request, response) => {
    response.on('close', leave)
    served = serve(serving as unknown as Serving, request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.write('GET /slow HTTP/1.1\r\nhost: here\r\n\r\n')
  await begun
  reader.destroy()
  await isGone
  await withTimeout(served ?? assert.fail(), 2000, 'the end of the stream')
  server.close()
})
