const { createServer } = require('node:http')
const { WebSocketServer } = require('ws')

const server = createServer((request, response) => response.end('speak WebSocket here\n'))
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket) => {
  socket.on('message', (text) => socket.send(`echo: ${text}`))
})
server.listen(process.env.PORT || 8080, '0.0.0.0')
