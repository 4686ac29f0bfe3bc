import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '#kit/net/http.ts'

/** A registry behind a proxy that can hold a request back. */
export interface HeldRegistry extends AsyncDisposable {
  /** With the credentials of the registry. */
  url: string
  /** Holds the next upload of a manifest, which ends the push of an image; resolves once it has come. */
  holdManifest(): Promise<void>
}

export async function openHeldRegistry(registry: string): Promise<HeldRegistry> {
  const { hostname: address, port } = new URL(registry)
  let held: (() => void) | undefined
  const server = createServer((asked, answer) => {
    if (held && asked.method === 'PUT' && /\/manifests\//.test(asked.url ?? '')) {
      held()
      held = undefined
      return
    }
    const { method, url: path, headers } = asked
    const passed = request({ host: address, port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.on('error', () => passed.destroy())
    asked.pipe(passed)
  }).listen(0, address)
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(registry), { port: own }).href,
    holdManifest: () =>
      new Promise((resolve) => {
        held = resolve
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
