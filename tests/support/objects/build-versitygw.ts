import '#tests/support/home/own-home.ts'
import { existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '#kit/process/subprocess.ts'
import { withLock } from '#tests/support/provide-tools.ts'

const program = 'versitygw'
const version = 'v1.8.0'
const module = `github.com/versity/versitygw/cmd/versitygw@${version}`
const cacheFolder = fileURLToPath(new URL('../../../.cache/versitygw', import.meta.url))
const buildTimeout = 900_000

type Environment = Readonly<Record<string, string | undefined>>

export interface VersitygwBuild {
  /** Where the program is kept. */
  cache?: string
  env?: Environment
}

/**
 * The Versity S3 Gateway, the S3 server of the tests: one of the machine, or one that Go builds now and that is kept for
 * later runs. Debian has no package of it.
 */
export async function provideVersitygw({
  cache = cacheFolder,
  env = process.env,
}: VersitygwBuild = {}): Promise<string> {
  const installed = await findInstalled(env)
  if (installed) return installed
  const path = join(cache, `${program}-${version}`)
  if (existsSync(path)) return path
  await withLock(program, async () => {
    if (!existsSync(path)) await build(cache, path, env)
  })
  return path
}

async function findInstalled({ PATH = '', HOME = '/', GOPATH }: Environment) {
  const ofGo = join(GOPATH || join(HOME, 'go'), 'bin')
  for (const folder of [...PATH.split(delimiter).filter(Boolean), ofGo]) {
    const candidate = join(folder, program)
    const isThere = await access(candidate).then(
      () => true,
      () => false,
    )
    if (isThere) return candidate
  }
  return undefined
}

async function build(cache: string, path: string, env: Environment): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'build-'))
  try {
    await goInstall({ ...env, ...goEnvironment(folder) })
    await rename(join(folder, 'bin', program), path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The program lies in the folder of the build. What Go has fetched and compiled for the user before is used again: it is minutes of CPU. */
const goEnvironment = (folder: string): Record<string, string> => ({
  GOBIN: join(folder, 'bin'),
  GOFLAGS: '-buildvcs=false',
  GO111MODULE: 'on',
  GOWORK: 'off',
  CGO_ENABLED: '0',
})

const need = `${program}, the S3 server of the tests, is built with Go 1.25 or later`

async function goInstall(env: Record<string, string | undefined>): Promise<void> {
  const result = await run(['go', 'install', module], { env, timeout: buildTimeout }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`${need}, and there is no program \`go\` on the path: install Go.`)
    },
  )
  if (result.code === 0) return
  const said = result.stderr.trim().slice(-1000)
  throw new Error(
    `${need} and a network to fetch modules from GOPROXY: \`go install ${module}\` failed. Go said: ${said}`,
  )
}
