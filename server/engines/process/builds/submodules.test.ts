import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { freePort } from '#kit/net/free-port.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source, Submodule } from '#platform/model/hosting/deployments/source.ts'
import { filesSource } from '#tests/source-files.ts'
import { sampleBuild, sampleRecipe } from '#tests/support/applications/sample-application.ts'
import { openTestEngine } from '#tests/support/engine/process-engine.ts'
import { isReachable } from '#tests/support/engine/recorded-instances.ts'
import { hostOfAddress, parseGitmodules } from './submodules.ts'

let folder: string
let daemon: ChildProcess
let address: string
let inner: string
let outer: string

/** A machine on which a build reaches the Git daemon of this test. */
const without = ['network'] as const

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-submodules-'))
  const port = await freePort()
  address = `git://127.0.0.1:${port}`
  const words = ['--export-all', `--base-path=${folder}`, '--listen=127.0.0.1', `--port=${port}`]
  daemon = spawn('git', ['daemon', '--reuseaddr', ...words], {
    stdio: 'ignore',
    env: plainEnvironment(),
  })
  await until(() => isReachable({ host: '127.0.0.1', port }), {
    timeout: 300_000,
    what: 'a daemon',
  })
  inner = await repository('inner', { file: 'inner' })
  await commitTo('inner', { file: 'newer' })
  outer = await repository('outer', {
    file: 'outer',
    '.gitmodules': `[submodule "deep"]\n  path = deep\n  url = ../inner\n`,
  })
  await git('outer', ['update-index', '--add', '--cacheinfo', `160000,${inner},deep`])
  await git('outer', ['commit', '-qm', 'deep'])
  outer = await git('outer', ['rev-parse', 'HEAD'])
})
after(async () => {
  daemon.kill('SIGTERM')
  await rm(folder, { recursive: true })
})

const sourceWith = (gitmodules: string, submodules: Submodule[]): Source => ({
  ...filesSource({ 'main.js': '', '.gitmodules': gitmodules, 'lib/one/.keep': '' }),
  submodules: async () => submodules,
})

const order = (source: Source) =>
  sampleBuild({ recipe: { ...sampleRecipe, tools: [], build: [] }, source })

const section = (path: string, url: string) =>
  `[submodule "${path}"]\n path = ${path}\n url = ${url}\n`

test('submodules: are fetched recursively at their commits, without leaving a repository', async () => {
  await using opened = await openTestEngine({ without: [...without] })
  const source = sourceWith(section('lib/one', `${address}/outer`), [
    { path: 'lib/one', commit: outer },
  ])
  const said: string[] = []
  const { id } = await opened.engine.build({
    ...order(source),
    say: (line) => void said.push(line),
  })
  const app = join(opened.folder, 'artifacts', id, 'app')
  assert.deepEqual(said, ['Fetching the submodule "lib/one" from 127.0.0.1'])
  assert.equal(readFileSync(join(app, 'lib/one/file'), 'utf8'), 'outer')
  assert.equal(readFileSync(join(app, 'lib/one/deep/file'), 'utf8'), 'inner')
  const names = readdirSync(app, { recursive: true }).map(String)
  assert.deepEqual(
    names.filter((name) => /(^|\/)\.git(\/|$)/.test(name)),
    [],
  )
})

test('submodules: are left empty when the owner disables them, and when there are none', async () => {
  await using opened = await openTestEngine({ without: [...without] })
  const source = sourceWith(section('lib/one', 'file:///etc'), [{ path: 'lib/one', commit: outer }])
  const { recipe, ...rest } = order(source)
  await opened.engine.build({ ...rest, recipe: { ...recipe, submodules: 'left empty' } })
  await opened.engine.build(order(sourceWith(section('lib/one', '/etc'), [])))
})

