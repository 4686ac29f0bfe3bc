import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeRuntime } from '#runtimes/node/node-runtime.ts'
import { filesSource } from '#tests/source-files.ts'
import { packagedCatalogue } from '#tests/support/packaged-catalogue.ts'

const runtime = createNodeRuntime(packagedCatalogue)
const plan = (files: Record<string, string | object>, environment: Record<string, string> = {}) =>
  runtime.recipe(filesSource(files), Object.freeze(environment))
const startOf = async (files: Record<string, string | object>) =>
  (await plan(files)).start.slice(4).join(' ')

test('Deno: a project without package.json runs its task start on the port of the platform', async () => {
  const recipe = await plan({
    'deno.jsonc':
      '{\n  // settings\n  "tasks": { "start": { "command": "deno run -A main.ts" }, },\n}',
    'main.ts': '',
  })
  assert.ok(recipe.tools.some(({ name, version }) => name === 'deno' && version.startsWith('2.')))
  assert.deepEqual(recipe.start, [
    'sh',
    '-c',
    'export DENO_SERVE_ADDRESS="tcp:0.0.0.0:$PORT"; exec "$@"',
    'sh',
    'deno',
    'task',
    'start',
  ])
  assert.equal(recipe.dependencies, undefined)
  assert.deepEqual(recipe.warnings, [])
})

test('Deno: without a task start the usual module is run, or served if it exports a server', async () => {
  const settings = { 'deno.json': { tasks: { dev: 'deno run --watch main.ts' } } }
  const run = (text: string) => startOf({ ...settings, 'main.ts': text })
  assert.equal(await run('Deno.serve(() => new Response())'), 'deno run --allow-all main.ts')
  assert.equal(await run('export default { fetch() {} }'), 'deno serve --allow-all main.ts')
})

test('Deno: a build that the start needs is run by its task', async () => {
  const tasks = { build: 'deno run -A dev.ts build', start: 'deno serve -A _fresh/server.js' }
  const { build } = await plan({ 'deno.json': { tasks } })
  assert.deepEqual(
    build.map(({ command }) => command),
    [['deno', 'task', 'build']],
  )
})

test('Deno: mise.toml names the version', async () => {
  const { tools } = await plan({
    'deno.json': { tasks: { start: 'deno run main.ts' } },
    'mise.toml': '[tools]\ndeno = "2.9"\n',
  })
  assert.deepEqual(tools.filter(({ name }) => name === 'deno').length, 1)
})

test('Deno: a package.json whose start calls it gets it', async () => {
  const { tools, start } = await plan({
    'package.json': { scripts: { start: 'deno run --allow-net server.ts' } },
  })
  assert.ok(tools.some(({ name }) => name === 'deno'))
  assert.deepEqual(start, ['npm', 'start'])
})

test('Deno: settings that cannot be read, or start nothing, fail with a sentence', async () => {
  await assert.rejects(plan({ 'deno.json': '{' }), /deno\.json is not valid JSON/)
  await assert.rejects(plan({ 'deno.json': '{}' }), /deno\.json has no task "start"/)
})
