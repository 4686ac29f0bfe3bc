import { webServer } from './pushed-application.ts'

/** A server whose WebSockets answer a close frame with their own, as libraries do. */
export const withWebSockets = (text: string): Record<string, string> => {
  const files = webServer(text)
  const upgrade = `
    server.on('upgrade', (request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n')
      socket.on('error', () => {})
      socket.on('data', (frame) => {
        if ((frame[0] & 15) !== 8) return
        console.log('close frame', (frame[6] ^ frame[2]) * 256 + (frame[7] ^ frame[3]))
        socket.end(Buffer.from([0x88, 0]))
      })
    })`
  return { ...files, 'server.js': `${files['server.js']}${upgrade}` }
}
