import { createHash } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  mkdtempDisposable,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createCliPackage } from '#cli-package/cli-package.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type Architecture, architectures } from './architectures.ts'
import { packFolder } from './archive.ts'
import { writeDebianPackage } from './debian/debian-package.ts'
import { type Artifact, checkSizes } from './size-limits.ts'
import {
  buildDocumentation,
  buildPrograms,
  type ReleaseNote,
  type StageOptions,
  stageRelease,
} from './stage-release.ts'

interface ArtifactOptions {
  checkout: string
  /** Folder for what is made. */
  folder: string
  /** All by default. */
  only?: readonly Architecture[]
  /** How well archives are compressed: a level of xz; a test may do without. */
  level?: number | 'none' | undefined
  say: (line: string) => void
}

/** Makes all files that people install, and their checksums; throws when one is too large. */
export async function makeArtifacts(options: ArtifactOptions): Promise<Artifact[]> {
  const { checkout, folder, only = architectures, say } = options
  const note = await releaseNote(checkout)
  await mkdir(folder, { recursive: true })
  await buildPrograms(checkout)
  await using place = await mkdtempDisposable(join(tmpdir(), 'berth-package-docs-'))
  const documentation = join(place.path, 'docs')
  await buildDocumentation(checkout, documentation)
  const made: Artifact[] = []
  for (const architecture of only)
    made.push(...(await artifactsFor({ note, architecture, documentation }, options)))
  const cli = join(folder, 'berth-cli.tgz')
  await writeFile(cli, await createCliPackage(checkout)())
  made.push({ file: cli, kind: 'cli', bytes: (await stat(cli)).size, isCompressed: true })
  const sums = made.map(async ({ file }) => `${await digestOf(file)}  ${basename(file)}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
  for (const { file, bytes, installed } of made) {
    const then = installed === undefined ? '' : `, ${megabytes(installed)} installed`
    say(`${file}  ${megabytes(bytes)}${then}`)
  }
  checkSizes(made)
  return made
}

async function artifactsFor(
  content: Omit<StageOptions, 'release'>,
  { checkout, folder, level }: ArtifactOptions,
): Promise<Artifact[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'berth-package-'))
  try {
    // Others than root read the folders that are packed.
    await chmod(scratch, 0o755)
    const release = join(scratch, 'release')
    await stageRelease(checkout, { ...content, release })
    const { note, architecture } = content
    const { version } = note
    const date = Date.parse(note.date) / 1000
    const name = `berth-${version}-linux-${architecture.node}`
    const deb = join(folder, `berth_${version}_${architecture.debian}.deb`)
    const installed = await installedBytes(release)
    await writeDebianPackage(deb, { release, version, architecture, date, scratch, level })
    const archive = await packFolder(release, join(folder, name), { date, into: name, level })
    const kind = { kind: 'release', isCompressed: level !== 'none', installed } as const
    return [
      { ...kind, file: deb, bytes: (await stat(deb)).size },
      { ...kind, file: archive, bytes: (await stat(archive)).size },
    ]
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Version and commit of the checkout; one with changes says so. */
async function releaseNote(checkout: string): Promise<ReleaseNote> {
  const git = async (...args: string[]) =>
    (await runOrThrow(['git', '-C', checkout, ...args], { env: process.env })).trim()
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  const changes = await git('status', '--porcelain', '--untracked-files=no')
  const commit = await git('rev-parse', 'HEAD')
  const seconds = Number(await git('show', '--no-patch', '--format=%ct', 'HEAD'))
  const date = new Date(seconds * 1000).toISOString()
  return { version, commit: changes === '' ? commit : `${commit}-changed`, date }
}

/** Room on disk, in blocks. */
async function installedBytes(folder: string): Promise<number> {
  const [kilobytes] = (await runOrThrow(['du', '--summarize', '--block-size=1K', folder])).split(
    '\t',
  )
  return Number(kilobytes) * 1024
}

const digestOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
