/** Status line and headers of a response. */
export interface ResponseHead {
  statusCode: number
  statusMessage: string
  /** Alternating names and values, as they arrived. */
  rawHeaders: string[]
}

/** What a parser finds in the bytes of a connection, in this order. */
export interface ResponseEvents {
  /** Returns whether a body may follow: there is none after a HEAD request. */
  onHead(head: ResponseHead, mayBeReused: boolean): boolean
  onBody(chunk: Buffer): void
  onEnd(rawTrailers: string[]): void
}

/**
 * The native parser (llhttp) below `node:http`. It is not documented: Node's own client gives it a new owner, and that owner
 * new objects, for every request, which costs more than all else that a proxied request takes. The version of Node is
 * fixed, and the tests beside this file notice when the next one has another interface.
 */
interface NativeParser {
  initialize(type: number, resource: object, maxHeaderSize: number, lenient: number): void
  /** Number of bytes parsed, or why they cannot be. */
  execute(bytes: Uint8Array): number | Error
  finish(): number | Error | undefined
  close(): void
  [callback: number]: unknown
}

interface NativeParserClass {
  new (): NativeParser
  readonly RESPONSE: number
  readonly kLenientNone: number
  readonly kOnHeaders: number
  readonly kOnHeadersComplete: number
  readonly kOnBody: number
  readonly kOnMessageComplete: number
}

const { HTTPParser } = process.getBuiltinModule('_http_common') as unknown as {
  HTTPParser: NativeParserClass
}

/** Results of the native callback for the end of a head. */
const withBody = 0
const withoutBody = 1

/** Parses the responses on one connection to an application, as strictly as `node:http` does. */
export class ResponseParser {
  readonly #native = new HTTPParser()
  /** Headers of a long head, which come in parts, or trailers. */
  #collected: string[] = []
  #isInformational = false

  constructor(events: ResponseEvents, maxHead: number) {
    const native = this.#native
    native.initialize(HTTPParser.RESPONSE, {}, maxHead, HTTPParser.kLenientNone)
    native[HTTPParser.kOnHeaders] = (headers: string[]) => {
      this.#collected = this.#collected.concat(headers)
    }
    native[HTTPParser.kOnHeadersComplete] = (
      _major: number,
      _minor: number,
      headers: string[] | undefined,
      _method: undefined,
      _url: undefined,
      statusCode: number,
      statusMessage: string,
      _isUpgrade: boolean,
      mayBeReused: boolean,
    ) => {
      const rawHeaders = headers ?? this.#takeCollected()
      // The response itself follows, as it does after 103.
      this.#isInformational = statusCode < 200 && statusCode !== 101
      if (this.#isInformational) return withoutBody
      const mayHaveBody = events.onHead({ statusCode, statusMessage, rawHeaders }, mayBeReused)
      return mayHaveBody && statusCode !== 304 ? withBody : withoutBody
    }
    native[HTTPParser.kOnBody] = (chunk: Buffer) => events.onBody(chunk)
    native[HTTPParser.kOnMessageComplete] = () => {
      const rawTrailers = this.#takeCollected()
      if (!this.#isInformational) events.onEnd(rawTrailers)
    }
  }

  /** Returns why the bytes are not a response, if they are not. */
  parse(bytes: Uint8Array): Error | undefined {
    const result = this.#native.execute(bytes)
    return typeof result === 'number' ? undefined : result
  }

  /** The connection has ended, which is the end of a response without a length. Returns why it is none, if it is not. */
  finish(): Error | undefined {
    const result = this.#native.finish()
    return result instanceof Error ? result : undefined
  }

  /** Frees the native parser, after whichever of its callbacks is running. */
  close() {
    setImmediate(() => this.#native.close())
  }

  #takeCollected(): string[] {
    const collected = this.#collected
    if (collected.length > 0) this.#collected = []
    return collected
  }
}
