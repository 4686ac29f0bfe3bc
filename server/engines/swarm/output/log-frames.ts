/** One message of a container's log, as Docker sends it with timestamps. */
export interface LogMessage {
  isError: boolean
  /** Nanoseconds in RFC 3339, always of the same length, so that texts compare as times. */
  time: string
  text: string
  /** Docker cuts a message at 16 KiB: the rest follows in the next one. */
  isCut: boolean
}

const headerLength = 8
const stderr = 2

/** Splits a multiplexed stream into messages: a header with the stream and the length, then the time and the text. */
export function parseFrames(onMessage: (message: LogMessage) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= headerLength) {
      const end = headerLength + rest.readUInt32BE(4)
      if (rest.length < end) return
      onMessage(parseMessage(rest[0] === stderr, rest.toString('utf8', headerLength, end)))
      rest = rest.subarray(end)
    }
  }
}

function parseMessage(isError: boolean, whole: string): LogMessage {
  const space = whole.indexOf(' ')
  const text = whole.slice(space + 1)
  const isCut = !text.endsWith('\n')
  return { isError, time: whole.slice(0, space), text: isCut ? text : text.slice(0, -1), isCut }
}
