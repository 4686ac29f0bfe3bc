import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { runtimeContract } from '#runtimes/runtime.contract.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'
import { createStaticRuntime } from './static-runtime.ts'

runtimeContract({
  create: () => createStaticRuntime(packagedCatalogue),
  smallest: { 'index.html': '<h1>Hello</h1>' },
  readFiles: ['package.json', 'mise.toml', '.nvmrc', 'clevercloud/cron.json'],
})

const runtime = createStaticRuntime(packagedCatalogue)
type Texts = Record<string, string>

const recipeOf = (files: Texts, environment: Texts = {}) =>
  runtime.recipe(filesSource(files), environment)

const failureOf = async (files: Texts, environment: Texts = {}) => {
  const failure = await recipeOf(files, environment).catch((error: unknown) => error)
  assert.ok(failure instanceof Failure, 'there is a recipe')
  return failure
}

const page = { 'index.html': 'hello' }
const server = { name: 'static-server', version: '1' }

test('static: the application folder is served without a build, and without the folders of the platform', async () => {
  const recipe = await recipeOf(page)
  assert.deepEqual(recipe.tools, [server])
  assert.deepEqual(recipe.build, [])
  assert.deepEqual(recipe.start, ['static-server', '--hide=clevercloud', '--hide=berth', '--', '.'])
})

test('static: CC_WEBROOT is a folder with or without slashes around it', async () => {
  for (const text of ['public', '/public', './public/', 'public//']) {
    const { start } = await recipeOf({ 'public/index.html': '' }, { CC_WEBROOT: text })
    assert.deepEqual(start, ['static-server', '--', 'public'], text)
  }
  assert.match((await failureOf(page, { CC_WEBROOT: '../public' })).message, /^CC_WEBROOT is/)
})

test('static: a folder that is missing is refused, unless a build can make it', async () => {
  const environment = { CC_WEBROOT: 'dist' }
  const { message } = await failureOf(page, environment)
  assert.equal(message, 'CC_WEBROOT is "dist", and there is no such folder.')
  const hooks = ['CC_BUILD_COMMAND', 'CC_PRE_BUILD_HOOK', 'CC_POST_BUILD_HOOK', 'CC_PRE_RUN_HOOK']
  for (const name of hooks) {
    const { start } = await recipeOf(page, { ...environment, [name]: 'make' })
    assert.equal(start.at(-1), 'dist')
  }
})

test('static: a site without a first page is told where one is', async () => {
  const { message } = await failureOf({ 'README.md': '', 'docs/index.html': '' })
  assert.match(message, /There is no index.html in the main folder.*set CC_WEBROOT to "docs"/)
  for (const files of [{}, { '.gitignore': '', '.git-blame/x': '' }]) {
    const { message: nothing } = await failureOf(files)
    assert.equal(nothing, 'There are no files, so there is nothing to serve.')
  }
  const { start } = await recipeOf({ 'a.json': '{}' }, { CC_HEALTH_CHECK_PATH: '/a.json' })
  assert.equal(start[0], 'static-server')
})

test('static: CC_STATIC_FALLBACK and CC_STATIC_IMMUTABLE become options of the server', async () => {
  const { start } = await recipeOf(
    { 'dist/index.html': '' },
    { CC_WEBROOT: 'dist', CC_STATIC_FALLBACK: '/index.html', CC_STATIC_IMMUTABLE: 'assets:_app' },
  )
  assert.deepEqual(start.slice(1), [
    '--fallback=index.html',
    '--immutable=assets',
    '--immutable=_app',
    '--',
    'dist',
  ])
})

test('static: a fallback that is missing is refused, and one that is there is a first page', async () => {
  const { message } = await failureOf(page, { CC_STATIC_FALLBACK: 'app.html' })
  assert.match(message, /CC_STATIC_FALLBACK is "app.html", and there is no such file in the main/)
  const { start } = await recipeOf({ '200.html': '' }, { CC_STATIC_FALLBACK: '200.html' })
  assert.ok(start.includes('--fallback=200.html'))
})

test('static: a site with a package.json has Node and npm for its build', async () => {
  const files = { ...page, 'package.json': '{"engines":{"node":"20"}}' }
  const environment = { CC_BUILD_COMMAND: 'npm ci && npm run build', CC_WEBROOT: 'dist' }
  const { tools, build } = await recipeOf(files, environment)
  assert.deepEqual(
    tools.map(({ name, version }) => `${name} ${version.split('.')[0]}`),
    ['node 20', 'npm 10', 'static-server 1'],
  )
  assert.deepEqual(build, [
    {
      title: 'Running CC_BUILD_COMMAND: npm ci && npm run build',
      command: ['sh', '-c', 'npm ci && npm run build'],
    },
    {
      title: 'Checking what was built',
      command: ['static-server', '--check=index', '--', 'dist'],
    },
  ])
  const { warnings } = await recipeOf(files)
  assert.match(warnings.join('\n'), /package.json included/)
})

test('static: what was built is checked after the last hook, unless the start still makes files', async () => {
  const titles = async (environment: Texts) =>
    (await recipeOf(page, environment)).build.map(({ title }) => title.replace(/:.*/, ''))
  const hooks = { CC_BUILD_COMMAND: 'a', CC_POST_BUILD_HOOK: 'b' }
  const steps = ['Running CC_BUILD_COMMAND', 'Running CC_POST_BUILD_HOOK']
  assert.deepEqual(await titles(hooks), [...steps, 'Checking what was built'])
  assert.deepEqual(await titles({ ...hooks, CC_PRE_RUN_HOOK: 'c' }), steps)
  const { build } = await recipeOf(page, { ...hooks, CC_HEALTH_CHECK_PATH: '/a.txt' })
  assert.deepEqual(build.at(-1)?.command[1], '--check=folder')
})

test('static: a tool of mise.toml is there for the build', async () => {
  const { tools } = await recipeOf({ ...page, 'mise.toml': '[tools]\nnode = "16"\n' })
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['node', 'npm', 'static-server'],
  )
  const deno = await recipeOf({ ...page, 'mise.toml': '[tools]\ndeno = "2"\n' })
  assert.deepEqual(
    deno.tools.map(({ name }) => name),
    ['static-server', 'deno'],
  )
})

test('static: CC_RUN_COMMAND starts instead of the server', async () => {
  const { start } = await recipeOf({ 'a.txt': '' }, { CC_RUN_COMMAND: './serve' })
  assert.deepEqual(start, ['sh', '-c', './serve'])
})
