import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { ignoreDiskProblem } from '#kit/files/disk-full.ts'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Address } from '#platform/model/hosting/deployments/engine.ts'
import type { Route } from '#platform/model/hosting/deployments/traffic.ts'
import {
  applyChange,
  isJournal,
  type RouteChange,
  RouteJournal,
  readJournal,
} from './route-journal.ts'
import type { Identities } from './router-commands.ts'

/** State that survives a crash of the router. */
export interface RouterState {
  routes: Route[]
  identities: Identities
}

const file = 'table.json'
const identitiesFile = 'identities.json'

/** A journal is written into a new table when it is larger than this, and than half of the table. */
const minJournalBytes = 256 * 1024
/** The writer may begin another journal while a reader reads. */
const maxReads = 5

/**
 * Stores the router's state in files of the current folder. Changes are serialised. A changed route is appended to a
 * journal. The certificates, which are most of the state, have a file of their own that is written only when they change.
 */
export class SavedState {
  readonly #routes: Map<string, Route>
  #identities: Identities
  /** The certificates in their file. */
  #written: Identities | undefined
  /** Absent until this process has written a table: another router may still write to that of the table it has read. */
  #journal: RouteJournal | undefined
  #tableBytes = 0
  #last: Promise<void> = Promise.resolve()

  private constructor({ routes, identities }: RouterState, written?: Identities) {
    this.#routes = byApplication(routes)
    this.#identities = identities
    this.#written = written
  }

  /** If the files cannot be read, a standby goes on with what it has read before. */
  static async read(known?: SavedState): Promise<SavedState> {
    try {
      const { routes, identities } = await readTable()
      const written = await readIdentities()
      const all = written && Object.keys(identities).length === 0
      const state = { routes, identities: all ? written : { ...identities, ...written } }
      return new SavedState(state, written)
    } catch {
      if (known) return known
      await rename(file, `${file}.unreadable`)
      console.error(`${file} cannot be read; it was put aside and the router begins without routes`)
      return new SavedState({ routes: [], identities: {} })
    }
  }

  get current(): RouterState {
    return { routes: [...this.#routes.values()], identities: this.#identities }
  }

  /** Certificates of the local authority. */
  get identities(): Identities {
    return this.#identities
  }

  /** Saves a changed route, then calls `apply`. */
  changeRoute(change: RouteChange, apply: () => void): Promise<void> {
    return this.#withLock(async () => {
      if (!(await this.#append(change))) {
        const routes = new Map(this.#routes)
        applyChange(routes, change)
        await this.#writeTable([...routes.values()])
      }
      applyChange(this.#routes, change)
      apply()
    })
  }

  /** Saves a changed state whole, then calls `applyState` with it. */
  change(
    change: (state: RouterState) => RouterState,
    applyState: (state: RouterState) => void,
  ): Promise<void> {
    return this.#withLock(async () => {
      const before = this.current
      const state = change(before)
      const { routes, identities } = state
      if (identities !== this.#written) await this.#writeIdentities(identities)
      // A server that starts sends what is known already, also on a full disk.
      if (!isDeepStrictEqual(byApplication(routes), this.#routes)) {
        await this.#writeTable(routes)
        this.#routes.clear()
        for (const route of routes) this.#routes.set(route.applicationId, route)
      }
      this.#identities = identities
      applyState(state)
    })
  }

  /** Those that are only removed may stay on a full disk: the next change removes them. */
  async #writeIdentities(identities: Identities) {
    const written = this.#written ?? {}
    const hasNew = Object.entries(identities).some(([host, each]) => written[host] !== each)
    try {
      await writeDurably(identitiesFile, JSON.stringify(identities))
      this.#written = identities
    } catch (error) {
      if (hasNew) throw error
      ignoreDiskProblem(error)
    }
  }

  #withLock(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /** Returns false when the table has to be written whole. */
  async #append(change: RouteChange): Promise<boolean> {
    const maxBytes = Math.max(minJournalBytes, this.#tableBytes / 2)
    if (!this.#journal || this.#journal.bytes >= maxBytes) return false
    try {
      await this.#journal.append(change)
      return true
    } catch {
      this.#journal = undefined
      return false
    }
  }

  /** Writes all routes, with the name of an empty journal for the changes after it. */
  async #writeTable(routes: Route[]) {
    const journal = await RouteJournal.create()
    // An earlier version, which may be installed again, expects certificates here, and knows no journal.
    const text = JSON.stringify({ routes, identities: {}, journal: journal.name })
    await writeDurably(file, text)
    this.#journal = journal
    this.#tableBytes = text.length
    await removeOtherJournals(journal.name)
  }
}

const byApplication = (routes: Route[]) =>
  new Map(routes.map((route) => [route.applicationId as string, route]))

/** The table with the changes in its journal. */
async function readTable(): Promise<RouterState> {
  for (let reads = 1; ; reads += 1) {
    const text = await readFile(file, 'utf8').catch(ifMissing('{"routes":[],"identities":{}}'))
    const { routes, identities, journal } = parse(text)
    const changes = await readJournal(journal)
    if (!changes && reads < maxReads) continue
    const all = byApplication(routes)
    for (const change of changes ?? []) applyChange(all, change)
    return { routes: [...all.values()], identities }
  }
}

/** Those of a router that was killed between two steps. */
async function removeOtherJournals(name: string) {
  const names = (await readdir('.')).filter(isJournal)
  for (const other of names) if (other !== name) await rm(other, { force: true })
}

/** Absent in a folder of an earlier version, which kept them with the routes. If unreadable, the server sends them again. */
async function readIdentities(): Promise<Identities | undefined> {
  const text = await readFile(identitiesFile, 'utf8').catch(ifMissing(''))
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    console.error(`${identitiesFile} cannot be read; the certificates are made again`)
    return undefined
  }
}

/** Route of an earlier version, which knew neither paths nor the ids of instances. */
interface EarlierRoute extends Omit<Route, 'domains' | 'upstreams' | 'tcpPorts'> {
  hosts: string[]
  addresses: Address[]
}

/** Reads the routes of an earlier version too: visitors keep them until the server sends its own. */
function parse(text: string): RouterState & { journal?: string } {
  const { routes, ...same } = JSON.parse(text) as {
    routes: (Route | EarlierRoute)[]
    identities: Identities
    journal?: string
  }
  return { ...same, routes: routes.map((route) => ('hosts' in route ? current(route) : route)) }
}

function current({ hosts, addresses, ...same }: EarlierRoute): Route {
  return {
    ...same,
    domains: hosts.map((host) => ({ host, path: '/' })),
    upstreams: addresses.map((address) => ({ instanceId: unknownInstance, address })),
    tcpPorts: [],
  }
}

/** Stands for the instances of an earlier version's routes. */
const unknownInstance = '00000000-0000-0000-0000-000000000000'

const ifMissing = (text: string) => (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return text
  throw error
}
