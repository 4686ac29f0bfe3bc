import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Minimal Node HTTP server with a constant response. Arguments: port, JSON file with the response. */
const [port = '0', file = ''] = process.argv.slice(2)
const { body, headers } = JSON.parse(readFileSync(file, 'utf8'))

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
