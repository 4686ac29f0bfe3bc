import { stripTypeScriptTypes } from 'node:module'

/** An import of a file of ours, by a relative path or a `#` name. */
const ownImport = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([.#][^'"\n]*)\.ts\2/g

/** A file of ours without its types, importing `.js` files, and what it imports. */
export function plainJavascript(source: string): { code: string; imports: string[] } {
  const imports: string[] = []
  const code = stripTypeScriptTypes(source).replace(ownImport, (_, before, quote, name) => {
    imports.push(`${name}.ts`)
    return `${before}${quote}${name}.js${quote}`
  })
  // Types leave blanks behind where they were.
  return { code: code.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n'), imports }
}
