require('node:http')
  .createServer((request, response) => response.end())
  .listen(8080, '0.0.0.0')
