import { join } from 'node:path'

const launcher = join(import.meta.dirname, 'join.sh')

/**
 * OOM scores: the higher, the sooner a process is killed. Sandboxed processes have 500 (`launch.sh` of the process engine),
 * the caller's own 0, so that servers are killed before the caller, and sandboxed processes before servers.
 */
export const oomScores = { server: 200, program: 400 }

export interface JoinOptions {
  /** Folders of the control groups. */
  groups: readonly string[]
  oomScore: number
  /** Path of a FIFO to create, which the command keeps open for writing as long as it runs. */
  fifo?: string
}

/** Command line that runs a command inside control groups. */
export const joinCommand = (
  { groups, oomScore, fifo }: JoinOptions,
  command: readonly [string, ...string[]],
): [string, ...string[]] => [
  'sh',
  launcher,
  ...groups.flatMap((group) => ['--join', group]),
  ...['--oom', `${oomScore}`],
  ...(fifo === undefined ? [] : ['--fifo', fifo]),
  '--',
  ...command,
]
