const { readFileSync } = require('node:fs')
const { createServer } = require('node:http')

const steps = readFileSync('steps.txt', 'utf8')
const server = createServer((request, response) => {
  response.setHeader('connection', 'close')
  response.end(steps)
  if (request.url === '/end') end()
})
server.listen(process.env.PORT || 8080, '0.0.0.0')

const end = () => server.close()
process.on('SIGTERM', end)
