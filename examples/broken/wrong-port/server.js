const { createServer } = require('node:http')

createServer((request, response) => response.end('nobody comes here\n')).listen(3000, '127.0.0.1')
