import { createInterface } from 'node:readline/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from './terminal.ts'

const timeout = 5 * 60_000

/**
 * Prompts for a word before data is lost; refuses without a terminal. After standard input has been consumed, the
 * answer is read from the controlling terminal.
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
