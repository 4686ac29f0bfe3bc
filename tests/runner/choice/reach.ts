import { dirname, join } from 'node:path/posix'
import { importsOf, isTypeScript, resolveImport, type SourceFile } from '#tests/laws/source-tree.ts'

/** Files that affect every test. */
const everywhere = /^(package(-lock)?\.json|tsconfig\.json)$/

/** Files looked up at run time: the key depends on what the pattern matches. */
const lookedUp: Record<string, RegExp> = {
  'server/built-in-providers/offer.ts': /^providers\/[^/]+\/(main\.ts|[^/]+\.json)$/,
  'tests/support/platform/berth.ts': /^(bin\/.*|server\/main\.ts)$/,
  'tests/support/projects/project.ts':
    /^(bin\/berth|cli\/(git-credential-)?main\.ts|examples\/[^/]+\/.*)$/,
  'tests/examples.ts': /^examples\/[^/]+\/.*$/,
}

/** Laws read every file; importing only the root path from the same module does not count. */
const readsEveryFile = /\bsourceTree\(/

/** Test files affected by the changed files, each with the changed file that it depends on. */
export function reach(
  tree: readonly SourceFile[],
  changed: readonly string[],
  tests: readonly string[],
): Map<string, string> {
  const paths = [...new Set([...tree.map(({ path }) => path), ...changed])]
  const edges = new Map(
    tree
      .filter(isTypeScript)
      .map((file) => [file.path, readsEveryFile.test(file.text) ? changed : edgesOf(file, paths)]),
  )
  const isChanged = new Set(changed)
  const common = changed.find((path) => everywhere.test(path))
  const reached = new Map<string, string>()
  for (const test of tests) {
    const cause = common ?? firstReached(test, edges, isChanged)
    if (cause !== undefined) reached.set(test, cause)
  }
  return reached
}

function firstReached(
  from: string,
  edges: Map<string, readonly string[]>,
  isChanged: Set<string>,
): string | undefined {
  const seen = new Set([from])
  for (const path of seen) {
    if (isChanged.has(path)) return path
    for (const next of edges.get(path) ?? []) seen.add(next)
  }
  return undefined
}

const quotedFile = /['"`]([\w@./-]+\.[a-z0-9]+)['"`]/g

/** Imports of a file, its run-time lookups, and the files whose names it quotes: programs, fixtures, pages. */
function edgesOf(file: SourceFile, paths: readonly string[]): string[] {
  const imports = importsOf(file).flatMap((specifier) => resolveImport(file.path, specifier) ?? [])
  const quoted = Array.from(file.text.matchAll(quotedFile), ([, name = '']) => name)
  const named = quoted.flatMap((name) => [
    join(dirname(file.path), name),
    name.replace(/^(\.\.\/)+/, ''),
  ])
  const pattern = lookedUp[file.path]
  const found = pattern ? paths.filter((path) => pattern.test(path)) : []
  return [...imports, ...named, ...found]
}
