import type { Socket } from 'node:net'

/** Reads the next bytes of a paused socket; later bytes stay in it. Rejects when the socket ends before. */
export function readExactly(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const bytes: Buffer | null = socket.read(count)
      if (bytes === null || bytes.length < count) return
      forget()
      resolve(bytes)
    }
    const fail = () => {
      forget()
      reject(new Error('the connection ended early'))
    }
    const forget = () => {
      socket.off('readable', look).off('end', fail).off('close', fail)
    }
    socket.on('readable', look).on('end', fail).on('close', fail)
    look()
  })
}
