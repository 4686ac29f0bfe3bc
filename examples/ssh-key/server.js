const { createServer } = require('node:http')

createServer((request, response) => response.end('the key is not here\n')).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
