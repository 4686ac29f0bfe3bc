import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newSecret } from '#kit/text/ids.ts'
import type { Scene } from './scene.ts'

let started: Promise<string> | undefined

/** A fake provider for every scene that accepts all orders and changes; unref'd, so that the process can exit. */
async function start(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
    const { method, url = '' } = request
    const isList = method === 'GET' && url.endsWith('/backups')
    const backup = { date: new Date(0).toISOString(), status: 'success', size: 1 }
    const made = { id: newSecret(20), config: {}, ...backup }
    const restore = url.endsWith('/restore') ? { state: 'saving' } : {}
    response.end(JSON.stringify(isList ? [] : { ...made, ...restore }))
  })
  server.unref().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Points the scene's provider to the fake service. */
export async function withProvider({ setup, provider }: Scene): Promise<void> {
  started ??= start()
  const url = await started
  const urls = { base_url: `${url}/resources`, sso_url: `${url}/sso` }
  const { manifest } = provider
  await setup.platform.store.providers.change(provider.id, {
    manifest: { ...manifest, api: { ...manifest.api, test: urls, production: urls } },
  })
}
