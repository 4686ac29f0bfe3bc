import { ApiError } from '#client/http/api-error.ts'
import { UnreachableError } from '#client/http/unreachable.ts'
import { errorTexts as texts } from '#console/texts/en/components.ts'

/** An error in words: what happened, what to do, and the number under which the server knows it. */
interface DescribedError {
  title: string
  help: string
  requestId: string | undefined
  canRetry: boolean
}

/** The sentence of the server where it has one; its words are written for users. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof UnreachableError)
    return {
      title: texts.unreachable,
      help: texts.unreachableHelp,
      requestId: undefined,
      canRetry: true,
    }
  if (!(error instanceof ApiError))
    return {
      title: texts.pageBroken,
      help: texts.pageBrokenHelp,
      requestId: undefined,
      canRetry: false,
    }
  // The text of a refusal says what to do; a bug is found by its number.
  const requestId = (error.status >= 500 && error.requestId) || undefined
  if (error.status === 404)
    return { title: texts.missing, help: texts.missingHelp, requestId, canRetry: false }
  if (error.status === 403)
    return { title: error.message, help: texts.forbiddenHelp, requestId, canRetry: false }
  if (error.status === 429)
    return { title: texts.tooMany, help: texts.tooManyHelp, requestId, canRetry: true }
  if (error.status >= 500)
    return { title: texts.broken, help: texts.brokenHelp, requestId, canRetry: true }
  return { title: texts.refused, help: error.message, requestId, canRetry: false }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404

/** Not there, or not for this user: the console shows the same for both. */
export const isUnseen = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403)
