import { rcompare } from '#kit/text/versions.ts'
import { fittingPhp } from './php/fitting-php.ts'
import { fittingPython } from './python/fitting-python.ts'
import { fittingRuby } from './ruby/fitting-ruby.ts'
import { fittingRust } from './rust/fitting-rust.ts'
import type { VersionRequest } from './version-request.ts'

/** How versions of a tool are written. */
export interface KnownTool {
  /** Name in messages: `Node`. */
  title: string
  /** Example versions for messages. */
  examples: string
  /** Aliases of a release, given all releases newest first. */
  words: Readonly<Record<string, (newest: readonly string[]) => string | undefined>>
  /** The newest of these that fits, where ranges are not those of npm. */
  choose?: (request: VersionRequest, versions: readonly string[]) => string
}

const newestOf = (newest: readonly string[]) => newest[0]

/** Every tool that an application can request. */
export const knownTools = {
  bun: { title: 'Bun', examples: '1.2.23, 1.2 or latest', words: { latest: newestOf } },
  deno: { title: 'Deno', examples: '2.9.6, 2 or latest', words: { latest: newestOf } },
  go: { title: 'Go', examples: '1.27, 1.26.3 or latest', words: { latest: newestOf } },
  node: {
    title: 'Node',
    examples: '24, 22.15.1, ^22 or lts',
    words: { latest: newestOf, current: newestOf, node: newestOf },
  },
  php: {
    title: 'PHP',
    examples: '8.4, ^8.2 or latest',
    words: { latest: newestOf },
    choose: fittingPhp,
  },
  python: {
    title: 'Python',
    examples: '3.13, >=3.11 or latest',
    words: { latest: (newest) => newest[0] },
    choose: fittingPython,
  },
  ruby: {
    title: 'Ruby',
    examples: '3.3, ~> 3.1 or latest',
    words: { latest: newestOf },
    choose: fittingRuby,
  },
  rust: {
    title: 'Rust',
    examples: '1.88, 1.88.0, stable, beta or nightly',
    words: { latest: newestOf, stable: newestOf },
    choose: fittingRust,
  },
  pnpm: { title: 'pnpm', examples: '10.14.0, 10 or latest', words: { latest: newestOf } },
  yarn: { title: 'Yarn', examples: '4.10.3, 4 or latest', words: { latest: newestOf } },
} satisfies Record<string, KnownTool>

/** Node with the words for its long-term support: `lts`, and `lts/jod` in nvm, `lts-jod` in mise. */
export function knownNode({ versions, longTermName }: LongTermFacts): KnownTool {
  const names = new Set(versions('node').flatMap((version) => longTermName(version) ?? []))
  const newestNamed = (name: string) => (newest: readonly string[]) =>
    newest.find((version) => longTermName(version) === name)
  const newestLts = (newest: readonly string[]) => newest.find((version) => longTermName(version))
  const named = [...names].flatMap((name) =>
    [`lts/${name}`, `lts-${name}`].map((word) => [word, newestNamed(name)] as const),
  )
  const words = { lts: newestLts, 'lts/*': newestLts, ...Object.fromEntries(named) }
  return { ...knownTools.node, words: { ...knownTools.node.words, ...words } }
}

/** Rust with the words for its channels, each of which means its newest release. */
function knownRust({ channels }: ChannelFacts): KnownTool {
  const words = Object.entries(channels('rust')).map(([word, release]) => [word, () => release])
  return {
    ...knownTools.rust,
    words: { ...knownTools.rust.words, ...Object.fromEntries(words) },
  }
}

/** The tool, with the words that depend on the catalogue. */
export function knownTool(name: KnownToolName, catalogue: LongTermFacts & ChannelFacts): KnownTool {
  if (name === 'node') return knownNode(catalogue)
  return name === 'rust' ? knownRust(catalogue) : knownTools[name]
}

/** Facts of the catalogue about long-term support. */
interface LongTermFacts {
  versions(tool: string): readonly string[]
  longTermName(nodeVersion: string): string | undefined
}

/** Facts of the catalogue about channels. */
interface ChannelFacts {
  channels(tool: string): Readonly<Record<string, string>>
}

export type KnownToolName = keyof typeof knownTools

export const isKnownTool = (name: string): name is KnownToolName => Object.hasOwn(knownTools, name)

export const newestFirst = (versions: readonly string[]): string[] => versions.toSorted(rcompare)
