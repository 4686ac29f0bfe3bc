import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** A file of the checkout: path from the root, and text. */
export interface SourceFile {
  path: string
  text: string
}

export const root = join(import.meta.dirname, '../..')

const foreign = new Set(['node_modules', '.git', 'data', '.cache', 'dist', 'package-lock.json'])
/** Example applications of customers, to which the laws do not apply. */
const customers = /^examples\/[^/]+\//
const readable = /(\.(tsx?|js|mjs|json|md|sql|sh|yml|html|css)|\/run|^bin\/[^.]+)$/

/** All files of the project, ordered by path. */
export function sourceTree(folder = ''): SourceFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !foreign.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (customers.test(path)) return []
      if (entry.isDirectory()) return sourceTree(path)
      return readable.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : []
    })
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

export const isTypeScript = ({ path }: SourceFile) => /\.tsx?$/.test(path)

/** Tests and their support files, which may import anything. */
export const isTest = ({ path }: { path: string }) =>
  /\.(test|contract)\.ts$/.test(path) || path.startsWith('tests/')

const importing =
  /(?:^|[;}\s])(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])([^'"\n]+)\1|(?:\bimport\s*\(|^import\s)\s*(['"])([^'"\n]+)\3/gm

/** Specifiers of a file's imports, of values or types. */
export function importsOf({ text }: SourceFile): string[] {
  return Array.from(text.matchAll(importing), (match) => match[2] ?? match[4] ?? '')
}

const shortcuts =
  /^#(client|cli|kit|protocol|providers|packaging|release|tests|bench|console|docs)\//

/** Path from the root that an import resolves to, or `undefined` for Node and packages. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (!specifier.startsWith('#')) return undefined
  return shortcuts.test(specifier) ? specifier.slice(1) : `server/${specifier.slice(1)}`
}
