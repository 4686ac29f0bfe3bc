import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { provideTools, withLock } from '#tests/support/provide-tools.ts'
import { openOutsideWorld } from '#tests/support/servers/outside-world.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { unpackDebianPackages } from '#toolchains/debian/debian-packages.ts'

/** The line of Ruby whose system packs the gems, and the suite that they come from. */
const ruby = { name: 'ruby', version: '3.3' }
const suite = 'trixie'

/** A gem server outside of this machine, with the gems of lock files. */
export interface GemServer extends AsyncDisposable {
  address: string
  /** Holds the archives in `gems`. */
  folder: string
  /** Variables with which Bundler asks this server instead of rubygems.org. */
  environment: Record<string, string>
  /** Paths that were asked for, in order. */
  asked(): Promise<string[]>
}

export async function openGemServer(lockFiles: readonly string[]): Promise<GemServer> {
  const folder = await packedGems(await gemsIn(lockFiles))
  const program = fileURLToPath(new URL('gem-server-main.ts', import.meta.url))
  const world = await openOutsideWorld({
    args: [program],
    environment: { GEMS: folder },
    port: 8808,
  })
  const address = `http://${world.address.host}:${world.address.port}`
  return {
    address,
    folder,
    environment: { BUNDLE_MIRROR__ALL: address },
    asked: async () => (await (await fetch(`${address}/asked`)).text()).split('\n').filter(Boolean),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** `name=version` of every gem, but those that are part of Ruby itself. */
async function gemsIn(lockFiles: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(lockFiles.map((path) => readFile(path, 'utf8')))
  const found = texts.flatMap((text) =>
    [...text.matchAll(/^ {4}(\S+) \(([\w.]+)\)$/gm)].map(
      ([, name, version]) => `${name}=${version}`,
    ),
  )
  return [...new Set(found)].filter((gem) => !partOfRuby.has(gem.split('=')[0] ?? '')).sort()
}

const partOfRuby: ReadonlySet<string> = new Set(['base64', 'logger'])

const packageOf = (gem: string) => {
  const name = gem.split('=')[0] ?? ''
  return ['puma', 'rake'].includes(name) ? name : `ruby-${name.replaceAll('_', '-')}`
}

/** A folder for a gem server, made from packages of Debian once for all tests of this checkout. */
async function packedGems(gems: readonly string[]): Promise<string> {
  const toolFolder = await provideTools(ruby)
  const system = await toolFolder(ruby)
  const script = fileURLToPath(new URL('pack-gems.rb', import.meta.url))
  const hash = createHash('sha256')
    .update(await readFile(script))
    .update(gems.join())
  const place = join(dirname(toolchainCache), 'gems', hash.digest('hex').slice(0, 16))
  await withLock('gems', async () => {
    if ((await readFile(join(place, 'versions')).catch(() => undefined)) !== undefined) return
    await mkdir(dirname(place), { recursive: true })
    const temporary = await mkdtemp(`${place}-`)
    try {
      const served = join(temporary, 'served')
      await mkdir(served)
      const names = [...new Set(gems.map(packageOf))]
      const signal = AbortSignal.timeout(300_000)
      const root = join(temporary, 'root')
      await unpackDebianPackages({ suite, names, temporary: join(temporary, 'apt'), root, signal })
      await copyFile(script, join(temporary, 'pack-gems.rb'))
      const sandbox = ['bwrap', '--ro-bind', system, '/', '--bind', temporary, '/tmp'] as const
      const mounts = ['--proc', '/proc', '--dev', '/dev', '--chdir', '/tmp', '--']
      const pack = ['/usr/bin/ruby', '/tmp/pack-gems.rb', '/tmp/root', '/tmp/served', ...gems]
      await runOrThrow([...sandbox, ...mounts, ...pack], { signal })
      await rename(served, place)
    } finally {
      await rm(temporary, { recursive: true, force: true })
    }
  })
  return place
}
