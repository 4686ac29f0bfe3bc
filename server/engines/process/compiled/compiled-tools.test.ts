import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { DeploymentId } from '#platform/model/ids.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import {
  nodeTool,
  type OpenedEngine,
  openTestEngine,
} from '#tests/support/engine/process-engine.ts'

/** Compiles itself as npm does, and prints what it finds in the cache. */
const npm = `#!/usr/bin/env node
const { enableCompileCache, getCompileCacheDir } = require('node:module')
const { readdirSync, writeFileSync } = require('node:fs')
enableCompileCache()
const folder = getCompileCacheDir()
if (!folder) return console.log('nothing is compiled')
try {
  writeFileSync(folder + '/poison', '')
  console.log('writable')
} catch (error) {
  console.log(error.code + ' ' + readdirSync(folder).filter((name) => name !== 'poison').length)
}
require('../lib/cli.js')
`

let npmTool: string
before(async () => {
  npmTool = await mkdtemp(join(tmpdir(), 'berth-npm-'))
  await chmod(npmTool, 0o755)
  for (const folder of ['bin', 'lib']) await mkdir(join(npmTool, folder))
  await writeFile(join(npmTool, 'bin/npm'), npm, { mode: 0o755 })
  await writeFile(join(npmTool, 'lib/cli.js'), 'module.exports = () => 1\n')
})
after(() => rm(npmTool, { recursive: true }))

const recipe = {
  ...sampleRecipe,
  tools: [
    { name: 'node', version: '24.0.0' },
    { name: 'npm', version: '11.0.0' },
  ],
  build: [{ title: 'npm', command: ['npm', 'run', 'build'] as [string, ...string[]] }],
  start: ['npm', 'start'] as [string, ...string[]],
}
const toolchain = async ({ name }: { name: string }) => (name === 'npm' ? npmTool : nodeTool)

const build = async ({ engine }: OpenedEngine, deploymentId: DeploymentId, more: Tool[] = []) => {
  const lines: string[] = []
  const source = filesSource({ 'package.json': '{}' })
  const onLine = (line: string) => void lines.push(line)
  const wider = { ...recipe, tools: [...recipe.tools, ...more] }
  const order = sampleBuild({ deploymentId, recipe: wider, source, onLine })
  const artifact = await engine.build(order)
  return { artifact, lines }
}

const made = ({ folder }: OpenedEngine) =>
  until(() => readdirSync(join(folder, 'compiled')).length > 0 && !isBusy(folder), {
    timeout: 300_000,
    what: 'compiled files',
  })
const isBusy = (folder: string) =>
  readdirSync(join(folder, 'builds')).some((name) => name.startsWith('compile-'))

test('compile cache: npm is compiled once, by the server only, and every command uses the result', async () => {
  await using opened = await openTestEngine({ toolchain })
  const first = await build(opened, 'deployment_first')
  await made(opened)
  const [name = ''] = readdirSync(join(opened.folder, 'compiled'))
  const place = join(opened.folder, 'compiled', name)
  const { uid, mode } = await stat(place)
  assert.deepEqual([uid, mode & 0o022], [0, 0])
  assert.notEqual(first.lines[0], 'writable', 'for a folder that goes away nothing is compiled')

  const second = await build(opened, 'deployment_second')
  assert.match(second.lines[0] ?? '', /^EROFS [1-9]/)
  const third = await build(opened, 'deployment_third', [{ name: 'pnpm', version: '10.0.0' }])
  assert.match(third.lines[0] ?? '', /^EROFS [1-9]/, 'whatever other tools there are')
  const { engine, seen } = opened
  await engine.start(sampleStart(second.artifact, 'one', {}, { recipe }))
  assert.match(await seen.line('one', /^(EROFS|writable|nothing)/), /^EROFS [1-9]/)
  assert.deepEqual(opened.problems, [])
})

test('compile cache: nothing is compiled without a sandbox', async () => {
  await using opened = await openTestEngine({ toolchain, without: ['sandbox'] })
  assert.deepEqual((await build(opened, 'deployment_first')).lines, ['nothing is compiled'])
  assert.deepEqual(readdirSync(join(opened.folder, 'compiled')), [])
})

test('compile cache: a failure is logged for the operator, and builds go on', async () => {
  const broken = await mkdtemp(join(npmTool, 'broken-'))
  await chmod(broken, 0o755)
  await mkdir(join(broken, 'bin'))
  await writeFile(join(broken, 'bin/npm'), '#!/bin/sh\necho oh no\nexit 3\n', { mode: 0o755 })
  await using opened = await openTestEngine({
    toolchain: async (tool) => (tool.name === 'npm' ? broken : nodeTool),
  })
  const source = filesSource({ 'package.json': '{}' })
  await opened.engine.build(sampleBuild({ recipe: { ...recipe, build: [] }, source }))
  await until(() => opened.problems.length > 0 || undefined, { timeout: 300_000, what: 'a word' })
  assert.match(opened.problems[0] ?? '', /^npm could not be compiled: npm exited with 3: oh no$/)
})
