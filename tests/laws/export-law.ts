import { isTest, resolveImport, type SourceFile } from './source-tree.ts'

/** Exports for those whom the law does not see. */
const permitted = new Set([
  // For the provider in `examples/`, which is a customer's.
  'providers/kit/resources/key-file.ts openKeyFile',
  // Vite looks for it by its name.
  'console/vite.config.ts default',
])

const declared =
  /^export (?:default )?(?:async |abstract )*(function\*?|const|let|class|interface|type) (\w+)/gm
const listed = /^export (type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const imported = /^import (?:type )?([^'";]*?) from '([^']+)'/gm
/** A module that is loaded as a whole, by an import or by its path from the root. */
const whole =
  /\bimport\(\s*'([^']+)'\s*\)|^export \* from '([^']+)'|\* as \w+ from '([^']+)'|'((?:\w[\w.-]*\/)+[\w.-]+\.tsx?)'/gm

interface Exported {
  name: string
  isType: boolean
  /** Occurrences of the name in its own declaration. */
  own: number
}

/**
 * One sentence per export that nobody needs:
 *
 *   a name that neither another file nor the rest of its own file uses is dead; tests of it do not keep it alive
 *   a value that only its own file uses is not exported, but that a test beside it imports it is reason enough
 *
 * A type may be exported for its own file alone: it names a parameter or a result of what is exported there.
 */
export function exportBreaches(files: SourceFile[]): string[] {
  const importers = importersOf(files)
  return files
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      namesOf(file).flatMap(({ name, isType, own }) => {
        const place = `${file.path} ${name}`
        if (permitted.has(place)) return []
        const others = [...(importers.get(place) ?? []), ...(importers.get(`${file.path} *`) ?? [])]
        if (others.some((other) => !isTest(other))) return []
        if (occurrences(file.text, name) <= own)
          return [`${place}: ${others.length > 0 ? 'only tests use it' : 'nothing uses it'}`]
        return others.length > 0 || isType ? [] : [`${place}: no other file imports it`]
      }),
    )
}

/** Files by the path and name that they import; the name is `*` for a whole module. */
function importersOf(files: SourceFile[]): Map<string, Set<SourceFile>> {
  const importers = new Map<string, Set<SourceFile>>()
  const note = (file: SourceFile, path: string | undefined, name: string) => {
    if (path === undefined || path === file.path) return
    const key = `${path} ${name}`
    importers.set(key, (importers.get(key) ?? new Set()).add(file))
  }
  for (const file of files) {
    const from = (specifier: string) => resolveImport(file.path, specifier)
    for (const [, list = '', specifier = ''] of file.text.matchAll(imported))
      for (const name of takenNames(list)) note(file, from(specifier), name)
    for (const [, , list = '', specifier] of file.text.matchAll(listed))
      if (specifier) for (const name of takenNames(list)) note(file, from(specifier), name)
    for (const [, dynamic, everything, space, path] of file.text.matchAll(whole))
      note(file, path ?? from(dynamic ?? everything ?? space ?? ''), '*')
  }
  return importers
}

function namesOf({ text }: SourceFile): Exported[] {
  const isType = (kind: string) => kind === 'interface' || kind === 'type'
  return [
    ...Array.from(text.matchAll(declared), ([, kind = '', name = '']) => ({
      name,
      isType: isType(kind),
      own: 1,
    })),
    ...Array.from(text.matchAll(listed), ([, type, list = '', specifier]) =>
      partsOf(list).map((part) => ({
        name: part.replace(/^type /, '').replace(/^.* as /, ''),
        isType: type !== undefined || part.startsWith('type '),
        // Its declaration or import counts as well.
        own: specifier ? 1 : 2,
      })),
    ).flat(),
  ]
}

/** Names of the other file in a list between braces, or of its default export. */
const takenNames = (list: string) => {
  const [, inBraces] = /\{([^}]*)\}/.exec(list) ?? []
  return partsOf(inBraces ?? list).map((part) => part.replace(/^type /, '').replace(/ as .*$/, ''))
}

const partsOf = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const comment = /^\s*(?:\/\/|\/?\*).*$/gm
const occurrences = (text: string, name: string) =>
  text.replace(comment, '').match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
