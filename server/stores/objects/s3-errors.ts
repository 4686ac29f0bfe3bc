import { ObjectStoreError, ObjectStoreUnavailableError } from '#platform/model/object-store.ts'

interface S3Failure {
  name?: string
  message?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

const notImplemented = 501
const missingNames = new Set(['NoSuchKey', 'NotFound'])

/** Whether an answer says that there is no such object. */
export const isMissing = (error: unknown): boolean =>
  missingNames.has((error as S3Failure).name ?? '')

/** Whether the store does not know this kind of request. */
export const isNotImplemented = (error: unknown): boolean =>
  (error as S3Failure).$metadata?.httpStatusCode === notImplemented

/** The error with a message for the operator; errors of callers, such as of the content they send, stay as they are. */
export function asObjectStoreError(error: unknown): unknown {
  if (error instanceof ObjectStoreError) return error
  const { name = '', message = '', code, $metadata } = error as S3Failure
  const status = $metadata?.httpStatusCode
  const isTemporary = status === undefined || status >= 500 || status === 429
  if (isTemporary && status !== notImplemented) {
    const reason = message || code || name
    return new ObjectStoreUnavailableError(`The object store does not answer: ${reason}`, {
      cause: error,
    })
  }
  return new ObjectStoreError(`The object store refused: ${name} ${message}`.trim(), {
    cause: error,
  })
}
