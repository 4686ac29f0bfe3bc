import type { AnyCommand } from '#cli/define-command.ts'

/** Commands a new user needs first, in that order. */
export const firstCommands: readonly string[] = [
  'login',
  'create',
  'deploy',
  'open',
  'logs',
  'env set',
]

/** First words of the commands by group, in the order of the help. */
const groups: readonly (readonly [title: string, firstWords: string])[] = [
  [
    'Applications',
    'init create migrate applications link unlink make-default rename config delete recipe',
  ],
  [
    'Running',
    'deploy connect disconnect preview status open ssh run cron activity restart releases promote rollback stop cancel-deploy',
  ],
  ['Visitors', 'domain certificates maintenance tcp-redirs'],
  ['Scaling', 'scale flavors sleep wake'],
  ['Monitoring', 'logs accesslogs metrics top alerts drain webhooks notify-email'],
  ['Variables', 'env secret published-config config-provider'],
  ['Add-ons', 'addon service database bucket'],
  ['Organisations', 'organisations members audit cost usage invoices'],
  ['Account', 'login logout profile password emails ssh-keys second-factor account'],
  ['Programs', 'tokens access-tokens oauth-consumers provider curl'],
  ['This tool', 'doctor diag completion features version'],
  ['Operators', 'admin'],
]

/** Commands with the same first word. */
export interface Topic {
  word: string
  commands: readonly AnyCommand[]
}

/** Commands by group, those with the same first word together; commands without a group are in the last one. */
export function groupCommands(
  commands: readonly AnyCommand[],
): { title: string; topics: Topic[] }[] {
  const rest = new Map<string, AnyCommand[]>()
  for (const command of commands) {
    const [word = ''] = command.words.split(' ')
    rest.set(word, [...(rest.get(word) ?? []), command])
  }
  const take = (word: string): Topic[] => {
    const found = rest.get(word)
    rest.delete(word)
    return found ? [{ word, commands: found }] : []
  }
  const grouped = groups.map(([title, words]) => ({
    title,
    topics: words.split(' ').flatMap(take),
  }))
  const others = [...rest].map(([word, found]) => ({ word, commands: found }))
  return [...grouped, { title: 'Other', topics: others }].filter(({ topics }) => topics.length > 0)
}
