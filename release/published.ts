import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  type Checksums,
  ChecksumsError,
  checksumsOf,
  parseChecksums,
  readChecksums,
} from '#kit/files/checksums.ts'
import { differences } from './differences.ts'
import { gitIn } from './project.ts'
import { ReleaseError } from './release-error.ts'

/** What was published as a release: the commit, and what each file of it was. */
export interface Published {
  version: string
  commit: string
  sums: Checksums
  /** The files themselves; `undefined` where only their checksums are known. */
  folder: string | undefined
}

/** A release by the folder with its files, or by its tag. */
export async function findPublished(root: string, name: string): Promise<Published> {
  const isTag = /^v\d/.test(name) && !existsSync(name)
  return isTag ? publishedBy(root, name) : publishedIn(resolve(name))
}

/** The release in a folder, whose files are those of its checksums. */
async function publishedIn(folder: string): Promise<Published> {
  const sums = await readChecksums(folder).catch(refuse)
  const problems = differences(sums, await checksumsOf(folder).catch(refuse), folder)
  if (problems.length > 0) throw new ReleaseError(problems)
  if (!sums.has('release.json'))
    throw new ReleaseError([`${folder} has no release.json: it was not made by npm run release.`])
  const { version, commit } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  if (typeof commit !== 'string' || !/^[0-9a-f]{40,64}$/.test(commit))
    throw new ReleaseError([`release.json in ${folder} names no commit.`])
  return { version, commit, sums, folder }
}

/** The release of a tag, whose message has the checksums. */
async function publishedBy(root: string, tag: string): Promise<Published> {
  const git = gitIn(root)
  if ((await git('tag', '--list', tag)) !== tag)
    throw new ReleaseError([`${root} has no tag ${tag}: fetch it, with git fetch --tags.`])
  const message = await git('tag', '--list', '--format=%(contents:body)', tag)
  const sums = sumsIn(message, tag)
  if (sums.size === 0) throw new ReleaseError([`The tag ${tag} has no checksums.`])
  const commit = await git('rev-parse', '--verify', `${tag}^{commit}`)
  return { version: tag.slice(1), commit, sums, folder: undefined }
}

function sumsIn(message: string, tag: string): Checksums {
  try {
    return parseChecksums(message, `The tag ${tag}`)
  } catch (error) {
    refuse(error)
  }
}

function refuse(error: unknown): never {
  throw error instanceof ChecksumsError ? new ReleaseError([error.message]) : error
}
