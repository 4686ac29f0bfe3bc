import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

/** Serves the archive of a package to whoever has the credentials, and to anybody the paths that were asked for. */
const { ARCHIVE = '', CREDENTIALS = '', PORT = '' } = process.env
const archive = await readFile(ARCHIVE)
const asked: string[] = []

createServer((request, response) => {
  if (request.url === '/asked') return response.end(asked.join('\n'))
  asked.push(request.url ?? '')
  const expected = `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`
  if (request.headers.authorization !== expected) return response.writeHead(401).end()
  if (request.url !== '/greeting.tar') return response.writeHead(404).end()
  return response.end(archive)
}).listen(Number(PORT), '0.0.0.0', () => console.log('ready'))
