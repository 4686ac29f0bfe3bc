import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { provideGitea } from './build-gitea.ts'

let cache: string
before(async () => {
  cache = await mkdtemp(join(tmpdir(), 'berth-gitea-build-'))
})
after(() => rm(cache, { recursive: true, force: true }))

test('the build of Gitea: without Go or a network, the error says what is missing, and nothing is left behind', async () => {
  const noNetwork = { ...process.env, GOPROXY: 'off', GOMODCACHE: join(cache, 'modules') }
  const build = (env: Readonly<Record<string, string | undefined>>) =>
    provideGitea({ cache: join(cache, 'gitea'), env })
  await assert.rejects(build(noNetwork), /from GOPROXY\. Go said: .*disabled by GOPROXY=off/s)
  await assert.rejects(build({ PATH: '/nonexistent' }), /install Go/)
  assert.deepEqual(await readdir(join(cache, 'gitea')), [])
})
