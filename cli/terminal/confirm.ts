import { createInterface } from 'node:readline/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from './terminal.ts'

const timeout = 5 * 60_000

/**
 * Asks for a word to be typed before something gets lost; refuses where nobody can be asked. Once standard input has
 * been read to its end, the answer comes from the keyboard behind it.
 */
export async function confirm(
  terminal: Terminal,
  question: string,
  expected: string,
  { isStdinRead = false } = {},
): Promise<void> {
  const keyboard = isStdinRead
    ? terminal.openKeyboard()
    : terminal.interactive
      ? { input: terminal.stdin, close() {} }
      : undefined
  if (!keyboard) throw new Refusal('Not a terminal: pass --yes to confirm.')
  const dialogue = createInterface({ input: keyboard.input })
  try {
    terminal.err(`${question} `)
    const answer = await dialogue.question('', { signal: AbortSignal.timeout(timeout) })
    if (answer.trim() !== expected) throw new Refusal('Nothing was done.')
  } finally {
    dialogue.close()
    keyboard.close()
  }
}
