import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newSecret } from '#kit/text/ids.ts'
import type { Scene } from './scene.ts'

let started: Promise<string> | undefined

/** The one back-up that the provider has of a resource. */
export const backupIdOf = (realId: string): string => `of-${realId}`

/** The one import or export that the provider has of a resource. */
export const transferIdOf = (realId: string): string =>
  createHash('sha256').update(realId).digest('hex').slice(0, 32)

/** A back-up or a transfer of another resource is none of the resource in a path. */
function isForeign(url: string): boolean {
  const { realId = '', backupId, transferId } = inside.exec(url)?.groups ?? {}
  const real = decodeURIComponent(realId)
  if (backupId !== undefined) return decodeURIComponent(backupId) !== backupIdOf(real)
  return transferId !== undefined && transferId !== transferIdOf(real)
}

const inside =
  /\/resources\/(?<realId>[^/]+)\/(backups\/(?<backupId>[^/]+)\/restore$|transfers\/(?<transferId>[^/]+))/

/** What is answered about the contents of a database, and its imports and exports. */
function databaseAnswer(url: string): object {
  const [, realId = '', part] = /\/resources\/([^/]+)\/(contents|transfers)\b/.exec(url) ?? []
  if (part === 'contents') return { entries: [], cursor: '', columns: ['n'], rows: [['1']] }
  const id = transferIdOf(decodeURIComponent(realId))
  return part === 'transfers' ? { id, kind: 'export', state: 'done' } : {}
}

/** A fake provider for every scene that accepts all orders and changes; unref'd, so that the process can exit. */
async function start(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const { method, url = '' } = request
    const status = isForeign(url) ? 404 : 200
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' })
    if (status === 404) return response.end(JSON.stringify({ message: 'There is none.' }))
    const isList = method === 'GET' && url.endsWith('/backups')
    const backup = { date: new Date(0).toISOString(), status: 'success', size: 1 }
    const made = { id: newSecret(20), config: {}, ...backup }
    const restore = url.endsWith('/restore') ? { state: 'saving' } : {}
    const isFolder = /\/files\?(?!.*self=)/.test(url)
    const file = /\/files\?/.test(url) ? { name: 'a file', type: 'file', modified: 0 } : {}
    const folder = isFolder ? { entries: [], next: null } : {}
    response.end(
      JSON.stringify(
        isList ? [] : { ...made, ...restore, ...file, ...folder, ...databaseAnswer(url) },
      ),
    )
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
