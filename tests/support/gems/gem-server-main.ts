import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** A gem server with the compact index that `pack-gems.rb` has written to the folder `GEMS`. */
const { GEMS = '' } = process.env

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://gems')
  if (pathname === '/asked') return response.end(`${asked.join('\n')}\n`)
  asked.push(pathname)
  const bytes = await readFile(join(GEMS, pathname)).catch(() => undefined)
  response.statusCode = bytes ? 200 : 404
  return response.end(bytes)
})
const asked: string[] = []
server.listen(8808, '0.0.0.0', () => console.log('ready'))
