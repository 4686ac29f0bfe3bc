/** The stream of a binary frame, in its first byte; the rest is what is written to the stream. */
const streamNumbers = { stdin: 0, stdout: 1, stderr: 2 } as const
export type StreamName = keyof typeof streamNumbers
export type OutputName = Exclude<StreamName, 'stdin'>

/** Maximum bytes of a frame after the first one. */
export const maxFrameBytes = 64 * 1024

/** What the sender of either side may have sent without an acknowledgement. */
export const windows = { input: 64 * 1024, output: 256 * 1024 } as const

/** Milliseconds for which a session whose client is gone can be resumed. */
export const resumeTimeout = 60_000

/** Milliseconds between pings of the server, and without any sign after which either side gives a connection up. */
export const pingInterval = 15_000
export const silenceTimeout = 45_000

/** The WebSocket subprotocol, and the prefix of one by which a page says its CSRF token: browsers send no other header. */
export const subprotocol = 'berth.terminal'
export const csrfPrefix = 'csrf.'

/**
 * How a connection is closed: normally, because of frames that no client of this protocol sends, or because another client
 * has gone on with the session.
 */
export const closeCodes = { normal: 1000, restart: 1012, invalid: 1008, taken: 4000 } as const

/** Bytes of a stream. */
export interface StreamFrame<Name extends StreamName = StreamName> {
  stream: Name
  bytes: Uint8Array
}

export function encodeFrame({ stream, bytes }: StreamFrame): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(1 + bytes.length)
  frame[0] = streamNumbers[stream]
  frame.set(bytes, 1)
  return frame
}

/** The frame in a binary message; `undefined` for one of another protocol. */
export function decodeFrame(message: Uint8Array): StreamFrame | undefined {
  if (message.length > 1 + maxFrameBytes) return undefined
  const stream = streamNames[message[0] ?? -1]
  return stream && { stream, bytes: message.subarray(1) }
}

const streamNames: readonly (StreamName | undefined)[] = ['stdin', 'stdout', 'stderr']
