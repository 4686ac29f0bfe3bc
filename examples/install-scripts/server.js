const { readFileSync } = require('node:fs')
const { createServer } = require('node:http')

const steps = readFileSync('steps.txt', 'utf8')
const server = createServer((request, response) => response.end(steps))
server.listen(process.env.PORT || 8080, '0.0.0.0')

process.on('SIGTERM', () => server.close())
