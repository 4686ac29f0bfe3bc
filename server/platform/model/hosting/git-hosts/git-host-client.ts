import type { CommitSummary } from '#platform/model/hosting/commits/commit-summary.ts'
import type { GitHost, GitHostKind } from './git-host.ts'
import type { PullRequest } from './pull-request.ts'

/** A repository at a host, with what its API is called with. */
export interface HostRepository {
  host: GitHost
  /** Whether the operator has registered the host, which permits its addresses even where they are private. */
  isRegistered: boolean
  /** `owner/name`; groups of GitLab have more parts. */
  path: string
  /** `null` for calls without credentials, as which public repositories can be read. */
  token: string | null
}

/** States that all hosts know. */
export type CommitState = 'pending' | 'success' | 'failure'

/** What a host shows beside a commit. */
export interface CommitStatus {
  state: CommitState
  /** Tells statuses of one commit apart: a later one with the same context takes the place of the one before. */
  context: string
  /** One short sentence. */
  description: string
  /** The page with more. */
  url: string
}

/** A comment that is written once and edited from then on. */
export interface HostComment {
  text: string
  /** `null` when none is known: an earlier attempt may have made one whose answer was lost. */
  id: string | null
  /** A part of the text that nobody knows before it is written, by which such a comment is found. */
  mark: string
}

/** What went wrong, so that the caller can decide about another attempt. */
export type GitHostProblem =
  /** No answer, or one that another attempt may change: 429 and 5xx. */
  | 'unavailable'
  /** The token is missing, wrong, or not allowed to do it. */
  | 'forbidden'
  /** No such repository, commit, pull request or webhook, or none that the token may see. */
  | 'missing'
  /** The host refuses what was asked, or answers with what nobody can read. */
  | 'refused'

/** A call to the API of a host that has failed: one sentence, without the token. */
export class GitHostError extends Error {
  readonly problem: GitHostProblem

  constructor(problem: GitHostProblem, sentence: string) {
    super(sentence)
    this.name = 'GitHostError'
    this.problem = problem
  }
}

/** The API of one kind of host. Every method may throw a `GitHostError`. */
export interface GitHostClient {
  /** Makes a webhook for pushes and pull requests, which the host signs with the secret; returns its id at the host. */
  createWebhook(
    repository: HostRepository,
    webhook: { url: string; secret: string },
    signal?: AbortSignal,
  ): Promise<string>
  /** Removes a webhook; one that is gone already is no error. */
  removeWebhook(repository: HostRepository, id: string, signal?: AbortSignal): Promise<void>
  setCommitStatus(
    repository: HostRepository,
    commit: string,
    status: CommitStatus,
    signal?: AbortSignal,
  ): Promise<void>
  /**
   * Writes a comment below a pull request, or edits the one that is there, and returns its id. When that comment is gone, a
   * new one is made.
   */
  putComment(
    repository: HostRepository,
    pullRequestNumber: number,
    comment: HostComment,
    signal?: AbortSignal,
  ): Promise<string>
  findPullRequest(
    repository: HostRepository,
    number: number,
    signal?: AbortSignal,
  ): Promise<PullRequest | undefined>
  /** Newest first, at most 100. */
  listOpenPullRequests(repository: HostRepository, signal?: AbortSignal): Promise<PullRequest[]>
  /** Names of branches, at most 100. */
  listBranches(repository: HostRepository, signal?: AbortSignal): Promise<string[]>
  /** Newest first, at most 30. */
  listCommits(
    repository: HostRepository,
    branch: string,
    signal?: AbortSignal,
  ): Promise<CommitSummary[]>
  /** Whether the deploy keys of the repository include this one, given as a line of `authorized_keys`. */
  hasDeployKey(
    repository: HostRepository,
    publicKey: string,
    signal?: AbortSignal,
  ): Promise<boolean>
}

/** The clients of all kinds. */
export interface GitHostClients {
  /** `undefined` for `git`, which has no API. */
  of(kind: GitHostKind): GitHostClient | undefined
}
