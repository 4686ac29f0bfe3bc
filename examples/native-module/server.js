const { createServer } = require('node:http')
const { crc32 } = require('@node-rs/crc32')

createServer((request, response) => response.end(`crc32 is ${crc32('berth')}\n`)).listen(
  process.env.PORT || 8080,
  '0.0.0.0',
)
