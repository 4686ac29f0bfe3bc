import { spawn } from 'node:child_process'
import { until } from '#kit/concurrency/timeout.ts'

/** A command-line tool that has printed a URL and waits for the result of that page. */
export interface WaitingCommand {
  /** The printed URL. */
  address: URL
  /** Waits for a successful exit; returns the output. */
  ended(): Promise<string>
}

const timeout = 300_000

export async function startWaiting(
  [program = '', ...args]: string[],
  place: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<WaitingCommand> {
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] })
  const late = setTimeout(() => child.kill('SIGKILL'), timeout)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const end = new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? -1))
  }).finally(() => clearTimeout(late))
  const address = await until(() => /https?:\/\/\S+cli_token=[\w-]+/.exec(output)?.[0], {
    timeout: 300_000,
    what: `the address that ${program} prints`,
  })
  return {
    address: new URL(address),
    async ended() {
      const code = await end
      if (code !== 0) throw new Error(`${program} ended with ${code}:\n${output}`)
      return output
    },
  }
}
