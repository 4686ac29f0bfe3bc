import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url)

/**
 * Resolves imports of our own modules by their name alone, for what this process imports from now on. Node's resolution asks the file
 * system several times about each module (does it exist, is it a link, which package.json is above it), which was 30 % of the
 * processor time that loading the server takes.
 */
export function resolveOwnModules(): void {
  const prefixes = importPrefixes()
  registerHooks({
    resolve(specifier, context, next) {
      const url = specifier.endsWith('.ts') && ownModule(specifier, context.parentURL, prefixes)
      return url
        ? { url, format: 'module-typescript', shortCircuit: true }
        : next(specifier, context)
    },
  })
}

function ownModule(
  specifier: string,
  parent: string | undefined,
  prefixes: ReadonlyMap<string, string>,
): string | undefined {
  if (specifier.startsWith('.')) {
    return parent?.startsWith(root.href) ? new URL(specifier, parent).href : undefined
  }
  if (!specifier.startsWith('#')) return undefined
  const prefix = specifier.slice(0, specifier.indexOf('/') + 1)
  const folder = prefixes.get(prefix)
  return folder === undefined
    ? `${prefixes.get('#')}${specifier.slice(1)}`
    : `${folder}${specifier.slice(prefix.length)}`
}

/** Folders of `imports` in package.json by prefix: `#kit/` of `"#kit/*": "./kit/*"`. */
function importPrefixes(): ReadonlyMap<string, string> {
  const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const pairs = Object.entries<string>(imports)
  return new Map(
    pairs.map(([pattern, target]) => [
      pattern.slice(0, -1),
      new URL(target.slice(0, -1), root).href,
    ]),
  )
}
