import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { until } from '#kit/concurrency/timeout.ts'
import { createVault } from '#kit/crypto/vault.ts'
import { basicAuth } from '#kit/net/basic-auth.ts'
import { sessionOver } from '#platform/marketplace/addons/database/session-streams.ts'
import { sessionProtocol } from '#protocol/databases/session-frames.ts'
import type { Manifest } from '#protocol/manifest/manifest.ts'
import { provisionRequest } from '#protocol/provision-request.ts'
import type { BuiltInProvider, Given } from '#providers/kit/built-in-provider.ts'
import { memoryTmpdir } from '#tests/support/memory-folder.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

const password = 'a password with quite some letters in it'
const urls = { base_url: 'http://localhost:1/r', sso_url: 'http://localhost:1/sso' }
const timeout = 60_000
const partBytes = 64 * 1024

/** A built-in provider of databases that is called as the platform calls it. */
export async function openProviderScene(
  providerId: string,
  open: (given: Given) => Promise<BuiltInProvider>,
) {
  const manifest: Manifest = {
    id: providerId,
    api: {
      config_vars: [],
      password,
      sso_salt: password,
      regions: ['eu'],
      production: urls,
      test: urls,
    },
  }
  const platform = createServer((request, response) => {
    request.resume()
    const url = `http://${request.headers.host}/logs`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ url, logplex_token: 't', content_type: '' }))
  })
  platform.listen(0, '127.0.0.1')
  await once(platform, 'listening')
  const folder = await mkdtemp(join(memoryTmpdir(), 'database-'))
  await chmod(folder, 0o711)
  const [access, vault] = [testAccess(), createVault(randomBytes(32))]
  const provider = await open({
    manifest,
    port: 0,
    addonsHost: '127.0.0.1',
    access,
    folder,
    apiUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    vault,
  })
  const { port } = await provider.service.listen(0)
  let orders = 0

  async function tryCall(
    method: string,
    path: string,
    body?: object | Buffer<ArrayBuffer>,
    signal?: AbortSignal,
  ) {
    const isBytes = Buffer.isBuffer(body)
    const response = await fetch(`http://127.0.0.1:${port}/r${path}`, {
      method,
      headers: {
        authorization: basicAuth({ id: manifest.id, password }),
        ...(body && !isBytes ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isBytes ? body : JSON.stringify(body) } : {}),
      ...(signal && { signal }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, bytes, text: bytes.toString('utf8') }
  }
  // biome-ignore lint/suspicious/noExplicitAny: whatever it answers is looked at
  async function call(...request: Parameters<typeof tryCall>): Promise<any> {
    const { status, text } = await tryCall(...request)
    assert.ok(status < 300, `${request[0]} ${request[1]}: ${status} ${text}`)
    return JSON.parse(text)
  }
  /** What a shell without a terminal makes of its input. */
  async function shell(id: string, input: string) {
    const asked = requestOf(`http://127.0.0.1:${port}/r/${id}/sessions?kind=shell`, {
      headers: {
        authorization: basicAuth({ id: manifest.id, password }),
        connection: 'upgrade',
        upgrade: sessionProtocol,
      },
    })
    asked.end()
    const [, socket, head] = await once(asked, 'upgrade')
    socket.unshift(head)
    const { signal } = new AbortController()
    const { stdin, stdout, stderr, ended } = sessionOver(socket, { signal, say: assert.fail })
    stdin.end(input)
    const [printed, complaints, code] = await Promise.all([textOf(stdout), textOf(stderr), ended])
    return { printed: printed.trim(), complaints: complaints.trim(), code }
  }
  async function atEnd(path: string) {
    return until(
      async () => {
        const transfer = await call('GET', path)
        return ['done', 'failed'].includes(transfer.state) && transfer
      },
      { timeout, what: 'the end of a transfer' },
    )
  }

  return {
    folder,
    access,
    vault,
    provider,
    tryCall,
    call,
    shell,
    order: (plan: string, options: Record<string, string> = {}) => {
      orders += 1
      return call(
        ...(['POST', ''] as const),
        provisionRequest({
          addon_id: `addon_${orders}`,
          owner_id: 'orga_1',
          owner_name: 'Ada',
          user_id: 'user_1',
          plan,
          options,
          logplex_token: 't',
          callback_url: 'http://127.0.0.1:1/none',
        }),
      )
    },
    contents: (id: string, body: object, signal?: AbortSignal) =>
      call('POST', `/${id}/contents`, body, signal),
    async refused(id: string, body: object, said: RegExp) {
      const { status, text } = await tryCall('POST', `/${id}/contents`, body)
      assert.equal(status, 422, `${JSON.stringify(body)}: ${text}`)
      assert.match(JSON.parse(text).message, said, JSON.stringify(body))
    },
    async import(id: string, dump: Buffer, { goOn = false } = {}) {
      const order = { kind: 'import', size: dump.length, goOn }
      const { id: transferId } = await call('POST', `/${id}/transfers`, order)
      const path = `/${id}/transfers/${transferId}`
      for (let at = 0; at < dump.length; at += partBytes)
        await call('PUT', `${path}/bytes/${at}`, Buffer.from(dump.subarray(at, at + partBytes)))
      await call('POST', `${path}/start`)
      return atEnd(path)
    },
    async export(id: string, format = '') {
      const { id: transferId } = await call('POST', `/${id}/transfers`, { kind: 'export', format })
      const path = `/${id}/transfers/${transferId}`
      const transfer = await atEnd(path)
      assert.equal(transfer.state, 'done', transfer.message)
      return (await tryCall('GET', `${path}/file`)).bytes
    },
    until: (isSo: () => Promise<boolean>) => until(isSo, { timeout, what: 'what was expected' }),
    async close() {
      await provider.service.close()
      await provider.close?.()
      await provider.stopServers()
      platform.close()
      await rm(folder, { recursive: true })
    },
  }
}
