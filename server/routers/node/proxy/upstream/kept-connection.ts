import type { Socket } from 'node:net'
import { connectTo } from './connect.ts'
import { closedEarly, type Exchange, type ExchangeEvents } from './exchange.ts'
import { type ResponseEvents, type ResponseHead, ResponseParser } from './response-parser.ts'

/** Size above which the head of a response is refused. */
export const maxHead = 64 * 1024

/** Takes what is read from any connection: it is parsed before the next read, and the parser copies what it passes on. */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024)

/** A request without a body, its head as text. */
export interface BodilessRequest {
  method: string
  head: string
}

/** Keeps a connection between its requests. */
export interface ConnectionKeeper {
  readonly host: string
  readonly port: number
  /** The connection may have another request; returns false when it is to be closed. */
  keep(connection: KeptConnection): boolean
  /** The connection was closed. */
  forget(connection: KeptConnection): void
  /** A request is in flight no more. */
  end(): void
}

/** A keep-alive connection to an application, which has one request at a time. */
export class KeptConnection implements ResponseEvents {
  readonly #keeper: ConnectionKeeper
  readonly #socket: Socket
  readonly #parser = new ResponseParser(this, maxHead)
  #current: KeptExchange | undefined
  #hasServed = false
  #isAnswering = false
  #isPaused = false
  #isDestroyed = false
  #mayBeReused = false
  #error: Error | undefined

  constructor(keeper: ConnectionKeeper) {
    const { host, port } = keeper
    this.#keeper = keeper
    const onread = { buffer: readBuffer, callback: (bytes: number) => this.#read(bytes) }
    this.#socket = connectTo({ host, port, onread })
    this.#socket.on('error', (error) => {
      this.#error = error
    })
    this.#socket.on('close', () => this.#onClosed())
  }

  send({ method, head }: BodilessRequest, events: ExchangeEvents): Exchange {
    this.#current = new KeptExchange(this, method, events, this.#hasServed)
    this.#hasServed = true
    this.#socket.write(head, 'latin1')
    return this.#current
  }

  isOf(exchange: KeptExchange): boolean {
    return this.#current === exchange
  }

  pause() {
    this.#isPaused = true
    this.#socket.pause()
  }

  resume() {
    this.#isPaused = false
    this.#socket.resume()
  }

  destroy(error?: Error) {
    this.#isDestroyed = true
    this.#socket.destroy(error)
  }

  onHead(head: ResponseHead, mayBeReused: boolean): boolean {
    const current = this.#current
    if (!current || head.statusCode === 101) {
      // Without a request it would pass for the response to the next one, and nobody has asked for another protocol.
      this.destroy(new Error('the application has sent what was not asked for'))
      return false
    }
    this.#isAnswering = true
    this.#mayBeReused = mayBeReused
    current.events.onHead(head, current)
    return current.method !== 'HEAD'
  }

  onBody(chunk: Buffer) {
    if (!this.#isDestroyed) this.#current?.events.onBody(chunk)
  }

  onEnd(rawTrailers: string[]) {
    const current = this.#current
    if (!current || this.#isDestroyed) return
    this.#current = undefined
    this.#isAnswering = false
    current.events.onEnd(rawTrailers)
    this.#keeper.end()
    if (this.#isPaused) this.resume()
    const isSent = this.#socket.writableLength === 0
    if (!this.#mayBeReused || !isSent || !this.#keeper.keep(this)) this.destroy()
  }

  #read(bytes: number): boolean {
    const problem = this.#parser.parse(readBuffer.subarray(0, bytes))
    if (problem) this.destroy(problem)
    else this.#current?.events.onPause()
    return !this.#isPaused
  }

  #onClosed() {
    // The end of the connection may be that of a response without a length.
    if (this.#isAnswering && !this.#error) this.#error = this.#parser.finish()
    this.#parser.close()
    this.#keeper.forget(this)
    const current = this.#current
    if (!current) return
    this.#current = undefined
    if (this.#isAnswering) current.events.onCut()
    else current.events.onError(this.#error ?? closedEarly(), current)
    this.#keeper.end()
  }
}

/** One request on a connection, which may have the next by the time somebody still has this one. */
class KeptExchange implements Exchange {
  readonly method: string
  readonly events: ExchangeEvents
  readonly isReused: boolean
  readonly #connection: KeptConnection

  constructor(
    connection: KeptConnection,
    method: string,
    events: ExchangeEvents,
    isReused: boolean,
  ) {
    this.#connection = connection
    this.method = method
    this.events = events
    this.isReused = isReused
  }

  pause() {
    if (this.#connection.isOf(this)) this.#connection.pause()
  }

  resume() {
    if (this.#connection.isOf(this)) this.#connection.resume()
  }

  destroy(error?: Error) {
    if (this.#connection.isOf(this)) this.#connection.destroy(error)
  }
}
