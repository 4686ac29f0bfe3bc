import type { Readable, Writable } from 'node:stream'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { TerminalClient } from '#client/terminal/terminal-client.ts'
import type { TerminalRequest } from '#client/terminal/terminal-events.ts'
import { createTerminalModes } from './modes/terminal-modes.ts'
import type { Terminal } from './terminal.ts'

/** Standard streams and signals of a process that has a session elsewhere. */
export interface SessionStreams {
  stdin: Readable & { isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }
  stdout: Writable & { isTTY?: boolean; columns?: number; rows?: number }
  stderr: Writable
  /** Tells of signals that the process gets, as `process` does. */
  signals: Pick<NodeJS.EventEmitter, 'on' | 'off'>
}

export interface AttachOptions {
  client: Pick<Client, 'terminals'>
  request: TerminalRequest
  terminal: Pick<Terminal, 'env'>
  streams?: SessionStreams
  /** Asks for a terminal or for none; by default for one when input and output are terminals here. */
  hasTerminal?: boolean
}

const processStreams = (): SessionStreams => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})

/** Exit code of a session that the user has left while its connection was lost. */
const leftCode = 255
const interrupt = 3
const passedSignals = ['INT', 'TERM', 'QUIT', 'HUP', 'USR1', 'USR2'] as const

/**
 * Connects the streams of this process with a session at a terminal endpoint, and resolves to its exit code. With a
 * terminal every key goes there, and the screen has its size; without one both outputs stay apart.
 */
export async function attachTerminal(options: AttachOptions): Promise<number> {
  const { client, request, terminal, streams = processStreams() } = options
  const { stdin, stdout, stderr } = streams
  const isScreen = stdin.isTTY === true && stdout.isTTY === true
  const hasTerminal = options.hasTerminal ?? isScreen
  // Keys and the screen are raw: a line feed alone would not lead to the begin of the next line.
  const isRaw = isScreen && hasTerminal
  const sizeOf = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 })
  const modes = createTerminalModes()
  let isLost = false
  const say = (sentence: string) =>
    void stderr.write(isRaw ? `\r\n${sentence}\r\n` : `${sentence}\n`)
  const session = client.terminals.open(
    {
      ...request,
      query: {
        ...request.query,
        ...(hasTerminal ? { terminal: terminal.env.TERM || 'dumb', ...sizeOf() } : {}),
      },
    },
    {
      onOutput(stream, bytes) {
        if (isRaw) modes.note(bytes)
        return written(stream === 'stdout' ? stdout : stderr, bytes)
      },
      onNote: say,
      onConnection(state) {
        const wasLost = isLost
        isLost = state === 'lost'
        if (isLost) say('The connection was lost. Reconnecting; Ctrl-C leaves the session.')
        else if (wasLost) say('The connection is back.')
      },
    },
  )
  let isLeft = false
  const leave = () => {
    isLeft = true
    session.close()
  }
  const onBytes = (bytes: Buffer) => isLost && isRaw && bytes.includes(interrupt) && leave()
  const undo = [
    passInput(session, stdin, onBytes),
    passSignals(session, streams.signals, { isLost: () => isLost, leave }),
    ...(isRaw ? [rawMode(streams)] : []),
    ...(hasTerminal ? [followSize(session, stdout, sizeOf)] : []),
  ]
  try {
    const end = await session.ended
    if ('code' in end) return end.code
    if (isLeft) return leftCode
    throw new Refusal(end.error)
  } finally {
    for (const undoOne of undo) undoOne()
    const left = modes.undo()
    if (left !== '') stdout.write(left)
  }
}

type Undo = () => void

/** Sends what is typed or piped, no faster than the command takes it. */
function passInput(
  session: TerminalClient,
  stdin: Readable,
  onBytes: (bytes: Buffer) => void,
): Undo {
  const onData = (chunk: Buffer | string) => {
    const bytes = Buffer.from(chunk)
    onBytes(bytes)
    stdin.pause()
    void session.write(bytes).then(() => isAttached && stdin.resume())
  }
  const onEnd = () => session.endInput()
  let isAttached = true
  stdin.on('data', onData).once('end', onEnd).once('error', onEnd)
  return () => {
    isAttached = false
    stdin.off('data', onData).off('end', onEnd).off('error', onEnd).pause()
    // An input that nobody closes must not keep the process.
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  }
}

/** The command gets the signals of this process; a hang-up, and each while it cannot get any, ends the session. */
function passSignals(
  session: TerminalClient,
  signals: SessionStreams['signals'],
  { isLost, leave }: { isLost(): boolean; leave(): void },
): Undo {
  const undo = passedSignals.map((name) => {
    const onSignal = () => (isLost() || name === 'HUP' ? leave() : session.signal(name))
    signals.on(`SIG${name}`, onSignal)
    return () => signals.off(`SIG${name}`, onSignal)
  })
  return () => {
    for (const undoOne of undo) undoOne()
  }
}

/** Each key is sent as it is, until the end. */
function rawMode({ stdin }: SessionStreams): Undo {
  stdin.setRawMode?.(true)
  return () => void stdin.setRawMode?.(false)
}

/** The terminal there has the size of the screen here. */
function followSize(
  session: TerminalClient,
  stdout: SessionStreams['stdout'],
  sizeOf: () => { columns: number; rows: number },
): Undo {
  const onResize = () => {
    const { columns, rows } = sizeOf()
    session.resize(columns, rows)
  }
  stdout.on('resize', onResize)
  return () => void stdout.off('resize', onResize)
}

const written = (to: Writable, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => to.write(bytes, (error) => (error ? reject(error) : resolve())))
