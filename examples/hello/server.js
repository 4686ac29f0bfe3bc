import { createServer } from 'node:http'

const { NAME = 'world', PORT = '8080', VERSION = '1' } = process.env

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.end(`Hello ${NAME}, this is version ${VERSION}.\n`)
})

server.listen(Number(PORT), '0.0.0.0', () => console.log(`Listening on 0.0.0.0:${PORT}`))

process.on('SIGTERM', () => {
  console.log('SIGTERM: finishing what is under way')
  server.close(() => console.log('Finished'))
  server.closeIdleConnections()
})
