import type { KeyedLimit } from '#kit/concurrency/keyed-limit.ts'
import type { KeyedMutex } from '#kit/concurrency/keyed-mutex.ts'
import type { KeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { withTimeout } from '#kit/concurrency/timeout.ts'
import type { Caller } from '#platform/access/caller.ts'
import type { ApplicationId, UserId } from '#platform/ids.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Git } from './git.ts'
import type { GitBackend } from './git-backend.ts'
import { createRepository, deleteRepository, pointHeadAt, repositoryPath } from './repository.ts'
import { copyTo, type Outlet } from './wire/outlet.ts'

export interface Limits {
  /** The most bytes that one push may send. */
  pushBytes: number
  /** The most bytes that a repository may hold. */
  repositoryBytes: number
}

/** What every conversation with a git client needs. */
export interface Listener {
  /** The folder of all repositories. */
  folder: string
  git: Git
  gate: GitBackend
  limits: Limits
  /** Keeps an unexpected error for the operator and gives the id that the pusher is told. */
  reportBug(error: unknown): string
  /** Deployments of one application are made one after the other. */
  inTurn: KeyedMutex
  /** What is being answered right now. */
  underWay: Set<Promise<void>>
  /** Those of each user, by the user's id. */
  conversations: KeyedSlots
  /** SSH connections on which a user has logged in, by the user's id. */
  sshConnections: KeyedSlots
  /** Pushes of one user are unpacked few at a time; the others wait. */
  unpackTurn: KeyedLimit
}

/** The two things that a git client can want: to push, and to clone or fetch. */
export type GitService = 'git-receive-pack' | 'git-upload-pack'

/** Somebody who has proved who they are, and the address they came from. */
export interface GitClient {
  caller: Caller
  from: string
}

/** A caller who was let in to one repository, until it is disposed of. */
export interface RepositoryAccess extends GitClient, Disposable {
  applicationId: ApplicationId
  repository: string
  /** The branch that is deployed. */
  branch: string
}

const gateTimeout = 30_000
/** Each of them may be a git process of its own. */
const maxUnderWay = 100
/** So that one user leaves room for the others. */
const maxPerUser = 16
const branchPattern = /^[^\0-\x20\x7f~^:?*[\\]{1,200}$/

/** Asks the platform whether this caller may, and makes the repository if it is not there yet. */
export async function openSession(
  listener: Listener,
  client: GitClient,
  applicationId: ApplicationId,
  service: GitService,
): Promise<RepositoryAccess> {
  using place = takePlace(listener, client.caller.userId)
  const intent = service === 'git-receive-pack' ? 'push' : 'read'
  const ask = () => inTime(listener.gate.openSession({ ...client, applicationId, intent }))
  const { branch } = await ask()
  if (!branchPattern.test(branch)) throw new Error(`the branch of ${applicationId} is no branch`)
  if (await createRepository(listener, applicationId)) {
    // The application may have been deleted since it was asked for: its repository must not come back.
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

/** Counts one more conversation of a user; refuses it when there are too many, of the user or in total. */
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

/** Waits for the platform, but not for ever. */
export const inTime = <T>(answer: Promise<T>): Promise<T> =>
  withTimeout(answer, gateTimeout, 'the answer of the platform')

/** Shows a client which refs there are and what git can do. `protocol` is the version that it asked for. */
export async function advertise(
  { git }: Pick<Listener, 'git'>,
  { repository }: RepositoryAccess,
  service: GitService,
  outlet: Outlet,
  protocol?: string,
): Promise<void> {
  const child = await git.start(
    [service.slice('git-'.length), '--stateless-rpc', '--advertise-refs', repository],
    { repository, timeout: gateTimeout, ...(protocol && { env: { GIT_PROTOCOL: protocol } }) },
  )
  child.stdin.end()
  await copyTo(outlet, child.stdout)
  const { code, stderr } = await child.finished
  if (code !== 0) throw new Error(`git ${service} exited with ${code}: ${stderr.trim()}`)
}

/** What was thrown, or why the caller is not let in any more: whatever fails with a deleted repository is no bug. */
export async function unlessDeleted(
  { gate }: Listener,
  { caller, from, applicationId }: RepositoryAccess,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Refusal) return error
  const asking = inTime(gate.openSession({ caller, from, applicationId, intent: 'read' }))
  return asking.then(
    () => error,
    (refusal) => (refusal instanceof Refusal ? refusal : error),
  )
}

/** What a caller is told when something was thrown. */
export function sentenceOf(listener: Listener, error: unknown): string {
  if (!(error instanceof Refusal)) {
    return `Something went wrong in Berth, not in your push (${listener.reportBug(error)}); please try again`
  }
  return error.details.hint ? `${error.message} (${error.details.hint})` : error.message
}

/** Keeps count of an answer until it ends; whatever it throws is a bug. */
export function track(listener: Listener, answer: Promise<void>): Promise<void> {
  const settled = answer
    .catch((error) => void listener.reportBug(error))
    .finally(() => listener.underWay.delete(settled))
  listener.underWay.add(settled)
  return settled
}
