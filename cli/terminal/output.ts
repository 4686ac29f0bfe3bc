import type { Terminal } from './terminal.ts'

export const formats = ['human', 'json'] as const
export type Format = (typeof formats)[number]

/** How a command speaks: the same answer for people or for programs. */
export interface Output {
  /** The one answer of a command. */
  print(answer: unknown, human: () => string): void
  /** One answer of many: a line each, in either format. */
  printEach(answer: unknown, human: () => string): void
  /** What is going on; not part of the answer, so it stays off standard output where that is for a program. */
  tell(text: string): void
}

export function createOutput(terminal: Terminal, format: Format): Output {
  if (format === 'json')
    return {
      print: (answer) => terminal.out(`${JSON.stringify(answer, null, 2)}\n`),
      printEach: (answer) => terminal.out(`${JSON.stringify(answer)}\n`),
      tell: (text) => terminal.err(`${text}\n`),
    }
  const write = (text: string) => text !== '' && terminal.out(`${text}\n`)
  return {
    print: (_, human) => write(human()),
    printEach: (_, human) => write(human()),
    tell: (text) => terminal.out(`${text}\n`),
  }
}
