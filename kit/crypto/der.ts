/** DER encoder for certificates (ITU-T X.690). */
export type Der = Buffer

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

function lengthOf(content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.of(length)
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  const short = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.of(0x80 | short.length), short])
}

export function tagged(tag: number, ...parts: Der[]): Der {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content])
}

export const sequence = (...parts: Der[]): Der => tagged(tags.sequence, ...parts)
export const setOf = (...parts: Der[]): Der => tagged(tags.set, ...parts)
export const boolean = (value: boolean): Der => tagged(tags.boolean, Buffer.of(value ? 0xff : 0))
export const octetString = (content: Buffer): Der => tagged(tags.octetString, content)
export const utf8String = (text: string): Der => tagged(tags.utf8String, Buffer.from(text))

/** A positive integer from big-endian bytes. */
export function integer(bytes: Buffer): Der {
  const first = bytes.findIndex((byte) => byte !== 0)
  const short = first < 0 ? Buffer.of(0) : bytes.subarray(first)
  const looksNegative = ((short[0] ?? 0) & 0x80) !== 0
  return tagged(tags.integer, looksNegative ? Buffer.concat([Buffer.of(0), short]) : short)
}

/** A bit string whose last `unused` bits do not count. */
export const bitString = (content: Buffer, unused = 0): Der =>
  tagged(tags.bitString, Buffer.of(unused), content)

/** An object identifier in dotted notation: `2.5.29.17`. */
export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f]
    for (let left = part >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
    return digits
  })
  return tagged(tags.oid, Buffer.from(bytes))
}

/** A time, to the second. Certificates write years up to 2049 with two digits (RFC 5280, 4.1.2.5). */
export function time(milliseconds: number): Der {
  const digits = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/g, '')
  return Number(digits.slice(0, 4)) < 2050
    ? tagged(tags.utcTime, Buffer.from(digits.slice(2)))
    : tagged(tags.generalizedTime, Buffer.from(digits))
}

/** Values inside a constructed value, each with its tag and length. */
export function partsOf(constructed: Der): Der[] {
  const parts: Der[] = []
  for (let at = span(constructed, 0).content; at < constructed.length; ) {
    const { end } = span(constructed, at)
    parts.push(constructed.subarray(at, end))
    at = end
  }
  return parts
}

function span(bytes: Buffer, at: number): { content: number; end: number } {
  const first = bytes.readUInt8(at + 1)
  if (first < 0x80) return { content: at + 2, end: at + 2 + first }
  const digits = first & 0x7f
  const content = at + 2 + digits
  const end = content + bytes.readUIntBE(at + 2, digits)
  if (end > bytes.length) throw new Error('the DER value is cut short')
  return { content, end }
}
