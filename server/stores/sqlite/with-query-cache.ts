import type { Store } from '#platform/store.ts'
import type { CachedTable, QueryCache } from './query-cache.ts'

/** The questions that requests ask again and again; each is answered from the table of its noun alone. */
const remembered = {
  users: 'find',
  members: 'find',
  consumers: 'find',
  accessTokens: 'find',
  apiTokens: 'findByDigest',
  sessions: 'find',
} as const satisfies Partial<Record<keyof Store, string>>

type Question = (one: string, ...others: string[]) => Promise<unknown>

/**
 * Remembers answers until a table that they come from is written to. Right only for a store that nobody else writes
 * to. Without it most of the time of a signed request went into asking SQLite for the same consumer, access token and
 * user, and into decrypting their secrets.
 */
export function withQueryCache(store: Store, memory: QueryCache): Store {
  const nouns = Object.entries(remembered).map(([noun, method]) => {
    const methods = store[noun as keyof typeof remembered] as unknown as Record<string, Question>
    const question = methods[method] as Question
    const { ask } = memory.shelf([noun])
    const asked: Question = (one, ...others) =>
      ask(others.length === 0 ? one : [one, ...others].join('\n'), () => question(one, ...others))
    return [noun, { ...methods, [method]: asked }]
  })
  const named = new Map<string, CachedTable>()
  const shelves = new WeakMap<readonly string[], CachedTable>()
  const shelfOf = (tables: readonly string[]) => {
    const known = shelves.get(tables)
    if (known) return known
    const name = tables.join(' ')
    const shelf = named.get(name) ?? memory.shelf(tables)
    named.set(name, shelf)
    shelves.set(tables, shelf)
    return shelf
  }
  return {
    ...store,
    ...Object.fromEntries(nouns),
    derive: (from, key, make) => shelfOf(from).ask(key, make),
  }
}
