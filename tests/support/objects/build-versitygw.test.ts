import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { provideVersitygw } from './build-versitygw.ts'

let cache: string
before(async () => {
  cache = await mkdtemp(join(tmpdir(), 'berth-versitygw-build-'))
})
after(() => rm(cache, { recursive: true, force: true }))

test('the build of versitygw: without Go, one sentence says what to install, and nothing is left behind', async () => {
  const env = { PATH: cache, HOME: cache }
  await assert.rejects(
    provideVersitygw({ cache, env }),
    /no program `go` on the path: install Go\./,
  )
  assert.deepEqual(await readdir(cache), [])
})
