import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** Serves the files of the folder `SERVED` at the port 8808, and says at `/asked` what it was asked for. */
const { SERVED = '' } = process.env

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://served')
  if (pathname === '/asked') return response.end(`${asked.join('\n')}\n`)
  asked.push(pathname)
  const bytes = await readFile(join(SERVED, pathname)).catch(() => undefined)
  response.statusCode = bytes ? 200 : 404
  return response.end(bytes)
})
const asked: string[] = []
server.listen(8808, '0.0.0.0', () => console.log('ready'))
