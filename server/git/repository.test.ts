import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { newId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { readExample } from '#wiring/git/example-files.ts'
import { commitBranch } from './commit-files.ts'
import { createGit } from './git.ts'
import { gitCommand, gitEnvironment } from './git-process.ts'
import type { Listener } from './git-session.ts'
import { tidyPacks } from './push/receive-push.ts'
import {
  createRepository,
  deleteRepository,
  hasCommit,
  headOf,
  packsOf,
  removeUnfinished,
  repositoryPath,
} from './repository.ts'

const work = createGit()
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-repository-'))
})
after(() => rm(folder, { recursive: true }))

const git = async (repository: string, args: string[], input = '') => {
  const person = {
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'a',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'a',
  }
  const output = await runOrThrow(gitCommand([`--git-dir=${repository}`, ...args]), {
    env: gitEnvironment(person),
    input,
    timeout: 300_000,
  })
  return output.trim()
}

/** Adds a commit to master, in its own pack. */
async function grow(repository: string): Promise<string> {
  const tree = await git(repository, ['mktree'])
  const commit = await git(repository, ['commit-tree', '-m', String(Math.random()), tree])
  await git(repository, ['update-ref', 'refs/heads/master', commit])
  await git(repository, ['repack', '--quiet', '-d'])
  return commit
}

test('repository: is created once, bare, empty, without hooks, with master as HEAD', async () => {
  const application = newId('app')
  await Promise.all(
    Array.from({ length: 5 }, () => createRepository({ folder, git: work }, application)),
  )
  const path = repositoryPath(folder, application)
  assert.equal(await readFile(join(path, 'HEAD'), 'utf8'), 'ref: refs/heads/master\n')
  assert.match(await readFile(join(path, 'config'), 'utf8'), /bare = true/)
  assert.ok(!(await readdir(path)).includes('hooks'))
  assert.ok((await readdir(folder)).every((name) => !name.startsWith('.')))

  const commit = await grow(path)
  await createRepository({ folder, git: work }, application)
  assert.equal(await headOf({ folder, git: work }, application, 'master'), commit)
  const withoutGit = { ...work, run: () => assert.fail('a branch in a file needs no git') }
  assert.equal(await headOf({ folder, git: withoutGit }, application, 'master'), commit)
  await work.runOrThrow([`--git-dir=${path}`, 'pack-refs', '--all'], {
    repository: path,
    timeout: 300_000,
  })
  assert.equal(await headOf({ folder, git: work }, application, 'master'), commit)
  assert.equal(await hasCommit({ folder, git: work }, application, commit), true)
})

test('repository: a branch that was never pushed has no head', async () => {
  const application = newId('app')
  assert.equal(await headOf({ folder, git: work }, application, 'master'), undefined)
  assert.equal(await hasCommit({ folder, git: work }, application, 'c'.repeat(40)), false)
  await createRepository({ folder, git: work }, application)
  assert.equal(await headOf({ folder, git: work }, application, 'master'), undefined)
  assert.equal(await hasCommit({ folder, git: work }, application, 'c'.repeat(40)), false)
  assert.equal(await hasCommit({ folder, git: work }, application, '--help'), false)
})

test('repository: the files of an example become the first commit of a branch, which clones check out', async () => {
  const application = newId('app')
  await createRepository({ folder, git: work }, application)
  const files = await readExample('hello')
  assert.deepEqual([...files.keys()], ['.gitignore', 'package.json', 'server.js'])
  const commit = await commitBranch({ folder, git: work }, application, {
    branch: 'main',
    message: 'Add the example hello\n',
    files,
    date: 1_000,
  })
  assert.equal(await headOf({ folder, git: work }, application, 'main'), commit)
  const path = repositoryPath(folder, application)
  assert.equal(await readFile(join(path, 'HEAD'), 'utf8'), 'ref: refs/heads/main\n')
  for (const [name, content] of files) {
    assert.equal(await git(path, ['show', `${commit}:${name}`]), content.toString().trim())
  }
  assert.equal(
    await git(path, ['log', '--format=%an %ct %s', 'main']),
    'Berth 1 Add the example hello',
  )
  await git(path, ['fsck', '--strict'])
})

test('repository: deletion is idempotent', async () => {
  const application = newId('app')
  await createRepository({ folder, git: work }, application)
  await deleteRepository({ folder, git: work }, application)
  await deleteRepository({ folder, git: work }, application)
  assert.ok(!(await readdir(folder)).some((name) => name.includes(application)))
})

test('repository: leftovers of a crash are removed', async () => {
  await mkdir(join(folder, '.new-x', 'objects'), { recursive: true })
  await mkdir(join(folder, '.gone-x', 'objects'), { recursive: true })
  await removeUnfinished(folder)
  assert.ok((await readdir(folder)).every((name) => !name.startsWith('.')))
})

test('repository: only an application id becomes a path', () => {
  for (const id of ['', '.', '../x', 'app_../../x', `${newId('app')}/..`, newId('orga')]) {
    assert.throws(() => repositoryPath(folder, id as ApplicationId))
  }
})

test('repository: many packs are joined into few, and an unreachable commit is kept', async () => {
  const applicationId = newId('app')
  await createRepository({ folder, git: work }, applicationId)
  const repository = repositoryPath(folder, applicationId)
  const lost = await grow(repository)
  for (let push = 0; push < 51; push += 1) await grow(repository)
  assert.ok((await packsOf(repository)).count > 50)

  const withLock = createKeyedMutex()
  const bugs: unknown[] = []
  const reportBug = (error: unknown) => String(bugs.push(error))
  const admission = { applicationId, repository, branch: 'master' } as Parameters<
    typeof tidyPacks
  >[1]
  tidyPacks({ git: work, withLock, reportBug } as Listener, admission)
  await withLock(`packs of ${applicationId}`, async () => {})
  assert.deepEqual(bugs, [])
  assert.ok((await packsOf(repository)).count < 10)
  assert.equal(await hasCommit({ folder, git: work }, applicationId, lost), true)
})
