import { join } from 'node:path'
import { type Example, readJson } from '#tests/examples.ts'

/** `expected-answer.json` of an example: who deploys it, and what shows that it works. */
export interface ExpectedAnswer {
  /** The file of `tests/scenarios/` that deploys it. */
  scenario: string
  /** What visitors ask for in this order, and a pattern for what they get. */
  visits?: { path: string; status: number; body: string }[]
  /** A text that is sent through a WebSocket, and what comes back. */
  webSocket?: { send: string; answer: string }
  /** Patterns for lines of the log. */
  log?: string[]
  /** Likewise, once the application was stopped. */
  logAfterStop?: string[]
}

/** `undefined` for an example that has none. */
export async function expectedAnswer({ folder }: Example): Promise<ExpectedAnswer | undefined> {
  return (await readJson(join(folder, 'expected-answer.json'))) as ExpectedAnswer | undefined
}
