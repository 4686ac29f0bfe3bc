const { createServer } = require('node:http')

createServer((request, response) => response.end(`Bun ${process.versions.bun}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
