import { join } from 'node:path'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { root } from '#tests/laws/source-tree.ts'

// By a computed name: the compiler would follow the routes into pages, which are checked with other options.
const { routeTree } = await import(join(root, 'console/routes/route-tree.ts'))

/** An address of the console with its parameters filled in, and a name for files. */
export interface ConsoleAddress {
  name: string
  address: string
}

/** Every address of the console that draws a page, with these values for its parameters. */
export function everyAddress(parameters: Record<string, string>): ConsoleAddress[] {
  const { routesByPath } = createRouter({ routeTree, history: createMemoryHistory() })
  return Object.keys(routesByPath).map((pattern) => ({
    name: nameOf(pattern),
    address: pattern.replace(/\$(\w+)/g, (_, name: string) => {
      const value = parameters[name]
      if (!value) throw new Error(`${pattern} needs a value of ${name}`)
      return value
    }),
  }))
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
