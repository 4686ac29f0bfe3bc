import type { SourceFile } from '#tests/laws/source-tree.ts'
import { chooseFiles } from '#tests/runner/choice/choose-files.ts'
import type { Capability } from './capabilities.ts'
import type { CapabilityTest } from './capability-tests.ts'

/** The file that deploys an example. */
export type ScenarioOf = (example: string) => string | undefined

const table = 'tests/laws/breadth/capability-tests.ts'

/** Texts of the files that `npm test` runs, by path. */
export function textsInBreadth(files: readonly SourceFile[]): Map<string, string> {
  const tests = files.filter(({ path }) => path.endsWith('.test.ts'))
  const paths = tests.map(({ path }) => path)
  const chosen = chooseFiles(paths, { parts: [], isFull: false, isCluster: false })
  return new Map(
    tests.flatMap(({ path, text }) => (chosen.includes(path) ? [[path, text] as const] : [])),
  )
}

/** Capabilities that no test of `npm test` goes through, and entries of the table that are wrong. */
export function breadthBreaches(
  capabilities: readonly Capability[],
  tests: Readonly<Record<string, CapabilityTest>>,
  texts: ReadonlyMap<string, string>,
  scenarioOf: ScenarioOf,
): string[] {
  const names = new Set(capabilities.map(({ name }) => name))
  const left = Object.keys(tests).filter((name) => !names.has(name))
  return [
    ...left.map((name) => `there is no '${name}' any more: remove it from ${table}`),
    ...capabilities.flatMap(({ name, words }) => {
      const own = tests[name]
      if (own === undefined)
        return [
          `'${name}' has no test in npm test: write one through it, and name its file in ${table}`,
        ]
      const why = faultOf(own, words, texts, scenarioOf)
      return why === undefined ? [] : [`'${name}': ${why} (${table})`]
    }),
  ]
}

function faultOf(
  own: CapabilityTest,
  words: readonly string[],
  texts: ReadonlyMap<string, string>,
  scenarioOf: ScenarioOf,
): string | undefined {
  if (typeof own === 'string' && own.startsWith('examples/')) {
    const file = scenarioOf(own)
    if (file === undefined) return `${own} names no scenario`
    return texts.has(file)
      ? undefined
      : `${own} is deployed by ${file}, which npm test does not run`
  }
  const [file, title] = typeof own === 'string' ? [own, undefined] : own
  const text = texts.get(file)
  if (text === undefined) return `npm test does not run ${file}`
  const wanted = title === undefined ? words : [title]
  return wanted.some((word) => text.includes(word))
    ? undefined
    : `${file} has none of: ${wanted.join(', ')}`
}
