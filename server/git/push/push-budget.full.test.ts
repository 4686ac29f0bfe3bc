import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixtureFor } from '#git/fixture.contract.ts'
import { flush, packet } from '#git/wire/pkt-line.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import * as bombs from '#tests/support/projects/git-bombs.ts'
import { nothing } from './push-protocol.ts'

const fixture = fixtureFor()
const { platform } = fixture

/** Git in a checkout, for creating objects by hand. */
const gitIn =
  (folder: string): bombs.RunGit =>
  (args, input = '') =>
    runOrThrow(['git', '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: folder,
      input,
      timeout: 300_000,
      env: { ...plainEnvironment(), GIT_CONFIG_NOSYSTEM: '1' },
    })

/** Stored state of a repository: names of packs and refs. */
async function stored(application: ApplicationId): Promise<string[]> {
  const objects = join(fixture.repositories, `${application}.git`, 'objects')
  const names = await readdir(objects, { recursive: true })
  return [...names.sort(), ...(await fixture.refsOf('https', application))]
}

const cases: Record<string, [(git: bombs.RunGit) => Promise<string>, RegExp]> = {
  'ten thousand billion billion files in 40 trees': [
    (git) => bombs.treeBomb(git),
    /The commit has more than 500000 files/,
  ],
  'folders without a file': [
    (git) => bombs.folderBomb(git),
    /The commit has more than 250000 folders/,
  ],
  'a few megabytes that are 4.7 GB on a disk': [
    (git) => bombs.blobBomb(git),
    /The files of the commit exceed 4 GB/,
  ],
  'folders inside each other': [
    (git) => bombs.deepFolders(git, 250),
    /folders inside each other, more than 200 deep/,
  ],
  'many rules of attributes': [
    (git) => bombs.attributeBomb(git),
    /The .gitattributes files of the commit are larger than 1 MB together/,
  ],
  'a message of megabytes': [
    (git) => bombs.messageBomb(git),
    /The commit message is larger than 1 MB/,
  ],
}

for (const [name, [make, sentence]] of Object.entries(cases)) {
  test(`push budget: ${name} are refused with a message, and nothing is stored`, async () => {
    const application = platform.newApplication()
    const folder = await fixture.checkout()
    await fixture.gitOrThrow(folder, ['push', fixture.url('https', application), 'master'])
    const before = await stored(application)
    const commit = await make(gitIn(folder))
    const url = fixture.url('https', application)
    const { code, stderr } = await fixture.git(folder, [
      ...['push', '--force', url, `${commit}:refs/heads/master`],
    ])
    assert.equal(code, 1, stderr)
    assert.match(stderr, sentence)
    assert.deepEqual(await stored(application), before)
    assert.equal(platform.pushesOf(application).length, 1)
    assert.deepEqual(fixture.log, [])
  })
}

test('push budget: folders within the limits are accepted', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const commit = await bombs.deepFolders(gitIn(folder), 100)
  const url = fixture.url('ssh', application)
  await fixture.gitOrThrow(folder, ['push', url, `${commit}:refs/heads/master`])
  assert.equal(platform.pushesOf(application).length, 1)
})

test('push budget: a push of thousands of refs is answered, and only the branch is stored', async () => {
  const application = platform.newApplication()
  const folder = await fixture.checkout()
  const head = (await fixture.gitOrThrow(folder, ['rev-parse', 'HEAD'])).trim()
  const refs = ['refs/heads/master', ...Array.from({ length: 9000 }, (_, at) => `refs/tags/t${at}`)]
  const lines = refs.map((ref, at) => {
    const capabilities = at === 0 ? '\0 report-status' : ''
    return packet(`${nothing} ${head} ${ref}${capabilities}`)
  })
  const answer = await post(application, [...lines, flush, await packOf(folder, head)])
  assert.match(answer, /ok refs\/heads\/master/)
  assert.equal(answer.match(/ng refs\/tags\/t\d+ only branch master is deployed/g)?.length, 9000)
  assert.deepEqual(await fixture.refsOf('https', application), ['refs/heads/master'])
})

test('push budget: a pack that announces too many objects is refused before git reads it', async () => {
  const application = platform.newApplication()
  const head = 'a'.repeat(40)
  const line = packet(`${nothing} ${head} refs/heads/master\0 report-status`)
  const pack = Buffer.concat([Buffer.from('PACK'), Buffer.from([0, 0, 0, 2, 0xff, 0, 0, 0])])
  const answer = await post(application, [line, flush, pack])
  assert.match(answer, /ng refs\/heads\/master the push has more than 2000000 objects/)
})

/** The pack of everything reachable from a commit. */
async function packOf(folder: string, commit: string): Promise<Buffer> {
  const words = ['-C', folder, 'pack-objects', '--quiet', '--revs', '--stdout']
  const packing = await fixture.processes.start(words, { repository: folder, timeout: 300_000 })
  packing.stdin.end(`${commit}\n`)
  const pieces: Buffer[] = []
  for await (const piece of packing.stdout) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Sends raw bytes that git would not send, and returns the response. */
async function post(application: string, parts: Buffer[]): Promise<string> {
  const sending = request({
    host: 'localhost',
    port: fixture.port,
    ca: fixture.ca,
    method: 'POST',
    path: `/${application}.git/git-receive-pack`,
    auth: 'ann:ann-secret',
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
  })
  sending.end(Buffer.concat(parts))
  const [response] = await once(sending, 'response')
  let text = ''
  for await (const piece of response) text += piece
  return text
}
