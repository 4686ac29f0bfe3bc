import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listTools, recordUse, removeTool, trimTools } from './trim-tools.ts'

const hour = 3_600_000

test('toolchains: beyond the limit the least recently used are removed, except those in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-tools-'))
  try {
    await mkdir(join(folder, '.incoming'))
    for (const [age, version] of ['1.0.0', '2.0.0', '3.0.0', '4.0.0'].entries()) {
      const place = join(folder, 'node', version)
      await mkdir(join(place, 'bin'), { recursive: true })
      await writeFile(join(place, 'bin/node'), 'x'.repeat(50_000))
      await chmod(join(place, 'bin'), 0o555)
      await chmod(place, 0o555)
      await utimes(place, (10 + age) * 3600, (10 + age) * 3600)
    }
    const bytes = (await listTools(folder)).reduce((sum, tool) => sum + tool.bytes, 0)
    const options = { folder, now: 100 * hour, used: [{ name: 'node', version: '1.0.0' }] }
    assert.deepEqual(await trimTools({ ...options, maxBytes: bytes }), [])
    const left = () => readdirSync(join(folder, 'node')).sort()
    await trimTools({ ...options, maxBytes: bytes / 2 })
    assert.deepEqual(left(), ['1.0.0', '4.0.0'])
    await trimTools({ ...options, now: 13.5 * hour, maxBytes: 1 })
    assert.deepEqual(left(), ['1.0.0', '4.0.0'], 'what was used within the hour stays')
    await trimTools({ ...options, maxBytes: 1 })
    assert.deepEqual(left(), ['1.0.0'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('toolchains: a use is recorded beside the tool, whose folder stays as an image may be reading it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-tools-'))
  try {
    const place = join(folder, 'node', '1.0.0')
    await mkdir(place, { recursive: true })
    await utimes(place, 10, 10)
    const { ctimeMs } = statSync(place)
    const begun = Date.now() - 1000
    await recordUse(folder, { name: 'node', version: '1.0.0' })
    const [tool, ...others] = await listTools(folder)
    assert.deepEqual([tool?.name, tool?.version, others], ['node', '1.0.0', []])
    assert.ok((tool?.usedAt ?? 0) > begun)
    assert.equal(statSync(place).ctimeMs, ctimeMs)
    await trimTools({ folder, maxBytes: 1, used: [], now: Date.now() + 2 * hour })
    assert.deepEqual([await listTools(folder), readdirSync(join(folder, '.used'))], [[], []])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('toolchains: one tool is removed, unless it is used or stands in for one that is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-tools-'))
  try {
    for (const place of ['node/1.0.0', 'node/2.0.0', 'java/21.0.2+13', 'java/21.0.1+12']) {
      await mkdir(join(folder, place, 'bin'), { recursive: true })
      await chmod(join(folder, place), 0o555)
    }
    const used = [
      { name: 'node', version: '2.0.0' },
      { name: 'java', version: '21' },
    ]
    const remove = (name: string, version: string) =>
      removeTool({ folder, tool: { name, version }, used })
    assert.equal(await remove('node', '1.0.0'), 'removed')
    assert.equal(await remove('node', '1.0.0'), 'missing')
    assert.equal(await remove('..', '..'), 'missing')
    assert.equal(await remove('node', '2.0.0'), 'used')
    assert.equal(await remove('java', '21.0.2+13'), 'used')
    assert.equal(await remove('java', '21.0.1+12'), 'removed')
    const left = (await listTools(folder)).map(({ name, version }) => `${name} ${version}`)
    assert.deepEqual(left.sort(), ['java 21.0.2+13', 'node 2.0.0'])
    assert.deepEqual(readdirSync(join(folder, '.incoming')), [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
