import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '#kit/net/http.ts'

/** A registry behind a proxy that may answer a request itself. */
export interface RegistryProxy extends AsyncDisposable {
  /** With the credentials of the registry. */
  url: string
}

export async function openRegistryProxy(
  registry: string,
  /** Whether it has taken the request. */
  intercept: (asked: IncomingMessage, answer: ServerResponse) => boolean,
): Promise<RegistryProxy> {
  const { hostname: address, port } = new URL(registry)
  const server = createServer((asked, answer) => {
    if (intercept(asked, answer)) return
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
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
