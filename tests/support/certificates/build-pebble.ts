import '#tests/support/home/own-home.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstall, installPackages } from '#kit/packages/install-packages.ts'
import { missingPackages, type SystemPackage } from '#kit/packages/system-packages.ts'
import { run } from '#kit/process/subprocess.ts'
import { readMachine } from '#settings/machine.ts'

const modules = fileURLToPath(new URL('pebble', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../.cache/pebble', import.meta.url))
const target = 'github.com/letsencrypt/pebble/v2/cmd/pebble'
const buildTimeout = 900_000

/** Debian has the version of go.mod, too. */
const debianPackage: SystemPackage = { program: 'pebble', name: 'pebble' }

/** The program: one that was built before, Debian's, which is installed if that is possible, or one that is built now. */
export async function providePebble(path = process.env.PATH ?? ''): Promise<string> {
  const isMissing = () => missingPackages([debianPackage], path).length > 0
  if (existsSync(await builtProgram(cacheFolder))) return buildPebble()
  if (isMissing() && canInstall(path))
    await installPackages([debianPackage], { path, proxies: readMachine(process.env).proxies })
  return isMissing() ? buildPebble() : debianPackage.program
}

export interface PebbleBuild {
  /** Where the program is kept. */
  cache?: string
  env?: Readonly<Record<string, string | undefined>>
}

/** The program, built once with the machine's Go and kept for later runs; its modules are those of go.sum. */
export async function buildPebble({
  cache = cacheFolder,
  env = process.env,
}: PebbleBuild = {}): Promise<string> {
  const path = await builtProgram(cache)
  if (existsSync(path)) return path
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'build-'))
  try {
    const module = join(folder, 'module')
    await cp(modules, module, { recursive: true })
    await build(module, { ...env, ...goEnvironment(folder) })
    await rename(join(module, 'pebble'), path)
    return path
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Modules and compiled packages lie in the folder of the build, never in the user's home. */
const goEnvironment = (folder: string): Record<string, string> => ({
  GOPATH: join(folder, 'go'),
  GOMODCACHE: join(folder, 'modules'),
  GOCACHE: join(folder, 'compiled'),
  GOBIN: '',
  // Go makes its modules read-only unless told otherwise, and they could not be removed.
  GOFLAGS: '-modcacherw',
  GO111MODULE: 'on',
  GOWORK: 'off',
  GOTOOLCHAIN: 'local',
  CGO_ENABLED: '0',
})

async function build(cwd: string, env: Record<string, string | undefined>): Promise<void> {
  // With -mod=readonly a module that go.sum does not name, or whose contents differ from it, ends the build.
  const result = await run(
    ['go', 'build', '-mod=readonly', '-buildvcs=false', '-trimpath', '-o', 'pebble', target],
    { cwd, env, timeout: buildTimeout },
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      'pebble, the ACME server of this test, is built with Go, and there is no program `go` on the path: install Go 1.19 or later (the package golang of Debian).',
    )
  })
  if (result.code === 0) return
  throw new Error(
    `pebble, the ACME server of this test, could not be built with Go. Go 1.19 or later is needed, and a network to fetch modules from GOPROXY. Go said: ${result.stderr.trim().slice(-1000)}`,
  )
}

const builtProgram = async (cache: string) => join(cache, `pebble-${await modulesHash()}`)

async function modulesHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of ['go.mod', 'go.sum']) hash.update(await readFile(join(modules, file)))
  return hash.digest('hex').slice(0, 16)
}
