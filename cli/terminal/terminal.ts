import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/** Where answers are typed, apart from standard input. */
export interface Keyboard {
  input: NodeJS.ReadableStream
  close(): void
}

/** What surrounds a command: where it writes and reads, its variables and its folder. */
export interface Terminal {
  /** Writes to standard output, as it is. */
  out(text: string): void
  /** Writes to standard error, as it is. */
  err(text: string): void
  /** Gives a text colour where colours can be seen and are wanted. */
  paint(style: Style, text: string): string
  stdin: NodeJS.ReadableStream
  /** Whether someone can be asked a question. */
  interactive: boolean
  /** The keyboard of the terminal, also while standard input is a file or a pipe; nothing where there is none. */
  openKeyboard(): Keyboard | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The folder the command was typed in. */
  folder: string
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const colours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
    stdin,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    openKeyboard: () => (stderr.isTTY === true ? controllingTerminal() : undefined),
    env,
    folder: process.cwd(),
  }
}

/** A process without a controlling terminal cannot open /dev/tty. */
function controllingTerminal(): Keyboard | undefined {
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'))
    return { input, close: () => void input.destroy() }
  } catch {
    return undefined
  }
}
