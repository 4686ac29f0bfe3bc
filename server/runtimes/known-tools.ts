import { rcompare } from '#kit/text/versions.ts'
import { isLongTermSupport, longTermNames } from './long-term-support.ts'

/** How versions of a tool are written. */
export interface KnownTool {
  /** Name in messages: `Node`. */
  title: string
  /** Example versions for messages. */
  examples: string
  /** Aliases of a release, given all releases newest first. */
  words: Readonly<Record<string, (newest: readonly string[]) => string | undefined>>
}

const newestOf = (newest: readonly string[]) => newest[0]
const newestLts = (newest: readonly string[]) =>
  newest.find((version) => isLongTermSupport(version))

/** `lts/jod` in nvm, `lts-jod` in mise. */
const namedLines = Object.fromEntries(
  longTermNames.flatMap((name) =>
    [`lts/${name}`, `lts-${name}`].map((word) => [
      word,
      (newest: readonly string[]) => newest.find((version) => isLongTermSupport(version, name)),
    ]),
  ),
)

/** Every tool that an application can request. */
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
