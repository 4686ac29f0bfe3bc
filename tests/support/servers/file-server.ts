import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'

/** An HTTP server on this machine. */
export interface FileServer extends AsyncDisposable {
  /** Ends with `/`. */
  address: string
  /** Paths that were asked for, in order. */
  asked: string[]
}

/** Serves the files of a folder. */
export const serveFolder = (folder: string): Promise<FileServer> =>
  serve(async (request, response) => {
    const path = normalize(decodeURIComponent(request.url ?? '/'))
    const bytes = await readFile(join(folder, path)).catch(() => undefined)
    response.statusCode = bytes ? 200 : 404
    response.end(bytes)
  })

/** Serves whatever the listener answers. */
export async function serve(listener: RequestListener): Promise<FileServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    listener(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
