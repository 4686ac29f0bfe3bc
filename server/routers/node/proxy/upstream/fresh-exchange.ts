import type { IncomingMessage } from 'node:http'
import type { ClientRequest } from '#kit/net/http.ts'
import type { Exchange, ExchangeEvents } from './exchange.ts'
import type { Upstream } from './upstream.ts'

/** A request with a connection to itself, by Node's client: it may have a body, or switch to another protocol. */
export class FreshExchange implements Exchange {
  readonly isReused = false
  readonly client: ClientRequest
  #incoming: IncomingMessage | undefined

  constructor(client: ClientRequest, upstream: Upstream, events: ExchangeEvents) {
    this.client = client
    upstream.begin()
    client.on('close', () => upstream.end())
    client.on('error', (error: NodeJS.ErrnoException) => {
      if (!this.#incoming) events.onError(error, this)
    })
    client.on('response', (incoming: IncomingMessage) => this.#onResponse(incoming, events))
  }

  pause() {
    this.#incoming?.pause()
  }

  resume() {
    this.#incoming?.resume()
  }

  destroy(error?: Error) {
    this.client.destroy(error)
  }

  #onResponse(incoming: IncomingMessage, events: ExchangeEvents) {
    const { statusCode = 0, statusMessage = '', rawHeaders } = incoming
    this.#incoming = incoming
    incoming.on('data', (chunk: Buffer) => {
      events.onBody(chunk)
      events.onPause()
    })
    incoming.on('end', () => events.onEnd(incoming.rawTrailers))
    incoming.on('error', () => events.onCut())
    events.onHead({ statusCode, statusMessage, rawHeaders }, this)
    // The part of the body that came with the head has been passed on by then.
    process.nextTick(() => events.onPause())
  }
}
