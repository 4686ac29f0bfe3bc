const { createServer } = require('node:http')
const isNumber = require('is-number')

createServer((request, response) => response.end(`8080 is a number: ${isNumber(8080)}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
