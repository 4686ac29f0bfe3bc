const manifest = '{"name":"app","version":"1.0.0","scripts":{"start":"node server.js"}}'

const server = (answer: string) => `const fs = require('node:fs')
const http = require('node:http')
const net = require('node:net')
const line = (target) => new Promise((resolve) => {
  const [host, port] = target.split(':')
  const socket = net.connect({ host, port, timeout: 60_000 }, () => socket.write('PING\\r\\n'))
  socket.once('data', (data) => resolve(String(data)) ?? socket.destroy())
  socket.once('timeout', () => resolve('no answer') ?? socket.destroy())
  socket.once('error', (error) => resolve(error.code))
})
const ask = (url) => fetch(url, { signal: AbortSignal.timeout(60_000) })
  .then((answer) => answer.text(), (error) => error.cause?.code ?? error.name)
http.createServer(async (request, response) => {
  const [path, target] = request.url.split('?')
  if (path === '/hosts') return response.end(fs.readFileSync('/etc/hosts'))
  response.end(path === '/ask' ? await ask(target) : path === '/line' ? await line(target) : '${answer}')
}).listen(8080, '0.0.0.0')
`

/**
 * Files of an application that answers with a text; `/ask?<url>` with what it gets from there, `/line?<host>:<port>` with the answer to a
 * PING, `/hosts` with its hosts file.
 */
export const relayServer = (answer: string): Record<string, string> => ({
  'package.json': manifest,
  'server.js': server(answer),
})