test('submodules: a local, missing or unreachable address fails the build with a message', async () => {
  await using opened = await openTestEngine({ without: [...without] })
  const submodules = [{ path: 'lib/one', commit: outer }]
  for (const [text, sentence] of [
    [section('lib/one', `file://${folder}/outer`), /"lib\/one" cannot be fetched/],
    [section('lib/one', join(folder, 'outer')), /"lib\/one" cannot be fetched/],
    [section('lib/one', '../outer'), /"lib\/one" cannot be fetched/],
    [section('lib/two', `${address}/outer`), /"lib\/one" has no address/],
    [section('lib/one', `${address}/absent`), /^Fetching the submodule "lib\/one" .* exited with/],
  ] as const) {
    const isFailure = (error: Error) => error instanceof Failure && sentence.test(error.message)
    await assert.rejects(opened.engine.build(order(sourceWith(text, submodules))), isFailure)
  }
  assert.deepEqual(readdirSync(join(opened.folder, 'builds')), [])
})

test('submodules: a nested submodule cannot refer to a folder of the machine', async () => {
  await using opened = await openTestEngine({ without: [...without] })
  const text = `[submodule "deep"]\n  path = deep\n  url = file://${folder}/inner\n`
  await repository('hostile', { '.gitmodules': text })
  await git('hostile', ['update-index', '--add', '--cacheinfo', `160000,${inner},deep`])
  await git('hostile', ['commit', '-qm', 'deep'])
  const commit = await git('hostile', ['rev-parse', 'HEAD'])
  const source = sourceWith(section('x', `${address}/hostile`), [{ path: 'x', commit }])
  const lines: string[] = []
  const build = { ...order(source), onLine: (line: string) => void lines.push(line) }
  await assert.rejects(opened.engine.build({ ...build, source: withFolder(source) }), Failure)
  assert.ok(
    lines.some((line) => /transport 'file' not allowed/.test(line)),
    lines.join('\n'),
  )
})

const withFolder = (source: Source): Source => ({
  ...source,
  async extract(target) {
    await source.extract(target)
    await runOrThrow(['mkdir', join(target, 'x')])
  },
})

async function repository(name: string, files: Record<string, string>): Promise<string> {
  await runOrThrow(['git', 'init', '-q', '-b', 'main', join(folder, name)])
  return commitTo(name, files)
}

async function commitTo(name: string, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, name, path), text)
  await git(name, ['add', '-A'])
  await git(name, ['commit', '-qm', 'x'])
  return git(name, ['rev-parse', 'HEAD'])
}

const git = async (name: string, words: string[]) => {
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org']
  return (await runOrThrow(['git', '-C', join(folder, name), ...who, ...words])).trim()
}

test('.gitmodules: maps paths to addresses', () => {
  const text = `[submodule "one"]
\tpath = lib/one/
\turl = https://git.example.org/one.git
[submodule "two"]
  URL = "git@git.example.org:two \\"x\\".git"
  path = two
  branch = main
[submodule "half"]
  path = half
[other]
  url = nothing`
  assert.deepEqual(Object.fromEntries(parseGitmodules(text)), {
    'lib/one': 'https://git.example.org/one.git',
    two: 'git@git.example.org:two "x".git',
  })
  assert.equal(parseGitmodules('path = x\nurl = y').size, 0)
})

test('.gitmodules: runs of spaces and slashes are read in one pass', () => {
  const [spaces, slashes] = [' '.repeat(1_000_000), '/'.repeat(1_000_000)]
  const text = `[submodule "a"]\npath = a${spaces}b${slashes}c\nurl = https://x.test/${spaces}y`
  assert.equal(parseGitmodules(text).size, 1)
})

test('.gitmodules: only addresses on the network can be fetched', () => {
  const hosts = {
    'https://git.example.org/one.git': 'git.example.org',
    'http://user:secret@git.example.org/one': 'git.example.org',
    'git://git.example.org/one': 'git.example.org',
    'ssh://git@git.example.org:22/one': 'git.example.org',
    'git@git.example.org:one/two.git': 'git.example.org',
    'git.example.org:one.git': 'git.example.org',
  }
  for (const [address, host] of Object.entries(hosts)) assert.equal(hostOfAddress(address), host)
  for (const address of [
    '../other.git',
    './other',
    '/etc',
    'file:///etc',
    'ext::sh -c x',
    'ext::sh%20-c%20x',
    'fd::3',
    'ftp://example.org/x',
    '-oProxyCommand=x:y',
    '--upload-pack=x',
    '',
    'https://',
    'a b:c',
    'x\n:y',
  ]) {
    assert.equal(hostOfAddress(address), undefined, address)
  }
})
