import { importsOf, isTest, resolveImport, type SourceFile } from './source-tree.ts'

/** Folders whose files are loaded by browsers. */
const browserFolders = /^(console|client\/resources|client\/http\/browser)\//
/** Files of these folders that only Node runs: they build. */
const builders = /^console\/(build|build-|vite\.config)[^/]*\.ts$|^console\/build\//
const nodeOnly = /\b(Buffer|process|__dirname|NodeJS)\b\s*[.(|]/

/** One sentence for each file that browsers load, directly or through others, and that needs Node. */
export function browserBreaches(files: SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const reached = new Map<string, string>()
  const visit = (path: string, via: string) => {
    const file = byPath.get(path)
    if (!file || reached.has(path)) return
    reached.set(path, via)
    for (const specifier of importsOf(file)) {
      const target = resolveImport(path, specifier)
      if (target) visit(target, path)
    }
  }
  for (const file of files) {
    if (browserFolders.test(file.path) && !builders.test(file.path) && !isTest(file))
      visit(file.path, 'a page')
  }
  return [...reached].flatMap(([path, via]) => {
    const file = byPath.get(path) as SourceFile
    const modules = importsOf(file).filter((specifier) => specifier.startsWith('node:'))
    const names = withoutComments(file.text).match(nodeOnly) ?? []
    const needs = [...modules, ...names.slice(0, 1)]
    return needs.map((need) => `${path}, loaded by ${via}, needs ${need.trim()} of Node`)
  })
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '')
