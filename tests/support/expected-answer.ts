import { join } from 'node:path'
import { type Example, readJson } from '#tests/examples.ts'

/** `expected-answer.json` of an example: its scenario, and what shows that it works. */
export interface ExpectedAnswer {
  /** File of `tests/scenarios/` that deploys it. */
  scenario: string
  /** Requests in order, with a pattern for each response. */
  visits?: { path: string; status: number; body: string }[]
  /** Text sent through a WebSocket, and the expected reply. */
  webSocket?: { send: string; answer: string }
  /** Patterns for log lines. */
  log?: string[]
  /** Patterns for log lines after the stop. */
  logAfterStop?: string[]
}

/** `undefined` for an example without one. */
export async function expectedAnswer({ folder }: Example): Promise<ExpectedAnswer | undefined> {
  return (await readJson(join(folder, 'expected-answer.json'))) as ExpectedAnswer | undefined
}
