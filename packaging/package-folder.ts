import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockPackage } from '#kit/npm/lock-packages.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'

const downloadTimeout = 600_000

/** Folder with the content of a package: the installed one, else a download, for that of another processor. */
export async function packageFolder(checkout: string, wanted: LockPackage): Promise<string> {
  const installed = join(checkout, wanted.path)
  const text = await readFile(join(installed, 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return downloadedFolder(checkout, wanted)
  const { version } = JSON.parse(text)
  if (version === wanted.version) return installed
  throw new Error(
    `${wanted.path} is ${version}, and package-lock.json has ${wanted.version}: run npm ci`,
  )
}

/** Kept in `.cache`, by name and version, once its hash is that of the lock file. */
async function downloadedFolder(checkout: string, wanted: LockPackage): Promise<string> {
  const { name, version, integrity = '' } = wanted
  const folder = join(checkout, '.cache/packaging', `${name.replace('/', '-')}-${version}`)
  if (existsSync(folder)) return join(folder, 'package')
  const draft = `${folder}-${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    const command = ['pack', '--silent', '--pack-destination', draft, '--', `${name}@${version}`]
    const answer = await runOrThrow(['npm', ...command], {
      env: process.env,
      cwd: checkout,
      timeout: downloadTimeout,
    })
    const archive = join(draft, answer.trim())
    await checkIntegrity(archive, integrity)
    await runOrThrow(['tar', '-xzf', archive, '-C', draft])
    await rm(archive)
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return join(folder, 'package')
}

async function checkIntegrity(archive: string, integrity: string): Promise<void> {
  const [algorithm = ''] = integrity.split('-', 1)
  const hash = createHash(algorithm).update(await readFile(archive))
  if (`${algorithm}-${hash.digest('base64')}` !== integrity)
    throw new Error(`${archive} is not what package-lock.json names: ${integrity}`)
}
