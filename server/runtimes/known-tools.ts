import { rcompare } from 'semver'
import { isLongTermSupport, longTermNames } from './long-term-support.ts'

/** How people speak about the versions of a tool. */
export interface KnownTool {
  /** In sentences: `Node`. */
  title: string
  /** Versions that a sentence may suggest. */
  examples: string
  /** Words that stand for a release, given the newest first. */
  words: Readonly<Record<string, (newest: readonly string[]) => string | undefined>>
}

const newestOf = (newest: readonly string[]) => newest[0]
const newestLts = (newest: readonly string[]) =>
  newest.find((version) => isLongTermSupport(version))

/** `lts/jod` for nvm, `lts-jod` for mise. */
const namedLines = Object.fromEntries(
  longTermNames.flatMap((name) =>
    [`lts/${name}`, `lts-${name}`].map((word) => [
      word,
      (newest: readonly string[]) => newest.find((version) => isLongTermSupport(version, name)),
    ]),
  ),
)

/** Every tool that an application may ask for. */
export const knownTools = {
  bun: { title: 'Bun', examples: '1.2.23, 1.2 or latest', words: { latest: newestOf } },
  deno: { title: 'Deno', examples: '2.9.6, 2 or latest', words: { latest: newestOf } },
  node: {
    title: 'Node',
    examples: '24, 22.15.1, ^22 or lts',
    words: {
      lts: newestLts,
      'lts/*': newestLts,
      ...namedLines,
      latest: newestOf,
      current: newestOf,
      node: newestOf,
    },
  },
  pnpm: { title: 'pnpm', examples: '10.14.0, 10 or latest', words: { latest: newestOf } },
  yarn: { title: 'Yarn', examples: '4.10.3, 4 or latest', words: { latest: newestOf } },
} satisfies Record<string, KnownTool>

export type KnownToolName = keyof typeof knownTools

export const isKnownTool = (name: string): name is KnownToolName => Object.hasOwn(knownTools, name)

export const newestFirst = (versions: readonly string[]): string[] => versions.toSorted(rcompare)
