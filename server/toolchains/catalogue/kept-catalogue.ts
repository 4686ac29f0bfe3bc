import { readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Fetch } from '#toolchains/npm/packument.ts'
import type { ToolCatalogue } from './catalogue.ts'
import { parseCatalogue, refuseLosses, UnusableCatalogueError } from './check-catalogue.ts'
import { makeCatalogue } from './make-catalogue.ts'

export interface KeptCatalogueOptions {
  /** Where the refreshed one is kept. */
  file: string
  shipped: ToolCatalogue
  /** URL of the npm registry, ending with `/`. */
  registry: () => Promise<string>
  clock: () => number
  log: (line: string) => void
  fetch?: Fetch
  /** Milliseconds of one refresh. */
  timeout?: number
}

/** The catalogue in use. */
export interface KeptCatalogue {
  readonly current: ToolCatalogue
  readonly origin: 'shipped' | 'refreshed'
  /** Asks the registry; throws with a sentence, and changes nothing then. Those who ask meanwhile wait for the same answer. */
  refresh(): Promise<void>
}

/** One release of Node of 50 MB may have to be read. */
const usualTimeout = 600_000

/**
 * The shipped catalogue, or the refreshed one if it is newer: an upgrade of the platform may bring more than the last refresh found. The file is replaced
 * durably before anybody plans with it.
 */
export async function openKeptCatalogue(options: KeptCatalogueOptions): Promise<KeptCatalogue> {
  const { file, shipped, registry, clock, fetch = globalThis.fetch } = options
  let refreshed = await readKept(options)
  let inFlight: Promise<void> | undefined
  const current = () => refreshed ?? shipped
  const refresh = async () => {
    const signal = AbortSignal.timeout(options.timeout ?? usualTimeout)
    const means = { registry: await registry(), fetch, signal }
    const next = await makeCatalogue(means, current(), new Date(clock()))
    refuseLosses(current(), next)
    await writeDurably(file, JSON.stringify(fetchedPart(next)))
    refreshed = next
  }
  return {
    get current() {
      return current()
    },
    get origin() {
      return refreshed ? 'refreshed' : 'shipped'
    },
    refresh() {
      inFlight ??= refresh().finally(() => {
        inFlight = undefined
      })
      return inFlight
    },
  }
}

/** What a registry has said: the rest is always that of the shipped catalogue. */
const fetchedPart = ({ date, tools }: ToolCatalogue): ToolCatalogue => ({
  date,
  tools: Object.fromEntries(Object.entries(tools).filter(([, { source }]) => source === 'npm')),
})

/** The refreshed catalogue in the data folder, unless there is none, the shipped one is newer, or it cannot be used. */
async function readKept({
  file,
  shipped,
  log,
}: KeptCatalogueOptions): Promise<ToolCatalogue | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT')
      log(`toolchains: the refreshed catalogue cannot be read: ${error.message}`)
    return undefined
  })
  if (text === undefined) return undefined
  try {
    const { date, tools } = fetchedPart(parseCatalogue(text))
    const merged = { date, tools: { ...shipped.tools, ...tools } }
    return Date.parse(date) > Date.parse(shipped.date) ? merged : undefined
  } catch (error) {
    if (!(error instanceof UnusableCatalogueError)) throw error
    log(`toolchains: the refreshed catalogue is not used, because ${error.message}`)
    return undefined
  }
}
