import { Failure, type FailureStep } from '#platform/model/hosting/deployments/failure.ts'
import { messageOf, statusOf } from './docker-client.ts'

/** A problem of the cluster itself, told by what the Docker API answers. */
export type ClusterState =
  | 'docker-unreachable'
  | 'no-quorum'
  | 'not-a-manager'
  | 'registry-down'
  | 'registry-full'
  | 'registry-refuses'
  | 'image-missing'
  | 'image-altered'
  | 'no-room'
  | 'unknown'

interface Sign {
  state: ClusterState
  pattern: RegExp
  sentence: string
}

/** In order: the first that matches says it. */
const signs: Sign[] = [
  {
    state: 'no-quorum',
    pattern:
      /does not have a leader|no elected (cluster )?leader|leader status|leadership|lost quorum|\braft: |context deadline exceeded$/i,
    sentence: 'The swarm has no leader, because most of its managers are away',
  },
  {
    state: 'not-a-manager',
    pattern: /not a swarm manager|not part of a swarm/i,
    sentence: 'The Docker daemon is not a swarm manager',
  },
  {
    state: 'registry-refuses',
    pattern: /unauthorized|authentication required|no basic auth|denied|forbidden/i,
    sentence: 'The image registry refuses the platform',
  },
  {
    state: 'registry-full',
    pattern: /no space left|insufficient storage|disk quota|507 /i,
    sentence: 'The image registry has no room left',
  },
  {
    state: 'image-altered',
    pattern: /verification failed for digest|altered in the registry/i,
    sentence:
      'The image registry serves something else than the platform has pushed, which is not used',
  },
  {
    state: 'image-missing',
    pattern: /No such image|manifest unknown|manifest for .* not found|pull access denied/i,
    sentence: 'A node has no image of this release, and the registry gave it none',
  },
  {
    state: 'no-room',
    pattern: /no suitable node|insufficient resources/i,
    sentence: 'No node of the swarm can take the instance',
  },
  {
    state: 'registry-down',
    pattern:
      /(dial tcp|connection refused|no such host|i\/o timeout|EOF|received unexpected HTTP status: 5\d\d|unknown: )/i,
    sentence: 'The image registry does not answer',
  },
  {
    state: 'docker-unreachable',
    pattern: /ENOENT|ECONNREFUSED|EACCES|ECONNRESET|socket hang up/,
    sentence: 'The Docker daemon does not answer',
  },
]

/** Names the state of the cluster by the text of an error. */
export function clusterState(text: string): { state: ClusterState; sentence: string } {
  const sign = signs.find(({ pattern }) => pattern.test(text))
  return sign ?? { state: 'unknown', sentence: 'Docker could not do it' }
}

/** An error of Docker as a `Failure` with one sentence for the owner, with what Docker said as advice; others unchanged. */
export function clusterFailure(step: FailureStep, error: unknown): Error {
  if (error instanceof Failure) return error
  const text = messageOf(error)
  const { state, sentence } = clusterState(text)
  // A bug stays a bug.
  if (state === 'unknown' && statusOf(error) === undefined) return error as Error
  const failure = new Failure(step, `${sentence} (${state}).`, [`Docker says: ${text}`])
  failure.cause = error
  return failure
}
