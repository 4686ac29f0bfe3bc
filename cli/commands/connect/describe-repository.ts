import { printable } from '#cli/terminal/printable.ts'
import type { ConnectedRepository } from '#client/resources/connected-repository.ts'

/** A connected repository, as lines for people. */
export function describeRepository(name: string, repository: ConnectedRepository): string {
  const { url, branch, tags, paths, head, checkedAt, lastError, deployKey, webhook } = repository
  const [subject = ''] = (head?.message ?? '').split('\n')
  const facts: [string, string][] = [
    tags.length > 0 ? ['Tags', tags.join(', ')] : ['Branch', branch],
    ['Changes in', paths.length > 0 ? paths.join(', ') : 'all files'],
    ['Commit', head ? `${head.commit.slice(0, 7)} ${subject} (${head.author})` : 'none yet'],
    ...(head ? [['Page', head.url] as [string, string]] : []),
    ...(head && tags.length > 0 ? [['Tag', head.ref] as [string, string]] : []),
    ['Looked at', checkedAt ? `${checkedAt.slice(0, 16).replace('T', ' ')} UTC` : 'not yet'],
    ['Webhook', webhookText(webhook)],
    ...(lastError ? [['Problem', lastError] as [string, string]] : []),
  ]
  const key = [
    '',
    'Add this deploy key to the repository, with read access, then run `berth connect check`:',
    ...['', `  ${deployKey}`],
  ]
  return [
    printable(`${name} is deployed from ${url}.`),
    ...facts.map(([what, fact]) => printable(`  ${what.padEnd(10)}  ${fact}`)),
    ...(deployKey && lastError ? key : []),
  ].join('\n')
}

function webhookText({ isAtHost, problem }: ConnectedRepository['webhook']): string {
  if (isAtHost) return 'made by Berth at the host'
  const reason = problem && `could not be made: ${problem} `
  return `${reason}\`berth connect webhook\` prints what to add at the host`
}
