import type { KeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { KeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import { isDiskFull } from '#kit/files/disk-full.ts'
import type { Caller } from '#platform/model/identity/access/caller.ts'
import type { ApplicationId, UserId } from '#platform/model/ids.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Git } from './git.ts'
import type { GitBackend } from './git-backend.ts'
import type { GitProcess } from './git-process.ts'
import type { Replication } from './replication/replication.ts'
import { createRepository, deleteRepository, pointHeadAt, repositoryPath } from './repository.ts'
import type { CommitMeasures } from './trees/measure-commit.ts'
import type { Warm, WarmPool } from './warm-pool.ts'
import type { WarmSources } from './warm-sources.ts'
import type { ByteReader } from './wire/byte-reader.ts'

export interface Limits {
  /** Maximum size of one push, in bytes. */
  pushBytes: number
  /** Maximum size of a repository, in bytes. */
  repositoryBytes: number
  /** Maximum number of SSH connections of one user: an authenticated client may idle, and costs memory. */
  connectionsPerUser: number
}

/** Size limit of a push. */
export interface PushQuota {
  bytes: number
  /** Short reason that git prints after a ref when the limit is exceeded. */
  reason: string
  /** Sentence that explains the reason. */
  sentence: string
}

/** `git receive-pack` that has advertised its refs and waits for the request of a push. */
export interface ReceivePack extends Warm {
  readonly child: GitProcess
  /** What it says after the advertisement. */
  readonly output: ByteReader
  /** Refs and capabilities, as sent to the client. */
  readonly advertisement: Buffer
  /** Size limit that it was started with. */
  readonly quota: PushQuota
}

/** Dependencies of a git session. */
export interface Listener {
  /** Folder of all repositories. */
  folder: string
  git: Git
  measures: CommitMeasures
  /** Made ready for the deployments of pushes. */
  warmSources?: WarmSources | undefined
  /** Processes that have advertised refs over HTTP and wait for the push. */
  receivePacks: WarmPool<ReceivePack>
  backend: GitBackend
  replication: Replication
  limits: Limits
  /** Logs an unexpected error for the operator and returns the id shown to the pusher. */
  reportBug(error: unknown): string
  /** Mutex per application for deployments. */
  withLock: KeyedMutex
  /** Requests being answered. */
  underWay: Set<Promise<void>>
  /** Sessions per user id. */
  conversations: KeyedSlots
  /** Limits concurrent unpacks per user; others wait. */
  unpackLimit: KeyedLimit
}

/** Git services: push, and clone or fetch. */
export type GitService = 'git-receive-pack' | 'git-upload-pack'

/** An authenticated client with its address. */
export interface GitClient {
  caller: Caller
  from: string
}

/** Access of a caller to one repository, released on disposal. */
export interface RepositoryAccess extends GitClient, Disposable {
  applicationId: ApplicationId
  repository: string
  /** Branch that is deployed. */
  branch: string
}

const gateTimeout = 30_000
/** Each may run a git process. */
const maxUnderWay = 100
/** Leaves room for other users. */
const maxPerUser = 16
const branchPattern = /^[^\0-\x20\x7f~^:?*[\\]{1,200}$/

/** Checks the permission and creates the repository if missing. */
export async function openSession(
  listener: Listener,
  client: GitClient,
  applicationId: ApplicationId,
  service: GitService,
): Promise<RepositoryAccess> {
  using place = takePlace(listener, client.caller.userId)
  const intent = service === 'git-receive-pack' ? 'push' : 'read'
  const ask = () => inTime(listener.backend.openSession({ ...client, applicationId, intent }))
  const { branch } = await ask()
  if (!branchPattern.test(branch))
    throw new Error(`the branch of ${applicationId} is not a valid branch name`)
  await listener.replication.catchUp(applicationId)
  if (await createRepository(listener, applicationId)) {
    // The application may have been deleted during the check: its repository must not be created again.
    await ask().catch(async (error) => {
      await deleteRepository(listener, applicationId)
      throw error
    })
  }
  const repository = repositoryPath(listener.folder, applicationId)
  await pointHeadAt(listener.git, repository, branch)
  const held = place.move()
  return { ...client, applicationId, branch, repository, [Symbol.dispose]: () => held.dispose() }
}

/** Counts a session of a user; refuses it beyond the limit of the user or the total. */
function takePlace({ underWay, conversations }: Listener, userId: UserId): DisposableStack {
  if (underWay.size > maxUnderWay) {
    throw new Refusal(
      'unavailable',
      'Too many others are pushing or fetching: try again in a minute',
    )
  }
  const slot = conversations.take(userId, maxPerUser)
  if (!slot) {
    throw new Refusal(
      'unavailable',
      `You are pushing or fetching ${maxPerUser} times at once already: try again when one has ended`,
    )
  }
  const place = new DisposableStack()
  place.use(slot)
  return place
}

/** Waits for the platform with a timeout. */
export const inTime = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(answer, gateTimeout, 'the answer of the platform')

/** The error, or the refusal of a caller whose access has ended: errors in a deleted repository are no bugs. */
export async function unlessDeleted(
  { backend }: Listener,
  { caller, from, applicationId }: RepositoryAccess,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Refusal) return error
  const asking = inTime(backend.openSession({ caller, from, applicationId, intent: 'read' }))
  return asking.then(
    () => error,
    (refusal) => (refusal instanceof Refusal ? refusal : error),
  )
}

/** Message to the pusher when the disk has no room. */
export const diskFullSentence =
  "The platform's disk is full. Nothing was changed; push again once its operator has freed space"

/** Message to the client for an error. */
export function sentenceOf(listener: Listener, error: unknown): string {
  if (isDiskFull(error)) return diskFullSentence
  if (!(error instanceof Refusal)) {
    return `Something went wrong in Berth, not in your push (${listener.reportBug(error)}); please try again`
  }
  return error.details.hint ? `${error.message} (${error.details.hint})` : error.message
}

/** Tracks a response until it ends; errors are logged as bugs. */
export function track(listener: Listener, answer: Promise<void>): Promise<void> {
  const settled = answer
    .catch((error) => void listener.reportBug(error))
    .finally(() => listener.underWay.delete(settled))
  listener.underWay.add(settled)
  return settled
}
