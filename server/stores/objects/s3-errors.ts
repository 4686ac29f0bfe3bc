import { textOf } from '#kit/xml/flat-xml.ts'
import { ObjectStoreError, ObjectStoreUnavailableError } from '#platform/model/object-store.ts'

/** An answer of a store that is not a success. */
export class S3Refusal extends Error {
  readonly status: number
  /** S3's name of the error, such as `NoSuchKey`; empty if the answer has none. */
  readonly code: string

  constructor(status: number, answer: string) {
    super(textOf(answer, 'Message') ?? `status ${status}`)
    this.status = status
    this.code = textOf(answer, 'Code') ?? ''
  }
}

const notImplemented = 501
/** Errors of the moment that have another status, or none when the answer had begun as a success. */
const passing = new Set(['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown'])

/** Whether an answer says that there is no such object; a look at one has no text to say so. */
export const isMissing = (error: unknown): boolean =>
  error instanceof S3Refusal && error.status === 404 && ['', 'NoSuchKey'].includes(error.code)

/** Whether the store does not know this kind of request. */
export const isNotImplemented = (error: unknown): boolean =>
  error instanceof S3Refusal && error.status === notImplemented

/** Whether the same request may succeed a moment later: it failed on the way, or was turned away for load. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof S3Refusal) ||
  passing.has(error.code) ||
  error.status === 429 ||
  (error.status >= 500 && error.status !== notImplemented)

/** The error with a message for the operator; errors of callers, such as of the content they send, stay as they are. */
export function asObjectStoreError(error: unknown): unknown {
  if (error instanceof ObjectStoreError) return error
  const { message, code } = error as NodeJS.ErrnoException
  if (isPassing(error)) {
    const reason = message || code
    return new ObjectStoreUnavailableError(`The object store does not answer: ${reason}`, {
      cause: error,
    })
  }
  const said = [code, message].filter(Boolean).join(' ')
  return new ObjectStoreError(`The object store refused: ${said}`, { cause: error })
}
