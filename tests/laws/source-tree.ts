import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** A file of the checkout: its path from the root, and its text. */
export interface SourceFile {
  path: string
  text: string
}

export const root = join(import.meta.dirname, '../..')

const foreign = new Set(['node_modules', '.git', 'data', '.cache', 'package-lock.json'])
/** Applications of customers: they follow their own laws. */
const customers = /^examples\/[^/]+\//
const readable = /(\.(ts|js|mjs|json|md|sql|sh|yml|html|css)|\/run|^bin\/[^.]+)$/

/** Every file that we wrote, in the order of its path. */
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

export const isTypeScript = ({ path }: SourceFile) => path.endsWith('.ts')

/** Tests and what only tests use; they may reach everywhere. */
export const isTest = ({ path }: { path: string }) =>
  /\.(test|contract)\.ts$/.test(path) || path.startsWith('tests/')

const importing =
  /(?:^|[;}\s])(?:import|export)\b[^'"`;]*?\bfrom\s*(['"])([^'"\n]+)\1|(?:\bimport\s*\(|^import\s)\s*(['"])([^'"\n]+)\3/gm

/** What a file imports, for its values or its types, as written. */
export function importsOf({ text }: SourceFile): string[] {
  return Array.from(text.matchAll(importing), (match) => match[2] ?? match[4] ?? '')
}

const shortcuts = /^#(client|cli|kit|protocol|providers|tests|bench)\//

/** The path from the root that an import leads to, or `undefined` for Node and packages. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  if (!specifier.startsWith('#')) return undefined
  return shortcuts.test(specifier) ? specifier.slice(1) : `server/${specifier.slice(1)}`
}
