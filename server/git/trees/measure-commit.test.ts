import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { createGit } from '#git/git.ts'
import { createReadyReaders, type ReadyReaders } from '#git/ready-processes.ts'
import { repositoryPath } from '#git/repository.ts'
import { openSource } from '#git/source.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { createCommitMeasures } from './measure-commit.ts'

/** Subcommands of git that were started, in order. */
const started: string[] = []
const subcommands = /^(receive-pack|cat-file|read-tree|ls-tree|init)$/
const git = createGit({
  enter: async () => ({
    wrap(command) {
      started.push(command.find((word) => subcommands.test(word)) ?? command.join(' '))
      return command
    },
    leave() {},
  }),
})
const measures = createCommitMeasures()
const fixture = fixtureFor({ git, measures })

async function pushed(files: Record<string, string>) {
  const application = fixture.platform.newApplication()
  const checkout = await fixture.checkout(files)
  await fixture.gitOrThrow(checkout, ['push', fixture.url('https', application), 'master'])
  const commit = (await fixture.gitOrThrow(checkout, ['rev-parse', 'HEAD'])).trim()
  const repository = repositoryPath(fixture.repositories, application)
  return { application, commit, repository, checkout }
}

/** Reads and extracts a commit, as a deployment does; returns the subcommands of git for that. */
async function deployed(
  { application, commit }: Awaited<ReturnType<typeof pushed>>,
  known = measures,
  readers?: ReadyReaders,
) {
  started.length = 0
  const source = openSource(
    { folder: fixture.repositories, git, measures: known, ...(readers && { readers }) },
    application,
    commit,
  )
  assert.equal(await source.read('a.txt'), 'a')
  assert.deepEqual(await source.list(''), ['a.txt'])
  const target = await mkdtemp(join(fixture.folder, 'target-'))
  await source.extract(target)
  assert.equal(await readFile(join(target, 'a.txt'), 'utf8'), 'a')
  return [...started]
}

test('commit measures: a push is one process of git, and its commit is not measured again', async () => {
  started.length = 0
  const push = await pushed({ 'a.txt': 'a' })
  assert.deepEqual(started, ['init', 'receive-pack'])
  assert.equal(measures.find(push.repository, push.commit)?.totals.fileBytes, 1)
  assert.deepEqual(await deployed(push), ['cat-file', 'read-tree'])
})

test('ready readers: a deployment takes the process that was started for it', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  const readers = createReadyReaders(git)
  readers.prepare(push.repository)
  await until(() => git.isBusy(push.repository), { timeout: 300_000, what: 'git' })
  assert.deepEqual(await deployed(push, measures, readers), ['read-tree'])
  assert.equal(await readers.take(push.repository), undefined)
})

test('ready readers: one that has ended meanwhile is replaced', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  const readers = createReadyReaders(git)
  readers.prepare(push.repository)
  await until(() => git.isBusy(push.repository), { timeout: 300_000, what: 'git' })
  await git.endAll(push.repository, new Error('ended'))
  assert.deepEqual(await deployed(push, measures, readers), ['cat-file', 'read-tree'])
})

test('ready readers: one that nobody takes ends', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  createReadyReaders(git, 50).prepare(push.repository)
  await until(() => git.isBusy(push.repository), { timeout: 300_000, what: 'git' })
  await until(() => !git.isBusy(push.repository), { timeout: 300_000, what: 'the end of git' })
})

test('commit measures: a commit that was not measured at its push is measured by the process that reads it', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  assert.deepEqual(await deployed(push, createCommitMeasures()), ['cat-file', 'read-tree'])
})

test('commit measures: a commit that is gone from its repository is missing, measured or not', async () => {
  const { application, commit, repository } = await pushed({ 'a.txt': 'a' })
  await rm(join(repository, 'objects/pack'), { recursive: true })
  assert.ok(measures.find(repository, commit))
  const source = openSource({ folder: fixture.repositories, git, measures }, application, commit)
  await assert.rejects(source.read('a.txt'), /is not in the repository/)
})

test('commit measures: a push whose ref git cannot update leaves none', async () => {
  const { application, repository, checkout } = await pushed({ 'a.txt': 'a' })
  const commit = await fixture.commit(checkout, { 'a.txt': 'b' })
  await writeFile(join(repository, 'refs/heads/master.lock'), '')
  const url = fixture.url('https', application)
  const { code, stderr } = await fixture.git(checkout, ['push', url, 'master'])
  assert.equal(code, 1)
  assert.match(stderr, /remote rejected/)
  assert.equal(measures.find(repository, commit), undefined)
})

test('commit measures: only those of the newest commits are kept', () => {
  const few = createCommitMeasures(2)
  const measure = { totals: {} as never, hasSubmodules: false }
  for (const commit of ['a', 'b', 'a', 'c']) few.keep('one.git', commit, measure)
  assert.deepEqual(
    ['a', 'b', 'c'].map((commit) => few.find('one.git', commit) !== undefined),
    [true, false, true],
  )
  assert.equal(few.find('other.git', 'a'), undefined)
})
