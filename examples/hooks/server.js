const { readFileSync } = require('node:fs')
const { createServer } = require('node:http')

createServer((request, response) => response.end(readFileSync('steps.txt'))).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
