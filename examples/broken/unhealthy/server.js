const { createServer } = require('node:http')

createServer((request, response) => {
  response.statusCode = 500
  response.end('The database is not there.\n')
}).listen(process.env.PORT || 8080, '0.0.0.0')
