import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { TestBuiltInProvider } from '#tests/support/providers/built-in-provider.ts'
import { testAccess } from '#tests/support/servers/server-access.ts'

/** What arrives at a place where the operator has a server, which answers that this is done. */
async function openListener() {
  const heard: { line: string; body: string; key: string }[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const [, key = ''] = /Credential=([^/]+)/.exec(request.headers.authorization ?? '') ?? []
    heard.push({ line: `${request.method} ${request.url}`, body, key })
    response.statusCode = request.url?.startsWith('/update-user') ? 404 : 200
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, heard, close: () => void server.close().closeAllConnections() }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += part
  return text
}

test('cellar provider: an order is an account at the server that the operator names, and its keys', async (t) => {
  const listener = await openListener()
  t.after(listener.close)
  const { url } = listener
  const choices = { url, adminUrl: url, keyId: 'admin', secret: 'a secret' }
  const provider = await TestBuiltInProvider.open('cellar', [], testAccess(), choices)
  t.after(() => provider.close())
  const { id, config } = await provider.order('addon_1', 's')
  assert.deepEqual(Object.keys(config).toSorted(), [
    'CELLAR_ADDON_HOST',
    'CELLAR_ADDON_KEY_ID',
    'CELLAR_ADDON_KEY_SECRET',
    'CELLAR_ADDON_URL',
  ])
  const made = listener.heard.find(({ line }) => line === 'PATCH /create-user') ?? assert.fail()
  assert.equal(made.key, 'admin')
  const { CELLAR_ADDON_KEY_ID: keyId, CELLAR_ADDON_KEY_SECRET: secret } = config
  assert.equal(
    made.body,
    `<Account><Access>${keyId}</Access><Secret>${secret}</Secret><Role>userplus</Role></Account>`,
  )
  assert.deepEqual(await provider.order('addon_1', 's'), { id, config })
  await provider.call('DELETE', `/${id}`)
  assert.ok(listener.heard.some(({ line }) => line === `PATCH /delete-user?access=${keyId}`))
})

test('cellar provider: without its program, an order fails and is tried again by the platform', async (t) => {
  const choices = { program: '/nowhere/versitygw' }
  const provider = await TestBuiltInProvider.open('cellar', [], testAccess(), choices)
  t.after(() => provider.close())
  assert.equal((await provider.ask('POST', '', {})).status, 400)
  await assert.rejects(provider.order('addon_1', 's'), /500/)
})
