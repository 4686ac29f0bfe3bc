import { createServer } from 'node:http'

/** The least that a Node HTTP server can be: always the same answer. Arguments: port, body, headers as JSON. */
const [port = '0', body = '{}', headers = '{}'] = process.argv.slice(2)
const fields = JSON.parse(headers)

createServer((_request, response) => {
  response.writeHead(200, fields)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
