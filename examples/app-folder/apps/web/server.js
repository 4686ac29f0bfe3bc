const { createServer } = require('node:http')
const isNumber = require('is-number')

createServer((request, response) =>
  response.end(`${process.cwd().split('/').slice(-2).join('/')}: ${isNumber(8080)}\n`),
).listen(process.env.PORT || 8080, '0.0.0.0')
