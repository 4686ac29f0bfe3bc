import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFor, generousLimits, type Transport } from '#git/fixture.contract.ts'

const megabyte = 1024 * 1024
const roomy = fixtureFor()
const narrow = fixtureFor({
  limits: { ...generousLimits, pushBytes: megabyte, repositoryBytes: 1.5 * megabyte },
})
const noise = (bytes: number) => randomBytes(Math.ceil(bytes / 2)).toString('hex')

/** A checkout whose objects are sent as they are: to compress noise takes git seconds. */
async function checkoutOf(fixture: typeof roomy, files: Record<string, string>): Promise<string> {
  const folder = await fixture.checkout()
  await fixture.gitOrThrow(folder, ['config', 'core.compression', '0'])
  await fixture.commit(folder, files)
  return folder
}

for (const transport of ['ssh', 'https'] satisfies Transport[]) {
  test(`${transport}: a push of 30 MB arrives completely`, async () => {
    const application = roomy.platform.newApplication()
    const folder = await checkoutOf(roomy, { 'big.txt': noise(30 * megabyte) })
    const push = ['push', roomy.url(transport, application), 'master']
    const { code, stderr } = await roomy.git(folder, push)
    assert.equal(code, 0, stderr)
    assert.equal(roomy.platform.pushesOf(application).length, 1)
  })

  test(`${transport}: a push over its limit is refused with a message and leaves nothing`, async () => {
    const application = narrow.platform.newApplication()
    for (const size of [1.5 * megabyte, 8 * megabyte]) {
      const folder = await checkoutOf(narrow, { 'big.txt': noise(size) })
      const push = ['push', narrow.url(transport, application), 'master']
      const { code, stderr } = await narrow.git(folder, push)
      assert.notEqual(code, 0)
      assert.match(stderr, /remote: One push may send 1 MB\. Is there something in it/)
      assert.doesNotMatch(stderr, /early EOF/)
    }
    assert.deepEqual(await narrow.refsOf(transport, application), [])
    const objects = join(narrow.repositories, `${application}.git`, 'objects')
    assert.deepEqual((await readdir(objects)).sort(), ['info', 'pack'])
    assert.deepEqual(narrow.platform.pushesOf(application), [])
  })

  test(`${transport}: a full repository accepts only commits that it has already`, async () => {
    const application = narrow.platform.newApplication()
    const folder = await checkoutOf(narrow, { 'a.txt': noise(0.8 * megabyte) })
    const push = (ref: string) =>
      narrow.git(folder, ['push', '--force', narrow.url(transport, application), ref])
    assert.equal((await push('master')).code, 0)
    await narrow.commit(folder, { 'b.txt': noise(0.4 * megabyte) })
    assert.equal((await push('master')).code, 0)
    await narrow.commit(folder, { 'c.txt': noise(0.8 * megabyte) })
    const { code, stderr } = await push('master')
    assert.notEqual(code, 0)
    assert.match(stderr, /remote: A repository may hold 1\.5 MB and this one holds 1\.\d MB\./)
    const back = await push('master~2:master')
    assert.equal(back.code, 0, back.stderr)
  })

  test(`${transport}: a large push to the wrong branch gets a response too`, async () => {
    const application = narrow.platform.newApplication()
    const folder = await checkoutOf(narrow, { 'big.txt': noise(8 * megabyte) })
    const push = ['push', narrow.url(transport, application), 'master:other']
    const { code, stderr } = await narrow.git(folder, push)
    assert.notEqual(code, 0)
    assert.match(stderr, /remote: Only the branch master is deployed/)
  })
}
