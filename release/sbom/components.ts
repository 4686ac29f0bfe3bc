import { isNodePackage, type LockPackage, resolvePackage } from '#kit/npm/lock-packages.ts'
import { readLicence } from '#kit/npm/package-licence.ts'

/** A part of the release, in the fields of CycloneDX. */
export interface Component {
  type: 'application' | 'library' | 'platform'
  'bom-ref': string
  group?: string
  name: string
  version: string
  scope?: 'required' | 'optional'
  hashes?: { alg: string; content: string }[]
  licenses?: (
    | { license: { id: string } }
    | { license: { name: string } }
    | { expression: string }
  )[]
  cpe?: string
  purl?: string
  properties?: { name: string; value: string }[]
}

/** A package of npm. Two copies of the same version are one component. */
export async function packageComponent(root: string, one: LockPackage): Promise<Component> {
  const licence = one.licence ?? (await readLicence(root, one))?.name
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name]
  return {
    type: 'library',
    'bom-ref': refOf(one),
    ...(group !== undefined && { group }),
    name: name ?? one.name,
    version: one.version,
    scope: one.isOptional ? 'optional' : 'required',
    ...(one.integrity !== undefined && { hashes: hashesOf(one.integrity) }),
    ...(licence !== undefined && { licenses: [licenceOf(licence)] }),
    purl: refOf(one),
  }
}

/** Identity of a package, which is its purl; `@` of a scope is encoded. */
const refOf = ({ name, version }: Pick<LockPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** The Node that a release brings, which the npm package of the system contains. */
export function nodeComponent(packages: readonly LockPackage[]): Component | undefined {
  const version = packages.find(isNodePackage)?.version
  if (version === undefined) return undefined
  return {
    type: 'platform',
    'bom-ref': `pkg:generic/node@${version}`,
    name: 'node',
    version,
    scope: 'required',
    licenses: [licenceOf('MIT')],
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/node@${version}`,
  }
}

/** References of what a package, or with `''` the project, depends on among the shipped ones. */
export function dependencyRefs(
  byPath: ReadonlyMap<string, LockPackage>,
  from: string,
  names: readonly string[],
): string[] {
  const found = names.flatMap((name) => resolvePackage(byPath, from, name) ?? [])
  return [...new Set(found.map(refOf))].sort()
}

/** Parts of an SPDX expression, of which a lone one is an id. */
const isExpression = /\s|\(/

function licenceOf(licence: string) {
  if (isExpression.test(licence)) {
    const isPhrase = /^SEE LICEN[CS]E/i.test(licence)
    return isPhrase ? { license: { name: licence } } : { expression: licence }
  }
  return /^(UNLICENSED|UNKNOWN)$/i.test(licence)
    ? { license: { name: licence } }
    : { license: { id: licence } }
}

const algorithms: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

function hashesOf(integrity: string): { alg: string; content: string }[] {
  return integrity.split(/\s+/).flatMap((digest) => {
    const [name = '', base64 = ''] = digest.split('-', 2)
    const alg = algorithms[name]
    return alg ? [{ alg, content: Buffer.from(base64, 'base64').toString('hex') }] : []
  })
}
