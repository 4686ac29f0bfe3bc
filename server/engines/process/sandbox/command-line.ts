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
): Program {
  return [...launcherLine(confinement, files), ...confinedLine(confinement, system, command)]
}

/** What a launcher needs to know before its command. */
export type LauncherOptions = Pick<
  Confinement,
  'user' | 'groups' | 'endsWithServer' | 'mountedBy' | 'maxFileSize' | 'maxLinesPerSecond'
>

/** Command line of a launcher that is started before its command is known, and reads it from standard input. */
export const waitingLine = (options: LauncherOptions, files: LaunchFiles): Program =>
  launcherLine(options, files, ['--command', 'stdin'])

/** What a waiting launcher is told to run: as the rest of `commandLine`, and the mounts that it has left out. */
export const awaitedLine = (
  confinement: Confinement,
  files: LaunchFiles,
  system: SystemFolder[],
  command: string[],
): string[] => [
  ...[...shell, launcher, '--mount', files.mountTable, '--'],
  ...confinedLine(confinement, system, command),
]

function launcherLine(
  options: LauncherOptions,
  files: LaunchFiles,
  waiting: string[] = [],
): Program {
  const { user, groups, mountedBy } = options
  const isMounting = user !== undefined && mountedBy === undefined && waiting.length === 0
  return [
    ...mountsFor(options),
    launcher,
    ...groups.flatMap((group) => ['--join', group]),
    ...(isMounting ? ['--mount', files.mountTable] : []),
    ...(files.identity ? ['--identity', files.identity] : []),
    ...['--files', String(filesPerProcess)],
    ...fileSizeLimit(options),
    '--',
    ...pumpCommand(options, files, waiting),
  ]
}

function confinedLine(
  confinement: Confinement,
  system: SystemFolder[],
  command: string[],
): string[] {
  const { user, netns, isSandboxed, endsWithServer, filter } = confinement
  const inner = isSandboxed
    ? [
        ...['bwrap', '--args', '3', ...(filter ? ['--seccomp', '4'] : [])],
        ...sandboxArguments(confinement, system),
        ...command,
      ]
    : plainCommand(confinement, command)
  return [
    ...(netns ? ['nsenter', `--net=/run/netns/${netns}`, '--'] : []),
    ...(user === undefined ? [] : asUser(user)),
    ...(endsWithServer && !isSandboxed ? endWithParent : []),
    ...inner,
  ]
}

const blockSize = 512
/** Output is written in files of up to 1 MiB by a process under the same limit. */
const minFileSize = 4 * 1024 * 1024

function fileSizeLimit({ maxFileSize }: LauncherOptions): string[] {
  if (maxFileSize === undefined || !Number.isFinite(maxFileSize)) return []
  return ['--file-size', String(Math.ceil(Math.max(maxFileSize, minFileSize) / blockSize))]
}

export const launcher = join(import.meta.dirname, 'launch.sh')
const pump = join(import.meta.dirname, '../output/output-pump.pl')

/** Reads the output of the command through a pipe, outside the sandbox and in the control groups of the command. */
function pumpCommand(
  { user, endsWithServer, maxLinesPerSecond }: LauncherOptions,
  { ring, exit }: LaunchFiles,
  waiting: string[],
): string[] {
  return [
    ...(endsWithServer ? endWithParent : []),
    ...['perl', pump],
    ...(maxLinesPerSecond === undefined ? [] : ['--rate', String(maxLinesPerSecond)]),
    ...(ring ? ['--ring', ring] : []),
    ...(exit ? ['--exit', exit] : []),
    ...(user === undefined ? [] : ['--owner', String(user)]),
    ...waiting,
    '--',
  ]
}

const endWithParent = ['setpriv', '--pdeathsig', 'KILL', '--']

type Program = [string, ...string[]]
const shell: Program = ['/bin/sh']
export const privateMounts: Program = ['unshare', '--mount', '--propagation', 'slave', '--']

/** Shell in the mount namespace of the command: a private one, or that of the instance for an exec. */
function mountsFor({ user, mountedBy }: LauncherOptions): Program {
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
