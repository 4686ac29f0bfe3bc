import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { datedBuild } from '#kit/build-identity/dated-build.ts'
import { writeChecksums } from '#kit/files/checksums.ts'
import { type ProcessResult, run } from '#kit/process/subprocess.ts'
import { missingPrograms } from './project.ts'
import { ReleaseError } from './release-error.ts'
import { billOfMaterials } from './sbom/cyclonedx.ts'

/** Puts the packages of a checkout's commit into a folder, the same bytes each time. */
export type MakePackages = (root: string, folder: string) => Promise<void>

const timeout = 3_600_000

/** Fills an empty folder with all that a release consists of: packages, bill of materials, licences and checksums. */
export async function buildArtefacts(
  root: string,
  folder: string,
  makePackages: MakePackages = packagesAt(),
): Promise<void> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new ReleaseError([`${folder} is not empty.`])
  const { version, commit, date } = await datedBuild(root)
  if (commit === null) throw new ReleaseError([`${root} has no commit.`])
  await makePackages(root, folder)
  const record = `${JSON.stringify({ version, commit, date })}\n`
  await writeFile(join(folder, 'release.json'), record)
  const bill = await billOfMaterials(root, { version, commit, date })
  await writeFile(join(folder, `berth_${version}.sbom.json`), bill)
  const licences = join(root, 'console/dist/licences.txt')
  await copyFile(licences, join(folder, 'THIRD-PARTY-LICENCES.txt'))
  await writeChecksums(folder)
}

/** How packages are made, where not as releases are. */
export interface PackageOptions {
  /** Of the compression. */
  level?: string | undefined
  hasImages?: boolean
}

/** `npm run package`, with the console built from the same sources. */
export const packagesAt =
  (options: PackageOptions = {}): MakePackages =>
  async (root, folder) => {
    const missing = await missingPrograms(options.hasImages ?? true)
    if (missing.length > 0) throw new ReleaseError(missing)
    const node = join(root, 'node_modules/.bin/node')
    await runIn(root, [node, 'console/build/build.ts', '--if-stale'])
    await runIn(root, ['npm', 'run', 'package', '--', '--out', folder, ...wordsOf(options)])
  }

/** Options of `npm run package`, and of `npm run release`. */
export const wordsOf = ({ level, hasImages = true }: PackageOptions): string[] => [
  ...(level === undefined ? [] : ['--level', level]),
  ...(hasImages ? [] : ['--without', 'image']),
]

/** Runs a program in a checkout, showing what it prints. */
export async function runIn(root: string, command: [string, ...string[]]): Promise<void> {
  const onLine = (line: string) => void process.stderr.write(`${line}\n`)
  const { code }: ProcessResult = await run(command, {
    cwd: root,
    env: process.env,
    timeout,
    onLine,
  })
  if (code !== 0) throw new ReleaseError([`${command.join(' ')} ended with ${code}.`])
}
