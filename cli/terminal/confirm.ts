import { createInterface } from 'node:readline/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Terminal } from './terminal.ts'

const patience = 5 * 60_000

/** Asks for a word to be typed before something that cannot be undone; refuses where nobody can be asked. */
export async function confirm(
  terminal: Terminal,
  question: string,
  expected: string,
): Promise<void> {
  if (!terminal.interactive)
    throw new Refusal(
      'This cannot be undone, and nobody can be asked here.',
      'Say --yes if you mean it.',
    )
  const dialogue = createInterface({ input: terminal.stdin })
  try {
    terminal.err(`${question} `)
    const answer = await dialogue.question('', { signal: AbortSignal.timeout(patience) })
    if (answer.trim() !== expected) throw new Refusal('Nothing was done.')
  } finally {
    dialogue.close()
  }
}
