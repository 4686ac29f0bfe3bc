const { createServer } = require('node:http')

const server = createServer((request, response) => response.end(`you asked for ${request.url}\n`))
server.listen(process.env.PORT || 8080, '0.0.0.0')
process.on('SIGTERM', () => server.close())
