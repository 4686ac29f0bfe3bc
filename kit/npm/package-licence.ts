import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockPackage } from './lock-packages.ts'

/** Licence of an installed package. */
export interface PackageLicence {
  /** SPDX expression or name; `undefined` where the package declares none. */
  name: string | undefined
  /** Texts that it ships: licence and notices, empty where there are none. */
  text: string
  author: string | undefined
}

const textFile = /^(licen[cs]e|copying|notice|patents)([-._].*)?$/i
const sourceFile = /\.(js|cjs|mjs|ts|json|map)$/i

/** Reads the licence of a package; `undefined` when it is not installed on this system. */
export async function readLicence(
  root: string,
  { path, licence }: LockPackage,
): Promise<PackageLicence | undefined> {
  const folder = join(root, path)
  const names = await readdir(folder).catch(() => undefined)
  if (!names) return undefined
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const files = names.filter((name) => textFile.test(name) && !sourceFile.test(name)).sort()
  const texts: string[] = []
  for (const name of files) texts.push(plain(await readFile(join(folder, name), 'utf8')))
  return {
    name: licence ?? declaredIn(manifest),
    text: [...new Set(texts)].join('\n\n'),
    author: typeof manifest.author === 'string' ? manifest.author : manifest.author?.name,
  }
}

interface Manifest {
  license?: string | { type?: string }
  /** The form before 2015. */
  licenses?: { type?: string }[]
  author?: string | { name?: string }
}

function declaredIn({ license, licenses = [] }: Manifest): string | undefined {
  if (typeof license === 'string') return license
  const types = [license, ...licenses].flatMap((each) => each?.type ?? [])
  return types.length > 1 ? `(${types.join(' OR ')})` : types[0]
}

const plain = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .trim()
