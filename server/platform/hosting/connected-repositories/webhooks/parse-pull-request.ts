import { integer, object, optional, read, type Schema, string } from '#kit/schema.ts'

/** A pull request that a host says something about. */
export interface MentionedPullRequest {
  number: number
  /** It says that the pull request was closed or merged. */
  isClosed: boolean
}

/** GitHub, Gitea and Forgejo. */
const github = object({ number: integer, action: optional(string) })
const gitlab = object({ object_attributes: object({ iid: integer, action: optional(string) }) })
const bitbucket = object({ pullrequest: object({ id: integer }) })

const closing: readonly string[] = [
  'closed',
  'close',
  'merge',
  'pullrequest:fulfilled',
  'pullrequest:rejected',
]

/** Beyond this a number is none that a host has given. */
const maxNumber = 2 ** 31

/** Whether an event, as its host calls it, is about a pull request: one that is opened, changed, closed or opened again. */
export const isAboutPullRequest = (event: string): boolean =>
  /^(pull_request|pull_request_sync|merge request hook)$/i.test(event) ||
  /^pullrequest:(created|updated|fulfilled|rejected)$/.test(event)

/** Reads the number of the pull request; throws a sentence where the host does not name one. */
export function pullRequestIn(host: string, event: string, content: unknown): MentionedPullRequest {
  const { number, action } = namedIn(host, event, content)
  if (number < 1 || number > maxNumber) throw new Error('The body does not name a pull request.')
  return { number, isClosed: closing.includes(action) }
}

function namedIn(
  host: string,
  event: string,
  content: unknown,
): { number: number; action: string } {
  if (host === 'gitlab') {
    const { iid, action = '' } = parsed(gitlab, content).object_attributes
    return { number: iid, action }
  }
  if (host === 'bitbucket') {
    return { number: parsed(bitbucket, content).pullrequest.id, action: event }
  }
  const { number, action = '' } = parsed(github, content)
  return { number, action }
}

function parsed<T>(schema: Schema<T>, content: unknown): T {
  const { value, problems } = read(schema, content)
  if (problems) throw new Error('The body does not name a pull request.')
  return value as T
}
