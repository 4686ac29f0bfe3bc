import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from '#kit/net/http.ts'

/** A registry that has no image and answers every upload with an error. */
export interface RefusingRegistry extends AsyncDisposable {
  host: string
}

export async function openRefusingRegistry(
  address: string,
  status: number,
  message: string,
): Promise<RefusingRegistry> {
  const server = createServer((request, response) => {
    const isUpload = request.method === 'POST'
    const isProbe = request.url === '/v2/'
    const code = isUpload ? 'DENIED' : 'MANIFEST_UNKNOWN'
    const text = isUpload ? message : 'manifest unknown'
    response.writeHead(isProbe ? 200 : isUpload ? status : 404, {
      'content-type': 'application/json',
    })
    response.end(isProbe ? '{}' : JSON.stringify({ errors: [{ code, message: text }] }))
  }).listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `${address}:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
