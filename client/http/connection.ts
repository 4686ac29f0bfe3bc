export type Query = Record<string, string | number | undefined>

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Query
  /** Sent as JSON. */
  body?: unknown
  /** Sent unchanged, instead of a JSON body. */
  bytes?: Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  /** Overrides the timeout of the connection, in milliseconds. */
  timeout?: number
  /** Gives the request up; the call then throws the signal's reason. */
  signal?: AbortSignal
}

export interface StreamRequest {
  path: string
  query?: Query
  headers?: Record<string, string>
  /** Ends the response, whether or not it was read. */
  signal: AbortSignal
}

/** A response whose body is still unread. */
export interface StreamedResponse {
  contentType: string
  /** Leaving the iteration early closes the response. */
  bytes: AsyncIterable<Uint8Array>
}

export interface SocketRequest {
  path: string
  query?: Query
  /** May be called before the socket is returned. */
  onMessage(data: string | ArrayBuffer): void
  /** Called once with the code of the end, unless the socket was not opened. */
  onClose(code: number): void
}

/** A WebSocket, as far as browsers and Node's library agree. */
export interface ClientSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number): void
}

/** Connection to one API as one caller; each of its members runs in Node or in browsers, and resources in both. */
export interface Connection {
  /** Origin of the API. */
  api: string
  /** Returns the response's JSON, `undefined` without a body; throws `ApiError` or `UnreachableError`. */
  ask<Answer>(request: ApiRequest): Promise<Answer>
  /** Returns the response with its body unread; throws as `ask` does. */
  stream(request: StreamRequest): Promise<StreamedResponse>
  /** Opens a WebSocket; throws `ApiError` when it is refused, as far as the client can see that. */
  openSocket(request: SocketRequest): Promise<ClientSocket>
  /** Closes idle connections. */
  close(): void
}

/** The same connection whose calls are given up with the signal, such as those of a page that was left. */
export const abortable = (connection: Connection, signal: AbortSignal): Connection => ({
  api: connection.api,
  ask: (request) => connection.ask({ signal, ...request }),
  stream: (request) =>
    connection.stream({ ...request, signal: AbortSignal.any([signal, request.signal]) }),
  openSocket: connection.openSocket,
  close: connection.close,
})
