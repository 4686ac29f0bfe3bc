import { ApiError, apiError } from '#client/http/api-error.ts'
import type { ApiRequest, Connection } from '#client/http/connection.ts'
import { addressOf, answerIn, contentOf } from '#client/http/message-format.ts'
import { UnreachableError, unreachable } from '#client/http/unreachable.ts'
import { csrfPrefix, subprotocol } from '#protocol/terminal/frames.ts'
import { bytesOf } from './response-bytes.ts'

/** The login that the browser's cookie stands for. */
export interface BrowserSession {
  userId: string
  /** Sent with each call; other sites cannot know it. */
  csrfToken: string
  /** ISO 8601. */
  expiresAt: string
  /** Whether the user operates the platform. */
  isOperator: boolean
}

export interface BrowserConnectionOptions {
  /** Origin of the page, which is that of the API. */
  api: string
  /** Called once each time the session is found to have ended, or to have become somebody else's. */
  onSignedOut(): void
  /** Timeout of a request including its response body, in milliseconds. */
  timeout?: number
  /** Replaces the browser's `fetch`, for tests. */
  fetch?: (url: URL, options: RequestInit) => Promise<Response>
}

export interface BrowserConnection extends Connection {
  /** The session of this page; asked for once. Rejects with `OtherUserError` if the browser is somebody else's by now. */
  session(): Promise<BrowserSession>
}

/** Somebody else has logged in: what the page shows and holds is not theirs. */
export class OtherUserError extends ApiError {
  constructor() {
    super(401, undefined, 'Somebody else is logged in in this browser now. Reload the page.')
    this.name = 'OtherUserError'
  }
}

const csrfHeader = 'x-berth-csrf'
const sessionPath = '/v4/berth/session'

/** The connection of pages: the browser adds the session's cookie, and each call carries the session's CSRF token. */
export function connectBrowser(options: BrowserConnectionOptions): BrowserConnection {
  const { api, onSignedOut, timeout = 30_000 } = options
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  let known: Promise<BrowserSession> | undefined
  /** The user that this page began with. */
  let userId: string | undefined
  let isSignedOut = false

  const signOut = () => {
    if (isSignedOut) return
    isSignedOut = true
    onSignedOut()
  }

  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    try {
      return await fetch(url, { credentials: 'same-origin', redirect: 'error', ...init })
    } catch (error) {
      throw unreachable(url.origin, error)
    }
  }

  const readSession = async (): Promise<BrowserSession> => {
    const url = addressOf(api, sessionPath)
    const response = await send(url, { signal: AbortSignal.timeout(timeout) })
    const text = await textOf(response, url)
    if (response.status === 401) signOut()
    if (!response.ok) throw errorOf(response, text)
    const session = answerIn(text, url) as BrowserSession
    userId ??= session.userId
    if (session.userId !== userId) {
      signOut()
      throw new OtherUserError()
    }
    isSignedOut = false
    return session
  }

  const session = (): Promise<BrowserSession> => {
    known ??= readSession().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }

  /** After a 401: whether the session has another token by now, because its user has signed in again elsewhere. */
  const isRenewed = async (old: BrowserSession): Promise<boolean> => {
    known = undefined
    return (await session()).csrfToken !== old.csrfToken
  }

  /** Sends with the session's token; a 401 that is only about an old token is sent again with the new one. */
  const call = async (url: URL, init: RequestInit & { headers: Record<string, string> }) => {
    const current = await session()
    const attempt = ({ csrfToken }: BrowserSession) =>
      send(url, { ...init, headers: { ...init.headers, [csrfHeader]: csrfToken } })
    const response = await attempt(current)
    if (response.status !== 401) return response
    const text = await textOf(response, url)
    if (await isRenewed(current)) return attempt(await session())
    throw errorOf(response, text)
  }

  return {
    api,
    session,

    async ask<Answer>(request: ApiRequest): Promise<Answer> {
      const { method, path, query, headers, signal } = request
      const url = addressOf(api, path, query)
      const { content, headers: contentHeaders } = contentOf(request)
      const late = AbortSignal.timeout(request.timeout ?? timeout)
      try {
        const response = await call(url, {
          method,
          headers: { accept: 'application/json', ...contentHeaders, ...headers },
          ...(content === undefined ? {} : { body: content }),
          signal: signal ? AbortSignal.any([signal, late]) : late,
        })
        const text = await textOf(response, url)
        if (!response.ok) throw errorOf(response, text)
        return answerIn(text, url) as Answer
      } catch (error) {
        signal?.throwIfAborted()
        throw error
      }
    },

    async stream({ path, query, headers, signal }) {
      const url = addressOf(api, path, query)
      const response = await call(url, {
        method: 'GET',
        headers: { accept: 'text/event-stream', ...headers },
        signal,
      })
      if (!response.ok) throw errorOf(response, await textOf(response, url))
      return {
        contentType: response.headers.get('content-type') ?? '',
        bytes: bytesOf(response, url.origin),
      }
    },

    async openSocket({ path, query, onMessage, onClose }) {
      const url = addressOf(api, path, query)
      const { csrfToken } = await session()
      url.protocol = url.protocol.replace('http', 'ws')
      const socket = new WebSocket(url, [subprotocol, `${csrfPrefix}${csrfToken}`])
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => onMessage(data)
      await opened(socket, url.origin)
      socket.onclose = ({ code }) => onClose(code)
      return {
        send(data) {
          // The browser complains of what is sent while the server closes it, and drops it.
          if (socket.readyState === WebSocket.OPEN) socket.send(data)
        },
        close: (code) => socket.close(code),
      }
    },

    /** The browser closes its connections itself. */
    close() {},
  }
}

/** Browsers do not say why a socket was not opened. */
const opened = (socket: WebSocket, origin: string) =>
  new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onclose = () => reject(new UnreachableError(origin, 'broken'))
  })

async function textOf(response: Response, url: URL): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw unreachable(url.origin, error)
  }
}

const errorOf = ({ status, headers }: Response, text: string): ApiError =>
  apiError(status, headers.get('content-type') ?? '', text, headers.get('x-request-id') ?? '')
