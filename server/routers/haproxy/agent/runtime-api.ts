import { connect } from 'node:net'

/** HAProxy could not carry a command out. */
class RuntimeApiError extends Error {}

const defaultTimeout = 5000
/** What HAProxy answers to commands that have worked. */
const isFailure =
  /^(Unknown|Invalid|Error|No such|Can't|Cannot|'|Missing|Backend|Already|Permission|Failed|\[ALERT\])/m

/** Commands to a HAProxy process over its Unix socket, one connection each. */
export class RuntimeApi {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Sends a command and returns its output. Throws a system error when there is no such process. */
  ask(command: string, timeout = defaultTimeout): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.#path)
      let output = ''
      socket.setEncoding('utf8').setTimeout(timeout, () => {
        socket.destroy(
          new RuntimeApiError(`HAProxy did not answer "${firstLine(command)}" in time`),
        )
      })
      socket.on('data', (part: string) => {
        output += part
      })
      socket.on('error', reject).on('close', () => resolve(output.trim()))
      // The master keeps a connection open until its client has ended its half.
      socket.end(`${command}\n`)
    })
  }

  /** Sends a command that changes something; throws what HAProxy objects. */
  async run(command: string): Promise<void> {
    const output = await this.ask(command)
    if (isFailure.test(output)) {
      throw new RuntimeApiError(`HAProxy refused "${firstLine(command)}": ${output}`)
    }
  }

  /** Sends a command with lines after it. A payload ends with an empty line, so that it has none itself. */
  runWith(command: string, payload: string): Promise<void> {
    const lines = payload.split('\n').filter((line) => line.trim() !== '')
    return this.run(`${command} <<\n${lines.join('\n')}\n`)
  }
}

const firstLine = (command: string) => command.split('\n', 1)[0]
