import { constants } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'

/** A change of one application's route. */
export type RouteChange = { route: Route } | { removed: string }

const namePattern = /^table-[0-9a-z-]+\.jsonl$/

/**
 * Changes of routes since they were last written whole, one line each, so that a change costs the same however many
 * routes there are. A journal belongs to the one table that names it: one that is left over is never read.
 */
export class RouteJournal {
  readonly name: string
  #bytes = 0

  private constructor(name: string) {
    this.name = name
  }

  /** Creates an empty one in the current folder, before a table that names it. */
  static async create(): Promise<RouteJournal> {
    const unique = `${Date.now().toString(36)}-${process.pid.toString(36)}-${count++}`
    const journal = new RouteJournal(`table-${unique}.jsonl`)
    await writeDurably(journal.name, '')
    return journal
  }

  /** Bytes that were appended. */
  get bytes(): number {
    return this.#bytes
  }

  /** Appends a change durably. After an error nothing more may be appended, because a part of the line may be there. */
  async append(change: RouteChange) {
    const line = `${JSON.stringify(change)}\n`
    // Not created: one that is gone belongs to no table any more.
    const file = await open(this.name, constants.O_WRONLY | constants.O_APPEND)
    try {
      await file.appendFile(line)
      await file.datasync()
    } finally {
      await file.close()
    }
    this.#bytes += line.length
  }
}

let count = 0

export const isJournal = (name: string) => namePattern.test(name)

/** Changes in a journal, up to a line that is cut short; `undefined` when there is no such journal any more. */
export async function readJournal(name: unknown): Promise<RouteChange[] | undefined> {
  if (typeof name !== 'string' || !namePattern.test(name)) return []
  const text = await readFile(name, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const changes: RouteChange[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    try {
      changes.push(JSON.parse(line))
    } catch {
      break
    }
  }
  return changes
}

/** Routes by application, the latest last, with a change made. */
export function applyChange(routes: Map<string, Route>, change: RouteChange) {
  const id = 'route' in change ? change.route.applicationId : change.removed
  routes.delete(id)
  if ('route' in change) routes.set(id, change.route)
}
