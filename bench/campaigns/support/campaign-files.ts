/**
 * An application that returns its deployment, echoes bodies and WebSocket frames, sends events, counts uploads, sends
 * downloads, and answers slowly. The application ignores SIGTERM, as most do.
 */
const server = `import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const answers = {
  '/echo': (request, response) => request.pipe(response),
  '/pieces': (request, response) => {
    let left = 20
    const timer = setInterval(() => {
      response.write('piece ')
      if (--left > 0) return
      clearInterval(timer)
      response.end()
    }, 50)
  },
  '/events': (request, response) => {
    let number = 0
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const timer = setInterval(() => response.write('id: ' + number++ + '\\ndata: event\\n\\n'), 100)
    response.on('close', () => clearInterval(timer))
  },
  '/slow': (request, response) => setTimeout(() => response.end('well'), 3000),
  '/upload': (request, response) => {
    let bytes = 0
    request.on('data', (part) => { bytes += part.length })
    request.on('end', () => response.end(String(bytes)))
  },
  '/download': (request, response) => response.end(Buffer.alloc(20 * 1024 * 1024, 'x')),
}

const web = createServer((request, response) => {
  response.setHeader('X-Deployment', process.env.CC_DEPLOYMENT_ID)
  const answer = answers[request.url]
  if (answer) answer(request, response)
  else response.end('well')
})
web.on('upgrade', (request, socket) => {
  const key = request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
  const accept = createHash('sha1').update(key).digest('base64')
  socket.on('error', () => {})
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
    'Sec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  let rest = Buffer.alloc(0)
  socket.on('data', (part) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= 6 && rest.length >= 6 + (rest[1] & 127)) {
      const length = rest[1] & 127
      const mask = rest.subarray(2, 6)
      const text = rest.subarray(6, 6 + length).map((byte, at) => byte ^ mask[at % 4])
      socket.write(Buffer.concat([Buffer.from([rest[0], length]), text]))
      rest = rest.subarray(6 + length)
    }
  })
})
`

const start = `web.listen(process.env.PORT, '0.0.0.0')\n`

export const pieces = 'piece '.repeat(20)
export const transferBytes = 20 * 1024 * 1024

/** Files of the application; two commits with different notes are deployed in turn. */
export const campaignFiles = (note: string, end = start): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'campaign',
    private: true,
    type: 'module',
    main: 'server.js',
  }),
  'server.js': server + end,
  'note.txt': note,
})

/** Ways in which a version can be bad, as the end of its program. */
export const badEnds: Record<string, string> = {
  crash: `setTimeout(() => { throw new Error('crash') }, 200)\n`,
  'wrong port': `web.listen(Number(process.env.PORT) + 1, '127.0.0.1')\n`,
  'status 500': `web.removeAllListeners('request').on('request', (_, response) => response.writeHead(500).end())\n${start}`,
  slow: `setTimeout(() => web.listen(process.env.PORT, '0.0.0.0'), 600_000)\n`,
  'out of memory': `const kept = []; setInterval(() => kept.push(Buffer.alloc(64 * 1024 * 1024, 'x')), 5)\n`,
}
