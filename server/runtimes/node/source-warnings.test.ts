import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesSource } from '#tests/source-files.ts'
import { catalogueWith } from '#tests/support/packaged-catalogue.ts'
import { createNodeRuntime } from './node-runtime.ts'

const runtime = createNodeRuntime(catalogueWith(['22.20.0']))
const hello = { 'package.json': { scripts: { start: 'node server.js' } } }
const tidy = { NODE_ENV: 'production' }
const needy = { main: 'a.js', scripts: { start: 'node a.js' }, dependencies: { a: '1.0.0' } }
const ignoring = { '.gitignore': 'dist\n/node_modules\n' }

const warnings = async (files: Record<string, string | object>, environment = {}) =>
  (await runtime.recipe(filesSource({ ...hello, ...files }), environment)).warnings

test('a tidy application has no warnings', async () => {
  assert.deepEqual(await warnings(ignoring, tidy), [])
})

test('every usual way to ignore node_modules counts', async () => {
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

test('an unset NODE_ENV and a committed node_modules are named, and what is committed is compiled anew', async () => {
  const files = { ...ignoring, 'node_modules/a/index.js': '', 'package.json': needy }
  assert.deepEqual(await warnings(files), [
    'NODE_ENV is not set: set it to production to run in production mode.',
    'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
  ])
  const { build } = await runtime.recipe(filesSource(files), {})
  assert.deepEqual(build, [{ title: 'npm rebuild', command: ['npm', 'rebuild', '--no-progress'] }])
})

test('a lock file that the chosen tool does not follow is named', async () => {
  const files = { ...ignoring, 'yarn.lock': '', 'package-lock.json': '{}' }
  assert.deepEqual(await warnings(files, { ...tidy, CC_NODE_BUILD_TOOL: 'npm' }), [
    'yarn.lock is not used, because CC_NODE_BUILD_TOOL is npm.',
  ])
})

test('a line of Node that has ended is named with its day', async () => {
  const old = createNodeRuntime({
    versions: () => ['18.20.8', '22.20.0'],
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

test('the old node.json is a last way to start, with a warning', async () => {
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
