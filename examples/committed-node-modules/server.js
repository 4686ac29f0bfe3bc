const { createServer } = require('node:http')
const greeting = require('@example/greeting')

createServer((request, response) => response.end(`${greeting()}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
