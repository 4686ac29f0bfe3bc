import { importsOf, isTest, isTypeScript, resolveImport, type SourceFile } from './source-tree.ts'

/** Gives a file of tests that is run alone a home of its own. */
const ownHome = 'tests/support/home/own-home.ts'

/** Reads the home folder, or passes the whole environment on to a program that may. */
const readsHome = /\bhomedir\(\)/
const passesEnvironment = /\bprocess\.env\b(?!\.\w|\[)/

/** Programs that tests write for their applications run in the sandbox. */
const template = /`[^`]*`/g

function isReader(file: SourceFile): boolean {
  const text = file.text.replace(template, '')
  return readsHome.test(text) || (isTest(file) && passesEnvironment.test(text))
}

/** Programs of the runner, which begin before a run has its home. */
const isRunner = /^tests\/(runner\/|[^/]+\.ts$)/

/** Files of tests that can read the home of whoever runs them, each with the file that does. */
export function homeBreaches(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.filter(isTypeScript).map((file) => [file.path, file]))
  const imports = new Map(
    Array.from(byPath.values(), (file) => [
      file.path,
      importsOf(file).flatMap((specifier) => resolveImport(file.path, specifier) ?? []),
    ]),
  )
  const readers = new Set(
    Array.from(byPath.values())
      .filter((file) => isReader(file) && !isRunner.test(file.path))
      .map(({ path }) => path),
  )
  return Array.from(byPath.keys())
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) => {
      const reached = closure(path, imports)
      const reader = Array.from(reached).find((path) => readers.has(path) && path !== ownHome)
      if (reader === undefined || reached.has(ownHome)) return []
      return [`${path} reaches ${reader} and does not import ${ownHome}`]
    })
}

function closure(from: string, imports: ReadonlyMap<string, string[]>): Set<string> {
  const seen = new Set([from])
  for (const path of seen) for (const next of imports.get(path) ?? []) seen.add(next)
  return seen
}
