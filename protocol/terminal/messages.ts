/** What a client says beside its input: an object with one of these keys. */
export type ClientMessage =
  | { resize: { columns: number; rows: number } }
  | { signal: string }
  /** Bytes of output that it has shown, since the session began. */
  | { ack: number }

/** What the server says beside the output: an object with one of these keys. */
export type ServerMessage =
  /**
   * Begins a connection; `received` is how many bytes of input have arrived since the session began. A client that has
   * nothing of the output gets it from byte `from` on, of which an earlier one has shown what comes before `shown`.
   */
  | { opened: { id: string; received: number; from?: number; shown?: number } }
  /** Bytes of input that the command has taken, since the session began; regularly, as a sign of life. */
  | { ack: number }
  /** A sentence for the user, such as why the session will end. */
  | { note: string }
  /** The command has ended; a command that was ended by signal n has the code 128 + n. */
  | { exit: { code: number } }
  /** The session has ended, or could not begin: a sentence for the user. */
  | { error: string }

/** Longer ones are not read. */
const maxMessageLength = 4096

/** The message of a client in a text; `undefined` for any other text. */
export function readClientMessage(text: string): ClientMessage | undefined {
  const [key, value] = entryOf(text)
  if (key === 'ack' && isCount(value)) return { ack: value }
  if (key === 'signal' && typeof value === 'string') return { signal: value }
  if (key !== 'resize' || !isRecord(value)) return undefined
  const { columns, rows } = value
  return isCount(columns) && isCount(rows) ? { resize: { columns, rows } } : undefined
}

/** The message of a server in a text; `undefined` for one that this version does not know. */
export function readServerMessage(text: string): ServerMessage | undefined {
  const [key, value] = entryOf(text)
  if (key === 'ack' && isCount(value)) return { ack: value }
  if (key === 'note' && typeof value === 'string') return { note: value }
  if (key === 'error' && typeof value === 'string') return { error: value }
  if (!isRecord(value)) return undefined
  const { id, received, code, from, shown } = value
  if (key === 'exit' && isCount(code)) return { exit: { code } }
  if (key !== 'opened' || typeof id !== 'string' || !isCount(received)) return undefined
  const past = isCount(from) && isCount(shown) ? { from, shown } : {}
  return { opened: { id, received, ...past } }
}

function entryOf(text: string): [key: string, value: unknown] | [] {
  if (text.length > maxMessageLength) return []
  try {
    const value: unknown = JSON.parse(text)
    const [entry, ...others] = isRecord(value) ? Object.entries(value) : []
    return entry && others.length === 0 ? entry : []
  } catch {
    return []
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
