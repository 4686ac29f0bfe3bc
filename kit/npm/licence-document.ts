import type { LockPackage } from './lock-packages.ts'
import { type PackageLicence, readLicence } from './package-licence.ts'

const rule = '-'.repeat(80)

/**
 * One text with the licences of packages, each text once. A package of another system is left out, because it has the licence of the
 * package that brings it. Packages without any licence are an error: nobody may pass them on.
 */
export async function licenceDocument(
  root: string,
  product: string,
  packages: readonly LockPackage[],
): Promise<string> {
  const groups = new Map<string, string[]>()
  const unlicensed: string[] = []
  for (const one of packages) {
    const licence = await readLicence(root, one)
    if (!licence) {
      if (one.isOptional) continue
      throw new Error(`${one.path} is not installed, so its licence is not known: run npm ci.`)
    }
    if (licence.name === undefined && licence.text === '') unlicensed.push(one.path)
    const text = licence.text || withoutText(licence)
    groups.set(text, [...(groups.get(text) ?? []), entryOf(one, licence)])
  }
  if (unlicensed.length > 0)
    throw new Error(`These packages declare no licence: ${unlicensed.join(', ')}.`)
  const parts = [...groups].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`)
  const head = `Licences of third parties\n\n${product} contains these packages, each under the licence that follows its name.`
  return `${[head, ...parts.sort()].join(`\n\n${rule}\n\n`)}\n`
}

const entryOf = ({ name, version }: LockPackage, licence: PackageLicence) =>
  `${name} ${version}${licence.name === undefined ? '' : ` (${licence.name})`}`

const withoutText = ({ name, author }: PackageLicence) =>
  `The package declares the licence ${name}${author ? `, its author is ${author}` : ''}, and comes without the text of the licence.`
