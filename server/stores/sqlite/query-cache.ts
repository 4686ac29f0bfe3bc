import type { Store } from '#platform/model/store.ts'
import type { Written } from '#stores/sql/written.ts'

const maxAnswers = 10_000
const maxBytes = 32 * 1024 * 1024

/** Cached results of one query, invalidated by a write to a table they depend on. */
export interface CachedTable {
  ask<T>(key: string, question: () => Promise<T>): Promise<T>
}

/** Query cache of a database without other writers. */
export interface QueryCache {
  /** A cache for results that depend on these tables. */
  shelf(tables: readonly string[]): CachedTable
  /** Called with every executed statement. */
  onWrite(written: Written): void
  /** Registers cascading deletes, as [table, the table it refers to]. */
  learn(dependencies: readonly (readonly [string, string])[]): void
}

interface KeptShelf {
  tables: ReadonlySet<string>
  /** Resolved promises, because creating one per call would be the whole cost of a cached result. */
  answers: Map<string, Promise<unknown>>
  bytes: number
  /** Incremented by each write, so that a result read before a write is not cached after it. */
  generation: number
}

export function createQueryCache(): QueryCache {
  const shelves: KeptShelf[] = []
  let dependents = new Map<string, Set<string>>()

  const forget = (shelf: KeptShelf) => {
    shelf.generation += 1
    empty(shelf)
  }
  return {
    shelf(tables) {
      const kept = { tables: new Set(tables), answers: new Map(), bytes: 0, generation: 0 }
      shelves.push(kept)
      return { ask: (key, question) => ask(kept, key, question) }
    },
    onWrite(written) {
      if (written === undefined) return
      const touched = written === 'anything' ? undefined : touchedBy(written, dependents)
      for (const shelf of shelves) {
        if (!touched || !shelf.tables.isDisjointFrom(touched)) forget(shelf)
      }
    },
    learn(dependencies) {
      dependents = closureOf(dependencies)
    },
  }
}

function ask<T>(shelf: KeptShelf, key: string, question: () => Promise<T>): Promise<T> {
  const known = shelf.answers.get(key)
  if (known !== undefined) return known as Promise<T>
  const { generation } = shelf
  return question().then((answer) => {
    if (generation === shelf.generation && answer !== undefined) keep(shelf, key, answer)
    return answer
  })
}

function keep(shelf: KeptShelf, key: string, answer: unknown): void {
  const isText = typeof answer === 'string' || Buffer.isBuffer(answer)
  const bytes = isText ? answer.length : 0
  if (shelf.answers.size >= maxAnswers || shelf.bytes + bytes > maxBytes) empty(shelf)
  shelf.answers.set(key, Promise.resolve(isText ? answer : Object.freeze(answer)))
  shelf.bytes += bytes
}

function empty(shelf: KeptShelf): void {
  shelf.answers.clear()
  shelf.bytes = 0
}

function touchedBy(
  { table, isDelete }: Exclude<Written, 'anything' | undefined>,
  dependents: Map<string, Set<string>>,
): ReadonlySet<string> {
  const others = isDelete ? dependents.get(table) : undefined
  return others ? new Set([table, ...others]) : new Set([table])
}

/** Every table with all tables that a delete cascades to, transitively. */
function closureOf(dependencies: readonly (readonly [string, string])[]) {
  const closure = new Map<string, Set<string>>()
  const gather = (table: string, into: Set<string>) => {
    for (const [dependent, parent] of dependencies) {
      if (parent !== table || into.has(dependent)) continue
      into.add(dependent)
      gather(dependent, into)
    }
    return into
  }
  for (const [, parent] of dependencies) closure.set(parent, gather(parent, new Set()))
  return closure
}

/** Frequent queries of requests; each reads only the table of its noun. */
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
 * Caches results until a table they depend on is written. Correct only for a store without other writers. Without it,
 * most of the time of a signed request was spent on querying SQLite for the same consumer, access token and user, and
 * on decrypting their secrets.
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
