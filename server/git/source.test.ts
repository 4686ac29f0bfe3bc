import assert from 'node:assert/strict'
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '#kit/concurrency/timeout.ts'
import { plainEnvironment, runOrThrow } from '#kit/process/subprocess.ts'
import { newId } from '#kit/text/ids.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { extractCommit } from './extract.ts'
import { createGit } from './git.ts'
import { createRepository, repositoryPath } from './repository.ts'
import { openSource } from './source.ts'
import { listSubmodules } from './submodules.ts'

const work = createGit()
const application = newId('app')
let folder: string
let repository: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-source-'))
  await createRepository({ folder, git: work }, application)
  repository = repositoryPath(folder, application)
})
after(() => rm(folder, { recursive: true }))

const git = (args: string[], input = '', cwd = folder) =>
  runOrThrow(['git', '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    cwd,
    input,
    env: { ...plainEnvironment(), GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    timeout: 300_000,
  }).then((output) => output.trim())

/** Commits what `fill` writes to a checkout into the repository. */
async function commit(fill: (checkout: string) => Promise<void>): Promise<string> {
  const checkout = await mkdtemp(join(folder, 'checkout-'))
  await git(['init', '--quiet', checkout])
  await fill(checkout)
  await git(['add', '--all', '--force'], '', checkout)
  await git(['commit', '--quiet', '--allow-empty', '--message', 'x'], '', checkout)
  const name = await git(['rev-parse', 'HEAD'], '', checkout)
  await git(['push', '--quiet', repository, `HEAD:refs/heads/${name}`], '', checkout)
  return name
}

/** Commits a tree that git's porcelain commands would not create. */
async function commitTree(entries: string): Promise<string> {
  const tree = await git([`--git-dir=${repository}`, 'mktree'], entries)
  return await git([`--git-dir=${repository}`, 'commit-tree', '-m', 'x', tree])
}

const blob = (content: string) =>
  git([`--git-dir=${repository}`, 'hash-object', '-w', '--stdin'], content)
const sourceOf = (name: string) => openSource({ folder, git: work }, application, name)

async function extracted(name: string): Promise<string> {
  const target = await mkdtemp(join(folder, 'target-'))
  await sourceOf(name).extract(target)
  return target
}

test('source: files are read and folders listed', async () => {
  const name = await commit(async (checkout) => {
    await mkdir(join(checkout, 'src', 'deep'), { recursive: true })
    await writeFile(join(checkout, 'package.json'), '{"name":"é"}')
    await writeFile(join(checkout, 'src', 'a b\nc.js'), '')
    await writeFile(join(checkout, 'src', 'deep', 'x'), 'x')
    await symlink('src/deep/x', join(checkout, 'inside'))
    await symlink('/etc/passwd', join(checkout, 'outside'))
    await symlink('../../etc/passwd', join(checkout, 'above'))
    await symlink('loop', join(checkout, 'loop'))
  })
  const source = sourceOf(name)
  assert.equal(source.commit, name)
  assert.equal(await source.read('package.json'), '{"name":"é"}')
  assert.equal(await source.read('./src/../package.json'), '{"name":"é"}')
  assert.equal(await source.read('inside'), 'x')
  for (const path of [
    'outside',
    'above',
    'loop',
    'src',
    '',
    '.',
    '/',
    '/etc/passwd',
    '../x',
    'x\ny',
    '-x',
  ]) {
    assert.equal(await source.read(path), undefined, path)
  }
  const names = ['above', 'inside', 'loop', 'outside', 'package.json', 'src/']
  assert.deepEqual((await source.list('')).sort(), names)
  assert.deepEqual((await source.list('src/')).sort(), ['a b\nc.js', 'deep/'])
  for (const path of ['package.json', 'none', '../', '/etc', '--help', 'a\0b']) {
    assert.deepEqual(await source.list(path), [], path)
  }
})

test('source: a file above 4 MB is refused, and the next one is read', async () => {
  const name = await commit(async (checkout) => {
    await writeFile(join(checkout, 'big'), Buffer.alloc(4 * 1024 * 1024 + 1))
    await writeFile(join(checkout, 'small'), 'small')
  })
  const source = sourceOf(name)
  await assert.rejects(source.read('big'), /big is larger than 4 MB/)
  assert.equal(await source.read('small'), 'small')
})

test('source: concurrent and consecutive reads each get their own result', async () => {
  const name = await commit(async (checkout) => {
    for (const file of ['a', 'b', 'c']) await writeFile(join(checkout, file), `${file}\n`)
  })
  const source = sourceOf(name)
  const asked = ['a', 'none', 'b', 'c', 'a']
  const answers = ['a\n', undefined, 'b\n', 'c\n', 'a\n']
  assert.deepEqual(await Promise.all(asked.map((path) => source.read(path))), answers)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  assert.equal(await source.read('b'), 'b\n')
})

test('source: extraction keeps modes, links, empty and hidden files', async () => {
  const name = await commit(async (checkout) => {
    await mkdir(join(checkout, 'bin'))
    await writeFile(join(checkout, 'bin', 'run'), '#!/bin/sh\n', { mode: 0o755 })
    await writeFile(join(checkout, '.hidden'), '')
    await symlink('/etc/passwd', join(checkout, 'link'))
  })
  const target = await extracted(name)
  assert.deepEqual((await readdir(target)).sort(), ['.hidden', 'bin', 'link'])
  assert.equal((await lstat(join(target, 'bin', 'run'))).mode & 0o111, 0o111)
  assert.equal(await readlink(join(target, 'link')), '/etc/passwd')
})

test('source: no attribute omits a file, substitutes its content or runs a program', async () => {
  const mark = join(folder, 'filter-ran')
  const name = await commit(async (checkout) => {
    const attributes = ['secret export-ignore', 'version export-subst', '* filter=evil diff=evil']
    await writeFile(join(checkout, '.gitattributes'), attributes.join('\n'))
    await writeFile(join(checkout, 'secret'), 'kept')
    await writeFile(join(checkout, 'version'), '$Format:%H$')
    await writeFile(join(checkout, '.gitconfig'), `[filter "evil"]\n\tsmudge = touch ${mark}\n`)
  })
  const target = await extracted(name)
  assert.equal(await readFile(join(target, 'secret'), 'utf8'), 'kept')
  assert.equal(await readFile(join(target, 'version'), 'utf8'), '$Format:%H$')
  assert.ok(!(await readdir(folder)).includes('filter-ran'))
})

test('source: nothing is written outside of the folder or into a .git inside it', async () => {
  const outside = await mkdtemp(join(folder, 'outside-'))
  const content = await blob('evil')
  const inner = await git([`--git-dir=${repository}`, 'mktree'], `100644 blob ${content}\tconfig\n`)
  for (const name of ['.git', '.GIT', '.git ', 'git~1', '..', '.']) {
    const commit = await commitTree(`040000 tree ${inner}\t${name}\n`)
    const target = await mkdtemp(join(folder, 'target-'))
    await assert.rejects(sourceOf(commit).extract(target), /cannot be checked out/, name)
    assert.deepEqual(await readdir(target), [])
  }
  const link = `120000 blob ${await blob(outside)}\tdir\n`
  const twice = await commitTree(`${link}040000 tree ${inner}\tdir\n`)
  await extracted(twice)
  assert.deepEqual(await readdir(outside), [])
})

test('source: a submodule becomes an empty folder', async () => {
  const name = await commitTree(`160000 commit ${'c'.repeat(40)}\tmodule\n`)
  assert.deepEqual(await sourceOf(name).list(''), ['module/'])
  assert.deepEqual(await readdir(join(await extracted(name), 'module')), [])
  assert.deepEqual(await sourceOf(name).submodules?.(), [
    { path: 'module', commit: 'c'.repeat(40) },
  ])
})

test('source: a tree bomb is not extracted', async () => {
  let tree = await git([`--git-dir=${repository}`, 'mktree'], `100644 blob ${await blob('x')}\tx\n`)
  for (let depth = 0; depth < 8; depth += 1) {
    const entries = Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\t${at}\n`)
    tree = await git([`--git-dir=${repository}`, 'mktree'], entries.join(''))
  }
  const name = await git([`--git-dir=${repository}`, 'commit-tree', '-m', 'bomb', tree])
  await git([`--git-dir=${repository}`, 'update-ref', 'refs/heads/bomb', name])
  await git([`--git-dir=${repository}`, 'repack', '--quiet', '-a', '-d'])
  const target = await mkdtemp(join(folder, 'target-'))
  await assert.rejects(sourceOf(name).extract(target), /more than 500000 files/)
  assert.deepEqual(await readdir(target), [])
})

test('source: a missing commit is a failure that names it', async () => {
  const source = sourceOf('c'.repeat(40))
  const target = await mkdtemp(join(folder, 'target-'))
  const named = /Commit c{40} is not in the repository/
  await assert.rejects(source.read('package.json'), named)
  await assert.rejects(source.list(''), named)
  await assert.rejects(source.extract(target), named)
})

test('source: a commit needs 40 hexadecimal digits, and an application its id', () => {
  for (const name of [
    'HEAD',
    'master',
    '--help',
    'C'.repeat(40),
    'c'.repeat(39),
    `${'c'.repeat(40)}\n`,
  ]) {
    assert.throws(() => sourceOf(name))
  }
  for (const id of ['../x', 'app_x', '', 'orga_00000000-0000-4000-8000-000000000000']) {
    assert.throws(() => openSource({ folder, git: work }, id as ApplicationId, 'c'.repeat(40)))
  }
})

test('source: a path too long for the disk is named, and nothing is written', async () => {
  const file = await blob('x')
  for (const [path, sentence] of [
    [
      `${`${'long'.repeat(50)}/`.repeat(20)}file`,
      /^The path "(long)+…" is longer than 3000 bytes$/,
    ],
    [`folder/${'n'.repeat(300)}`, /^The path "folder\/n+…" has a name of more than 255 bytes$/],
  ] as const) {
    let [kind, object] = ['100644 blob', file]
    for (const part of path.split('/').reverse()) {
      const entry = `${kind} ${object}\t${part}\n`
      object = await git([`--git-dir=${repository}`, 'mktree'], entry)
      kind = '040000 tree'
    }
    const name = await git([`--git-dir=${repository}`, 'commit-tree', '-m', 'x', object])
    const target = await mkdtemp(join(folder, 'target-'))
    await assert.rejects(sourceOf(name).extract(target), ({ message }: Error) =>
      sentence.test(message),
    )
    assert.deepEqual(await readdir(target), [])
  }
})

test('source: an abort ends reading, measuring and extraction at once', async () => {
  // Simulates git at work on something endless.
  const endless = createGit({ enter: async () => ({ wrap: () => ['sleep', '600'], leave() {} }) })
  const target = await mkdtemp(join(folder, 'target-'))
  const known = await commitTree('')
  for (const use of [
    (signal: AbortSignal) =>
      openSource({ folder, git: endless }, application, known, signal).read('package.json'),
    (signal: AbortSignal) =>
      extractCommit(endless, { repository, commit: known, target, bytes: 0, signal }),
    (signal: AbortSignal) => listSubmodules(endless, repository, known, signal),
  ]) {
    const abort = new AbortController()
    const using = use(abort.signal)
    using.catch(() => {})
    await until(() => endless.isBusy(repository), { timeout: 300_000, what: 'git at work' })
    abort.abort(new Error('cancelled'))
    await assert.rejects(using, /cancelled/)
    await until(() => !endless.isBusy(repository), { timeout: 300_000, what: 'the end of git' })
  }
})

test('source: pointers of Git LFS are listed, and not what only speaks of them', async () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 9\n`
  const name = await commit(async (checkout) => {
    await mkdir(join(checkout, 'a b'))
    await writeFile(join(checkout, 'a b', 'ü.png'), pointer)
    await writeFile(join(checkout, 'lfs.md'), 'version https://git-lfs.github.com/spec/v1\n')
  })
  const source = openSource({ folder, git: work }, application, name)
  assert.deepEqual(await source.lfsPointers?.(), ['a b/ü.png'])
  const without = await commit((checkout) => writeFile(join(checkout, 'a'), 'a'))
  assert.deepEqual(
    await openSource({ folder, git: work }, application, without).lfsPointers?.(),
    [],
  )
})
