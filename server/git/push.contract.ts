import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { fixtureFor, type Transport } from './fixture.contract.ts'

/** Contract for successful pushes over any transport. */
export function pushContract(transport: Transport): void {
  const fixture = fixtureFor()
  const { platform } = fixture
  const push = (folder: string, applicationId: ApplicationId, ...refs: string[]) =>
    fixture.git(folder, ['push', fixture.url(transport, applicationId), ...refs])
  const refsOf = (applicationId: ApplicationId) => fixture.refsOf(transport, applicationId)

  test(`${transport}: a push becomes a deployment, and the pusher is told how to follow it`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    const first = await push(folder, application, 'master')
    assert.equal(first.code, 0, first.stderr)
    const number = platform.pushes.length
    assert.match(first.stderr, new RegExp(`remote: Deployment ${number} of hello has started`))
    assert.match(first.stderr, /remote: +follow it: +berth logs --deployment-id deployment_\d+/)
    assert.match(first.stderr, /remote: +address: +https:\/\/hello\.example\.org/)

    const commit = await fixture.commit(folder, { 'server.js': '// second' })
    const second = await push(folder, application, 'master')
    assert.equal(second.code, 0, second.stderr)
    const [, latest] = platform.pushesOf(application)
    assert.equal(latest?.commit, commit)
    assert.equal(latest?.branch, 'master')
    assert.equal(latest?.caller.userId, 'user_ann')

    const again = await push(folder, application, 'master')
    assert.match(again.stderr, /Everything up-to-date/)
    assert.equal(platform.pushesOf(application).length, 2)
  })

  test(`${transport}: a pushed commit can be cloned, also shallowly, and fetched`, async () => {
    const application = platform.newApplication()
    const url = fixture.url(transport, application)
    const folder = await fixture.checkout({ 'a.txt': 'one' })
    await fixture.commit(folder, { 'a.txt': 'two' })
    await push(folder, application, 'master')
    for (const version of ['0', '1', '2']) {
      const protocol = ['-c', `protocol.version=${version}`]
      await fixture.gitOrThrow(folder, [...protocol, 'clone', '--quiet', url, `whole-${version}`])
      assert.equal(await readFile(join(folder, `whole-${version}`, 'a.txt'), 'utf8'), 'two')
    }
    await fixture.gitOrThrow(folder, ['clone', '--quiet', '--depth=1', url, 'shallow'])
    const shallow = join(folder, 'shallow')
    assert.equal((await fixture.gitOrThrow(shallow, ['rev-list', '--count', 'HEAD'])).trim(), '1')

    const newer = await fixture.commit(folder, { 'a.txt': 'three' })
    await push(folder, application, 'master')
    await fixture.gitOrThrow(shallow, ['fetch', '--quiet'])
    assert.equal((await fixture.gitOrThrow(shallow, ['rev-parse', 'origin/master'])).trim(), newer)
  })

  test(`${transport}: a shallow clone can push`, async () => {
    const application = platform.newApplication()
    const origin = await fixture.checkout({ 'a.txt': 'one' })
    await fixture.commit(origin, { 'a.txt': 'two' })
    await fixture.gitOrThrow(origin, [
      'clone',
      '--quiet',
      '--depth=1',
      `file://${origin}`,
      'shallow',
    ])
    const shallow = join(origin, 'shallow')
    assert.equal((await push(shallow, application, 'master')).code, 0)
    const commit = await fixture.commit(shallow, { 'a.txt': 'three' })
    assert.equal((await push(shallow, application, 'master')).code, 0)
    assert.equal(platform.pushesOf(application)[1]?.commit, commit)

    await fixture.commit(origin, { 'b.txt': 'from the whole history' })
    const forced = await push(origin, application, '--force', 'master')
    assert.equal(forced.code, 0, forced.stderr)
  })

  test(`${transport}: history is replaced only by force`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await push(folder, application, 'master')
    await fixture.gitOrThrow(folder, ['commit', '--quiet', '--amend', '--message', 'another'])
    const plain = await push(folder, application, 'master')
    assert.equal(plain.code, 1)
    assert.match(plain.stderr, /! \[rejected\] +master -> master/)
    const forced = await push(folder, application, '--force', 'master')
    assert.equal(forced.code, 0, forced.stderr)
    assert.equal(platform.pushesOf(application).length, 2)
  })

  test(`${transport}: a push refused by the platform reports why, leaves nothing, and can be retried`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    const refusing = async (...refs: string[]) => {
      platform.onReceive = ({ applicationId }) => {
        if (applicationId !== application) return
        throw new Refusal('conflict', 'The application is being deleted')
      }
      const refused = await push(folder, application, ...refs)
      platform.onReceive = () => {}
      return refused
    }
    const first = await refusing('master')
    assert.equal(first.code, 1)
    assert.match(
      first.stderr,
      /! \[remote rejected\] master -> master \(The application is being deleted\)/,
    )
    assert.deepEqual(await refsOf(application), [])
    assert.equal((await push(folder, application, 'master')).code, 0)

    await fixture.commit(folder, { 'b.txt': 'b' })
    assert.equal((await refusing('master')).code, 1)
    const retried = await push(folder, application, 'master')
    assert.equal(retried.code, 0, retried.stderr)
    assert.equal(platform.pushesOf(application).length, 2)
  })

  test(`${transport}: a bug is reported to the pusher by its id only`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    platform.onReceive = () => {
      throw new Error('the disk of the platform is on fire')
    }
    const { code, stderr } = await push(folder, application, 'master')
    platform.onReceive = () => {}
    assert.equal(code, 1)
    assert.doesNotMatch(stderr, /on fire/)
    const id = /Something went wrong in Berth, not in your push \(([0-9a-f-]{36})\)/.exec(
      stderr,
    )?.[1]
    assert.ok(id && fixture.log.some((line) => line.includes(id) && line.includes('on fire')))
  })

  test(`${transport}: hooks inside a repository are not run`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await push(folder, application, 'master')
    const hooks = join(fixture.repositories, `${application}.git`, 'hooks')
    const mark = join(fixture.folder, `${transport}-hook-ran`)
    await mkdir(hooks)
    for (const name of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
    ]) {
      await writeFile(join(hooks, name), `#!/bin/sh\ntouch ${mark}\nexit 1\n`)
      await chmod(join(hooks, name), 0o755)
    }
    await fixture.commit(folder, { 'b.txt': 'b' })
    assert.equal((await push(folder, application, 'master')).code, 0)
    assert.ok(!(await readdir(fixture.folder)).includes(`${transport}-hook-ran`))
  })

  test(`${transport}: after concurrent pushes the branch is at the last deployed commit`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await push(folder, application, 'master')
    const branches = ['one', 'two', 'three', 'four']
    for (const branch of branches) {
      await fixture.gitOrThrow(folder, ['checkout', '--quiet', '-b', branch, 'master'])
      await fixture.commit(folder, { 'a.txt': branch })
    }
    const results = await Promise.all(
      branches.map((branch) => push(folder, application, '--force', `${branch}:master`)),
    )
    const deployed = platform.pushesOf(application).slice(1)
    assert.equal(results.filter(({ code }) => code === 0).length, deployed.length)
    assert.ok(deployed.length >= 1)
    const url = fixture.url(transport, application)
    const head = await fixture.gitOrThrow(folder, ['ls-remote', url, 'refs/heads/master'])
    assert.equal(head.split('\t')[0], deployed.at(-1)?.commit)
  })
}
