import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCommit, packsOf, type RepositoryFolder, repositoryPath } from '#git/repository.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import {
  type LocalRepository,
  missingCommits,
  readRefs,
  readShallow,
  writeShallow,
} from './bundle.ts'

export interface CommitCopy {
  from: ApplicationId
  to: ApplicationId
  commit: string
}

const timeout = 600_000
const refTimeout = 30_000

/**
 * Copies a commit and its history between repositories, without what both have, and keeps it by a ref that clones do not see. Git's own
 * transport would want a ref at the other side, and its settings.
 */
export async function copyCommit(
  { folder, git }: RepositoryFolder,
  { from, to, commit }: CommitCopy,
  maxBytes: number,
): Promise<void> {
  const place = { folder, git }
  const [source, target] = [from, to].map((id) => ({
    git,
    repository: repositoryPath(folder, id),
  })) as [LocalRepository, LocalRepository]
  if (!(await hasCommit(place, to, commit))) {
    if (!(await hasCommit(place, from, commit))) throw commitGone(commit)
    const tips = [...new Set(Object.values(await readRefs(target)))]
    const missing = await missingCommits(source, tips)
    const known = tips.filter((tip) => !missing.has(tip))
    await copyObjects(source, target, { commit, known, maxBytes })
  }
  const ref = `refs/berth/promotions/${commit}`
  const args = [`--git-dir=${target.repository}`, 'update-ref', ref, commit]
  await git.runOrThrow(args, { repository: target.repository, timeout: refTimeout })
}

async function copyObjects(
  source: LocalRepository,
  target: LocalRepository,
  { commit, known, maxBytes }: { commit: string; known: readonly string[]; maxBytes: number },
): Promise<void> {
  const { bytes } = await packsOf(target.repository)
  const free = maxBytes - bytes
  if (free <= 0) throw repositoryFull()
  const reader = await source.git.start(
    [
      `--git-dir=${source.repository}`,
      ...['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--quiet'],
    ],
    { repository: source.repository, timeout },
  )
  try {
    const writer = await target.git.start(
      [`--git-dir=${target.repository}`, 'index-pack', '--stdin', `--max-input-size=${free}`],
      { repository: target.repository, timeout },
    )
    try {
      const wanted = [commit, ...known.map((each) => `^${each}`)]
      const asked = pipeline(Readable.from(wanted.map((line) => `${line}\n`)), reader.stdin)
      // Either side that ends early is reported by its exit code.
      const piped = pipeline(reader.stdout, writer.stdin).catch(() => {})
      writer.stdout.resume()
      const [packed, indexed] = await Promise.all([
        reader.finished,
        writer.finished,
        asked.catch(() => {}),
        piped,
      ])
      if (/exceeds maximum allowed size/.test(indexed.stderr)) throw repositoryFull()
      if (packed.code !== 0) throw new Error(`git pack-objects: ${packed.stderr.trim()}`)
      if (indexed.code !== 0) throw new Error(`git index-pack: ${indexed.stderr.trim()}`)
    } finally {
      writer.kill(new Error('the commit is not copied any more'))
    }
  } finally {
    reader.kill(new Error('the commit is not copied any more'))
  }
  await copyShallow(source, target)
}

/** Parents that were never pushed to the one repository are not in the other either, unless that has the commit from elsewhere. */
async function copyShallow(source: LocalRepository, target: LocalRepository): Promise<void> {
  const own = await readShallow(target.repository)
  const lines = linesOf(await readShallow(source.repository)).filter((id) => !own.includes(id))
  const ends: string[] = []
  for (const id of lines) if (await lacksParents(target, id)) ends.push(id)
  if (ends.length === 0) return
  await writeShallow(target.repository, `${[...linesOf(own), ...ends].join('\n')}\n`)
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

/** Whether the repository has the commit, and not all that came before it. */
async function lacksParents(place: LocalRepository, id: string): Promise<boolean> {
  const { git, repository } = place
  const args = [`--git-dir=${repository}`, 'cat-file', 'commit', id]
  const { code, stdout } = await git.run(args, { repository, timeout: refTimeout })
  if (code !== 0) return false
  const parents = [
    ...stdout
      .split('\n\n', 1)
      .join('')
      .matchAll(/^parent ([0-9a-f]{40})$/gm),
  ]
  return (
    (
      await missingCommits(
        place,
        parents.map(([, parent = '']) => parent),
      )
    ).size > 0
  )
}

const commitGone = (commit: string) =>
  new Refusal(
    'conflict',
    `The commit ${commit.slice(0, 7)} of the release is not in the repository of its application on this server.`,
  )

const repositoryFull = () =>
  new Refusal(
    'conflict',
    'The repository of the application would be larger than one may be with the promoted commit.',
  )
