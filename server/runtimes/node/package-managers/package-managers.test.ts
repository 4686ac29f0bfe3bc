import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

const runtime = createNodeRuntime(packagedCatalogue)
type Files = Record<string, string | object>
const manifest = { scripts: { start: 'node a.js' }, dependencies: { a: '1.0.0' } }
const tidy = { NODE_ENV: 'production' }
const plan = (files: Files = {}, environment: Record<string, string> = tidy) =>
  runtime.recipe(
    filesSource({ 'package.json': manifest, '.gitignore': 'node_modules', ...files }),
    environment,
  )
const toolOf = async (files: Files, environment?: Record<string, string>) => {
  const { tools } = await plan(files, environment)
  return tools.at(-1)
}
const metadata = (format: number) => `__metadata:\n  version: ${format}\n`

const detected: [string, Files, string, string][] = [
  ['no lock file', {}, 'npm install', '10.9.3'],
  ['package-lock.json', { 'package-lock.json': '{}' }, 'npm install', '10.9.3'],
  ['pnpm-lock.yaml', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, 'pnpm install', '10.34.9'],
  [
    'an older pnpm-lock.yaml',
    { 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" },
    'pnpm install',
    '8.15.9',
  ],
  ['bun.lock', { 'bun.lock': '{}' }, 'bun install', '1.2.23'],
  ['bun.lockb', { 'bun.lockb': '#!/usr/bin/env bun\n' }, 'bun install', '1.2.23'],
  ['a yarn.lock of Yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn install', '1.22.22'],
  [
    'a yarn.lock that only a later Yarn can have written',
    { 'yarn.lock': metadata(8) },
    'yarn workspaces focus --production',
    '4.18.1',
  ],
  ['a yarn.lock of Yarn 3', { 'yarn.lock': metadata(6) }, 'yarn install', '3.8.7'],
  [
    'a yarn.lock with Yarn 4 declared',
    { 'yarn.lock': '', 'package.json': { ...manifest, packageManager: 'yarn@4.10.3' } },
    'yarn workspaces focus --production',
    '4.10.3',
  ],
  [
    'a yarn.lock with Yarn 3 declared',
    { 'yarn.lock': '', 'package.json': { ...manifest, packageManager: 'yarn@3.8.7' } },
    'yarn install',
    '3.8.7',
  ],
]

for (const [what, files, title, version] of detected) {
  test(`package managers: ${what} leads to ${title} with ${version}`, async () => {
    assert.equal((await plan(files)).dependencies?.install.title, title)
    assert.equal((await toolOf(files))?.version, version)
  })
}

test('package managers: of several lock files the first in the order decides, and the others are named', async () => {
  const all = { 'yarn.lock': '', 'pnpm-lock.yaml': '', 'bun.lock': '{}', 'package-lock.json': '{}' }
  const recipe = await plan(all)
  assert.equal(recipe.dependencies?.install.title, 'yarn install')
  assert.equal(
    recipe.warnings[0],
    'There are several lock files, and yarn.lock decides: remove pnpm-lock.yaml and bun.lock and package-lock.json, or set CC_NODE_BUILD_TOOL.',
  )
  const two = await plan({ 'pnpm-lock.yaml': '', 'package-lock.json': '{}' })
  assert.equal(two.dependencies?.install.title, 'pnpm install')
})

test('package managers: the variable wins over every lock file, and a missing lock file is reported', async () => {
  const files = { 'pnpm-lock.yaml': '' }
  const recipe = await plan(files, { ...tidy, CC_NODE_BUILD_TOOL: 'bun' })
  assert.deepEqual(recipe.dependencies?.install.command.slice(0, 2), ['bun', 'install'])
  assert.deepEqual(recipe.warnings, [
    'pnpm-lock.yaml is not used, because CC_NODE_BUILD_TOOL is bun.',
  ])
  const declared = await plan({ 'package.json': { ...manifest, packageManager: 'pnpm@10.0.0' } })
  assert.deepEqual(declared.warnings, [
    'packageManager is "pnpm", but there is no lock file of it, so npm is used: commit the lock file, or set CC_NODE_BUILD_TOOL.',
  ])
})

const commands: [tool: string, lock: string, development: string, command: string][] = [
  [
    'pnpm',
    'pnpm-lock.yaml',
    'ignore',
    'pnpm install --frozen-lockfile --prod=true --reporter=append-only',
  ],
  [
    'pnpm',
    'pnpm-lock.yaml',
    'install',
    'pnpm install --frozen-lockfile --prod=false --reporter=append-only',
  ],
  ['pnpm', '', 'ignore', 'pnpm install --no-frozen-lockfile --prod=true --reporter=append-only'],
  ['bun', 'bun.lock', 'ignore', 'bun install --frozen-lockfile --omit=dev --no-progress'],
  ['bun', 'bun.lock', 'install', 'bun install --frozen-lockfile --no-progress'],
  ['bun', '', 'ignore', 'bun install --omit=dev --no-progress'],
  [
    'yarn',
    'yarn.lock',
    'ignore',
    'yarn install --frozen-lockfile --production=true --non-interactive --no-progress',
  ],
  [
    'yarn',
    'yarn.lock',
    'install',
    'yarn install --frozen-lockfile --production=false --non-interactive --no-progress',
  ],
  ['yarn', '', 'install', 'yarn install --production=false --non-interactive --no-progress'],
  ['yarn-berry', 'yarn.lock', 'ignore', 'yarn workspaces focus --all --production'],
  ['yarn-berry', 'yarn.lock', 'install', 'yarn install --no-immutable'],
  ['yarn2', 'yarn.lock', 'install', 'yarn install --no-immutable'],
]

for (const [CC_NODE_BUILD_TOOL, lock, CC_NODE_DEV_DEPENDENCIES, command] of commands) {
  const files = lock || 'no lock file'
  test(`package managers: ${CC_NODE_BUILD_TOOL} with ${files} and "${CC_NODE_DEV_DEPENDENCIES}" runs ${command}`, async () => {
    const environment = { ...tidy, CC_NODE_BUILD_TOOL, CC_NODE_DEV_DEPENDENCIES }
    const { dependencies } = await plan(lock ? { [lock]: '' } : {}, environment)
    assert.equal(dependencies?.install.command.join(' '), command)
  })
}

test('Yarn: a declared version must not change the lock file; Yarn 3 needs its plugin to leave out anything', async () => {
  const three = { 'package.json': { ...manifest, packageManager: 'yarn@3.8.7' }, 'yarn.lock': '' }
  const plain = await plan(three)
  assert.deepEqual(plain.dependencies?.install.command, ['yarn', 'install', '--immutable'])
  assert.ok(
    plain.notes.includes(
      'Yarn 3 cannot leave out development dependencies without its plugin workspace-tools.',
    ),
  )
  const plugin = 'plugins:\n  - path: .yarn/plugins/@yarnpkg/plugin-workspace-tools.cjs\n'
  const able = await plan({ ...three, '.yarnrc.yml': plugin })
  assert.equal(able.dependencies?.install.command[1], 'workspaces')
})

test('Yarn: without node_modules packages stay inside the application', async () => {
  const files = { 'package.json': { ...manifest, packageManager: 'yarn@4.10.3' }, 'yarn.lock': '' }
  const always = { YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_INLINE_BUILDS: '1' }
  const inside = { ...always, YARN_ENABLE_GLOBAL_CACHE: 'false' }
  assert.deepEqual((await plan(files)).dependencies?.install.environment, inside)
  const linked = await plan({ ...files, '.yarnrc.yml': 'nodeLinker: node-modules\n' })
  assert.deepEqual(linked.dependencies?.install.environment, always)
})

test('package managers: each one has its own start command, with pre and post scripts', async () => {
  const start = async (CC_NODE_BUILD_TOOL: string, scripts: object) =>
    (await plan({ 'package.json': { scripts } }, { ...tidy, CC_NODE_BUILD_TOOL })).start
  const plain = { start: 'node a.js' }
  assert.deepEqual(await start('pnpm', plain), ['pnpm', 'start'])
  assert.deepEqual(await start('yarn', plain), ['yarn', 'start'])
  assert.deepEqual(await start('bun', plain), ['bun', '--bun', 'run', 'start'])
  assert.deepEqual(await start('yarn-berry', plain), ['yarn', 'run', 'start'])
  assert.deepEqual(await start('yarn-berry', { ...plain, prestart: 'x', poststart: 'y' }), [
    'sh',
    '-c',
    'yarn run prestart && yarn run start && yarn run poststart',
  ])
  const main = { 'package.json': { main: 'a.js' }, 'a.js': '' }
  assert.deepEqual((await plan(main, { CC_NODE_BUILD_TOOL: 'bun' })).start, ['bun', 'a.js'])
})

test('package managers: versions come from packageManager with its hash or engines.bun', async () => {
  const hash = `sha512.${'a'.repeat(128)}`
  const pnpm = (packageManager: string) => ({
    'package.json': { ...manifest, packageManager },
    'pnpm-lock.yaml': '',
  })
  assert.deepEqual(await toolOf(pnpm(`pnpm@9.1.0+${hash}`)), {
    name: 'pnpm',
    version: '9.1.0',
    hash,
  })
  assert.equal((await toolOf(pnpm('pnpm@9.1.0')))?.version, '9.1.0')
  for (const part of ['sha512.aaaa', `sha256.${'a'.repeat(128)}`, 'md5.00', '']) {
    await assert.rejects(
      plan(pnpm(`pnpm@9.1.0+${part}`)),
      (error) => error instanceof Failure && /must be a whole hash/.test(error.message),
    )
  }
  assert.equal((await toolOf(pnpm('npm@10.0.0')))?.version, '10.34.9')
  await assert.rejects(plan(pnpm('pnpm@9.1.999')), (error) => {
    assert.ok(error instanceof Failure)
    assert.match(
      error.message,
      /^There is no pnpm for packageManager "9\.1\.999"; the nearest here are 9\.\d+\.\d+ and 9\.\d+\.\d+\.$/,
    )
    return true
  })
  const bun = { 'bun.lock': '{}', 'package.json': { ...manifest, engines: { bun: '1.3.0' } } }
  assert.equal((await toolOf(bun))?.version, '1.3.0')
  const old = { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }
  assert.equal((await toolOf(old, { ...tidy, CC_NODE_VERSION: '16' }))?.version, '8.15.9')
})

test('package managers: modules of NODE_OPTIONS are not loaded during the installation', async () => {
  const install = async (NODE_OPTIONS: string) =>
    (await plan({}, { ...tidy, NODE_OPTIONS })).dependencies?.install.environment
  assert.deepEqual(await install('--trace-warnings --require ./agent.js'), { NODE_OPTIONS: '' })
  assert.deepEqual(await install('--import=@x/agent'), { NODE_OPTIONS: '' })
  assert.equal(await install('--max-old-space-size=100'), undefined)
})

test('custom build tool: runs the command of the owner, which is required', async () => {
  const environment = { ...tidy, CC_NODE_BUILD_TOOL: 'custom' }
  const recipe = await plan({}, { ...environment, CC_CUSTOM_BUILD_TOOL: 'make "$X"' })
  assert.deepEqual(recipe.dependencies?.install.command, ['sh', '-c', 'make "$X"'])
  assert.equal(recipe.dependencies?.sharedBy, undefined)
  await assert.rejects(plan({}, environment), {
    message:
      'CC_NODE_BUILD_TOOL is "custom", which needs CC_CUSTOM_BUILD_TOOL: the command that installs.',
  })
})

test('workspaces: a member is installed by the lock file of the main folder', async () => {
  const member = { main: 'server.js', dependencies: { '@x/greeting': 'workspace:*' } }
  const files = {
    'package.json': { workspaces: ['apps/*'], packageManager: 'yarn@4.10.3' },
    'yarn.lock': metadata(8),
    'apps/web/package.json': member,
    'apps/web/server.js': '',
  }
  const recipe = await plan(files, { ...tidy, APP_FOLDER: 'apps/web' })
  const enter = ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh', 'apps/web']
  assert.deepEqual(recipe.dependencies?.install.command, [
    ...enter,
    ...['yarn', 'workspaces', 'focus', '--production'],
  ])
  assert.equal(recipe.dependencies?.sharedBy, undefined)
  assert.ok(recipe.notes.at(-1)?.endsWith('because the lock file lies outside of APP_FOLDER.'))
})
