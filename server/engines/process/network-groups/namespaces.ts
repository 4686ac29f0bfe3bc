import { launcher } from '#engines/process/sandbox/command-line.ts'
import { runSmall } from '#kit/process/coprocess/fork-server.ts'

const timeout = 30_000

type Command = [string, ...string[]]

/** The command in a network namespace. */
export const inNamespace = (netns: string, command: Command): Command => [
  'nsenter',
  `--net=/run/netns/${netns}`,
  '--',
  ...command,
]

/** The command in its control groups, with the one capability that interfaces need. */
export const asDaemon = (command: Command, groups: readonly string[]): Command => [
  '/bin/sh',
  launcher,
  ...groups.flatMap((group) => ['--join', group]),
  '--',
  ...['setpriv', '--bounding-set=-all,+net_admin', '--inh-caps=-all', '--no-new-privs', '--'],
  ...command,
]

/** Names of the interfaces in a network namespace; none when there is no such namespace. */
export async function linkNames(netns: string): Promise<Set<string>> {
  const { code, stdout } = await runSmall(['ip', '-n', netns, '-j', 'link', 'show'], { timeout })
  if (code !== 0) return new Set()
  const links = JSON.parse(stdout || '[]') as { ifname: string }[]
  return new Set(links.map(({ ifname }) => ifname))
}
