import '#tests/support/home/own-home.ts'
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { createHostKey } from '#git/host-key.ts'
import { readSettings } from '#settings/settings.ts'
import { openDataFolder } from '#wiring/disk/data-folder.ts'
import { openStore } from '#wiring/store.ts'
import { runAdmin } from './admin.ts'
import { growingFolders } from './disk.ts'

test('admin disk: shows every growing folder, and frees what can be recreated', async () => {
  const data = await mkdtemp(join(tmpdir(), 'berth-disk-'))
  try {
    const settings = readSettings({ BERTH_DATA: data })
    const lines: string[] = []
    const admin = (...args: string[]) => runAdmin(settings, args, (line) => lines.push(line))
    assert.equal(await admin('disk'), 1, 'no data folder yet')

    await (await openStore(await openDataFolder(data, createHostKey))).close()
    const write = async (path: string, isUsed = false) => {
      await mkdir(dirname(join(data, path)), { recursive: true })
      await writeFile(join(data, path), 'x'.repeat(2 * 1024 * 1024))
      if (!isUsed) await utimes(join(data, path), 0, 0)
    }
    const stale = [
      'engine/trees/key/tree',
      'engine/caches/app_1',
      'engine/build-caches/app_1',
      'engine/downloads/app_1',
    ]
    const tool = 'toolchains/node/1.0.0'
    for (const folder of [...stale, tool]) {
      await write(`${folder}/file`)
      await utimes(join(data, folder), 0, 0)
    }
    await write('engine/archives/hash')
    await write('engine/trash/left/file')
    await write('engine/caches/app_2/file', true)
    await write('repositories/app_1.git/pack')

    lines.length = 0
    assert.equal(await admin('disk'), 0)
    for (const { name } of growingFolders)
      assert.ok(
        lines.some((line) => line.includes(`  ${name} `)),
        name,
      )
    assert.match(lines.join('\n'), / 2\.0 MB {2}repositories/)
    assert.ok(existsSync(join(data, tool)))

    lines.length = 0
    assert.equal(await admin('disk', '--free'), 0, lines.join('\n'))
    assert.match(lines.at(-1) ?? '', /^Freed 1[2-9]\.\d MB\.$/)
    for (const path of [...stale, tool, 'engine/archives/hash'])
      assert.equal(existsSync(join(data, path)), false, path)
    assert.deepEqual(readdirSync(join(data, 'engine/trash')), [])
    assert.ok(existsSync(join(data, 'engine/caches/app_2/file')), 'used just now')
    assert.ok(existsSync(join(data, 'repositories/app_1.git/pack')))
    assert.equal(await admin('disk', '--everything'), 1)
    assert.equal(await admin('disk', '--free', 'now'), 2)
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
