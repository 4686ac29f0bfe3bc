import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** What engines have compiled of npm, kept for all tests of this checkout: a new platform would compile it again. */
const cache = fileURLToPath(new URL('../../.cache/compiled', import.meta.url))

const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])

/** Gives an engine that is open and has built nothing what others have compiled. */
export async function lendCompiled(engine: string): Promise<void> {
  const names = namesIn(cache).filter((name) => !name.startsWith('new-'))
  const folder = join(engine, 'compiled')
  if (names.length === 0 || !existsSync(folder)) return
  const sources = names.map((name) => join(cache, name))
  const copy = (...options: string[]) =>
    runOrThrow(['cp', '--archive', ...options, `--target-directory=${folder}`, '--', ...sources])
  // Links take a tenth of the time, and nobody writes to these files; another file system needs copies.
  await copy('--link').catch(() => copy())
}

/** Keeps what an engine has compiled that no other had. */
export async function keepCompiled(engine: string): Promise<void> {
  const folder = join(engine, 'compiled')
  const kept = new Set(namesIn(cache))
  for (const name of namesIn(folder).filter((name) => !kept.has(name))) {
    await mkdir(cache, { recursive: true })
    const aside = await mkdtemp(join(cache, 'new-'))
    await runOrThrow(['cp', '--archive', '--', join(folder, name), join(aside, name)])
    // Another file of tests may have been first.
    await rename(join(aside, name), join(cache, name)).catch(() => {})
    await rm(aside, { recursive: true, force: true })
  }
}
