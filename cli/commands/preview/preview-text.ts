import { printable } from '#cli/terminal/printable.ts'
import type { Preview } from '#client/resources/previews.ts'

export const sourceText = ({ source }: Preview): string =>
  source.number === null ? source.branch : `#${source.number} ${source.title ?? ''}`.trim()

/** A preview, as lines for people. */
export function describePreview(preview: Preview): string {
  const { id, source, status, lastError, url, deployUrl, commit, awaitedCommit, deployment } =
    preview
  const [subject = ''] = (commit?.message ?? '').split('\n')
  const who = commit?.author ? ` (${commit.author})` : ''
  const facts: [string, string | null | undefined][] = [
    ['Id', id],
    ['Address', url],
    ['Commit', commit && `${commit.id.slice(0, 7)} ${subject}${who}`],
    ['Waiting', awaitedCommit?.slice(0, 7)],
    ['Deployment', deployment && `${deployment.number}, ${deployment.state}`],
    ['Problem', lastError || (deployment?.failure ?? null)],
    ['Push to', status === 'awaiting-push' ? deployUrl : null],
    ['Author', source.author && source.author + (source.isFork ? ', from a fork' : '')],
  ]
  return [
    printable(`${sourceText(preview)}: ${statusText(preview)}.`),
    ...facts.flatMap(([what, fact]) => (fact ? [printable(`  ${what.padEnd(10)}  ${fact}`)] : [])),
  ].join('\n')
}

const words: Record<Preview['status'], string> = {
  'awaiting-approval': 'waits for your approval, with `berth preview approve`',
  creating: 'is being made',
  'awaiting-push': 'waits for a push',
  deploying: 'is being deployed',
  ready: 'is ready',
  failed: 'has failed',
  removing: 'is being removed',
}

const statusText = ({ status }: Preview) => words[status] ?? status
