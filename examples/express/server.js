import express from 'express'

const application = express()
application.get('/', (request, response) => response.send('Hello from Express'))
application.get('/health', (request, response) => response.sendStatus(200))

const server = application.listen(process.env.PORT || 8080, '0.0.0.0')
process.on('SIGTERM', () => server.close())
