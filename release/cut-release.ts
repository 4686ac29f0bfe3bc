import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checksumsName } from '#kit/files/checksums.ts'
import { compare, prerelease, valid } from '#kit/text/versions.ts'
import {
  buildArtefacts,
  type MakePackages,
  type PackageOptions,
  packagesAt,
} from './build-artefacts.ts'
import { releaseChangelog, releasedVersions, unreleasedEntries } from './changelog.ts'
import { nameVersion, namingFiles } from './named-files.ts'
import {
  gitIn,
  hasIdentity,
  missingPrograms,
  versionFiles,
  versionOf,
  writeVersion,
} from './project.ts'
import { ReleaseError } from './release-error.ts'

export interface CutOptions {
  root: string
  version: string
  /** `2026-11-18`. */
  today: string
  isDryRun: boolean
  say(line: string): void
  packages?: PackageOptions
  makePackages?: MakePackages
}

const branch = 'main'

/**
 * Makes a release of the branch: changelog, version and commit, then the artefacts of this commit, then the tag. The tag comes last,
 * so that one stands only for what could be built; its message has the checksums of all files.
 */
export async function cutRelease(options: CutOptions): Promise<void> {
  const { root, version, today, isDryRun, say, packages } = options
  const { makePackages = packagesAt(packages) } = options
  const folder = join(root, 'dist')
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const problems = await problemsOf(options, changelog, folder)
  if (problems.length > 0) throw new ReleaseError(problems)

  const git = gitIn(root)
  const tag = `v${version}`
  const former = await versionOf(root)
  const steps: [sentence: string, act: () => Promise<unknown>][] = [
    [
      `CHANGELOG.md: what is unreleased becomes ${version} of ${today}`,
      () => writeFile(join(root, 'CHANGELOG.md'), releaseChangelog(changelog, version, today)),
    ],
    [`${versionFiles.join(', ')}: version ${version}`, () => writeVersion(root, version)],
    [
      `${namingFiles.join(', ')}: files of ${version} instead of ${former}`,
      () => nameVersion(root, former, version),
    ],
    [
      `commit "release: cut ${version}"`,
      () => git('commit', '--quiet', '--message', `release: cut ${version}`, '--', ...changed),
    ],
    [
      `${folder}: packages, bill of materials, licences, checksums`,
      () => buildArtefacts(root, folder, makePackages),
    ],
    [
      `tag ${tag}, with the checksums`,
      async () => {
        const sums = await readFile(join(folder, checksumsName), 'utf8')
        const message = `Berth ${version}\n\n${sums}`
        await git('tag', '--annotate', '--message', message, '--end-of-options', tag)
      },
    ],
  ]
  for (const [sentence, act] of steps) {
    say(isDryRun ? `would do: ${sentence}` : sentence)
    if (!isDryRun) await act()
  }
  if (!isDryRun) say(`To publish: git push origin ${branch} ${tag}, and the files of ${folder}.`)
}

const changed = ['CHANGELOG.md', ...versionFiles, ...namingFiles]

/** All that is in the way of the release. */
async function problemsOf(
  { root, version, packages, makePackages }: CutOptions,
  changelog: string,
  folder: string,
): Promise<string[]> {
  const git = gitIn(root)
  const isVersion = valid(version) === version
  const tags = (await git('tag', '--list', 'v*')).split('\n').map((tag) => tag.replace(/^v/, ''))
  const earlier = [await versionOf(root), ...tags, ...releasedVersions(changelog)]
  const last =
    earlier
      .filter((one) => valid(one))
      .sort(compare)
      .at(-1) ?? '0.0.0'
  const current = await git('rev-parse', '--abbrev-ref', 'HEAD')
  const artefacts = await readdir(folder).catch(() => [])
  const found: (string | false)[] = [
    !isVersion && `${version} is not a version such as 0.2.0.`,
    tags.includes(version) && `The tag v${version} is there already.`,
    isVersion && compare(version, last) <= 0 && `${version} is not greater than ${last}.`,
    isVersion &&
      prerelease(version) !== null &&
      `${version} is a prerelease, which nothing here can tell from a release.`,
    (await git('status', '--porcelain')) !== '' &&
      'There are changes that are not committed, or files that Git does not know.',
    current !== branch && `The branch is ${current}, and releases are cut on ${branch}.`,
    !(await hasIdentity(root)) &&
      'Git does not know who commits: git config user.name and user.email.',
    ...(makePackages ? [] : await missingPrograms(packages?.hasImages ?? true)),
    unreleasedEntries(changelog) === undefined &&
      'CHANGELOG.md has no entries in a section "Unreleased".',
    artefacts.length > 0 && `${folder} has files of an earlier build: move them away.`,
  ]
  return found.filter((problem) => problem !== false)
}
