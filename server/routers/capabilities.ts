/**
 * What a member of the router family can do beyond what all of them do. The start of the platform reports what the
 * chosen one cannot, and the contract tests name it.
 */
export interface RouterCapabilities {
  /** A response that has begun may pause for longer than the answer timeout. */
  pausedResponses: boolean
  /** Requests that a visitor pipelines on one connection are sent to the application at the same time. */
  concurrentPipelining: boolean
  /** A request with both a length and chunks is refused; otherwise the length is removed, and the connection closed after it. */
  refusesLengthWithChunks: boolean
  /** A request of HTTP/2 whose `host` differs from its `:authority` is refused; otherwise the former is replaced. */
  refusesOtherHost: boolean
  /** A response over HTTP/2 that breaks off is reset; otherwise one without a length looks complete. */
  resetsBrokenHttp2: boolean
  /** Heads beyond every limit are answered with 431; otherwise with 400. */
  hugeHeadStatus: boolean
  /** At the limit of a visitor, its oldest connection without a request gives way to a new one, which is otherwise refused. */
  idleConnectionsGiveWay: boolean
  /** A visitor that opens and cancels requests of HTTP/2 in a flood loses its connection; otherwise they are only limited. */
  endsResetFloods: boolean
  /** An application's own error page is sent as it is; otherwise its line breaks become spaces. */
  keepsLinesOfPages: boolean
}

/** The built-in router, which is the measure. */
export const nodeCapabilities: RouterCapabilities = {
  pausedResponses: true,
  concurrentPipelining: true,
  refusesLengthWithChunks: true,
  refusesOtherHost: true,
  resetsBrokenHttp2: true,
  hugeHeadStatus: true,
  idleConnectionsGiveWay: true,
  endsResetFloods: true,
  keepsLinesOfPages: true,
}

/** HAProxy 2.6. */
export const haproxyCapabilities: RouterCapabilities = {
  pausedResponses: false,
  concurrentPipelining: false,
  refusesLengthWithChunks: false,
  refusesOtherHost: false,
  resetsBrokenHttp2: false,
  hugeHeadStatus: false,
  idleConnectionsGiveWay: false,
  endsResetFloods: false,
  keepsLinesOfPages: false,
}

const consequences: Record<keyof RouterCapabilities, string> = {
  pausedResponses: 'a response that pauses for longer than the answer timeout is cut',
  concurrentPipelining:
    'pipelined requests of a connection reach the application one after another',
  refusesLengthWithChunks:
    'a request with both Content-Length and Transfer-Encoding is served without the former, on a connection that is then closed',
  refusesOtherHost: 'over HTTP/2 a Host that differs from :authority is replaced by it',
  resetsBrokenHttp2:
    'over HTTP/2 a response without a length that breaks off looks complete to the visitor',
  hugeHeadStatus: 'a request head of more than 41 KB is answered with 400 instead of 431',
  idleConnectionsGiveWay:
    'a visitor at its limit of connections gets no further one, even when some of them are idle',
  endsResetFloods: 'floods of cancelled HTTP/2 requests do not end their connection',
  keepsLinesOfPages: "line breaks in an application's own error pages become spaces",
}

/** Sentences about what a router cannot do. */
export const missingCapabilities = (capabilities: RouterCapabilities): string[] =>
  (Object.keys(consequences) as (keyof RouterCapabilities)[])
    .filter((name) => !capabilities[name])
    .map((name) => consequences[name])
