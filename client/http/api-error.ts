/** Error response of the API. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** Error code: a number in version 2, a string in version 4, absent if the response is not the API's. */
  readonly code: number | string | undefined
  /** Validation errors by input field. */
  readonly fields: Record<string, string>
  /** Names the request in reports to the operator; empty if the server gave none. */
  readonly requestId: string

  constructor(
    status: number,
    code: number | string | undefined,
    message: string,
    fields: Record<string, string> = {},
    requestId = '',
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.requestId = requestId
  }
}

/**
 * Parses an error response: `{id, message, type}` of version 2, `{code, error}` of version 4 and the bridge, or plain
 * text. The request id is that of the header `X-Request-Id`.
 */
export function apiError(
  status: number,
  contentType: string,
  text: string,
  requestId = '',
): ApiError {
  const body = /^application\/json\b/.test(contentType) ? parsed(text) : undefined
  const said = typeof body === 'string' && body ? body : spoken(status, contentType, text)
  if (!isRecord(body)) return new ApiError(status, undefined, said, {}, requestId)
  const { id, code, message, error, fields } = body
  return new ApiError(
    status,
    isCode(code) ? code : isCode(id) ? id : undefined,
    [message, error].find((words) => typeof words === 'string') ?? spoken(status, '', ''),
    isRecord(fields)
      ? Object.fromEntries(Object.entries(fields).map(([name, words]) => [name, String(words)]))
      : {},
    requestId,
  )
}

const spoken = (status: number, contentType: string, text: string) =>
  /^text\/plain\b/.test(contentType) && text.trim() !== ''
    ? text.trim().slice(0, 500)
    : `The server answered with status ${status}`

const isCode = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
