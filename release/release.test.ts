import assert from 'node:assert/strict'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { runOrThrow } from '#kit/process/subprocess.ts'
import '#tests/support/home/own-home.ts'
import { buildArtefacts } from './build-artefacts.ts'
import { cutRelease } from './cut-release.ts'
import { ReleaseError } from './release-error.ts'
import { verifyRelease } from './verify-release.ts'

/** A repository with what a release changes, and what its bill of materials is made of. */
const scratch = mkdtempSync(join(tmpdir(), 'berth-release-'))
after(() => rmSync(scratch, { recursive: true }))

let root = ''
let number = 0
const at = (...path: string[]) => join(root, ...path)
const text = (...path: string[]) => readFileSync(at(...path), 'utf8')
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const git = async (...args: string[]) => {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test']
  const command: [string, ...string[]] = ['git', '-C', root, ...person, ...args]
  return (await runOrThrow(command, { env: process.env })).trim()
}

const changelog = `# Changelog

## Unreleased

### Added

- A lighthouse.

## 0.1.0 - 2026-01-02

- The first one.
`

beforeEach(async () => {
  number += 1
  root = join(scratch, String(number))
  mkdirSync(at('console/dist'), { recursive: true })
  writeFileSync(at('package.json'), json({ name: 'shop', version: '0.1.0' }))
  const entries = { '': { name: 'shop', version: '0.1.0' } }
  writeFileSync(at('package-lock.json'), json({ version: '0.1.0', packages: entries }))
  writeFileSync(at('CHANGELOG.md'), changelog)
  writeFileSync(at('.gitignore'), '/dist\n')
  writeFileSync(at('console/dist/packages.json'), '[]')
  writeFileSync(at('console/dist/licences.txt'), 'MIT')
  writeFileSync(at('program'), 'one')
  await git('init', '--quiet', '--initial-branch', 'main')
  await git('config', 'user.name', 'Ada')
  await git('config', 'user.email', 'ada@example.test')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'shop: open')
})

/** A package is what is checked out. */
const makePackages = async (tree: string, folder: string) =>
  writeFileSync(join(folder, 'shop.deb'), readFileSync(join(tree, 'program')))

const said: string[] = []
const cut = (version: string, isDryRun = false) =>
  cutRelease({
    root,
    version,
    today: '2026-03-04',
    isDryRun,
    say: (line) => void said.push(line),
    makePackages,
  })
const verify = () =>
  verifyRelease({
    root,
    folder: at('dist'),
    say: (line) => void said.push(line),
    build: (tree, folder) => buildArtefacts(tree, folder, makePackages),
  })

const refused = (attempt: Promise<void>, problem: RegExp) =>
  assert.rejects(attempt, (error) => {
    assert.ok(error instanceof ReleaseError, String(error))
    assert.match(error.message, problem)
    return true
  })

test('release: changelog and version are committed, tagged, and built into artefacts with checksums', async () => {
  await cut('0.2.0')
  assert.match(
    text('CHANGELOG.md'),
    /^# Changelog\n\n## Unreleased\n\n## 0\.2\.0 - 2026-03-04\n\n### Added\n\n- A lighthouse\.\n\n## 0\.1\.0 - 2026-01-02\n/,
  )
  assert.equal(JSON.parse(text('package.json')).version, '0.2.0')
  const lock = JSON.parse(text('package-lock.json'))
  assert.deepEqual([lock.version, lock.packages[''].version], ['0.2.0', '0.2.0'])
  const commit = await git('rev-parse', 'HEAD')
  assert.equal(await git('rev-parse', 'v0.2.0^{commit}'), commit)
  assert.equal(await git('cat-file', '-t', 'v0.2.0'), 'tag')
  assert.equal(await git('log', '-1', '--format=%s'), 'release: cut 0.2.0')
  assert.equal(await git('status', '--porcelain'), '')
  const release = JSON.parse(text('dist/release.json'))
  assert.deepEqual([release.version, release.commit], ['0.2.0', commit])
  assert.deepEqual(
    text('dist/SHA256SUMS')
      .split('\n')
      .map((line) => line.slice(66)),
    ['THIRD-PARTY-LICENCES.txt', 'berth_0.2.0.sbom.json', 'release.json', 'shop.deb', ''],
  )
  await runOrThrow(['sha256sum', '--check', 'SHA256SUMS'], { cwd: at('dist') })
})

test('release: a dry run says what would happen, and changes nothing', async () => {
  said.length = 0
  await cut('0.2.0', true)
  assert.match(
    said.join('\n'),
    /would do: CHANGELOG.*\n.*version 0\.2\.0\n.*commit.*\n.*\n.*v0\.2\.0$/,
  )
  assert.equal(text('CHANGELOG.md'), changelog)
  assert.deepEqual([await git('tag'), await git('status', '--porcelain')], ['', ''])
})

test('release: is refused with all that is in its way, and changes nothing', async () => {
  await refused(cut('0.1.0'), /0\.1\.0 is not greater than 0\.1\.0/)
  await refused(cut('two'), /two is not a version/)
  await refused(cut('0.2.0-rc.1'), /prerelease/)
  await git('tag', 'v0.3.0')
  await refused(cut('0.2.0'), /not greater than 0\.3\.0/)
  writeFileSync(at('CHANGELOG.md'), changelog.replace('- A lighthouse.\n', ''))
  await refused(cut('0.4.0'), /not committed[\s\S]*no entries/)
  await git('switch', '--quiet', '--create', 'topic')
  await refused(cut('0.4.0'), /The branch is topic/)
  assert.equal(JSON.parse(text('package.json')).version, '0.1.0')
  assert.equal(await git('tag'), 'v0.3.0')
})

test('release: without its packages there is no tag', async () => {
  const failing = () => Promise.reject(new ReleaseError(['npm run package ended with 1.']))
  const attempt = cutRelease({
    root,
    version: '0.2.0',
    today: '2026-03-04',
    isDryRun: false,
    say() {},
    makePackages: failing,
  })
  await refused(attempt, /npm run package/)
  assert.equal(await git('tag'), '')
})

test('verify: artefacts are what their commit builds, whatever is checked out now', async () => {
  await cut('0.2.0')
  writeFileSync(at('program'), 'two')
  await git('commit', '--quiet', '--all', '--message', 'shop: change')
  said.length = 0
  await verify()
  assert.equal(said.at(-1), 'The 4 files are what this commit builds.')
  assert.match(await git('worktree', 'list'), /^\S+ +[0-9a-f]+ \[main\]$/, 'nothing is left')
})

test('verify: a changed file and one that the commit does not build are named', async () => {
  await cut('0.2.0')
  appendFileSync(at('dist/shop.deb'), ' and more')
  await refused(verify(), /shop\.deb differs: [0-9a-f]{64} in SHA256SUMS, /)
  const sums = (await runOrThrow(['sha256sum', ...(await listed())], { cwd: at('dist') })).trim()
  writeFileSync(at('dist/SHA256SUMS'), `${sums}\n`)
  await refused(verify(), /shop\.deb differs: .* in the new build/)
})

const listed = async () =>
  text('dist/SHA256SUMS')
    .split('\n')
    .flatMap((line) => line.slice(66) || [])
