import { ApiError } from '#client/http/api-error.ts'
import { closeCodes } from '#protocol/terminal/frames.ts'

/** Codes with which a server closes that knows the session no more, or has given it to another connection. */
const finalCodes: readonly (number | undefined)[] = [closeCodes.normal, closeCodes.invalid]

/** The end of a session whose connection was closed with this code; `undefined` when it can be resumed. */
export const finalClose = (code: number | undefined): string | undefined =>
  finalCodes.includes(code) ? 'The server has closed the session.' : undefined

/** Why it is of no use to ask again, if it is not. */
export function finalRefusal(error: unknown): string | undefined {
  const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return isFinal ? error.message : undefined
}
