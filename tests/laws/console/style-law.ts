import { dirname } from 'node:path/posix'
import { importsOf, resolveImport, type SourceFile } from '#tests/laws/source-tree.ts'
import { readOwnClasses } from './style-sheet.ts'
import { type SyntaxNode, visitNodes } from './syntax-tree.ts'

/** Style sheets that every page has. */
const everywhere = 'console/styles/'

/**
 * Keeps the classes of the console apart, which are all in one space in the browser: a class is defined in one style
 * sheet, and a component that uses it has that sheet for certain. It imports the sheet, itself or by a component that it
 * imports, or is beside it.
 */
export function styleBreaches(files: readonly SourceFile[]): string[] {
  const sheets = files.filter(({ path }) => /^console\/.*\.css$/.test(path))
  const definers = new Map<string, string[]>()
  for (const { path, text } of sheets)
    for (const name of readOwnClasses(text))
      definers.set(name, [...(definers.get(name) ?? []), path])
  const twice = [...definers]
    .filter(([, paths]) => paths.length > 1)
    .map(([name, paths]) => `.${name} is defined in ${paths.join(' and in ')}`)
  return [...twice, ...unreached(files, definers)]
}

/** Classes that a component uses without the style sheet that defines them. */
function unreached(
  files: readonly SourceFile[],
  definers: ReadonlyMap<string, readonly string[]>,
): string[] {
  const imports = new Map(files.map((file) => [file.path, targetsOf(file)]))
  return files
    .filter(({ path }) => /^console\/.*\.tsx$/.test(path))
    .flatMap((file) => {
      const reached = closureOf(file.path, imports)
      const has = (sheet: string) =>
        sheet.startsWith(everywhere) || dirname(sheet) === dirname(file.path) || reached.has(sheet)
      return [...classesOf(file)].flatMap((name) => {
        const sheets = definers.get(name) ?? []
        return sheets.length === 0 || sheets.some(has)
          ? []
          : [`${file.path} uses .${name} without ${sheets.join(' or ')}`]
      })
    })
}

const targetsOf = (file: SourceFile): string[] =>
  importsOf(file).flatMap((specifier) => resolveImport(file.path, specifier) ?? [])

function closureOf(
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  for (const target of imports.get(path) ?? []) closureOf(target, imports, seen)
  return seen
}

/** Words of the texts in `className`; one that is put together (`button-${kind}`) is left out. */
function classesOf(file: SourceFile): Set<string> {
  const names = new Set<string>()
  visitNodes(file, (node, around) => {
    const text = textOf(node)
    if (text === undefined || !around.some(isClassName)) return
    for (const word of text.split(/\s+/)) if (word !== '' && !word.endsWith('-')) names.add(word)
  })
  return names
}

const isClassName = ({ type, name }: SyntaxNode) =>
  type === 'JSXAttribute' && (name as { name?: unknown }).name === 'className'

function textOf({ type, value }: SyntaxNode): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateElement' ? (value as { raw: string }).raw : undefined
}
