import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { loadOnce } from './load-once.ts'

test('load once: concurrent callers share one load, and a failed one is tried again', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('away')
    return loads
  })
  const first = await Promise.allSettled([load(), load()])
  assert.deepEqual(
    first.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await Promise.all([load(), load()]), [2, 2])
  assert.equal(loads, 2)
})

test('load once: a package that is away, as while npm ci runs, is found once it is there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'berth-load-once-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const user = join(folder, 'user.mjs')
  await writeFile(user, `export const load = () => import('late')\n`)
  const { load }: { load: () => Promise<{ default: string }> } = await import(
    pathToFileURL(user).href
  )
  const loadLate = loadOnce(load)
  await assert.rejects(loadLate(), { code: 'ERR_MODULE_NOT_FOUND' })
  const late = join(folder, 'node_modules/late')
  await mkdir(late, { recursive: true })
  await writeFile(join(late, 'package.json'), '{"type":"module","exports":"./late.js"}')
  await writeFile(join(late, 'late.js'), `export default 'there'\n`)
  assert.equal((await loadLate()).default, 'there')
})
