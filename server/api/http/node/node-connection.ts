import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { Connection } from '#api/http/request-context.ts'
import { connectionOf } from '#kit/net/connection-facts.ts'
import type { HttpVisit } from '#kit/net/limits/http-guard.ts'

/** The socket's side of a request. A class, so that a request makes one object of it and no functions. */
export class NodeConnection implements Connection {
  readonly target: string
  readonly peer: string
  readonly source: string
  readonly isTls: boolean
  readonly #incoming: IncomingMessage
  readonly #visit: HttpVisit

  /** `client` is that of a request which another server has passed on. */
  constructor(
    incoming: IncomingMessage,
    visit: HttpVisit,
    client?: Pick<Connection, 'peer' | 'isTls'>,
  ) {
    this.target = incoming.url ?? '/'
    this.peer = client?.peer ?? connectionOf(incoming.socket).address
    this.source = visit.source
    this.isTls = client?.isTls ?? incoming.socket instanceof TLSSocket
    this.#incoming = incoming
    this.#visit = visit
  }

  /** Starts the time for the body, which a request that is passed on has from the other server. */
  limitBody() {
    this.#visit.limitBody()
  }

  openBody(): ReadableStream<Uint8Array> {
    return Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array>
  }

  onAuthenticated() {
    this.#visit.authenticated()
  }
}
