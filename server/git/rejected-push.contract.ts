import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { fixtureFor, type Transport } from './fixture.contract.ts'

/** Contract for rejected pushes over any transport. */
export function rejectedPushContract(transport: Transport): void {
  const fixture = fixtureFor()
  const { platform } = fixture
  const push = (folder: string, applicationId: ApplicationId, ...refs: string[]) =>
    fixture.git(folder, ['push', fixture.url(transport, applicationId), ...refs])
  const refsOf = (applicationId: ApplicationId) => fixture.refsOf(transport, applicationId)

  test(`${transport}: another branch is not stored, and the pusher is told which one deploys`, async () => {
    const application = platform.newApplication('main')
    const folder = await fixture.checkout()
    const { code, stderr } = await push(folder, application, 'master')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /remote: Only the branch main is deployed: the branch master was not stored/,
    )
    assert.match(stderr, /git push <remote> HEAD:main/)
    assert.match(stderr, /! \[remote rejected\] master -> master \(only branch main is deployed\)/)
    assert.deepEqual(await refsOf(application), [])
    const right = await push(folder, application, 'HEAD:main')
    assert.equal(right.code, 0, right.stderr)
    assert.equal(platform.pushesOf(application).length, 1)
    await fixture.gitOrThrow(folder, [
      'clone',
      '--quiet',
      fixture.url(transport, application),
      'back',
    ])
    assert.deepEqual((await readdir(join(folder, 'back'))).sort(), ['.git', 'package.json'])
  })

  test(`${transport}: a tag is not stored`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await fixture.gitOrThrow(folder, ['tag', '--annotate', 'v1', '--message', 'first'])
    const { code, stderr } = await push(folder, application, 'v1')
    assert.equal(code, 1)
    assert.match(stderr, /the tag v1 was not stored/)
    const advised = /git push <remote> (\S+)/.exec(stderr)?.[1] ?? ''
    assert.deepEqual(await refsOf(application), [])
    assert.equal((await push(folder, application, advised)).code, 0)
  })

  test(`${transport}: the deployed branch cannot be deleted`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await push(folder, application, 'master')
    const { code, stderr } = await push(folder, application, ':master')
    assert.equal(code, 1)
    assert.match(stderr, /remote: The branch master is deployed and cannot be deleted/)
    assert.deepEqual(await refsOf(application), ['refs/heads/master'])
  })

  test(`${transport}: of several refs the deployed branch is accepted, unless the push is atomic`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    const refs = ['master', 'master:feature', 'master:refs/notes/x']
    const atomic = await push(folder, application, '--atomic', ...refs)
    assert.equal(atomic.code, 1)
    assert.match(atomic.stderr, /! \[remote rejected\] master -> master \(atomic push/)
    assert.deepEqual(await refsOf(application), [])
    const { code, stderr } = await push(folder, application, ...refs)
    assert.equal(code, 1)
    assert.match(stderr, /\* \[new branch\] +master -> master/)
    assert.match(stderr, /! \[remote rejected\] master -> feature/)
    assert.deepEqual(await refsOf(application), ['refs/heads/master'])
    assert.equal(platform.pushesOf(application).length, 1)
  })

  test(`${transport}: an application that the user may not see is indistinguishable from a missing one`, async () => {
    const folder = await fixture.checkout()
    const application = platform.newApplication()
    const missing: ApplicationId = 'app_00000000-0000-4000-8000-000000000000'
    const attempts = []
    for (const id of [application, missing]) {
      for (const verb of ['push', 'ls-remote']) {
        const args = [verb, fixture.url(transport, id, 'bob'), 'master']
        const { code, stderr } = await fixture.git(folder, args, 'bob')
        assert.notEqual(code, 0)
        assert.match(stderr, /There is no such application/)
        attempts.push(stderr.replaceAll(id, ''))
      }
    }
    assert.equal(attempts[0], attempts[2])
    assert.equal(attempts[1], attempts[3])
    assert.deepEqual(platform.pushesOf(application), [])
    assert.ok(!(await readdir(fixture.repositories)).some((name) => name.startsWith(missing)))
  })

  test(`${transport}: an unauthenticated user is refused`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    const url = fixture.url(transport, application, 'nobody')
    const { code, stderr } = await fixture.git(folder, ['push', url, 'master'], 'nobody')
    assert.equal(code, 128)
    assert.match(stderr, /Permission denied \(publickey\)|Authentication failed/)
    assert.deepEqual(platform.pushesOf(application), [])
  })

  test(`${transport}: a broken pack is refused and leaves nothing behind`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    const tree = (await fixture.gitOrThrow(folder, ['write-tree'])).trim()
    const zone = 'Ann <ann@example.org> 1700000000 +0000'
    await writeFile(
      join(folder, 'bad'),
      `tree ${tree}\nauthor ${zone}\ncommitter Ann ann 17 +0000\n\nx\n`,
    )
    const hash = ['hash-object', '-t', 'commit', '-w', '--literally', 'bad']
    const commit = (await fixture.gitOrThrow(folder, hash)).trim()
    const { code, stderr } = await push(folder, application, `${commit}:refs/heads/master`)
    assert.equal(code, 1)
    assert.match(stderr, /! \[remote rejected\]/)
    assert.deepEqual(await refsOf(application), [])
    const objects = join(fixture.repositories, `${application}.git`, 'objects')
    assert.deepEqual((await readdir(objects)).sort(), ['info', 'pack'])
    assert.deepEqual(await readdir(join(objects, 'pack')), [])
  })
}
