const { createServer } = require('node:http')
createServer((request, response) => response.end('never\n')).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
