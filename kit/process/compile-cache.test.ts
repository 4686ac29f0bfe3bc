import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runOrThrow } from './subprocess.ts'

const source = `
import { compileCacheOf } from '${import.meta.dirname}/compile-cache.ts'
console.log(compileCacheOf('/folder').NODE_COMPILE_CACHE)
`
const toldBy = async (env: Record<string, string>) => {
  const command = [process.execPath, '--input-type=module', '--eval', source] as const
  return (await runOrThrow([...command], { env, timeout: 300_000 })).trim()
}

test('compile cache: programs share that of the process that starts them, or have one in a folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-compiled-'))
  t.after(() => rm(folder, { recursive: true }))
  assert.equal(await toldBy({}), '/folder/compiled')
  assert.equal(await toldBy({ NODE_COMPILE_CACHE: folder }), folder)
})
