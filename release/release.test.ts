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
import { findPublished } from './published.ts'
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
  mkdirSync(at('docs/operating'), { recursive: true })
  writeFileSync(at('README.md'), 'apt install ./berth_0.1.0_amd64.deb # needs 0.1.0 of shop\n')
  writeFileSync(at('docs/operating/installing.md'), 'berth-0.1.0-linux-x64, berth:0.1.0\n')
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
const verify = async (name = at('dist'), packages = {}) =>
  verifyRelease({
    root,
    published: await findPublished(root, name),
    say: (line) => void said.push(line),
    packages,
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
  assert.equal(text('README.md'), 'apt install ./berth_0.2.0_amd64.deb # needs 0.1.0 of shop\n')
  assert.equal(text('docs/operating/installing.md'), 'berth-0.2.0-linux-x64, berth:0.2.0\n')
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
    /would do: CHANGELOG.*\n.*version 0\.2\.0\n.*README\.md.*\n.*commit.*\n.*\n.*v0\.2\.0, with the checksums$/,
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
  await refused(cut('0.3.0'), /The tag v0\.3\.0 is there already/)
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

test('verify: a folder without checksums, one of something else, and a commit that the clone lacks are told', async () => {
  await cut('0.2.0')
  const empty = at('empty')
  mkdirSync(empty)
  const verifying = async (name: string, of = root) =>
    verifyRelease({
      root: of,
      published: await findPublished(of, name),
      say() {},
      build: buildArtefacts,
    })
  await refused(verifying(empty), /empty has no SHA256SUMS/)
  writeFileSync(join(empty, 'SHA256SUMS'), '')
  await refused(verifying(empty), /no release\.json/)
  const stranger = at('stranger')
  await git('init', '--quiet', stranger)
  await refused(verifying(at('dist'), stranger), /has no commit [0-9a-f]{40}: fetch it/)
  await refused(verifying('v0.2.0', stranger), /has no tag v0\.2\.0: fetch it/)
  await git('tag', '--annotate', '--message', 'By hand', 'v0.3.0')
  await refused(verifying('v0.3.0'), /v0\.3\.0 has no checksums/)
})

test('verify: a changed file and one that the commit does not build are named', async () => {
  await cut('0.2.0')
  appendFileSync(at('dist/shop.deb'), ' and more')
  await refused(verify(), /shop\.deb differs: [0-9a-f]{64} in SHA256SUMS, /)
  const sums = (await runOrThrow(['sha256sum', ...(await listed())], { cwd: at('dist') })).trim()
  writeFileSync(at('dist/SHA256SUMS'), `${sums}\n`)
  await refused(verify(), /shop\.deb differs: .* in the new build/)
})

test('verify: a tag names the checksums of what its commit builds', async () => {
  await cut('0.2.0')
  said.length = 0
  await verify('v0.2.0')
  assert.equal(said.at(-1), 'The 4 files are what this commit builds.')
  const [sums, commit] = [text('dist/SHA256SUMS'), await git('rev-parse', 'HEAD')]
  const other = `Berth 0.2.0\n\n${sums.replace(/^.{64}(?= {2}shop)/m, '0'.repeat(64))}`
  await git('tag', '--force', '--annotate', '--message', other, 'v0.2.0', commit)
  await refused(verify('v0.2.0'), /shop\.deb differs: 0{64} in SHA256SUMS, /)
})

test('verify: an image that a tag alone names is told to differ, and left out where images are', async () => {
  await cut('0.2.0')
  const image = `${'0'.repeat(64)}  shop.oci.tar\n`
  const message = `Berth 0.2.0\n\n${text('dist/SHA256SUMS')}${image}`
  await git('tag', '--force', '--annotate', '--message', message, 'v0.2.0')
  await refused(verify('v0.2.0'), /shop\.oci\.tar is missing in the new build/)
  await verify('v0.2.0', { hasImages: false })
  const drawn = async (tree: string, folder: string) => {
    await makePackages(tree, folder)
    writeFileSync(join(folder, 'shop.oci.tar'), 'another')
  }
  said.length = 0
  await verifyRelease({
    root,
    published: await findPublished(root, 'v0.2.0'),
    say: (line) => void said.push(line),
    build: (tree, folder) => buildArtefacts(tree, folder, drawn),
  })
  assert.match(said.join('\n'), /shop\.oci\.tar differs.*\nThe 5 files .*, but for what/)
})

const listed = async () =>
  text('dist/SHA256SUMS')
    .split('\n')
    .flatMap((line) => line.slice(66) || [])
