import { createHash } from 'node:crypto'
import type { PreviewStatus } from '#platform/model/hosting/previews/preview-status.ts'
import type { PullRequestComment } from '#platform/model/hosting/pull-requests/pull-request-comment.ts'
import { codeBlock, inlineCode } from './markdown.ts'

/** What the comment of a pull request says about its preview. */
export interface CommentFacts {
  applicationName: string
  /** Of the pull request. */
  number: number
  /** `removed`: it had a preview, and has none now. */
  status: PreviewStatus | 'removed'
  commit: string | null
  /** Where it answers. */
  url: string | null
  /** Why it failed, in one sentence; empty where nobody knows. */
  problem: string
  /** The end of the log of a deployment that has failed. */
  lines: readonly string[]
}

const maxLineLength = 300
const note = '<sub>Berth keeps this comment up to date.</sub>'

/**
 * Finds the comment of a pull request whose id was never stored. A link that nothing refers to is not shown; strangers cannot
 * guess it, because they do not know the id of the preview.
 */
export function commentMark({
  previewId,
  number,
}: Pick<PullRequestComment, 'previewId' | 'number'>) {
  const digest = createHash('sha256').update(`${previewId} ${number}`).digest('hex')
  return `[berth-${digest.slice(0, 32)}]: #`
}

/**
 * The comment as Markdown. Names, sentences and lines of the log come from tenants and from strangers: they are shown as
 * code, so that they neither mention anybody nor look like words of the platform.
 */
export function commentText(facts: CommentFacts): string {
  const { applicationName, problem, lines } = facts
  const said = problem === '' ? [] : [`> ${inlineCode(problem)}`]
  const log = lines.length === 0 ? [] : [codeBlock(lines.map(shortened))]
  const title = `**Preview of ${inlineCode(applicationName)}**`
  const about = facts.status === 'failed' ? [...said, ...log] : []
  return [title, sentenceOf(facts), ...about, note].join('\n\n')
}

function sentenceOf({ status, number, commit, url }: CommentFacts): string {
  const approval =
    `berth preview approve ${number} --commit ${commit?.slice(0, 10) ?? ''}`.trimEnd()
  const version = commit === null ? 'the newest commit' : inlineCode(commit.slice(0, 7))
  switch (status) {
    case 'ready':
      return url === null ? `✅ ${version} is running.` : `✅ ${version} is running: <${url}>`
    case 'creating':
    case 'deploying':
    case 'awaiting-push':
      return `⏳ ${version} is being deployed.`
    case 'failed':
      return `❌ ${version} could not be deployed.`
    case 'awaiting-approval':
      return `✋ The branch is in a fork, or may be in one: ${version} runs after a member of the application's organisation has approved it, in the console or with \`${approval}\`.`
    case 'removing':
    case 'removed':
      return 'It was removed.'
  }
}

const shortened = (line: string): string =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
