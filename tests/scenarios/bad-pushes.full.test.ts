import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { PushedApplication, webServer } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { runCommand } from '#tests/support/platform/command.ts'

/** Refused pushes: git exits non-zero with a message, nothing is stored, nothing is deployed. */
let berth: TestBerth
let application: PushedApplication
let kept: string[]

before(async () => {
  berth = await TestBerth.start({ BERTH_PUSH_LIMIT: '1' })
  application = await PushedApplication.create(berth, 'web')
  await application.project.write(webServer('pushed'))
  await application.project.commit('Before')
  await application.deploy({ 'news.txt': 'news' })
})
after(() => berth?.[Symbol.asyncDispose]())
beforeEach(async () => {
  kept = await stored()
})

/** Refs and objects in the platform's repository. */
async function stored(): Promise<string[]> {
  const repository = join(berth.data, 'repositories', `${application.record.id}.git`)
  const { stdout } = await application.project.git('--git-dir', repository, 'for-each-ref')
  return [stdout, ...(await readdir(join(repository, 'objects'), { recursive: true })).sort()]
}

/** Expects a push to be refused with this message. */
async function refused(sentence: RegExp, ...args: string[]): Promise<string> {
  const { code, output } = await application.project.tryGit('push', ...args)
  assert.notEqual(code, 0, output)
  assert.match(output, sentence)
  assert.deepEqual(await stored(), kept)
  assert.equal((await application.deployments()).length, 1)
  return output
}

test('refused pushes: another branch and a tag are refused with a hint', async () => {
  await application.project.git('tag', 'v1')
  await refused(
    /Only the branch master is deployed: the branch feature was not stored/,
    ...['berth', 'HEAD:feature'],
  )
  await refused(/the tag v1 was not stored.*git push <remote> v1\^\{commit\}/, 'berth', 'v1')
})

test('refused pushes: a deletion is refused', async () => {
  await refused(/is deployed and cannot be deleted/, 'berth', '--delete', 'master')
})

test('refused pushes: a non-fast-forward is refused, and accepted with --force', async () => {
  const { project } = application
  await project.git('checkout', '--quiet', '-b', 'rewritten', 'HEAD~1')
  const commit = await project.commit('Rewritten')
  await refused(/non-fast-forward|behind|fetch first/, 'berth', 'rewritten:master')
  await project.git('push', '--force', 'berth', 'rewritten:master')
  assert.equal((await application.ended(commit)).state, 'OK')
  await project.git('checkout', '--quiet', '-B', 'master')
})

test('refused pushes: a pack over the size limit is refused', async () => {
  const { project } = application
  await writeFile(join(project.folder, 'large.bin'), randomBytes(2 * 1024 * 1024))
  await project.commit('Large')
  const { code, output } = await project.tryGit('push', 'berth', 'master')
  assert.notEqual(code, 0)
  assert.match(output, /One push may send 1 MB/)
  assert.deepEqual(await stored(), kept)
  await project.git('reset', '--quiet', '--hard', 'HEAD~1')
})

test('refused pushes: unauthorised users are refused over HTTPS, whatever they know', async () => {
  const { project, record } = application
  await project.commit('By a stranger')
  const address = new URL(record.deployment.httpUrl ?? '')
  const trusted = ['-c', `http.sslCAInfo=${berth.addresses.ca}`, '-c', 'credential.helper=']
  const push = async (url: URL, sentence: RegExp) => {
    const { code, output } = await project.tryGit(...trusted, 'push', url.href, 'master')
    assert.notEqual(code, 0)
    assert.match(output, sentence)
    assert.deepEqual(await stored(), kept)
  }
  await push(address, /could not read Username|Authentication failed/)
  const wrong = Object.assign(new URL(address), { username: berth.admin.token, password: 'wrong' })
  await push(wrong, /Authentication failed/)
  const unknown = Object.assign(new URL(address), {
    username: berth.admin.token,
    password: berth.admin.secret,
    pathname: `/${record.id.slice(0, -1)}${record.id.endsWith('0') ? '1' : '0'}.git`,
  })
  await push(unknown, /not found|no application/i)
})

test('SSH push: an unknown key is refused, and a registered one deploys', async () => {
  const { project, record } = application
  const key = join(berth.folder, 'key')
  const { env, folder } = project
  const made = await runCommand(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key], {
    cwd: folder,
    env,
  })
  assert.equal(made.code, 0, made.output)
  env.GIT_SSH_COMMAND = `ssh -F none -i ${key} -o IdentitiesOnly=yes -o IdentityAgent=none -o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no`
  const commit = await project.commit('Over SSH')
  const { code, output } = await project.tryGit('push', record.deployment.url, 'master')
  assert.notEqual(code, 0)
  assert.match(output, /Permission denied/)
  assert.deepEqual(await stored(), kept)

  await berth.client.sshKeys.add('mine', await readFile(`${key}.pub`, 'utf8'))
  const pushed = await project.git('push', record.deployment.url, 'master')
  assert.match(pushed.output, /remote: Deployment \d+ of web has started/)
  assert.equal((await application.ended(commit)).state, 'OK')

  const shell = await runCommand(
    [...(env.GIT_SSH_COMMAND ?? '').split(' '), ...sshTarget(record.deployment.url), 'ls'],
    { cwd: folder, env },
  )
  assert.notEqual(shell.code, 0)
  assert.match(shell.output, /Only git push, git fetch and git clone/)
})

test('deployed branch: can be changed', async () => {
  const { project, record } = application
  await berth.client.applications.update(record, { branch: 'main' })
  const commit = await project.commit('On another branch')
  const old = await project.tryGit('push', 'berth', 'master')
  assert.notEqual(old.code, 0)
  assert.match(old.output, /Only the branch main is deployed/)
  await project.git('push', 'berth', 'master:main')
  assert.equal((await application.ended(commit)).state, 'OK')
})

function sshTarget(address: string): string[] {
  const { hostname, port } = new URL(address.replace('git+ssh:', 'ssh:'))
  return ['-p', port, `git@${hostname}`]
}
