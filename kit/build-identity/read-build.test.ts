import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { datedBuild } from './dated-build.ts'
import { describeBuild } from './describe-build.ts'
import { readBuild } from './read-build.ts'
import { serverCommand, serverProgram, serverUsage } from './server-command.ts'

const root = mkdtempSync(join(tmpdir(), 'berth-build-identity-'))
after(() => rmSync(root, { recursive: true }))

const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test']
const date = '2026-03-04T05:06:07Z'

const git = async (folder: string, ...args: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH, HOME: root, GIT_COMMITTER_DATE: `${date}` }
  return (await runOrThrow(['git', '-C', folder, ...person, ...args], { env })).trim()
}

async function checkout(name: string): Promise<{ folder: string; commit: string }> {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }))
  await git(folder, 'init', '--quiet', '--initial-branch', 'main')
  await git(folder, 'add', '.')
  await git(folder, 'commit', '--quiet', '--message', 'one')
  return { folder, commit: await git(folder, 'rev-parse', 'HEAD') }
}

test('build identity: a release says its version, commit and date in release.json', async () => {
  const folder = join(root, 'release')
  mkdirSync(folder)
  const said = { version: '2.0.0', commit: 'a'.repeat(40), date: '2026-11-18T00:00:00Z' }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(said))
  assert.deepEqual(await datedBuild(folder), said)
  assert.equal(describeBuild(said), '2.0.0 (aaaaaaaaaaaa, 2026-11-18)')
})

test('build identity: a package that was made of changed files says so', () => {
  const commit = `${'a'.repeat(40)}-changed`
  const shown = describeBuild({ version: '2.0.0', commit, date: null })
  assert.equal(shown, '2.0.0 (aaaaaaaaaaaa with changes)')
})

test('server command: a release has one of its own, a checkout that of npm', () => {
  const folder = mkdtempSync(join(root, 'command-'))
  assert.equal(serverCommand('--help', folder), 'npm start -- --help')
  assert.equal(serverCommand(undefined, folder), 'npm start')
  const lines = '  bin/berth-server edge   runs\n  bin/berth-server admin NAME\n          copies'
  assert.equal(serverUsage(lines, folder), lines)
  writeFileSync(join(folder, 'release.json'), '{}')
  assert.equal(
    serverUsage(lines, folder),
    '  berth-server edge       runs\n  berth-server admin NAME\n          copies',
  )
  assert.equal(serverProgram(folder), 'berth-server')
  assert.equal(serverCommand('--help', folder), 'berth-server --help')
  assert.equal(serverCommand(undefined, folder), 'berth-server')
})

test('build identity: a checkout has the commit of its branch, of packed refs and of a detached head, and the date of the commit', async () => {
  const { folder, commit } = await checkout('checkout')
  assert.deepEqual(readBuild(folder), { version: '1.2.3', commit, date: null })
  assert.deepEqual(await datedBuild(folder), { version: '1.2.3', commit, date })
  await git(folder, 'pack-refs', '--all')
  assert.equal(readBuild(folder).commit, commit)
  await git(folder, 'checkout', '--quiet', '--detach')
  assert.equal(readBuild(folder).commit, commit)
})

test('build identity: a worktree has the commit of its own branch', async () => {
  const { folder } = await checkout('main-tree')
  const tree = join(root, 'second-tree')
  await git(folder, 'worktree', 'add', '--quiet', '-b', 'topic/one', tree)
  await git(tree, 'commit', '--quiet', '--allow-empty', '--message', 'two')
  const commit = await git(tree, 'rev-parse', 'HEAD')
  assert.deepEqual(await datedBuild(tree), { version: '1.2.3', commit, date })
  assert.notEqual(readBuild(folder).commit, commit)
})

test('build identity: what is not known is said as unknown, also in a folder inside the repository of others', async () => {
  const { folder } = await checkout('others')
  const inside = join(folder, 'inside')
  mkdirSync(inside)
  const nothing = { version: 'unknown', commit: null, date: null }
  assert.deepEqual(await datedBuild(inside), nothing)
  assert.equal(describeBuild(nothing), 'unknown (commit unknown)')
  await git(folder, 'checkout', '--quiet', '--orphan', 'empty')
  assert.equal(readBuild(folder).commit, null, 'a branch without a commit')
})

test('build identity: damaged files and files of Git that are none say nothing, and end nothing', async () => {
  const nothing = { version: 'unknown', commit: null, date: null }
  const folder = join(root, 'damaged')
  mkdirSync(folder)
  for (const text of ['{', 'null', '[]']) {
    writeFileSync(join(folder, 'release.json'), text)
    writeFileSync(join(folder, 'package.json'), text)
    assert.deepEqual(await datedBuild(folder), nothing)
  }
  const git = join(folder, '.git')
  await runOrThrow(['mkfifo', git])
  assert.deepEqual(await datedBuild(folder), nothing, 'a pipe')
  rmSync(git)
  writeFileSync(git, 'gitdir: .git')
  assert.deepEqual(await datedBuild(folder), nothing, 'a file that points to itself')
  rmSync(git)
  mkdirSync(git)
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main')
  mkdirSync(join(git, 'refs/heads'), { recursive: true })
  writeFileSync(join(git, 'refs/heads/main'), 'ref: refs/heads/main')
  assert.deepEqual(await datedBuild(folder), nothing, 'a branch that is itself')
  writeFileSync(join(git, 'HEAD'), '')
  truncateSync(join(git, 'HEAD'), 2 ** 33)
  assert.deepEqual(await datedBuild(folder), nothing, 'a file of 8 GB')
})
