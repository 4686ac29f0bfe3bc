import { createServer } from 'node:http'

const port: number = Number(process.env.PORT ?? 8080)

createServer((_request, response) => response.end('typed\n')).listen(port, '0.0.0.0')
