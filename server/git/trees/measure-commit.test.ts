import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { createGit } from '#git/git.ts'
import { repositoryPath } from '#git/repository.ts'
import { openSource } from '#git/source.ts'
import { createWarmSources, type WarmSources } from '#git/warm-sources.ts'
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
  warmSources?: WarmSources,
) {
  started.length = 0
  const source = openSource(
    { folder: fixture.repositories, git, measures: known, ...(warmSources && { warmSources }) },
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

test('warm sources: a deployment takes the reader that was started for it', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  const warm = createWarmSources(git)
  warm.startReader(push.repository)
  await until(() => git.isBusy(push.repository), { timeout: 300_000, what: 'git' })
  assert.deepEqual(await deployed(push, measures, warm), ['read-tree'])
  assert.equal(await warm.takeReader(push.repository), undefined)
})

test('warm sources: a reader that has ended meanwhile is replaced', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  const warm = createWarmSources(git)
  warm.startReader(push.repository)
  await until(() => git.isBusy(push.repository), { timeout: 300_000, what: 'git' })
  await git.endAll(push.repository, new Error('ended'))
  assert.deepEqual(await deployed(push, measures, warm), ['cat-file', 'read-tree'])
})

test('warm sources: a reader that nobody takes ends', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  started.length = 0
  createWarmSources(git, 50).startReader(push.repository)
  // On a busy machine it may have ended again before somebody looks whether it runs.
  await until(() => started.includes('cat-file'), { timeout: 300_000, what: 'git' })
  await until(() => !git.isBusy(push.repository), { timeout: 300_000, what: 'the end of git' })
})

const checkouts = async () =>
  (await readdir(fixture.repositories)).filter((name) => name.startsWith('.checkout-'))

test('warm sources: a deployment takes the checkout that was begun for its commit', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  const warm = createWarmSources(git)
  started.length = 0
  warm.startCheckout({ ...push, bytes: 1 })
  await until(() => started.includes('read-tree'), { timeout: 300_000, what: 'git' })
  assert.deepEqual(await deployed(push, measures, warm), ['cat-file'])
  assert.deepEqual(await checkouts(), [])
})

test('warm sources: a checkout of another commit is removed instead of taken', async () => {
  const push = await pushed({ 'a.txt': 'earlier' })
  const commit = await fixture.commit(push.checkout, { 'a.txt': 'a' })
  await fixture.gitOrThrow(push.checkout, [
    'push',
    fixture.url('https', push.application),
    'master',
  ])
  const warm = createWarmSources(git)
  started.length = 0
  warm.startCheckout({ ...push, bytes: 7 })
  await until(() => started.includes('read-tree'), { timeout: 300_000, what: 'git' })
  assert.deepEqual(await deployed({ ...push, commit }, measures, warm), ['cat-file', 'read-tree'])
  await until(async () => (await checkouts()).length === 0, { timeout: 300_000, what: 'removal' })
})

test('warm sources: a checkout that nobody takes is removed', async () => {
  const push = await pushed({ 'a.txt': 'a' })
  createWarmSources(git, 50).startCheckout({ ...push, bytes: 1 })
  await until(async () => (await checkouts()).length === 1, {
    timeout: 300_000,
    what: 'a checkout',
  })
  await until(async () => (await checkouts()).length === 0, { timeout: 300_000, what: 'removal' })
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
