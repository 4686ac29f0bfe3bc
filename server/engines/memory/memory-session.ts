import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import {
  cleanSize,
  type InstanceSession,
  type SessionRequest,
  type TerminalSize,
} from '#platform/model/hosting/instances/instance-session.ts'

const signalNumbers: Record<string, number> = { HUP: 1, INT: 2, KILL: 9, TERM: 15 }

interface MemorySession {
  session: InstanceSession
  /** Ends it from outside, as its instance ends. */
  end(code: number): void
}

/**
 * A session with a shell of a few words: `echo …`, `complain …` (to the error output), `env NAME`, `size`, `cat`, `flood`,
 * `wait`, `stubborn` (which ignores signals) and `exit N`; it reads lines when it gets no command.
 */
export function openMemorySession(
  environment: Readonly<Record<string, string>>,
  request: SessionRequest,
): MemorySession {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const variables: Record<string, string> = { ...environment, ...request.environment }
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  let size: TerminalSize | undefined = request.terminal && cleanSize(request.terminal)
  let isOver = false
  let isStubborn = false

  const end = (code: number) => {
    if (isOver) return
    isOver = true
    stdin.destroy()
    stdout.end()
    stderr.end()
    request.signal.removeEventListener('abort', hangUp)
    resolve(code)
  }
  const hangUp = () => end(129)
  request.signal.addEventListener('abort', hangUp, { once: true })

  const flood = () => {
    if (isOver) return
    while (!isOver && stdout.write('flood\n'.repeat(1000)));
    stdout.once('drain', flood)
  }

  const print = (text: string) => void stdout.write(`${text}\n`)
  const programs: Record<string, (words: readonly string[]) => void> = {
    echo: (words) => print(words.join(' ')),
    env: ([name = '']) => print(variables[name] ?? ''),
    size: () => print(size ? `${size.rows} ${size.columns}` : 'no terminal'),
    complain: (words) => void stderr.write(`${words.join(' ')}\n`),
  }
  const lastPrograms: typeof programs = {
    flood,
    wait() {},
    stubborn() {
      isStubborn = true
    },
    exit: ([code = '0']) => end(Number(code)),
    cat() {
      stdin.pipe(stdout, { end: false })
      stdin.on('end', () => end(0))
    },
  }

  /** The exit code of a command, or `undefined` for one that ends the session itself. */
  const run = ([program = '', ...words]: readonly string[]): number | undefined => {
    const last = lastPrograms[program]
    if (last) {
      last(words)
      return undefined
    }
    const known = programs[program]
    known?.(words)
    if (!known) stderr.write(`${program}: not found\n`)
    return known ? 0 : 127
  }

  const readLines = () => {
    let text = ''
    let code = 0
    stdin.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk.replaceAll('\r', '\n')
      for (let at = text.indexOf('\n'); at >= 0 && !isOver; at = text.indexOf('\n')) {
        const words = wordsIn(text.slice(0, at))
        text = text.slice(at + 1)
        if (words.length > 0) code = run(words) ?? code
      }
    })
    stdin.on('end', () => end(code))
  }

  const { command } = request
  if (command === undefined) readLines()
  else {
    const code = run(typeof command === 'string' ? wordsIn(command) : unwrapped(command))
    if (code !== undefined) end(code)
  }
  if (request.signal.aborted) hangUp()
  return {
    end,
    session: {
      stdin,
      stdout,
      stderr,
      ended,
      resize(next) {
        size = cleanSize(next)
      },
      sendSignal(name) {
        if (!isStubborn) end(128 + (signalNumbers[name] ?? 0))
      },
    },
  }
}

interface MemoryScript {
  /** Commands with `;` between them. */
  script: string
  signal: AbortSignal
  /** Settled once the instance does not run any more. */
  ended: Promise<unknown>
}

/** Runs commands of the session's shell one after the other; resolves to the exit code of the last one. */
export async function runMemoryScript(
  environment: Readonly<Record<string, string>>,
  { script, signal, ended }: MemoryScript,
  onLine: (line: string) => void,
): Promise<number> {
  const { session, end } = openMemorySession(environment, { signal })
  let isStopped = false
  void ended.then(() => {
    isStopped = true
    end(137)
  })
  const read = async (output: Readable) => {
    for await (const line of createInterface(output)) onLine(line)
  }
  const commands = script.split(';').map((each) => each.trim())
  for (const command of commands) session.stdin.write(`${command}\n`)
  if (!endless.includes(commands.at(-1) ?? '')) session.stdin.end()
  const [code] = await Promise.all([session.ended, read(session.stdout), read(session.stderr)])
  signal.throwIfAborted()
  if (isStopped) throw new Error('the instance was stopped meanwhile')
  return code
}

/** Commands that go on after the end of their input. */
const endless = ['wait', 'flood']

/** What follows a line for `sh -c`: one word is a line itself. */
function unwrapped(command: readonly string[]): readonly string[] {
  if (command[0] !== 'sh' || command[1] !== '-c') return command
  const words = command.slice(4)
  return words.length === 1 ? wordsIn(words[0] ?? '') : words
}

const wordsIn = (line: string) => line.split(/\s+/).filter(Boolean)
