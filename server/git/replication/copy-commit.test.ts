import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { commitFiles } from '#git/commit-files.ts'
import { createGit } from '#git/git.ts'
import { createRepository, hasCommit, headOf, packsOf, repositoryPath } from '#git/repository.ts'
import { newId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { copyCommit } from './copy-commit.ts'

async function withRepositories() {
  const folder = await mkdtemp(join(tmpdir(), 'berth-copy-commit-'))
  const git = createGit()
  const place = { folder, git }
  const [from, to] = [newId('app'), newId('app')]
  for (const id of [from, to]) await createRepository(place, id)
  return {
    place,
    from,
    to,
    commit: (id: ApplicationId, ref: string, text: string) =>
      commitFiles(place, id, {
        ref,
        message: `${text}\n`,
        files: new Map([['a.txt', Buffer.from(text.repeat(1000))]]),
        date: 1000,
      }),
    run: (id: ApplicationId, ...words: string[]) => {
      const repository = repositoryPath(folder, id)
      return git.runOrThrow([`--git-dir=${repository}`, ...words], { repository, timeout: 60_000 })
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

test('copied commit: is in the other repository with its files, on no branch, and again without a change', async () => {
  await using setup = await withRepositories()
  const { place, from, to, run } = setup
  const first = await setup.commit(from, 'refs/heads/master', 'one')
  const tree = (await run(from, 'rev-parse', `${first}^{tree}`)).trim()
  const args = ['commit-tree', '-p', first, '-m', 'two', tree]
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const second = (await run(from, ...identity, ...args)).trim()
  for (const _ of [1, 2]) await copyCommit(place, { from, to, commit: second }, 1e9)
  assert.equal(await hasCommit(place, to, first), true, 'with its history')
  assert.equal((await run(to, 'show', `${second}:a.txt`)).length, 3000)
  assert.equal(await headOf(place, to, 'master'), undefined)
  assert.match(await run(to, 'for-each-ref'), new RegExp(`${second} commit.refs/berth/promotions/`))
  await run(to, 'fsck', '--strict')
  assert.equal((await packsOf(repositoryPath(place.folder, to))).count, 1)
})

test('copied commit: parents that were never pushed are not missed', async () => {
  await using setup = await withRepositories()
  const { place, from, to, run } = setup
  const first = await setup.commit(to, 'refs/heads/other', 'one')
  const tree = (await run(to, 'rev-parse', `${first}^{tree}`)).trim()
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const commit = ['commit-tree', '-p', first, '-m', 'two', tree]
  const second = (await run(to, ...identity, ...commit)).trim()
  await run(to, 'update-ref', 'refs/heads/master', second)
  // A shallow repository, as a push of a shallow clone leaves it.
  const shallow = newId('app')
  const [source, target] = [to, shallow].map((id) => repositoryPath(place.folder, id))
  await place.git.runOrThrow(
    [
      '-c',
      'protocol.file.allow=always',
      'clone',
      '--bare',
      '--depth=1',
      '--branch=master',
      `file://${source}`,
      target ?? '',
    ],
    { repository: target ?? '', timeout: 60_000 },
  )
  await copyCommit(place, { from: shallow, to: from, commit: second }, 1e9)
  assert.equal(await hasCommit(place, from, first), false)
  assert.equal((await run(from, 'rev-list', '--count', second)).trim(), '1')
  await copyCommit(place, { from: shallow, to, commit: second }, 1e9)
  assert.equal((await run(to, 'rev-list', '--count', second)).trim(), '2', 'it keeps its history')
})

test('copied commit: one that is not there, and one for which there is no room, is refused', async () => {
  await using setup = await withRepositories()
  const { place, from, to } = setup
  const copy = (commit: string, room: number) => copyCommit(place, { from, to, commit }, room)
  await assert.rejects(copy('1'.repeat(40), 1e9), /^Refusal: The commit 1111111 .* is not in/)
  const commit = await setup.commit(from, 'refs/heads/master', 'one')
  await assert.rejects(copy(commit, 0), /^Refusal: .* larger than one may be/)
  await assert.rejects(copy(commit, 50), /^Refusal: .* larger than one may be/)
  assert.equal(await hasCommit(place, to, commit), false)
})
