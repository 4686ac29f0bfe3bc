import { stripTypeScriptTypes } from 'node:module'

/** Import of an own file, by a relative path or a `#` name. */
const ownImport = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([.#][^'"\n]*)\.ts\2/g

/** Import of an npm package; Node's modules begin with `node:`. */
const packageImport = /\bfrom\s*(['"])([@\w][\w@/.-]*)\1/g

/** A module without types, and its imports. */
interface PlainModule {
  code: string
  /** Own files, by a relative path or a `#` name. */
  imports: string[]
  /** npm packages, which are imported from `#packages/`. */
  packages: string[]
}

/** An own file without its types, importing `.js` files. */
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
  // Stripped types leave blanks behind.
  const tidy = code.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n')
  return { code: tidy, imports, packages }
}
