import { basename } from 'node:path/posix'
import { isTest, type SourceFile } from '#tests/laws/source-tree.ts'

const routed = /\blazyPage\(\s*(?:\(\) => import\('([^']+)'\)|\w+),\s*'(\w+)'/g
const exported = /^export (?:async )?(?:function|const) (\w+)/gm
const declared = /^(?:export )?(?:async )?(?:function|const) (Page|Layout|Frame|load)\b/gm
const namedByKind = new Set(['page.tsx', 'frame.tsx', 'layout.css', 'page.css'])

/**
 * Pages of the console are named for what they are, so that a stack trace, a search and the tree of components say which
 * one is meant: `ApplicationLogsPage` and `loadApplicationLogs`, each of them once, and each page at an address.
 */
export function pageBreaches(files: readonly SourceFile[]): string[] {
  const sources = files.filter(
    (file) => /^console\/(pages|routes|shell)\/.*\.(tsx?|css)$/.test(file.path) && !isTest(file),
  )
  const atAddresses = new Set(
    sources.flatMap(({ text }) => Array.from(text.matchAll(routed), ([, , name = '']) => name)),
  )
  const places = new Map<string, string[]>()
  for (const { path, text } of sources.filter(({ path }) => path.startsWith('console/pages/')))
    for (const [, name = ''] of text.matchAll(exported))
      if (/(Page|Layout)$|^load[A-Z]/.test(name))
        places.set(name, [...(places.get(name) ?? []), path])
  return [
    ...sources.flatMap(({ path, text }) =>
      Array.from(text.matchAll(declared), ([, name]) => `${path}: ${name} does not say of what`),
    ),
    ...sources
      .filter(({ path }) => namedByKind.has(basename(path)))
      .map(({ path }) => `${path} is named for its kind; name it for what it shows`),
    ...[...places]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `${name} is in ${paths.join(' and in ')}`),
    ...[...places.keys()]
      .filter((name) => /(Page|Layout)$/.test(name) && !atAddresses.has(name))
      .map((name) => `${name} has no address in console/routes`),
  ]
}
