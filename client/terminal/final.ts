import { ApiError } from '#client/http/api-error.ts'
import { closeCodes } from '#protocol/terminal/frames.ts'
import type { TerminalEnd } from './terminal-events.ts'

/** The end of a session whose connection was closed with this code; `undefined` when it can be resumed. */
export function finalClose(code: number | undefined): TerminalEnd | undefined {
  if (code === closeCodes.taken)
    return { error: 'The session goes on in another window.', isTaken: true }
  if (code === closeCodes.normal || code === closeCodes.invalid)
    return { error: 'The server has closed the session.' }
  return undefined
}

/** Why it is of no use to ask again, if it is not. */
export function finalRefusal(error: unknown): string | undefined {
  const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return isFinal ? error.message : undefined
}
