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
import { changedMark } from '#kit/build-identity/describe-build.ts'
import { writeChecksums } from '#kit/files/checksums.ts'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { type Architecture, architectures } from './architectures.ts'
import { type CompressionLevel, packFolder } from './archive.ts'
import { writeDebianPackage } from './debian/debian-package.ts'
import { makeImageBase, writeContainerImage } from './image/container-image.ts'
import { canRun, missingForBases } from './image/debian-system.ts'
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
  /** How well archives are compressed; a test may do without. */
  level?: CompressionLevel | undefined
  /** Container images too, which need mmdebstrap. */
  hasImages: boolean
  say: (line: string) => void
}

/** Makes all files that people install, and their checksums; throws when one is too large. */
export async function makeArtifacts(options: ArtifactOptions): Promise<Artifact[]> {
  const { checkout, folder, only = architectures, hasImages, say } = options
  const missing = hasImages ? missingForBases() : undefined
  if (missing) throw new Error(missing)
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
  const names = made.map(({ file }) => basename(file))
  await writeChecksums(folder, names)
  for (const { file, bytes, installed } of made) {
    const then = installed === undefined ? '' : `, ${megabytes(installed)} installed`
    say(`${file}  ${megabytes(bytes)}${then}`)
  }
  checkSizes(made)
  return made
}

async function artifactsFor(
  content: Omit<StageOptions, 'release'>,
  { checkout, folder, level, hasImages, say }: ArtifactOptions,
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
    const made = [deb, archive].map((file) => ({ file, kind: 'release', installed }) as const)
    const image = `${join(folder, name)}.oci.tar`
    if (hasImages && canRun(architecture)) {
      const base = await makeImageBase(scratch, { architecture, date, level })
      await writeContainerImage(image, { release, base, note, architecture, scratch, level })
      return withSizes([...made, { file: image, kind: 'image' }], level)
    }
    if (hasImages)
      say(
        `${image} is left out: this machine does not run programs for ${architecture.node}, as Debian's packages need it.`,
      )
    return withSizes(made, level)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const withSizes = (
  made: readonly Omit<Artifact, 'bytes' | 'isCompressed'>[],
  level: CompressionLevel | undefined,
): Promise<Artifact[]> =>
  Promise.all(
    made.map(async (one) => ({
      ...one,
      bytes: (await stat(one.file)).size,
      isCompressed: level !== 'none',
    })),
  )

/** Version and commit of the checkout; one with changes says so. */
async function releaseNote(checkout: string): Promise<ReleaseNote> {
  const git = async (...args: string[]) =>
    (await runOrThrow(['git', '-C', checkout, ...args], { env: process.env })).trim()
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'))
  const changes = await git('status', '--porcelain', '--untracked-files=no')
  const commit = await git('rev-parse', 'HEAD')
  const seconds = Number(await git('show', '--no-patch', '--format=%ct', 'HEAD'))
  const date = new Date(seconds * 1000).toISOString()
  return { version, commit: changes === '' ? commit : `${commit}${changedMark}`, date }
}

/** Room on disk, in blocks. */
async function installedBytes(folder: string): Promise<number> {
  const [kilobytes] = (await runOrThrow(['du', '--summarize', '--block-size=1K', folder])).split(
    '\t',
  )
  return Number(kilobytes) * 1024
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
