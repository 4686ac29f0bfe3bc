import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { finish, inspect, parseName, type Segment } from './segment.ts'

/**
 * What an earlier server left: all segments, oldest first, and the one that can be continued. Only a segment
 * that was still written to is read, and what a crash tore off its end is cut away.
 */
export function scanSegments(folder: string): { segments: Segment[]; current?: Segment } {
  const unfinished = new Set<Segment>()
  const segments: Segment[] = []
  for (const name of orElse([], () => readdirSync(folder))) {
    const path = join(folder, name)
    const span = parseName(name)
    const segment = orElse(
      undefined,
      () =>
        span &&
        (span === 'open' ? reconcileAddon(path) : { path, span, bytes: statSync(path).size }),
    )
    if (segment) segments.push(segment)
    if (segment && span === 'open') unfinished.add(segment)
  }
  segments.sort((one, other) => one.span.first - other.span.first)
  const newest = segments.at(-1)
  for (const segment of unfinished) if (segment !== newest) finish(segment)
  return newest && unfinished.has(newest) ? { segments, current: newest } : { segments }
}

/** Lines must flow even where the disk cannot be read: writing will say what is wrong. */
function orElse<T>(instead: T, look: () => T): T {
  try {
    return look()
  } catch {
    return instead
  }
}

function reconcileAddon(path: string): Segment | undefined {
  const content = readFileSync(path)
  const { bytes, span } = inspect(content)
  if (bytes === 0) {
    rmSync(path)
    return undefined
  }
  if (bytes < content.length) truncateSync(path, bytes)
  return { path, bytes, span }
}
