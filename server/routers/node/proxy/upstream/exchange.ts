import type { ResponseHead } from './response-parser.ts'

/** A request that was sent to an application, and its response. */
export interface Exchange {
  /** Whether its connection has served an earlier request, and may have been closed by the application meanwhile. */
  readonly isReused: boolean
  pause(): void
  resume(): void
  /** Ends the connection, unless the exchange is over; an error is reported as that of the exchange. */
  destroy(error?: Error): void
}

/** Gets what happens in an exchange: `onError`, or `onHead` and later `onEnd` or `onCut`. */
export interface ExchangeEvents {
  /** There was no response. */
  onError(error: NodeJS.ErrnoException, exchange: Exchange): void
  onHead(head: ResponseHead, exchange: Exchange): void
  onBody(chunk: Buffer): void
  /** All that was read at once has been passed on, and more may take a while. */
  onPause(): void
  onEnd(rawTrailers: string[]): void
  /** The connection was closed in the middle of the response. */
  onCut(): void
}

/** The error of a connection that was closed without a response, with the code that `node:http` gives it. */
export const closedEarly = () =>
  Object.assign(new Error('the application has closed the connection'), { code: 'ECONNRESET' })
