import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { GitResult } from '#git/git.ts'
import { logFormat, parseLog } from '#git/history/parse-log.ts'
import { createDeployKey } from '#git/host-key.ts'
import type { Replication } from '#git/replication/replication.ts'
import {
  createRepository,
  packsOf,
  type RepositoryFolder,
  repositoryPath,
} from '#git/repository.ts'
import { createKeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import {
  boundedSummary,
  type CommitSummary,
} from '#platform/model/hosting/commits/commit-summary.ts'
import {
  type RemoteHeads,
  type RemoteRepositories,
  type RemoteRepository,
  RemoteRepositoryError,
} from '#platform/model/hosting/connected-repositories/remote-repositories.ts'
import {
  parseRepositoryUrl,
  type RepositoryUrl,
} from '#platform/model/hosting/connected-repositories/repository-url.ts'
import type { ApplicationId } from '#platform/model/ids.ts'
import { type MovedRepositoryOptions, movedProblem } from './moved-repository.ts'
import { pullRequestHeadsIn, pullRequestRefs } from './pull-request-refs.ts'
import { remoteEnvironment, remoteFiles, remoteOptions } from './remote-command.ts'
import { isRedirect, remoteProblem, tooSlow } from './remote-problem.ts'

const usualTimeouts = { list: 60_000, fetch: 900_000 }
const localTimeout = 60_000
/** In which the limit of a file's size is counted. */
const blockSize = 4096
/** Where a fetch leaves its commit. Clients do not see it, and a recovery does not take it for a push that was missed. */
const fetchedRef = 'refs/berth/connected'
/** Of the output of a command that lists, which is cut there. */
const maxOutput = 1024 * 1024

export interface RemoteRepositoriesOptions extends RepositoryFolder, MovedRepositoryOptions {
  replication: Replication
  /** As for a push. */
  limits: { pushBytes: number; repositoryBytes: number }
  /** Of a command that lists, and of one that fetches. */
  timeouts?: { list: number; fetch: number }
  /** Reason for not connecting to a host, or `undefined`, as far as its name tells. */
  objectionTo(url: RepositoryUrl): Promise<string | undefined>
  /** CA certificates, as PEM. */
  authorities(): string
}

/** Reads repositories elsewhere by git itself, in its sandbox, which has the network for these commands only. */
export function createRemoteRepositories(options: RemoteRepositoriesOptions): RemoteRepositories {
  const { folder, git, replication, limits, timeouts = usualTimeouts } = options
  const withLock = createKeyedMutex()

  /** Runs a command with what it needs to reach the other side; returns the host keys that it leaves, too. */
  async function runRemote(
    remote: RemoteRepository,
    command: (href: string) => string[],
    work: {
      repository?: string
      timeout: number
      maxFileBytes: number
      signal?: AbortSignal | undefined
    },
  ): Promise<{ stdout: string; hostKeys: string }> {
    const url = parseRepositoryUrl(remote.url)
    const addresses = await options.addressesOf(url)
    const own = join(resolve(folder), `.checkout-${randomUUID()}`)
    await mkdir(own, { recursive: true, mode: 0o700 })
    try {
      await writeRemoteFiles(own, remote, options.authorities)
      const target = {
        url,
        access: remote.access,
        addresses,
        folder: own,
        hasHostKeys: remote.hostKeys !== '',
      }
      const { repository = own, timeout, maxFileBytes, signal } = work
      const begun = performance.now()
      const result = await git.run([...remoteOptions(target), ...command(url.href)], {
        repository,
        writable: [own],
        timeout,
        signal,
        env: remoteEnvironment(target),
        network: { passwd: join(own, remoteFiles.passwd), maxFileBytes },
      })
      if (result.code !== 0) {
        // Git was killed then, and says nothing.
        if (performance.now() - begun >= timeout) throw tooSlow(url)
        if (!isRedirect(result.stderr)) throw remoteProblem(url, remote.access, result.stderr)
        throw await movedProblem(options, url, remote.access, { addresses, signal })
      }
      const hostKeys = await readFile(join(own, remoteFiles.knownHosts), 'utf8')
      return { stdout: result.stdout, hostKeys }
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }

  async function fetchRef(
    applicationId: ApplicationId,
    remote: RemoteRepository,
    ref: string,
    signal?: AbortSignal,
  ): Promise<CommitSummary> {
    await createRepository({ folder, git }, applicationId)
    const repository = repositoryPath(folder, applicationId)
    const { bytes } = await packsOf(repository)
    const maxFileBytes = Math.min(limits.pushBytes, limits.repositoryBytes - bytes)
    if (maxFileBytes <= 0) {
      throw new RemoteRepositoryError(
        'The repository of the application has reached its maximum size.',
      )
    }
    const args = (href: string) => [
      ...[`--git-dir=${repository}`, 'fetch', '--quiet', '--force', '--no-tags'],
      ...['--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'],
      ...['--update-shallow', '--end-of-options', href, `+${ref}:${fetchedRef}`],
    ]
    try {
      await runRemote(remote, args, { repository, timeout: timeouts.fetch, maxFileBytes, signal })
    } catch (error) {
      const largest = await removePartialPacks(repository)
      // Git is killed there, and its parent says only that the output was not valid.
      if (largest < maxFileBytes - blockSize) throw error
      throw new RemoteRepositoryError('The repository is larger than a push may be.')
    }
    const words = [...logFormat, '-1', `${fetchedRef}^{commit}`, '--']
    const shown = await git.run([`--git-dir=${repository}`, ...words], {
      repository,
      timeout: localTimeout,
    })
    const [found] = parseLog(shown.stdout)
    // A tag may be one of a file.
    if (shown.code !== 0 || !found) throw new RemoteRepositoryError(`${ref} is not a commit.`)
    const { side: _, ...summary } = found
    return boundedSummary(summary)
  }

  return {
    createDeployKey,
    async objectionTo(text) {
      try {
        return await options.objectionTo(parseRepositoryUrl(text))
      } catch (error) {
        return `${JSON.stringify(text.slice(0, 200))} ${(error as Error).message}.`
      }
    },
    async listHeads(remote, { refs = ['refs/heads/*'], signal } = {}) {
      const args = (href: string) => [
        ...['ls-remote', '--quiet', '--symref', '--end-of-options'],
        ...[href, 'HEAD', ...refs],
      ]
      const work = { timeout: timeouts.list, maxFileBytes: maxOutput, signal }
      const { stdout, hostKeys } = await runRemote(remote, args, work)
      return { ...headsIn(stdout), hostKeys }
    },
    async listPullRequestHeads(remote, signal) {
      const args = (href: string) => [
        ...['ls-remote', '--quiet', '--end-of-options', href],
        ...pullRequestRefs,
      ]
      const work = { timeout: timeouts.list, maxFileBytes: maxOutput, signal }
      const { stdout } = await runRemote(remote, args, work)
      return pullRequestHeadsIn(stdout)
    },
    fetch: (applicationId, remote, ref, signal) =>
      withLock(applicationId, () =>
        replication.duringPush(applicationId, async () => {
          const summary = await fetchRef(applicationId, remote, ref, signal)
          await replication.publish(applicationId)
          return summary
        }),
      ),
    setBranch: (applicationId, branch, commit) =>
      withLock(applicationId, () =>
        replication.duringPush(applicationId, async () => {
          const repository = repositoryPath(folder, applicationId)
          const args = ['update-ref', '--end-of-options', `refs/heads/${branch}`, commit]
          // Refused beside a branch a where this is a/b: then clones do not show it, and nothing else is missing.
          await git.run([`--git-dir=${repository}`, ...args], {
            repository,
            timeout: localTimeout,
          })
          await replication.publish(applicationId)
        }),
      ),
    async changedPaths(applicationId, from, to) {
      const repository = repositoryPath(folder, applicationId)
      const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to, '--']
      const result: GitResult = await git.run([`--git-dir=${repository}`, ...args], {
        repository,
        timeout: localTimeout,
      })
      if (result.code !== 0 || result.stdout.length >= maxOutput) return undefined
      return result.stdout.split('\0').filter((path) => path !== '')
    },
  }
}

/** The files that git and ssh read; whoever asks without credentials needs none of them but the authorities. */
async function writeRemoteFiles(
  folder: string,
  { access, hostKeys }: RemoteRepository,
  authorities: () => string,
): Promise<void> {
  const write = (name: string, content: string) =>
    writeFile(join(folder, name), content, { mode: 0o600 })
  await Promise.all([
    write(remoteFiles.passwd, `berth:x:1000:1000::${folder}:/bin/sh\n`),
    write(remoteFiles.knownHosts, hostKeys),
    write(remoteFiles.authorities, authorities()),
    ...(access.by === 'deploy-key' ? [write(remoteFiles.key, access.privateKey)] : []),
  ])
}

/** Removes what a fetch that failed has received, and returns the size of the largest; those of a push are in a folder of their own. */
async function removePartialPacks(repository: string): Promise<number> {
  const packs = join(repository, 'objects', 'pack')
  const names = await readdir(packs).catch(() => [])
  let largest = 0
  for (const name of names.filter((each) => /^tmp_(pack|idx|rev)_/.test(each))) {
    const { size } = await stat(join(packs, name))
    largest = Math.max(largest, size)
    await rm(join(packs, name), { force: true })
  }
  return largest
}

/** Parses the output of `ls-remote --symref`; an incomplete last line is left out. */
function headsIn(output: string): Omit<RemoteHeads, 'hostKeys'> {
  const branches = new Map<string, string>()
  const tags = new Map<string, string>()
  let defaultBranch: string | undefined
  for (const line of output.slice(0, output.lastIndexOf('\n') + 1).split('\n')) {
    const [left = '', name = ''] = line.split('\t')
    if (name === 'HEAD' && left.startsWith('ref: refs/heads/')) {
      defaultBranch = left.slice('ref: refs/heads/'.length)
    }
    const [, kind, short = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? []
    if (!/^[0-9a-f]{40}$/.test(left)) continue
    if (kind === 'heads') branches.set(short, left)
    // The commit of an annotated tag comes after the tag itself.
    if (kind === 'tags') tags.set(short.replace(/\^\{\}$/, ''), left)
  }
  return { branches, tags, defaultBranch, isComplete: output.length < maxOutput }
}
