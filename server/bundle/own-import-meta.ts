import { dirname, relative } from 'node:path'
import type { Plugin } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'

/** A place in the text of a module, and what to write there. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Keeps `import.meta.dirname`, `filename` and `url` what they are in the sources: scripts, workers and other files are looked for beside
 * the module that names them, and a bundle lies elsewhere.
 */
export const ownImportMeta = (root: string, folder: string): Plugin => ({
  name: 'own-import-meta',
  transform: {
    filter: { id: new RegExp(`^${RegExp.escape(root)}/(?!node_modules/)`), code: 'import.meta' },
    handler(code, id) {
      const edits: Edit[] = []
      collect(parseAst(code, { lang: 'ts' }), (property, start, end) => {
        edits.push({ start, end, text: placeOf(property, folder, id) })
      })
      // From the end, so that places before stay valid. Each stays on its line, so lines in stack traces are right.
      const text = edits
        .sort((one, other) => other.start - one.start)
        .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
      return { code: text, map: null }
    },
  },
})

function placeOf(property: string, folder: string, id: string): string {
  const pathOf = (path: string) =>
    `process.getBuiltinModule('node:path').join(import.meta.dirname, ${JSON.stringify(relative(folder, path))})`
  if (property === 'dirname') return pathOf(dirname(id))
  if (property === 'filename') return pathOf(id)
  if (property === 'url')
    return `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`
  throw new Error(`${id} uses import.meta.${property}, which a bundle cannot keep`)
}

/** Calls back for every `import.meta.<property>` in the tree. */
function collect(
  node: unknown,
  onUse: (property: string, start: number, end: number) => void,
): void {
  if (typeof node !== 'object' || node === null) return
  const { type, object, property, start, end } = node as Record<string, unknown>
  if (type === 'MemberExpression' && (object as { type: string }).type === 'MetaProperty') {
    onUse((property as { name: string }).name, start as number, end as number)
    return
  }
  for (const child of Object.values(node)) collect(child, onUse)
}
