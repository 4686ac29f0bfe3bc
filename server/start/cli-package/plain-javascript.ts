import { stripTypeScriptTypes } from 'node:module'

/** An import of a file of ours, by a relative path or a `#` name. */
const ownImport = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([.#][^'"\n]*)\.ts\2/g

/** An import of a package of npm; what is of Node begins with `node:`. */
const packageImport = /\bfrom\s*(['"])([@\w][\w@/.-]*)\1/g

/** A module without types, and what it imports. */
interface PlainModule {
  code: string
  /** Files of ours, by a relative path or a `#` name. */
  imports: string[]
  /** Packages of npm, which are imported from `#packages/`. */
  packages: string[]
}

/** A file of ours without its types, importing `.js` files. */
export function plainJavascript(source: string): PlainModule {
  const imports: string[] = []
  const packages: string[] = []
  const code = stripTypeScriptTypes(source)
    .replace(ownImport, (_, before, quote, name) => {
      imports.push(`${name}.ts`)
      return `${before}${quote}${name}.js${quote}`
    })
    .replace(packageImport, (_, quote, name) => {
      packages.push(name)
      return `from ${quote}#packages/${name}.js${quote}`
    })
  // Types leave blanks behind where they were.
  const tidy = code.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n')
  return { code: tidy, imports, packages }
}
