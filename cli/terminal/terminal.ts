import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { styleText } from 'node:util'

export type Style = Parameters<typeof styleText>[0]

/** Input of the controlling terminal, separate from standard input. */
export interface Keyboard {
  input: NodeJS.ReadableStream
  close(): void
}

export interface ScreenSize {
  columns: number
  rows: number
}

/** I/O, environment variables and folder of a command. */
export interface Terminal {
  /** Writes to standard output unchanged. */
  out(text: string): void
  /** Writes to standard error unchanged. */
  err(text: string): void
  /** Colours a text, if colours are supported and wanted. */
  paint(style: Style, text: string): string
  /** Size of the screen that standard output is written to; absent when that is a file or a pipe. */
  screen?: (() => ScreenSize) | undefined
  stdin: NodeJS.ReadableStream
  /** Whether the user can be prompted. */
  interactive: boolean
  /** Opens the controlling terminal, even if standard input is a file or a pipe; `undefined` if there is none. */
  openKeyboard(): Keyboard | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Current folder. */
  folder: string
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const colours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
    screen: stdout.isTTY
      ? () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 })
      : undefined,
    stdin,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    openKeyboard: () => (stderr.isTTY === true ? controllingTerminal() : undefined),
    env,
    folder: process.cwd(),
  }
}

/** `undefined` for a process without a controlling terminal, which cannot open /dev/tty. */
function controllingTerminal(): Keyboard | undefined {
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'))
    return { input, close: () => void input.destroy() }
  } catch {
    return undefined
  }
}
