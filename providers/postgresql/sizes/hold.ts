/** Stored state of a database that exceeds its plan. */
export interface Hold {
  /** Number of times that it has grown although it was held. */
  strikes: number
  /** Size in bytes at which it is closed. */
  ceiling: number
  /** When it reopens, in milliseconds since 1970; 0 while it is open, `never` when it stays closed. */
  closedUntil: number
}

export const never = -1
export const maxStrikes = 5

const megabyte = 1024 * 1024
const firstPause = 60_000
/** A held database is released below this share of its limit. */
const roomAgain = 0.95

/** Growth allowed to a held database for deleting rows: pages of indexes, of the catalogue and of free space maps. */
export const marginOf = (maxBytes: number): number => Math.max(16 * megabyte, maxBytes / 20)

export interface SizeFacts {
  bytes: number
  maxBytes: number
  hold: Hold | undefined
  /** Size of tables that are being rewritten, such as by VACUUM FULL: the old files are removed afterwards. */
  rebuilding: number
  /** In milliseconds since 1970. */
  now: number
}

export const isClosed = ({ closedUntil }: Hold): boolean => closedUntil !== 0

/**
 * Next state of a database. Over its limit it is held: read-only unless a transaction asks to write, so that rows can
 * be deleted. The owner of a database cannot be prevented from writing by revoking rights, so growth terminates its
 * sessions and closes the database for a while; at the last strike until it gets a larger plan. It is released when it
 * fits.
 */
export function nextHold({ bytes, maxBytes, hold, rebuilding, now }: SizeFacts): Hold | undefined {
  const ceiling = bytes + marginOf(maxBytes)
  if (!hold) return bytes > maxBytes ? { strikes: 0, ceiling, closedUntil: 0 } : undefined
  if (bytes <= maxBytes * roomAgain) return undefined
  if (isClosed(hold)) {
    const left = hold.closedUntil - now
    // Further away than its pause is long: the clock was set back meanwhile.
    const isOver = hold.closedUntil !== never && (left <= 0 || left > pauseAfter(hold.strikes))
    return isOver ? { strikes: hold.strikes, ceiling, closedUntil: 0 } : hold
  }
  if (bytes <= hold.ceiling + 1.5 * rebuilding) return hold
  const strikes = hold.strikes + 1
  const closedUntil = strikes >= maxStrikes ? never : now + pauseAfter(strikes)
  return { ...hold, strikes, closedUntil }
}

const pauseAfter = (strikes: number) => firstPause * 2 ** (strikes - 1)

/** Parses the stored state; `undefined` when it is invalid. */
export function parseHold(text: string): Hold | undefined {
  try {
    const { strikes, ceiling, closedUntil } = JSON.parse(text)
    const isHold = [strikes, ceiling, closedUntil].every(Number.isFinite)
    return isHold ? { strikes, ceiling, closedUntil } : undefined
  } catch {
    return undefined
  }
}
