import { connect } from 'node:net'
import { administrator } from './settings.ts'

/**
 * How a server answers: as always, that it is busy with a script, that it still loads what it holds, not at all
 * (`silent`), or that it is not there: `absent` is also who does not take its password.
 */
export type Answer = 'ready' | 'busy' | 'loading' | 'silent' | 'absent'

/** Pings a server without starting a process, because it is done for every server every few seconds. */
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
      if (said.split('\r\n').length > 2 || said.length > 1000) settle(answerOf(said))
    })
    socket.on('error', () => settle('absent')).on('close', () => settle(answerOf(said)))
    socket.write(`AUTH ${administrator} ${password}\r\nPING\r\n`)
  })
}

function answerOf(said: string): Answer {
  // It has no place for another client, so it runs.
  if (said.startsWith('-ERR max number of clients reached')) return 'ready'
  const [login, answer = ''] = said.split('\r\n')
  if (login !== '+OK') return 'absent'
  if (answer.startsWith('-BUSY')) return 'busy'
  return answer.startsWith('-LOADING') ? 'loading' : 'ready'
}
