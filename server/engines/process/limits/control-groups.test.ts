import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { openControlGroups, removeGroup } from '#kit/control-groups/control-groups.ts'
import type { Limits } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Recipe } from '#platform/model/hosting/recipe/recipe.ts'
import { filesSource } from '#tests/source-files.ts'
import {
  sampleBuild,
  sampleRecipe,
  sampleStart,
} from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'

const glutton = `const held = []
setInterval(() => held.push(Buffer.alloc(16 * 1024 * 1024, held.length)), 1)
`
const crowd = `const { spawn } = require('node:child_process')
let refused
for (let count = 0; count < 100 && !refused; count++) {
  const child = spawn('sleep', ['60'])
  child.on('error', (error) => console.log('refused ' + error.code) ?? process.exit(0))
}
`
const run = (file: string): Recipe => ({
  ...sampleRecipe,
  build: [],
  start: ['node', file],
})
const source = filesSource({ 'glutton.cjs': glutton, 'crowd.cjs': crowd })
const limits: Limits = { memoryMegabytes: 128, cpus: 0.5, processes: 40 }

const groupsIn = async (folder: string, instanceId: string): Promise<string[]> =>
  JSON.parse(await readFile(join(folder, 'instances', instanceId, 'instance.json'), 'utf8')).groups

/** The file of v1 or v2 that is there. */
async function readAny(groups: readonly string[], ...names: string[]): Promise<string | undefined> {
  const paths = groups.flatMap((group) => names.map((name) => join(group, name)))
  const path = paths.find((candidate) => existsSync(candidate))
  return path && (await readFile(path, 'utf8')).trim()
}

describe('limits', () => {
  test('memory: an instance that exceeds its limit is killed, and the cause is reported', async () => {
    await using opened = await openTestEngine()
    const { engine, seen } = opened
    assert.deepEqual(engine.weaknesses, [])
    const recipe = run('glutton.cjs')
    const artifact = await engine.build(sampleBuild({ recipe, source }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe, limits }))
    const exit = await seen.exit('one')
    assert.deepEqual(exit, { instanceId: 'one', code: 137, cause: 'out of memory' })
  })

  test('memory: a build that exceeds its limit fails, and the cause is reported', async () => {
    await using opened = await openTestEngine()
    const build = [{ title: 'make', command: ['node', 'glutton.cjs'] }] as Recipe['build']
    const recipe = { ...sampleRecipe, build }
    const order = sampleBuild({ recipe, source, limits })
    await assert.rejects(
      opened.engine.build(order),
      (error) =>
        error instanceof Failure && /^make exited with 137 \(out of memory\)$/.test(error.message),
    )
  })

  test('processor: a group may be inside one that has less than its limit, as in a container', async () => {
    const groups = await openControlGroups(`test-${process.pid}`, { processShare: 1 })
    assert.ok(groups, 'control groups can be created')
    const ofOwner = groups.within('owner', 1)
    const placeholder = await ofOwner.create('placeholder', { ...limits, cpus: 0.1 })
    const folders = ofOwner.foldersOf('one')
    try {
      const parents = placeholder.map((folder) => dirname(folder))
      const small = { 'cpu.cfs_quota_us': '20000', 'cpu.max': '20000 100000' }
      for (const [name, value] of Object.entries(small)) {
        const file = parents.map((parent) => join(parent, name)).find((each) => existsSync(each))
        if (file) await writeFile(file, value)
      }
      assert.deepEqual(await ofOwner.create('one', { ...limits, cpus: 2 }), folders)
      assert.equal(await readAny(folders, 'pids.max'), '40')
    } finally {
      await removeGroup(folders)
      await removeGroup(placeholder)
    }
  })

  test('processes: an instance cannot exceed its process limit', async () => {
    await using opened = await openTestEngine()
    const { engine, seen } = opened
    const recipe = run('crowd.cjs')
    const artifact = await engine.build(sampleBuild({ recipe, source }))
    await engine.start(sampleStart(artifact, 'one', {}, { recipe, limits }))
    await seen.line('one', 'refused EAGAIN')
  })

  test('control groups: contain the limits, and are removed with the instance', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const artifact = await engine.build(sampleBuild())
    await engine.start(sampleStart(artifact, 'one', {}, { limits }))
    const groups = await groupsIn(folder, 'one')
    const read = (...names: string[]) => readAny(groups, ...names)
    assert.equal(await read('memory.limit_in_bytes', 'memory.max'), String(128 * 1024 * 1024))
    assert.match((await read('cpu.cfs_quota_us', 'cpu.max')) ?? '', /^50000\b/)
    assert.equal(await read('pids.max'), '40')
    await engine.stop('one', 1000)
    for (const group of groups) assert.equal(existsSync(group), false)
  })

  test('control groups: an owner has the CPU weight of all their instances', async () => {
    await using opened = await openTestEngine()
    const { engine, folder } = opened
    const artifact = await engine.build(sampleBuild())
    await engine.start(sampleStart(artifact, 'one', {}, { limits }))
    const groups = await groupsIn(folder, 'one')
    const weightOf = async () => {
      const owner = groups.map((group) => dirname(group))
      return Number(await readAny(owner, 'cpu.weight', 'cpu.shares'))
    }
    const alone = await weightOf()
    await engine.start(sampleStart(artifact, 'two', {}, { limits }))
    assert.equal(await weightOf(), 2 * alone)
    await engine.stop('two', 1000)
    assert.equal(await weightOf(), alone)
  })

  test('control groups: a revived instance of an earlier version gets those of its owner', async () => {
    await using opened = await openTestEngine()
    const { engine, folder, seen } = opened
    const artifact = await engine.build(sampleBuild())
    const started = await engine.start(sampleStart(artifact, 'one', { MISBEHAVE: 'exit' }))
    await seen.exit('one')
    const path = join(folder, 'instances/one/instance.json')
    const record = JSON.parse(await readFile(path, 'utf8'))
    const { groups }: { groups: string[] } = record
    const before = groups.map((group) => join(dirname(dirname(group)), 'one'))
    for (const group of before) await mkdir(group)
    await writeFile(path, JSON.stringify({ ...record, groups: before }))
    await engine.revive(started)
    assert.deepEqual(await groupsIn(folder, 'one'), groups)
    for (const group of before) assert.equal(existsSync(group), false)
  })
})
