import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { filesSource } from '#tests/source-files.ts'
import { catalogueWith } from '#tests/support/packaged-catalogue.ts'
import { createNodeRuntime } from './node-runtime.ts'

const runtime = createNodeRuntime(
  catalogueWith(['8.17.0', '18.20.8', '20.19.6', '22.20.0', '24.21.0']),
)
type Files = Record<string, string | object>
const plan = (files: Files, environment: Record<string, string> = {}) =>
  runtime.recipe(filesSource(files), Object.freeze(environment))

const hello = { 'package.json': { scripts: { start: 'node server.js' } }, 'server.js': '' }
const tidy = { NODE_ENV: 'production' }
const withDependency = {
  'package.json': { main: 'server.js', dependencies: { a: '1.0.0' } },
  'server.js': '',
}

async function sentenceOf(files: Files, environment?: Record<string, string>): Promise<string> {
  const failure = await plan(files, environment).then(
    () => assert.fail('it was planned'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof Failure, String(failure))
  assert.equal(failure.step, 'recipe')
  return failure.message
}

test('node runtime: the smallest application installs nothing and starts through npm', async () => {
  assert.deepEqual(await plan({ ...hello, '.gitignore': '/node_modules\n' }, tidy), {
    runtime: 'node',
    tools: [
      { name: 'node', version: '22.20.0' },
      { name: 'npm', version: '10.9.3' },
    ],
    build: [],
    start: ['npm', 'start'],
    memoryOption: { variable: 'NODE_OPTIONS', option: '--max-old-space-size', share: 0.75 },
    environment: { npm_config_update_notifier: 'false' },
    notes: [
      'Node 22.20.0 (default)',
      'npm 10.9.3',
      'Nothing is installed, because package.json names no dependency.',
    ],
    warnings: [],
  })
})

test('node runtime: CC_RUN_COMMAND wins over scripts.start, and scripts.start over main', async () => {
  const both = { 'package.json': { main: 'a.js', scripts: { start: 'node b.js' } }, 'a.js': '' }
  const own = await plan(both, { CC_RUN_COMMAND: 'node c.js && echo "$X"' })
  assert.deepEqual(own.start, ['sh', '-c', 'node c.js && echo "$X"'])
  assert.equal((await plan(both)).start[0], 'npm')
  const none = { 'package.json': {} }
  assert.deepEqual((await plan(none, { CC_RUN_COMMAND: 'true' })).start, ['sh', '-c', 'true'])
})

test('node runtime: main is resolved as Node does', async () => {
  const started = async (main: string, file: string) =>
    (await plan({ 'package.json': { main }, [file]: '' })).start
  assert.deepEqual(await started('server.js', 'server.js'), ['node', 'server.js'])
  assert.deepEqual(await started('./src/server.js', 'src/server.js'), ['node', 'src/server.js'])
  assert.deepEqual(await started('server', 'server.js'), ['node', 'server.js'])
  assert.deepEqual(await started('src', 'src/index.js'), ['node', 'src/index.js'])
  assert.deepEqual(await started('.', 'index.js'), ['node', 'index.js'])
  assert.deepEqual(await started('-e', '-e'), ['node', './-e'])
})

test('node runtime: a missing main is accepted when an install script may create it', async () => {
  const scripts = { postinstall: 'tsc' }
  const recipe = await plan({ 'package.json': { main: 'dist/server.js', scripts } })
  assert.deepEqual(recipe.start, ['node', 'dist/server.js'])
})

test('node runtime: each missing input has its own message', async () => {
  const manifest = (fields: object) => ({ 'package.json': fields })
  assert.equal(await sentenceOf({}), 'There is no package.json in the main folder.')
  assert.equal(
    await sentenceOf({ 'web/package.json': '{}', 'docs/a.md': '', '.x/package.json': '{}' }),
    'There is no package.json in the main folder, but there is one in "web": set APP_FOLDER to "web".',
  )
  assert.equal(
    await sentenceOf(manifest({ scripts: { start: ' ' } })),
    'package.json has neither "scripts.start" nor "main", so there is nothing to start.',
  )
  assert.equal(
    await sentenceOf(manifest({ main: 'dist/server.js' })),
    '"main" in package.json is "dist/server.js", and there is no such file.',
  )
  assert.equal(
    await sentenceOf(manifest({ main: ['a.js'] })),
    '"main" in package.json must be text, such as "server.js".',
  )
  for (const main of ['../a.js', '/etc/passwd', 'a/../../b', 'a\u0000b']) {
    assert.match(await sentenceOf(manifest({ main })), /which is not a file of the repository\.$/)
  }
})

test('node runtime: without server.js the message suggests a start script that fits the files', async () => {
  await assert.rejects(plan({ 'package.json': {}, 'app.js': '' }), (error) => {
    assert.ok(error instanceof Failure)
    assert.deepEqual(error.advice, ['Add for example: "scripts": { "start": "node app.js" }'])
    return true
  })
})

test('node runtime: the build tool is npm install by default, and npm ci on request', async () => {
  const locked = { ...withDependency, 'package-lock.json': '{}' }
  for (const CC_NODE_BUILD_TOOL of ['', 'npm', 'npm-install']) {
    const { dependencies } = await plan(locked, { CC_NODE_BUILD_TOOL })
    assert.equal(dependencies?.install.title, 'npm install')
  }
  const { dependencies } = await plan(locked, { ...tidy, CC_NODE_BUILD_TOOL: 'npm-ci' })
  assert.equal(dependencies?.folder, 'node_modules')
  assert.deepEqual(dependencies?.install, {
    title: 'npm ci',
    command: [
      'npm',
      'ci',
      '--omit=dev',
      '--no-audit',
      '--no-fund',
      '--no-progress',
      '--no-update-notifier',
      '--loglevel=notice',
    ],
  })
})

test('node runtime: npm ci without a lock file fails before the build', async () => {
  assert.equal(
    await sentenceOf(hello, { CC_NODE_BUILD_TOOL: 'npm-ci' }),
    'CC_NODE_BUILD_TOOL is "npm-ci", which needs a package-lock.json, and there is none.',
  )
})

test('node runtime: a platform variable with an invalid value fails with its name and the valid values', async () => {
  assert.equal(
    await sentenceOf(hello, { CC_NODE_BUILD_TOOL: 'gulp' }),
    'CC_NODE_BUILD_TOOL is "gulp", and the valid values are npm, npm-install, npm-ci, pnpm, yarn-berry, bun, custom, yarn and yarn2.',
  )
  assert.equal(
    await sentenceOf(hello, { CC_NODE_DEV_DEPENDENCIES: 'yes' }),
    'CC_NODE_DEV_DEPENDENCIES is "yes", and the valid values are install and ignore.',
  )
})

const developmentTable: [NODE_ENV: string, CC_NODE_DEV_DEPENDENCIES: string, installed: boolean][] =
  [
    ['', 'install', true],
    ['production', 'install', true],
    ['', 'ignore', false],
    ['production', 'ignore', false],
    ['production', '', false],
    ['', '', true],
    ['development', '', true],
  ]

for (const [NODE_ENV, CC_NODE_DEV_DEPENDENCIES, installed] of developmentTable) {
  const verb = installed ? 'installs' : 'omits'
  test(`node runtime: NODE_ENV "${NODE_ENV}" with "${CC_NODE_DEV_DEPENDENCIES}" ${verb} development dependencies`, async () => {
    const { dependencies } = await plan(withDependency, { NODE_ENV, CC_NODE_DEV_DEPENDENCIES })
    const flag = installed ? '--include=dev' : '--omit=dev'
    assert.equal(dependencies?.install.command[2], flag)
  })
}

test('node runtime: an install script alone causes an installation', async () => {
  const scripts = { start: 'node a.js', prepare: 'make' }
  assert.ok((await plan({ 'package.json': { scripts } })).dependencies)
  assert.ok((await plan({ ...hello, 'binding.gyp': '' })).dependencies)
  assert.equal((await plan(hello)).dependencies, undefined)
})

test('node runtime: an older Node gets a compatible npm, and one without any is not available', async () => {
  const { tools } = await plan(hello, { CC_NODE_VERSION: '18' })
  assert.deepEqual(tools, [
    { name: 'node', version: '18.20.8' },
    { name: 'npm', version: '10.8.2' },
  ])
  assert.equal(
    await sentenceOf(hello, { CC_NODE_VERSION: '8' }),
    'There is no Node for CC_NODE_VERSION "8"; the nearest here is 18.20.8.',
  )
})

test('node runtime: APP_FOLDER selects a folder of the repository', async () => {
  const files = {
    'apps/web/package.json': withDependency['package.json'],
    'apps/web/server.js': '',
  }
  const recipe = await plan(files, { ...tidy, APP_FOLDER: '/apps/web/' })
  const enter = ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh', 'apps/web']
  assert.deepEqual(recipe.start, [...enter, 'node', 'server.js'])
  assert.equal(recipe.dependencies?.folder, 'apps/web/node_modules')
  assert.deepEqual(recipe.dependencies?.install.command.slice(0, 7), [...enter, 'npm', 'install'])
  assert.equal(recipe.notes[0], 'The application\'s folder is "apps/web" (APP_FOLDER).')
  assert.equal((await plan(hello, { APP_FOLDER: './' })).start[0], 'npm')
})

test('node runtime: an invalid APP_FOLDER fails with a message', async () => {
  assert.equal(
    await sentenceOf(hello, { APP_FOLDER: 'web' }),
    'APP_FOLDER is "web", and there is no such folder.',
  )
  for (const APP_FOLDER of ['..', 'a/../../b', 'a\nb']) {
    assert.match(
      await sentenceOf(hello, { APP_FOLDER }),
      /and it must be a path in the repository\.$/,
    )
  }
})

const needy = { main: 'a.js', scripts: { start: 'node a.js' }, dependencies: { a: '1.0.0' } }
const ignoring = { '.gitignore': 'dist\n/node_modules\n' }

const warnings = async (files: Record<string, string | object>, environment = {}) =>
  (await runtime.recipe(filesSource({ ...hello, ...files }), environment)).warnings

test('source warnings: none for a clean application', async () => {
  assert.deepEqual(await warnings(ignoring, tidy), [])
})

test('source warnings: every common way to ignore node_modules counts', async () => {
  for (const line of [
    'node_modules',
    'node_modules/',
    '/node_modules/',
    '**/node_modules',
    'node_modules\r',
  ]) {
    assert.deepEqual(await warnings({ '.gitignore': `a\n${line}\n` }, tidy), [], line)
  }
  for (const line of ['#node_modules', '!node_modules', 'web/node_modules']) {
    assert.deepEqual(
      await warnings({ '.gitignore': line }, tidy),
      ['/node_modules is not listed in .gitignore.'],
      line,
    )
  }
})

test('source warnings: name an unset NODE_ENV and a committed node_modules, which is rebuilt', async () => {
  const files = { ...ignoring, 'node_modules/a/index.js': '', 'package.json': needy }
  assert.deepEqual(await warnings(files), [
    'NODE_ENV is not set: set it to production to run in production mode.',
    'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
  ])
  const { build } = await runtime.recipe(filesSource(files), {})
  assert.deepEqual(build, [{ title: 'npm rebuild', command: ['npm', 'rebuild', '--no-progress'] }])
})

test('source warnings: a lock file that the selected tool does not use is named', async () => {
  const files = { ...ignoring, 'yarn.lock': '', 'package-lock.json': '{}' }
  assert.deepEqual(await warnings(files, { ...tidy, CC_NODE_BUILD_TOOL: 'npm' }), [
    'yarn.lock is not used, because CC_NODE_BUILD_TOOL is npm.',
  ])
})

test('source warnings: a Node line past its end of life is named with the date', async () => {
  const old = createNodeRuntime({
    ...catalogueWith(['18.20.8', '22.20.0']),
    endOfLife: (version) => (version.startsWith('18') ? '2025-04-30' : '2027-04-30'),
    today: () => '2026-11-15',
  })
  const plan = (CC_NODE_VERSION: string) =>
    old.recipe(filesSource({ ...hello, ...ignoring }), { ...tidy, CC_NODE_VERSION })
  assert.deepEqual((await plan('18')).warnings, [
    'Node 18 reached its end of life on 2025-04-30 and gets no more security fixes: move to a newer line.',
  ])
  assert.deepEqual((await plan('22')).warnings, [])
})

test('source warnings: the legacy node.json is a fallback start command, with a warning', async () => {
  const recipe = await runtime.recipe(
    filesSource({
      ...ignoring,
      'package.json': {},
      'clevercloud/node.json': {
        deploy: { startupFile: 'lib/app.js', args: '--port 8080' },
        hooks: { postDeploy: 'x' },
      },
    }),
    tidy,
  )
  assert.deepEqual(recipe.start, ['node', 'lib/app.js', '--port', '8080'])
  assert.deepEqual(recipe.warnings, [
    'clevercloud/node.json is deprecated: say in package.json or CC_RUN_COMMAND how to start.',
    'hooks.postDeploy in clevercloud/node.json is not run: set CC_PRE_RUN_HOOK.',
  ])
})
