import '#tests/support/home/own-home.ts'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '#kit/process/subprocess.ts'
import { withLock } from '#tests/support/provide-tools.ts'

/** The newest of which a module proxy has all dependencies. */
const version = 'v1.26.0'
const module = `code.gitea.io/gitea@${version}`
/** Of the module, as go.sum writes it; those of its dependencies are in its own go.sum. */
const moduleSum = 'h1:fJP9dqLbzKrKWUVnCVTfVersZdVDuyJQLEDzCAOmKKA='
const cacheFolder = fileURLToPath(new URL('../../../../.cache/gitea', import.meta.url))
/** SQLite is in C. */
const tags = 'sqlite sqlite_unlock_notify'
const buildTimeout = 3_600_000
/** Read by the program while it runs. The pages lack their scripts, which are no part of the module; API and Git need none. */
const assets = ['templates', 'options', 'public']

type Environment = Readonly<Record<string, string | undefined>>

export interface GiteaBuild {
  /** Where the program is kept. */
  cache?: string
  env?: Environment
}

export interface GiteaProgram {
  path: string
  /** Folder with its templates and options. */
  root: string
}

/** Gitea, built once with the machine's Go and kept for later runs. It takes eight minutes of processor time. */
export async function provideGitea({
  cache = cacheFolder,
  env = process.env,
}: GiteaBuild = {}): Promise<GiteaProgram> {
  const root = join(cache, version)
  if (!existsSync(root)) {
    await withLock('gitea', async () => {
      if (!existsSync(root)) await build(cache, root, env)
    })
  }
  return { path: join(root, 'gitea'), root }
}

async function build(cache: string, root: string, env: Environment): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'build-'))
  try {
    const whole = { ...env, ...goEnvironment }
    const said = await go(['mod', 'download', '-json', module], { cwd: folder, env: whole })
    const { Dir: source, Sum: sum } = JSON.parse(said) as { Dir: string; Sum: string }
    if (sum !== moduleSum) throw new Error(`${module} has the checksum ${sum}, not ${moduleSum}.`)
    for (const name of assets) await cp(join(source, name), join(folder, name), { recursive: true })
    const options = ['-mod=readonly', '-trimpath', '-tags', tags, '-ldflags', '-s -w']
    await go(['build', ...options, '-o', join(folder, 'gitea'), '.'], { cwd: source, env: whole })
    await rename(folder, root)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What Go has fetched and compiled for the user before is used again. */
const goEnvironment = {
  GOFLAGS: '-buildvcs=false -modcacherw',
  GO111MODULE: 'on',
  GOWORK: 'off',
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '1',
}

const need = 'Gitea, the Git host of the tests, is built with Go 1.26.2 or later, a C compiler'

async function go(words: string[], place: { cwd: string; env: Environment }): Promise<string> {
  const result = await run(['go', ...words], { ...place, timeout: buildTimeout }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`${need}, and there is no program \`go\` on the path: install Go.`)
    },
  )
  if (result.code === 0) return result.stdout
  const said = `${result.stdout}${result.stderr}`.trim().slice(-1000)
  throw new Error(`${need} and a network to fetch modules from GOPROXY. Go said: ${said}`)
}
