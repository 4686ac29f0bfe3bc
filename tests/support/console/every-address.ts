import { join } from 'node:path'
import { root } from '#tests/laws/source-tree.ts'

interface PageEntry {
  path: string
  children?: readonly PageEntry[]
}

// By a computed name: the compiler would follow the table into pages, which are checked with other options.
const { pages } = (await import(join(root, 'console/pages.ts'))) as { pages: readonly PageEntry[] }

/** An address of the console with its parameters filled in, and a name for files. */
export interface ConsoleAddress {
  name: string
  address: string
}

/** Every address of the console's table that draws a page, with these values for its parameters. */
export function everyAddress(parameters: Record<string, string>): ConsoleAddress[] {
  return patternsOf(pages).map((pattern) => ({
    name: nameOf(pattern),
    address: pattern.replace(/\$(\w+)/g, (_, name: string) => {
      const value = parameters[name]
      if (!value) throw new Error(`${pattern} needs a value of ${name}`)
      return value
    }),
  }))
}

/** Addresses of pages without pages inside. */
function patternsOf(entries: readonly PageEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const pattern = above + (path === '/' && above ? '' : path)
    return children ? patternsOf(children, pattern) : [pattern]
  })
}

/** `/organisations/$ownerId/addons/$addonId/plan` → `addon-plan`. */
function nameOf(pattern: string): string {
  const words = pattern
    .replace('/organisations/$ownerId', '/organisation')
    .replace('/applications/$applicationId', '/application')
    .replace('/addons/$addonId', '/addon')
    .replace(/^\/organisation(?=\/(application|addon)\b)/, '')
    .split('/')
    .filter(Boolean)
    .map((word) => (word.startsWith('$') ? 'one' : word))
  return words.join('-') || 'start'
}
