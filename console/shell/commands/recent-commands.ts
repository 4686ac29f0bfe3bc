import { keep, readKept } from '#console/navigation/browser-storage.ts'

const maxKept = 12
const maxLength = 200

const keyOf = (userId: string) => `berth.recent.${userId}`

/** Ids of the commands that somebody used in this browser, the last one first. */
export function recentCommands(userId: string): readonly string[] {
  return parse(readKept(keyOf(userId)))
}

export function rememberCommand(userId: string, id: string): void {
  const others = recentCommands(userId).filter((each) => each !== id)
  keep(keyOf(userId), JSON.stringify([id, ...others].slice(0, maxKept)))
}

/** Anything may be in the storage of a browser. */
function parse(kept: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(kept ?? '[]')
    if (!Array.isArray(value)) return []
    return value
      .filter((each): each is string => typeof each === 'string' && each.length <= maxLength)
      .slice(0, maxKept)
  } catch {
    return []
  }
}
