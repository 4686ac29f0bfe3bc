const { existsSync } = require('node:fs')
const { createServer } = require('node:http')

const installed = existsSync('node_modules/is-odd') ? 'installed' : 'left out'
createServer((request, response) =>
  response.end(`development dependencies are ${installed}\n`),
).listen(process.env.PORT || 8080, '0.0.0.0')
