import {
  array,
  boolean,
  type Infer,
  nullable,
  object,
  optional,
  read,
  string,
} from '#kit/schema.ts'
import {
  isAboutPullRequest,
  type MentionedPullRequest,
  pullRequestIn,
} from './parse-pull-request.ts'
import type { IncomingDelivery } from './verify-delivery.ts'

/** What a Git host says has happened. */
export interface HostEvent {
  /** The kind of host; empty for a program that does not say. */
  host: '' | 'github' | 'gitlab' | 'gitea' | 'forgejo' | 'bitbucket'
  /** As the host calls it. */
  event: string
  /** Branches and tags that moved, with their new commits; none for anything but a push. */
  moved: readonly { ref: string; commit: string }[]
  /** Branches and tags that are no longer there. */
  deleted: readonly string[]
  /** Of an event about one. */
  pullRequest?: MentionedPullRequest
}

const hosts: readonly (readonly [header: string, host: HostEvent['host']])[] = [
  // Forgejo and Gitea send the headers of those that they come from as well.
  ['x-forgejo-event', 'forgejo'],
  ['x-gitea-event', 'gitea'],
  ['x-github-event', 'github'],
  ['x-gitlab-event', 'gitlab'],
  ['x-event-key', 'bitbucket'],
]
const maxEventLength = 60

/** GitHub, GitLab, Gitea, Forgejo, and programs that send the same. */
const pushed = object({ ref: string, after: optional(string), deleted: optional(boolean) })
/** Bitbucket. */
const changed = object({
  push: object({
    changes: array(
      object({
        new: nullable(
          object({ type: string, name: string, target: optional(object({ hash: string })) }),
        ),
        old: optional(nullable(object({ type: string, name: string }))),
      }),
    ),
  }),
})

const gone = '0'.repeat(40)

/** Reads a delivery; throws a sentence where it is not what its host sends. */
export function parseDelivery({ header, body }: IncomingDelivery): HostEvent {
  const [name, host = ''] = hosts.find(([each]) => header(each) !== undefined) ?? []
  const event = ((name && header(name)) ?? '').slice(0, maxEventLength)
  const about = { host, event: event || 'push', moved: [], deleted: [] }
  const isPullRequest = host !== '' && isAboutPullRequest(event)
  if (host !== '' && !isPullRequest && !isPush(event)) return about
  // A program that only wants the repository to be looked at need not say more.
  if (host === '' && body.length === 0) return about
  const content = jsonIn(header('content-type') ?? '', body)
  if (isPullRequest) {
    return { ...about, pullRequest: pullRequestIn(host, event, content) }
  }
  return { ...about, ...(host === 'bitbucket' ? changesIn(content) : pushIn(content)) }
}

const isPush = (event: string) => /^(push|repo:push|push hook|tag push hook)$/i.test(event)

/** GitHub sends forms as well, when its webhook was made so. */
function jsonIn(contentType: string, body: Buffer): unknown {
  const isForm = contentType.startsWith('application/x-www-form-urlencoded')
  const text = body.toString('utf8')
  try {
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text)
  } catch {
    throw new Error('The body is not JSON.')
  }
}

type PushedRefs = Pick<HostEvent, 'moved' | 'deleted'>

function pushIn(content: unknown): PushedRefs {
  const { value, problems } = read(pushed, content)
  if (problems) throw new Error('The body does not name a ref.')
  const { ref, after = '', deleted = false } = value as Infer<typeof pushed>
  const isGone = deleted || after === gone
  return isGone ? { moved: [], deleted: [ref] } : { moved: [{ ref, commit: after }], deleted: [] }
}

function changesIn(content: unknown): PushedRefs {
  const { value, problems } = read(changed, content)
  if (problems) throw new Error('The body does not name what was pushed.')
  const { changes } = (value as Infer<typeof changed>).push
  return {
    moved: changes.flatMap(({ new: now }) =>
      now ? [{ ref: refOf(now), commit: now.target?.hash ?? '' }] : [],
    ),
    deleted: changes.flatMap(({ new: now, old }) => (!now && old ? [refOf(old)] : [])),
  }
}

const refOf = ({ type, name }: { type: string; name: string }) =>
  `${type === 'tag' ? 'refs/tags' : 'refs/heads'}/${name}`
