import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { compare } from '#kit/text/versions.ts'
import { architectures } from '#packaging/architectures.ts'
import { releasedVersions } from '#release/changelog.ts'
import { root } from '#tests/laws/source-tree.ts'

const timeout = 3_600_000
const git = ['git', '-C', root] as const

/** A version that was released. */
export interface CutRelease {
  version: string
  /** `undefined` where this clone does not have it. */
  commit: string | undefined
}

/** Every version with a tag or a section of the changelog, oldest first. A clone without tags finds the commit by its subject. */
export async function cutReleases(): Promise<CutRelease[]> {
  const tags = await runOrThrow([...git, 'tag', '--list', 'v*'])
  const tagged = [...tags.matchAll(/^v(\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version)
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const versions = [...new Set([...tagged, ...releasedVersions(changelog)])].sort(compare)
  return Promise.all(
    versions.map(async (version) => ({ version, commit: await commitOf(version) })),
  )
}

async function commitOf(version: string): Promise<string | undefined> {
  const tag = `refs/tags/v${version}^{commit}`
  const { stdout } = await run([...git, 'rev-parse', '--verify', '--quiet', tag])
  if (stdout.trim() !== '') return stdout.trim()
  const subject = `^release: cut ${version.replaceAll('.', '\\.')}$`
  const found = await runOrThrow([...git, 'log', '-1', '--format=%H', `--grep=${subject}`])
  return found.trim() || undefined
}

/** Whether commits were left out of this clone. */
export async function isShallow(): Promise<boolean> {
  return (await runOrThrow([...git, 'rev-parse', '--is-shallow-repository'])).trim() === 'true'
}

export interface BuiltRelease extends AsyncDisposable {
  /** As the archive is unpacked. */
  folder: string
}

/** Builds the archive of a released commit by its own tools, and unpacks it. */
export async function buildCutRelease(commit: string): Promise<BuiltRelease> {
  const place = await mkdtemp(join(tmpdir(), 'berth-cut-'))
  const tree = join(place, 'tree')
  const inTree = (...command: [string, ...string[]]) =>
    runOrThrow(command, { cwd: tree, env: process.env, timeout })
  try {
    await runOrThrow([...git, 'worktree', 'add', '--quiet', '--detach', tree, commit], { timeout })
    await inTree('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund')
    const { debian, node } =
      architectures.find((each) => each.node === process.arch) ?? assert.fail()
    const words = ['--arch', debian, '--level', '0', '--without', 'image', '--out', place]
    await inTree('npm', 'run', 'package', '--', ...words)
    const { version } = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'))
    const name = `berth-${version}-linux-${node}`
    const archive = join(place, `${name}.tar.xz`)
    await runOrThrow(['tar', '--extract', '--file', archive, '--directory', place], { timeout })
    return {
      folder: join(place, name),
      [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
    }
  } catch (error) {
    await rm(place, { recursive: true, force: true })
    throw error
  } finally {
    await run([...git, 'worktree', 'remove', '--force', tree], { timeout })
  }
}
