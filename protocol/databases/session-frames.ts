import { isObject } from '#protocol/json-value.ts'

/**
 * What goes through the connection of a session with a database, which a provider answers with `101`: frames of a byte
 * for the kind, four for the length, and the payload.
 */
export const frameKinds = { input: 0, output: 1, errors: 2, message: 3 } as const
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds]

/** Name in the headers `connection: upgrade` and `upgrade`. */
export const sessionProtocol = 'berth-session'

/** Messages: JSON with one key. */
export type SessionMessage =
  | { size: string }
  | { signal: string }
  | { endOfInput: true }
  /** The last one of a provider. */
  | { exit: number }
  /** A sentence for the customer. */
  | { note: string }

const headerLength = 5
const maxPayload = 64 * 1024
const maxMessage = 4 * 1024

/** Frames for some bytes, none longer than allowed. */
export function framesOf(kind: FrameKind, bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += maxPayload) {
    const payload = bytes.subarray(at, at + maxPayload)
    const header = Buffer.alloc(headerLength)
    header.writeUInt8(kind)
    header.writeUInt32BE(payload.length, 1)
    parts.push(header, payload)
  }
  return Buffer.concat(parts)
}

export const messageFrame = (message: SessionMessage): Buffer =>
  framesOf(frameKinds.message, Buffer.from(JSON.stringify(message)))

/** Says nothing: who writes it learns whether the other side is there. */
export const emptyFrame: Buffer = framesOf(frameKinds.message, Buffer.from('{}'))

export interface Frame {
  kind: FrameKind
  payload: Buffer
}

/** Cuts what arrives into frames; throws at what is none. */
export function createFrameReader(): (chunk: Buffer) => Frame[] {
  let held: Buffer = Buffer.alloc(0)
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const frames: Frame[] = []
    while (held.length >= headerLength) {
      const kind = held.readUInt8()
      const length = held.readUInt32BE(1)
      if (!isKind(kind) || length > maxPayload) throw new Error('this is no frame of a session')
      if (held.length < headerLength + length) break
      frames.push({ kind, payload: held.subarray(headerLength, headerLength + length) })
      held = held.subarray(headerLength + length)
    }
    return frames
  }
}

const isKind = (kind: number): kind is FrameKind => kind <= frameKinds.message

/** A message; `undefined` for one that nobody knows. */
export function readMessage(payload: Buffer): SessionMessage | undefined {
  if (payload.length > maxMessage) return undefined
  let given: unknown
  try {
    given = JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
  if (!isObject(given)) return undefined
  const { size, signal, endOfInput, exit, note } = given
  if (typeof size === 'string' && /^\d{1,5}x\d{1,5}$/.test(size)) return { size }
  if (typeof signal === 'string' && /^[A-Z0-9]{2,5}$/.test(signal)) return { signal }
  if (endOfInput === true) return { endOfInput }
  if (typeof exit === 'number' && Number.isInteger(exit) && exit >= 0 && exit < 256) return { exit }
  return typeof note === 'string' ? { note } : undefined
}
