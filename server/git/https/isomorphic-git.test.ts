import assert from 'node:assert/strict'
import fs from 'node:fs'
import { Agent } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import git, { type GitHttpRequest, type HttpClient } from 'isomorphic-git'
import node from 'isomorphic-git/http/node'
import { fixtureFor } from '#git/fixture.contract.ts'

const fixture = fixtureFor()
const { platform } = fixture

/** Pushes like the public command-line client: isomorphic-git with its own agent. */
function clientFor(dir: string, application: string) {
  const agent = new Agent({ keepAlive: false, ca: fixture.ca })
  const http: HttpClient = { request: (asked: GitHttpRequest) => node.request({ ...asked, agent }) }
  const url = `https://localhost:${fixture.port}/${application}.git`
  const onAuth = () => ({ username: 'ann', password: 'ann-secret' })
  return { fs, dir, http, url, onAuth }
}

test('isomorphic-git: sees an empty repository, pushes, and sees the pushed commit', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const client = clientFor(folder, application)
  assert.equal((await git.getRemoteInfo(client)).refs?.heads?.master, undefined)

  const messages: string[] = []
  const onMessage = (message: string) => void messages.push(message)
  const first = await git.push({ ...client, ref: 'master', remoteRef: 'master', onMessage })
  assert.equal(first.ok, true)
  assert.match(messages.join(''), /Deployment \d+ of hello has started/)

  const commit = await fixture.commit(folder, { 'b.txt': 'b' })
  await git.push({ ...client, ref: 'refs/heads/master', remoteRef: 'master' })
  assert.deepEqual((await git.getRemoteInfo(client)).refs?.heads, { master: commit })
  assert.equal(platform.pushesOf(application)[1]?.commit, commit)
})

test('isomorphic-git: shows why a push was refused', async () => {
  const application = platform.newApplication('main')
  const client = clientFor(await fixture.checkout(), application)
  await assert.rejects(
    git.push({ ...client, ref: 'master', remoteRef: 'master' }),
    /refs\/heads\/master: only branch main is deployed/,
  )
  const foreign = { ...client, onAuth: () => ({ username: 'bob', password: 'bob-secret' }) }
  await assert.rejects(git.push({ ...foreign, ref: 'master', remoteRef: 'main' }), /404/)
})

test('isomorphic-git: replaces history only by force', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const client = { ...clientFor(folder, application), ref: 'master', remoteRef: 'master' }
  await git.push(client)
  await fixture.gitOrThrow(folder, ['commit', '--quiet', '--amend', '--message', 'another'])
  await assert.rejects(git.push(client), /not a simple fast-forward/)
  await git.push({ ...client, force: true })
  assert.equal(platform.pushesOf(application).length, 2)
})

test('isomorphic-git: pushes onto commits of a shallow clone', async () => {
  const application = platform.newApplication()
  const origin = await fixture.checkout()
  await fixture.commit(origin, { 'a.txt': 'two' })
  await fixture.gitOrThrow(origin, ['clone', '--quiet', '--depth=1', `file://${origin}`, 'shallow'])
  const url = fixture.url('https', application)
  await fixture.gitOrThrow(join(origin, 'shallow'), ['push', '--quiet', url, 'master'])
  const commit = await fixture.commit(origin, { 'a.txt': 'three' })
  await git.push({ ...clientFor(origin, application), ref: 'master', remoteRef: 'master' })
  assert.equal(platform.pushesOf(application)[1]?.commit, commit)
})
