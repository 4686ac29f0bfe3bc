const { createServer } = require('node:http')

createServer((request, response) => response.end(`Node ${process.version}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
