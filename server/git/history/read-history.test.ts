import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createGit } from '#git/git.ts'
import { createRepository, repositoryPath } from '#git/repository.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { newId } from '#kit/text/ids.ts'
import { readHistory } from './read-history.ts'

const application = newId('app')
const timeout = 300_000
let folder: string
let work: string
const git = createGit()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-history-'))
  await createRepository({ folder, git }, application)
  work = join(folder, 'work')
  await runOrThrow(['git', 'clone', '--quiet', repositoryPath(folder, application), work], {
    timeout,
  })
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs a command of git as somebody who commits, with the message in a file, whatever its bytes are. */
async function run(...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  return (await runOrThrow(['git', '-C', work, ...identity, ...args], { timeout })).trim()
}

async function commit(message: string | Buffer, ...options: string[]): Promise<string> {
  const file = join(folder, 'message')
  await writeFile(file, message)
  await run('commit', '--quiet', '--allow-empty', '--cleanup=verbatim', '-F', file, ...options)
  await run('push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/master')
  return run('rev-parse', 'HEAD')
}

const read = (commit: string, since: string | null, maxCounted = 500) =>
  readHistory({ folder, git }, application, { commit, since }, { timeout, maxCounted })

test('history: a commit says who wrote what when, and what came with it', async () => {
  const first = await commit('First\n')
  const second = await commit('Second\n\nwith a body\n')
  const third = await commit('Third\n', '--author=Bob <bob@example.org>')
  const { summary, comparison } = await read(first, null)
  assert.deepEqual([summary?.author, summary?.message], ['Ann', 'First'])
  assert.ok((summary?.date ?? 0) > 0)
  assert.equal(comparison, undefined)
  const ahead = await read(third, first)
  assert.equal(ahead.summary?.author, 'Bob')
  assert.deepEqual(
    ahead.comparison?.newest.map((line) => [line.commit, line.author, line.subject]).toSorted(),
    [
      [third, 'Bob', 'Third'],
      [second, 'Ann', 'Second'],
    ].toSorted(),
  )
  const { newest: _, ...counts } = ahead.comparison ?? {}
  assert.deepEqual(counts, { aheadBy: 2, behindBy: 0, isPartial: false })
})

test('history: the same commit, one on the way back and a forced push are told apart', async () => {
  const base = await commit('Base')
  const lost = await commit('Lost')
  const countsOf = async (commit: string, since: string) => {
    const { summary, comparison } = await read(commit, since)
    return [summary?.message, comparison?.aheadBy, comparison?.behindBy]
  }
  assert.deepEqual(await countsOf(base, base), ['Base', 0, 0])
  assert.deepEqual(await countsOf(base, lost), ['Base', 0, 1])
  await run('reset', '--quiet', '--hard', base)
  const forced = await commit('Forced')
  assert.deepEqual(await countsOf(forced, lost), ['Forced', 1, 1])
})

test('history: more commits than are counted are told as the least, and what is gone is noticed all the same', async () => {
  const base = await commit('Base of many')
  const lost = await commit('Lost long ago')
  await run('reset', '--quiet', '--hard', base)
  let newest = ''
  for (const name of ['a', 'b', 'c', 'd'])
    newest = await commit(name, '--date=2099-01-01T00:00:00Z')
  const { comparison } = await read(newest, base, 2)
  assert.deepEqual([comparison?.aheadBy, comparison?.behindBy, comparison?.isPartial], [2, 0, true])
  const forced = (await read(newest, lost, 2)).comparison
  assert.equal(forced?.isPartial, true)
  assert.ok((forced?.behindBy ?? 0) > 0)
})

test('history: bytes that are no text, sequences of terminals and messages of any length do no harm', async () => {
  const bytes = Buffer.concat([
    Buffer.from('Caf\u00e9 '),
    Buffer.from([0xff, 0xfe]),
    Buffer.from(' \u001b[2Jend'),
  ])
  const odd = await commit(bytes, '--author=\u001b[31mEve\u202e <eve@example.org>')
  const { summary } = await read(odd, null)
  // Git has left out the byte that begins the sequence already.
  assert.equal(summary?.author, '[31mEve')
  assert.match(summary?.message ?? '', /^Café \S+ end$/)
  const long = await commit(`${'x'.repeat(3_000_000)}\n`)
  const { summary: shortened, comparison } = await read(long, odd)
  assert.equal(shortened?.message.length, 2000)
  assert.deepEqual([comparison?.aheadBy, comparison?.isPartial], [1, true])
  const silent = await commit('', '--allow-empty-message')
  assert.equal((await read(silent, long)).summary?.message, '')
})

test('history: what is not in the repository is absent, and no text becomes an option', async () => {
  const known = await commit('Known')
  const { summary, comparison } = await read(known, 'f'.repeat(40))
  assert.equal(summary?.message, 'Known')
  assert.equal(comparison, undefined)
  const nothing = { summary: undefined, comparison: undefined }
  for (const text of ['e'.repeat(40), '', 'HEAD', '--output=/tmp/x']) {
    assert.deepEqual(await read(text, null), nothing)
  }
  assert.deepEqual(await read(known, '--all'), nothing)
})
