import { readFile } from 'node:fs/promises'
import { writeDurably } from '#kit/files/durable-file.ts'
import type { Fetch } from '#toolchains/npm/packument.ts'
import type { ToolCatalogue } from './catalogue.ts'
import { parseCatalogue, UnusableCatalogueError } from './check-catalogue.ts'
import { type CatalogueSources, type MadeCatalogue, makeCatalogue } from './make-catalogue.ts'
import { fetchedPart, mergeFetched } from './merge-catalogues.ts'

export interface KeptCatalogueOptions {
  /** Where the refreshed one is kept. */
  file: string
  shipped: ToolCatalogue
  /** URL of the npm registry, ending with `/`. */
  registry: () => Promise<string>
  clock: () => number
  log: (line: string) => void
  fetch?: Fetch
  /** Asks for the newest JDKs; absent where they stay as they ship. */
  jdks?: (signal: AbortSignal) => NonNullable<CatalogueSources['jdks']>
  /** Addresses of Go proxies; absent where Go stays as it ships. */
  goProxies?: readonly string[]
  /** Address of the Maven repository that is asked; without one the tools of Java stay as they ship. */
  maven?: () => Promise<string | undefined>
  /** Address of a server with releases of Rust; absent where Rust stays as it ships. */
  rustDist?: string
  /** Milliseconds of one refresh. */
  timeout?: number
}

/** The catalogue in use. */
export interface KeptCatalogue {
  readonly current: ToolCatalogue
  readonly origin: 'shipped' | 'refreshed'
  /**
   * Asks the sources of all tools, and says of which there was no usable answer. Throws with a sentence, and changes nothing, when that is so of all.
   * Those who ask meanwhile wait for the same answer.
   */
  refresh(): Promise<Refreshed>
}

export type Refreshed = Pick<MadeCatalogue, 'problems' | 'notes'>

/** One release of Node of 50 MB may have to be read. */
const usualTimeout = 600_000

/**
 * The shipped catalogue, or the refreshed one if it is newer: an upgrade of the platform may bring more than the last refresh found. The file is replaced
 * durably before anybody plans with it.
 */
export async function openKeptCatalogue(options: KeptCatalogueOptions): Promise<KeptCatalogue> {
  const { file, shipped, registry, clock, fetch = globalThis.fetch } = options
  let refreshed = await readKept(options)
  let inFlight: Promise<Refreshed> | undefined
  const current = () => refreshed ?? shipped
  const refresh = async () => {
    const signal = AbortSignal.timeout(options.timeout ?? usualTimeout)
    const maven = await options.maven?.()
    const made = await makeCatalogue(
      {
        registry: { registry: await registry(), fetch, signal },
        ...(options.jdks && { jdks: options.jdks(signal) }),
        ...(options.goProxies && { go: { addresses: options.goProxies, fetch, signal } }),
        ...(maven && { maven: { address: maven, fetch, signal } }),
        ...(options.rustDist && { rust: { address: options.rustDist, fetch, signal } }),
      },
      current(),
      new Date(clock()),
    )
    if (!made.isRefreshed) throw new Error(sentenceOf(made.problems))
    await writeDurably(file, JSON.stringify(fetchedPart(made.catalogue)))
    refreshed = made.catalogue
    return { problems: made.problems, notes: made.notes }
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

/** What is wrong, said once when all tools have it in common. */
function sentenceOf(problems: MadeCatalogue['problems']): string {
  const texts = new Set(problems.map(({ text }) => text))
  return texts.size === 1
    ? [...texts].join()
    : problems.map(({ tool, text }) => `${tool}: ${text}`).join('; ')
}

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
    const kept = parseCatalogue(text)
    if (Date.parse(kept.date) <= Date.parse(shipped.date)) return undefined
    return mergeFetched(shipped, kept)
  } catch (error) {
    if (!(error instanceof UnusableCatalogueError)) throw error
    log(`toolchains: the refreshed catalogue is not used, because ${error.message}`)
    return undefined
  }
}
