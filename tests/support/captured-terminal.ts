import '#tests/support/home/own-home.ts'
import { Readable } from 'node:stream'
import { run } from '#cli/run.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export interface TypedResult {
  code: number
  out: string
  err: string
}

export interface TerminalPlace {
  folder: string
  env: Record<string, string>
  stdin?: string | AsyncIterable<string>
  interactive?: boolean
  /** Columns of the screen that the output goes to; absent: it goes to a pipe. */
  columns?: number
  /** Input of the controlling terminal while standard input is something else; absent: there is none. */
  keyboard?: string
}

/** A terminal, and what was written to it. */
export function capturedTerminal(place: TerminalPlace) {
  const typed = { out: '', err: '' }
  const { columns } = place
  const terminal: Terminal = {
    out(text) {
      typed.out += text
    },
    err(text) {
      typed.err += text
    },
    paint: (_, text) => text,
    stdin: stdinOf(place.stdin ?? ''),
    interactive: place.interactive ?? false,
    screen: columns === undefined ? undefined : () => ({ columns, rows: 24 }),
    openKeyboard: () =>
      place.keyboard === undefined
        ? undefined
        : { input: Readable.from([Buffer.from(place.keyboard)]), close() {} },
    env: place.env,
    folder: place.folder,
  }
  return { terminal, typed }
}

/** Runs `berth` with these words in a folder with its own home, and returns the output. */
export async function type(words: string[], place: TerminalPlace): Promise<TypedResult> {
  const { terminal, typed } = capturedTerminal(place)
  return { code: await run(words, terminal), ...typed }
}

const stdinOf = (given: string | AsyncIterable<string>) =>
  typeof given === 'string'
    ? Readable.from(given === '' ? [] : [Buffer.from(given)])
    : Readable.from(given, { objectMode: false })
