import type { CodeSplittingGroup } from 'rolldown'

/** Modules by id, each with those that it imports statically. */
type GetModuleInfo = (id: string) => { importedIds: readonly string[] } | null

/**
 * Puts what every start loads into two files, what `server-main.ts` imports and what `compose.ts` imports in addition: Node looks for each file
 * of a bundle, reads it and links it, and there would be a hundred.
 */
export function startChunks(compose: string): CodeSplittingGroup[] {
  let rest: ReadonlySet<string> | undefined
  return [
    { name: 'launch', tags: ['$initial'], priority: 2 },
    {
      debugName: 'server',
      name(id, context) {
        rest ??= importedBy(compose, (each) => context.getModuleInfo(each))
        return rest.has(id) ? 'server' : null
      },
      priority: 1,
    },
  ]
}

/** The module and all that it imports, directly or not, without what it imports on demand. */
function importedBy(module: string, getModuleInfo: GetModuleInfo): ReadonlySet<string> {
  const found = new Set([module])
  for (const id of found) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}
