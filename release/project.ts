import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, runOrThrow } from '#kit/process/subprocess.ts'

/** A tree of 50,000 files is removed within it on a busy machine too. */
const gitTimeout = 600_000

/** Git in a checkout, with the person's own configuration. */
export const gitIn =
  (root: string) =>
  async (...args: string[]): Promise<string> => {
    const command: [string, ...string[]] = ['git', '-C', root, ...args]
    return (await runOrThrow(command, { env: process.env, timeout: gitTimeout })).trim()
  }

/** Whether a clone has a commit. */
export async function hasCommit(root: string, commit: string): Promise<boolean> {
  const command = ['git', '-C', root, 'cat-file', '-e', `${commit}^{commit}`] as const
  return (await run([...command], { env: process.env, timeout: gitTimeout })).code === 0
}

/** Whether Git knows who commits and tags. */
export async function hasIdentity(root: string): Promise<boolean> {
  const command = ['git', '-C', root, 'var', 'GIT_COMMITTER_IDENT'] as const
  return (await run([...command], { env: process.env, timeout: gitTimeout })).code === 0
}

/** Programs that packages are made with, and the package of Debian that has each. */
const makers = [
  { program: 'xz', name: 'xz-utils', isForImages: false },
  { program: 'mmdebstrap', name: 'mmdebstrap', isForImages: true },
]

/** A sentence for each program that is not installed, asked before minutes are spent on what goes into packages. */
export async function missingPrograms(hasImages: boolean): Promise<string[]> {
  const wanted = makers.filter(({ isForImages }) => hasImages || !isForImages)
  const asked = wanted.map(async ({ program, name, isForImages }) => {
    const { code } = await run(['which', program], { env: process.env, timeout: gitTimeout })
    const without = isForImages ? '; --without image leaves out what needs it' : ''
    return code === 0
      ? []
      : [`${program} is not installed: on Debian, apt install ${name}${without}.`]
  })
  return (await Promise.all(asked)).flat()
}

interface Versioned {
  version: string
  packages?: Record<string, { version?: string }>
}

/** Version in package.json. */
export async function versionOf(root: string): Promise<string> {
  const manifest: Versioned = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return manifest.version
}

/** Files with the version in them. */
export const versionFiles = ['package.json', 'package-lock.json']

/** Writes a version into package.json and package-lock.json, and nothing else of them anew. */
export async function writeVersion(root: string, version: string): Promise<void> {
  for (const name of versionFiles) {
    const path = join(root, name)
    const text = await readFile(path, 'utf8')
    const content: Versioned = JSON.parse(text)
    const isPlain = text === textOf(content)
    if (!isPlain) throw new Error(`${name} is not written as npm writes it: run npm install first.`)
    content.version = version
    const own = content.packages?.['']
    if (own) own.version = version
    await writeFile(path, textOf(content))
  }
}

const textOf = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`
