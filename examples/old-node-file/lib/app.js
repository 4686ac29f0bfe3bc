const { createServer } = require('node:http')

createServer((request, response) => response.end(`started with ${process.argv.slice(2).join(' ')}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
