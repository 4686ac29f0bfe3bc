import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

export const formats = ['human', 'json'] as const
export type Format = (typeof formats)[number]

/** Prints results as text or as JSON. */
export interface Output {
  /** Whether results are printed as text for people. */
  isHuman: boolean
  /** Prints the single result of a command. */
  print(answer: unknown, human: () => string): void
  /** Prints one of many results, one line each in either format. */
  printEach(answer: unknown, human: () => string): void
  /** Prints progress, which goes to standard error when standard output is JSON. */
  tell(text: string): void
}

export function createOutput(terminal: Terminal, format: Format): Output {
  if (format === 'json')
    return {
      isHuman: false,
      print: (answer) => terminal.out(`${JSON.stringify(answer, null, 2)}\n`),
      printEach: (answer) => terminal.out(`${JSON.stringify(answer)}\n`),
      tell: (text) => terminal.err(`${text}\n`),
    }
  // A name that somebody else has chosen must not steer the terminal; a file or another program gets each byte.
  const safe = terminal.screen ? printable : (text: string) => text
  const write = (text: string) => text !== '' && terminal.out(`${safe(text)}\n`)
  return {
    isHuman: true,
    print: (_, human) => write(human()),
    printEach: (_, human) => write(human()),
    tell: (text) => terminal.out(`${safe(text)}\n`),
  }
}
