import { connect } from 'node:net'
import { administrator } from './settings.ts'

/** How a server answers: as always, that it is busy with a script, or not at all. */
export type Answer = 'ready' | 'busy' | 'silent'

/** Asks a server whether it answers, without a process for it: this is done for every server every few seconds. */
export function ping(
  { port, password }: { port: number; password: string },
  timeout: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let said = ''
    const settle = (answer: Answer) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => settle('silent'), timeout)
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
      // One line for each of the two commands.
      const [, second] = said.split('\r\n')
      if (said.split('\r\n').length > 2) settle(second?.startsWith('-BUSY') ? 'busy' : 'ready')
      else if (said.length > 1000) settle('ready')
    })
    // Whoever refuses, as a server that is full or not there does, is not hanging.
    socket.on('error', () => settle('ready')).on('close', () => settle('ready'))
    socket.write(`AUTH ${administrator} ${password}\r\nPING\r\n`)
  })
}
