import { isTest, type SourceFile } from './source-tree.ts'

/** Nouns of the product, in the singular. What `kit/` offers could serve any other program as well. */
const domain = new Set([
  'addon',
  'application',
  'artifact',
  'billing',
  'customer',
  'deployment',
  'flavor',
  'instance',
  'invoice',
  'organisation',
  'provider',
])

/**
 * Not here: `tenant`, the field's word for somebody who shares a machine with others and is not trusted, about whose files
 * `kit/tenant-files/` is.
 */
const permits: Record<string, string> = {
  'kit/control-groups/process-budget.ts':
    'divides the processes of a machine among all who run there; engines and providers share nothing else',
}

/** Media types such as `application/json` are names of others. */
const mediaType = /\bapplication\/[\w.+-]+/g
/** Words of a text, those inside identifiers as well. */
const words = /[A-Z]?[a-z]+/g

/** Nouns of the product in files of `kit/`. */
export function kitBreaches(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => file.path.startsWith('kit/') && !isTest(file) && !(file.path in permits))
    .flatMap(({ path, text }) => {
      const said = `${path} ${text}`.replaceAll(mediaType, '').replaceAll(/\badd-on/gi, 'addon')
      const named = Array.from(said.matchAll(words), ([word]) => word.toLowerCase())
      const found = new Set(
        named.map((word) => word.replace(/s$/, '')).filter((each) => domain.has(each)),
      )
      return [...found].map((noun) => `${path} names "${noun}": kit/ knows nothing of the product`)
    })
}

/** Permits for files that no longer need one. */
export const idlePermits = (files: readonly SourceFile[]): string[] =>
  Object.keys(permits).filter(
    (path) =>
      kitBreaches(
        files
          .filter((file) => file.path === path)
          .map((file) => ({ ...file, path: `kit/x/${path}` })),
      ).length === 0,
  )
