const { createServer } = require('node:http')

const server = createServer((request, response) => {
  if (request.url === '/crash') setImmediate(() => fail('crashed on request'))
  if (request.url === '/reject') Promise.reject(new Error('rejected on request'))
  response.end('ready\n')
})
server.listen(process.env.PORT || 8080, '0.0.0.0')

function fail(sentence) {
  throw new Error(sentence)
}

function end(reason, code) {
  console.log(`${reason}: finishing what is under way`)
  server.close(() => {
    console.log('finished')
    process.exit(code)
  })
  server.closeIdleConnections()
}

process.on('SIGTERM', () => end('SIGTERM', 0))
process.on('SIGINT', () => end('SIGINT', 0))
process.on('uncaughtException', (error) => end(`uncaughtException (${error.message})`, 1))
process.on('unhandledRejection', (error) => end(`unhandledRejection (${error.message})`, 1))
