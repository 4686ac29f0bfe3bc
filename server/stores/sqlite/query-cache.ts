import type { Store } from '#platform/store.ts'
import type { Written } from './sqlite-database.ts'

const maxAnswers = 10_000
const maxBytes = 32 * 1024 * 1024

/** Answers to one kind of question, kept until a table that they come from is written to. */
export interface CachedTable {
  ask<T>(key: string, question: () => Promise<T>): Promise<T>
}

/** What is remembered of a database that nobody else writes to. */
export interface QueryCache {
  /** A place for answers that come from these tables. */
  shelf(tables: readonly string[]): CachedTable
  /** Told of every statement that was run. */
  onWrite(written: Written): void
  /** Tells which tables lose rows when rows of another are deleted, as [table, the one it hangs on]. */
  learn(dependencies: readonly (readonly [string, string])[]): void
}

interface KeptShelf {
  tables: ReadonlySet<string>
  /** Promises that are kept already: a new one for each who asks would be all that an answer costs. */
  answers: Map<string, Promise<unknown>>
  bytes: number
  /** Changes with each write, so that an answer read before it is not kept after it. */
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

/** Every table with all that lose rows with it, over any number of steps. */
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
