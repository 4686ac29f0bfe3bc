const { createServer } = require('node:http')
const isNumber = require('is-number')

createServer((request, response) => response.end(`${isNumber(8080)}, on ${process.versions.bun ? 'Bun' : 'Node'}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
