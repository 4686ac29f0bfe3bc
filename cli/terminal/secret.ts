import type { ReadStream } from 'node:tty'
import { Refusal } from '#cli/refusal.ts'
import { nextLine } from './next-line.ts'
import type { Terminal } from './terminal.ts'

const [interrupt, endOfInput, lineFeed, carriageReturn] = [0x03, 0x04, 0x0a, 0x0d]

/** Prompts without echo; without a terminal, reads the next line of standard input. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const secret = terminal.interactive
    ? await typedUnseen(terminal, question)
    : (await nextLine(terminal)).text.replace(/\r$/, '')
  if (secret !== '') return secret
  throw new Refusal(
    terminal.interactive ? 'Nothing was typed.' : 'The answer is not on standard input.',
    terminal.interactive ? undefined : `Expected one line: ${question.replace(/[:?]$/, '')}.`,
  )
}

async function typedUnseen(terminal: Terminal, question: string): Promise<string> {
  const stdin = terminal.stdin as NodeJS.ReadableStream & Partial<Pick<ReadStream, 'setRawMode'>>
  // Before the prompt, so that early keystrokes are not echoed either.
  stdin.setRawMode?.(true)
  try {
    terminal.err(`${question} `)
    const { text, end } = await nextLine(terminal, [
      interrupt,
      endOfInput,
      lineFeed,
      carriageReturn,
    ])
    if (end === interrupt) throw new Refusal('Nothing was done.')
    return edited(text)
  } finally {
    stdin.setRawMode?.(false)
    terminal.err('\n')
  }
}

/** Applies backspace and Ctrl-U to the typed bytes. */
function edited(typed: string): string {
  const characters: string[] = []
  for (const character of typed) {
    if (character === '\x7f' || character === '\b') characters.pop()
    else if (character === '\x15') characters.length = 0
    else characters.push(character)
  }
  return characters.join('')
}
