import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { connectionOf } from '#kit/net/connection-facts.ts'
import type { AccessLog } from '#routers/access-log/access-log.ts'
import { startNamed, startWebApplication } from '#tests/support/applications/web-application.ts'
import { routeTo } from '#tests/support/visitors/route.ts'
import { routerContext } from '#tests/support/visitors/router-context.ts'
import { visit } from '#tests/support/visitors/visitor.ts'
import type { RequestRecord } from './request-record.ts'
import { serve } from './serve.ts'

test('proxied request: one whose host moves to another application meanwhile is logged there only', async () => {
  const reached = Promise.withResolvers<Socket>()
  await using dying = await startWebApplication(({ socket }) => reached.resolve(socket))
  await using next = await startNamed('next')
  const logged: unknown[] = []
  const add = ({ applicationId, upstream }: RequestRecord, status: number) =>
    void logged.push([applicationId, upstream?.port, status])
  const context = routerContext({
    accessLog: { add } as unknown as AccessLog,
  })
  const server = createServer((request, response) =>
    serve(context, response, connectionOf(request.socket)),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.table.applyState([routeTo([dying.address], { applicationId: 'app_old' })])
  const { port } = server.address() as AddressInfo
  const visited = visit(port)
  const socket = await reached.promise
  context.table.applyState([routeTo([next.address], { applicationId: 'app_new' })])
  socket.destroy()
  assert.equal((await visited).status, 200)
  server.close()
  assert.deepEqual(logged, [['app_new', next.address.port, 200]])
})
