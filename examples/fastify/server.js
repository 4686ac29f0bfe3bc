const fastify = require('fastify')()

fastify.get('/', async () => ({ hello: 'world' }))
fastify.listen({ port: Number(process.env.PORT || 8080), host: '0.0.0.0' })
