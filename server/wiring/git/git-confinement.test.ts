import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createGit, type Git } from '#git/git.ts'
import { createRepository, repositoryPath } from '#git/repository.ts'
import { until } from '#kit/concurrency/timeout.ts'
import { newId } from '#kit/text/ids.ts'
import { openGitConfinement } from './git-confinement.ts'

const lines: string[] = []
let root: string
let folder: string
let git: Git
let confinement: ReturnType<typeof openGitConfinement>
const application = newId('app')
const timeout = 300_000
/** Soft and hard limits of each process, by their names in `/proc`. */
const processLimits = {
  'Max cpu time': 900,
  'Max address space': 16 * 1024 ** 3,
  'Max open files': 1024,
  'Max core file size': 0,
}

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'berth-confined-'))
  folder = join(root, 'repositories')
  await mkdir(folder, { mode: 0o700 })
  confinement = openGitConfinement(folder, {
    log: (line) => lines.push(line),
    endsLeftovers: true,
  })
  git = createGit(confinement)
  await createRepository({ folder, git }, application)
})
after(async () => {
  await confinement.close()
  await rm(root, { recursive: true, force: true })
})

test('git confinement: only the repository is visible and writable', async () => {
  const repository = repositoryPath(folder, application)
  const beside = join(root, 'beside.txt')
  await writeFile(beside, 'secret')
  const own = join(repository, 'own.txt')
  await writeFile(own, 'own')
  const args = (path: string) => [`--git-dir=${repository}`, 'hash-object', '-w', path]
  const stored = await git.run(args(own), { repository, timeout })
  assert.equal(stored.code, 0, stored.stderr)
  for (const hidden of [beside, '/etc/passwd', '/proc/self/environ']) {
    const { code } = await git.run(args(hidden), { repository, timeout })
    assert.notEqual(code, 0, hidden)
  }
})

test('git confinement: a command of the operator leaves git of the running server alone', async () => {
  const repository = repositoryPath(folder, application)
  const args = [`--git-dir=${repository}`, 'cat-file', '--batch']
  const child = await git.start(args, { repository, timeout })
  let hasEnded = false
  const ended = child.finished.finally(() => {
    hasEnded = true
  })
  const other = openGitConfinement(folder, { log: () => {}, endsLeftovers: false })
  const { code } = await createGit(other).run(['--version'], { repository, timeout })
  await other.close()
  assert.deepEqual([code, hasEnded], [0, false])
  child.kill(new Error('no longer needed'))
  await ended.catch(() => {})
})

test('git confinement: git has its streams alone, a seccomp filter, limits and a control group, which is removed afterwards', async () => {
  const repository = repositoryPath(folder, application)
  const child = await git.start([`--git-dir=${repository}`, 'cat-file', '--batch'], {
    repository,
    timeout,
  })
  const ofGit = async () => {
    const found = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map(async (pid) => ({
          descriptors: await readdir(`/proc/${pid}/fd`).catch(() => []),
          command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
          status: await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
          groups: await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => ''),
          limits: await readFile(`/proc/${pid}/limits`, 'utf8').catch(() => ''),
        })),
    )
    return found.filter(({ command }) => command.includes(`${repository}\0cat-file\0--batch`))
  }
  const inside = await until(
    async () => {
      const all = await ofGit()
      return all.some(({ command }) => command.startsWith('git\0')) && all
    },
    { timeout: 300_000, what: 'the process' },
  )
  for (const { groups } of inside) assert.match(groups, /\/git-[0-9a-f]{16}$/m)
  const own = inside.find(({ command }) => command.startsWith('git\0'))
  assert.match(own?.status ?? '', /^Seccomp:\s+2$/m)
  for (const [name, limit] of Object.entries(processLimits))
    assert.match(own?.limits ?? '', new RegExp(`^${name} +${limit} +${limit} `, 'm'))
  assert.deepEqual(own?.descriptors, ['0', '1', '2'])
  child.kill(new Error('enough'))
  await assert.rejects(child.finished, /enough/)
  await until(async () => (await ofGit()).length === 0, { timeout: 300_000, what: 'the end' })
  await confinement.close()
  assert.deepEqual(lines, [])
})

test('git confinement: an abort kills git and ends the wait for it', async () => {
  const repository = repositoryPath(folder, application)
  const abort = new AbortController()
  const running = git.run([`--git-dir=${repository}`, 'upload-pack', repository], {
    repository,
    timeout,
    signal: abort.signal,
  })
  abort.abort(new Error('cancelled'))
  await assert.rejects(running, /cancelled/)
  assert.equal(git.isBusy(repository), false)
})
