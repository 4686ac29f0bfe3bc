import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { buildPebble } from './build-pebble.ts'

let cache: string
before(async () => {
  cache = await mkdtemp(join(tmpdir(), 'berth-pebble-build-'))
})
after(() => rm(cache, { recursive: true, force: true }))

test('the build of pebble: without Go, the error says what to install, and nothing is left behind', async () => {
  await assert.rejects(buildPebble({ cache, env: { PATH: cache } }), /install Go 1\.19 or later/)
  assert.deepEqual(await readdir(cache), [])
})

test('the build of pebble: without a network, the error says what is missing, and nothing is left behind', async () => {
  const env = { ...process.env, GOPROXY: 'off' }
  await assert.rejects(
    buildPebble({ cache, env }),
    /a network to fetch modules from GOPROXY\. Go said: .*disabled by GOPROXY=off/s,
  )
  assert.deepEqual(await readdir(cache), [])
})
