/** How a request has reached the listener: what a web-standard `Request` cannot say. */
export interface Connection {
  /** Path and query as the client wrote them: signatures cover these bytes, and `Request.url` is normalised. */
  target: string
  /** The address at the other end of the connection. */
  peer: string
  isTls: boolean
}

/** The connection of a `Request` that came over none, as in tests: from this machine, to the host of its address. */
export function localConnection({ url }: Request): Connection {
  const { pathname, search, protocol } = new URL(url)
  return { target: pathname + search, peer: '127.0.0.1', isTls: protocol === 'https:' }
}
