import { join } from 'node:path'
import { filesPerProcess } from '#engines/process/limits/open-files.ts'
import { type Confinement, sandboxPathsOf, sourcesOf } from './confinement.ts'
import { type SystemFolder, sandboxArguments } from './sandbox.ts'

/** Files on the machine for one launch. */
export interface LaunchFiles {
  mountTable: string
  /** File to which the launcher writes its PID and start time. */
  identity?: string
  /** Folder for the output files; standard output when absent. */
  ring?: string
  /** File for the exit code of the command. */
  exit?: string
}

/**
 * Command line from the server to a confined command; every program but the launcher execs the next one. The variables
 * are open as file descriptor 3, and the seccomp filter, if any, as 4.
 */
export function commandLine(
  confinement: Confinement,
  files: LaunchFiles,
  system: SystemFolder[],
  command: string[],
): [string, ...string[]] {
  const { user, netns, groups, isSandboxed, endsWithServer, mountedBy, filter } = confinement
  const inner = isSandboxed
    ? [
        ...['bwrap', '--args', '3', ...(filter ? ['--seccomp', '4'] : [])],
        ...sandboxArguments(confinement, system),
        ...command,
      ]
    : plainCommand(confinement, command)
  return [
    ...mountsFor(confinement),
    launcher,
    ...groups.flatMap((group) => ['--join', group]),
    ...(user === undefined || mountedBy !== undefined ? [] : ['--mount', files.mountTable]),
    ...(files.identity ? ['--identity', files.identity] : []),
    ...['--files', String(filesPerProcess)],
    ...fileSizeLimit(confinement),
    '--',
    ...pumpCommand(confinement, files),
    ...(netns ? ['nsenter', `--net=/run/netns/${netns}`, '--'] : []),
    ...(user === undefined ? [] : asUser(user)),
    ...(endsWithServer && !isSandboxed ? endWithParent : []),
    ...inner,
  ]
}

const blockSize = 512
/** Output is written in files of up to 1 MiB by a process under the same limit. */
const minFileSize = 4 * 1024 * 1024

function fileSizeLimit({ maxFileSize }: Confinement): string[] {
  if (maxFileSize === undefined || !Number.isFinite(maxFileSize)) return []
  return ['--file-size', String(Math.ceil(Math.max(maxFileSize, minFileSize) / blockSize))]
}

export const launcher = join(import.meta.dirname, 'launch.sh')
const pump = join(import.meta.dirname, '../output/output-pump.pl')

/** Reads the output of the command through a pipe, outside the sandbox and in the control groups of the command. */
function pumpCommand(
  { user, endsWithServer, maxLinesPerSecond }: Confinement,
  { ring, exit }: LaunchFiles,
): string[] {
  return [
    ...(endsWithServer ? endWithParent : []),
    ...['perl', pump],
    ...(maxLinesPerSecond === undefined ? [] : ['--rate', String(maxLinesPerSecond)]),
    ...(ring ? ['--ring', ring] : []),
    ...(exit ? ['--exit', exit] : []),
    ...(user === undefined ? [] : ['--owner', String(user)]),
    '--',
  ]
}

const endWithParent = ['setpriv', '--pdeathsig', 'KILL', '--']

type Program = [string, ...string[]]
const shell: Program = ['/bin/sh']
export const privateMounts: Program = ['unshare', '--mount', '--propagation', 'slave', '--']

/** Shell in the mount namespace of the command: a private one, or that of the instance for an exec. */
function mountsFor({ user, mountedBy }: Confinement): Program {
  if (user === undefined) return shell
  if (mountedBy === undefined) return [...privateMounts, ...shell]
  return ['nsenter', `--mount=/proc/${mountedBy}/ns/mnt`, '--', ...shell]
}

export const asUser = (user: number) => [
  'setpriv',
  ...['--reuid', String(user), '--regid', String(user), '--clear-groups'],
  ...['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
]

function plainCommand(confinement: Confinement, command: string[]): string[] {
  const { scripts } = sourcesOf(confinement)
  return ['/bin/sh', join(scripts, 'plain.sh'), sandboxPathsOf(confinement).app, ...command]
}
