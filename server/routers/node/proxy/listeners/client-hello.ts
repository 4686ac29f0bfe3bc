/** What a TLS client says first, as far as it decides who answers. */
export interface ClientHello {
  serverName: string | undefined
  /** Application protocols, in the client's order. */
  protocols: string[]
}

const handshakeRecord = 0x16
const clientHello = 1
const serverNameExtension = 0
const alpnExtension = 16
const recordHeader = 5
/** Longer ones are not looked into. */
export const maxHelloBytes = 16 * 1024

/** More are not sent by anybody, and each arrival of bytes reads all of them again. */
const maxRecords = 64

/**
 * Parses a ClientHello (RFC 8446, 4.1.2) from the first bytes of a connection: `incomplete` until more have arrived,
 * `undefined` for anything that is not one.
 */
export function parseClientHello(bytes: Buffer): ClientHello | 'incomplete' | undefined {
  const message = handshakeMessage(bytes)
  if (message === 'incomplete' || message === undefined) return message
  try {
    return readHello(new Reader(message))
  } catch {
    return undefined
  }
}

/** The first handshake message, which may span a few records. */
function handshakeMessage(bytes: Buffer): Buffer | 'incomplete' | undefined {
  const parts: Buffer[] = []
  let have = 0
  for (let at = 0; parts.length < maxRecords; ) {
    if (bytes.length < at + recordHeader) return 'incomplete'
    if (bytes[at] !== handshakeRecord) return undefined
    const end = at + recordHeader + bytes.readUInt16BE(at + 3)
    const part = bytes.subarray(at + recordHeader, end)
    parts.push(part)
    have += part.length
    const message = parts.length === 1 ? part : Buffer.concat(parts)
    if (have >= 4) {
      if (message[0] !== clientHello) return undefined
      const length = message.readUIntBE(1, 3)
      if (length > maxHelloBytes) return undefined
      if (have >= 4 + length) return message.subarray(4, 4 + length)
    }
    if (bytes.length < end || have > maxHelloBytes)
      return have > maxHelloBytes ? undefined : 'incomplete'
    at = end
  }
  return undefined
}

function readHello(hello: Reader): ClientHello {
  hello.take(2 + 32)
  hello.vector(1)
  hello.vector(2)
  hello.vector(1)
  const found: ClientHello = { serverName: undefined, protocols: [] }
  if (hello.isAtEnd) return found
  const extensions = hello.vector(2)
  while (!extensions.isAtEnd) {
    const type = extensions.number(2)
    const body = extensions.vector(2)
    if (type === serverNameExtension) found.serverName = readServerName(body)
    if (type === alpnExtension) found.protocols = readProtocols(body)
  }
  return found
}

function readServerName(extension: Reader): string | undefined {
  const names = extension.vector(2)
  while (!names.isAtEnd) {
    const isHostName = names.number(1) === 0
    const name = names.vector(2).rest()
    if (isHostName) return name.toString('latin1').toLowerCase()
  }
  return undefined
}

function readProtocols(extension: Reader): string[] {
  const list = extension.vector(2)
  const protocols: string[] = []
  while (!list.isAtEnd) protocols.push(list.vector(1).rest().toString('latin1'))
  return protocols
}

/** Reads fields in turn; throws beyond the end. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the message is cut short')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  number(size: number): number {
    return this.take(size).readUIntBE(0, size)
  }

  /** A field with its length before it. */
  vector(lengthSize: number): Reader {
    return new Reader(this.take(this.number(lengthSize)))
  }

  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at)
  }
}
