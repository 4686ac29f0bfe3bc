import { isObject } from '#runtimes/node/package-json.ts'

/** What a `bun.lock` says about where its packages come from. */
export interface BunLock {
  packages: string[]
  /** The first package that no hash pins. */
  stray?: string
  hasWorkspaces: boolean
  hasPatches: boolean
}

/** Nothing when the text is no lock file. */
export function readBunLock(text: string): BunLock | undefined {
  const lock = parseLoose(text)
  if (!isObject(lock) || !isObject(lock.packages) || !isObject(lock.workspaces)) return undefined
  const packages = Object.entries(lock.packages)
  const stray = packages.find(([, entry]) => !isPinned(entry))?.[0]
  return {
    packages: packages.map(([name]) => name),
    ...(stray !== undefined && { stray }),
    hasWorkspaces: Object.keys(lock.workspaces).some((path) => path !== ''),
    hasPatches: isObject(lock.patchedDependencies),
  }
}

/** `[name@version, registry, {…}, hash]` */
const isPinned = (entry: unknown) =>
  Array.isArray(entry) &&
  entry.length === 4 &&
  /^@?[^@]+@\d/.test(String(entry[0])) &&
  /^sha\d+-/.test(String(entry[3]))

/** JSON that may have a comma after the last member. */
function parseLoose(text: string): unknown {
  try {
    return JSON.parse(withoutLastCommas(text))
  } catch {
    return undefined
  }
}

// Each piece is looked at once, also when a text is never closed.
const piece = /"[^"\\]*(?:\\.[^"\\]*)*"|,(\s*[}\]])?|[^",]+/y

function withoutLastCommas(text: string): string {
  const pieces: string[] = []
  piece.lastIndex = 0
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    pieces.push(found[1] ?? found[0])
  }
  return pieces.join('')
}
