import { join } from 'node:path'
import { filesPerProcess } from '#engines/process/limits/open-files.ts'
import type { Identity } from '#engines/process/processes/processes.ts'
import { idmappedMounts } from '#kit/mounts/idmapped-mount.ts'
import { enterUserns } from '#kit/process/user-namespace.ts'
import { type Confinement, sandboxPathsOf, sourcesOf } from './confinement.ts'
import { builderArguments } from './image-builder.ts'
import { joinedArguments, type SystemFolder, sandboxArguments, systemArguments } from './sandbox.ts'

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

/** Should memory run out, a session goes before its instance, which has 500, and that before the platform. */
const sessionScore = '900'

/**
 * Command line of a session: the command runs among the processes of a sandbox that runs already, whose PID 1 this is, and its
 * streams are those of the server.
 */
export const sessionLine = (
  confinement: Confinement,
  system: SystemFolder[],
  first: Identity,
  command: string[],
): Program => [
  ...mountsFor(confinement),
  ...[launcher, ...joinGroups(confinement), ...limitsFor(confinement), '--oom', sessionScore, '--'],
  ...['perl', joiner, String(first.pid), first.startTime, confinement.filter ? '7' : 'none', '--'],
  ...inNetwork(confinement),
  ...(confinement.user === undefined ? [] : asUser(confinement.user)),
  ...['bwrap', '--args', '3', ...filterArguments(confinement)],
  ...joinedArguments(confinement, system),
  ...command,
]

function launcherLine(
  options: LauncherOptions,
  files: LaunchFiles,
  waiting: string[] = [],
): Program {
  const { user, mountedBy } = options
  const isMounting = user !== undefined && mountedBy === undefined && waiting.length === 0
  return [
    ...mountsFor(options),
    launcher,
    ...joinGroups(options),
    ...(isMounting ? ['--mount', files.mountTable] : []),
    ...(files.identity ? ['--identity', files.identity] : []),
    ...limitsFor(options),
    '--',
    ...pumpCommand(options, files, waiting),
  ]
}

const joinGroups = ({ groups }: LauncherOptions): string[] =>
  groups.flatMap((group) => ['--join', group])

const limitsFor = (options: LauncherOptions): string[] => [
  ...['--files', String(filesPerProcess)],
  ...fileSizeLimit(options),
]

function confinedLine(
  confinement: Confinement,
  system: SystemFolder[],
  command: string[],
): string[] {
  const { user, isSandboxed, endsWithServer } = confinement
  if (confinement.builderUsers !== undefined && user !== undefined) {
    return [
      ...inNetwork(confinement),
      ...endWithParent,
      ...['perl', enterUserns, '--root', String(user), String(confinement.builderUsers), '--'],
      ...['bwrap', '--args', '3', ...filterArguments(confinement)],
      ...builderArguments(confinement, systemArguments(system)),
      ...command,
    ]
  }
  const inner = isSandboxed
    ? [
        ...['bwrap', '--args', '3', ...filterArguments(confinement)],
        ...sandboxArguments(confinement, system),
        ...command,
      ]
    : plainCommand(confinement, command)
  return [
    ...volumeMounts(confinement),
    ...inNetwork(confinement),
    ...(user === undefined ? [] : asUser(user)),
    ...(endsWithServer && !isSandboxed ? endWithParent : []),
    ...inner,
  ]
}

/** Volumes belong to the user of the command for as long as its mount namespace exists, where an exec finds them mounted. */
function volumeMounts(confinement: Confinement): string[] {
  const { user, mountedBy, volumes = [] } = confinement
  if (user === undefined || mountedBy !== undefined || volumes.length === 0) return []
  const { volumes: targets } = sourcesOf(confinement)
  return idmappedMounts(
    volumes.map(({ folder, owner }, place) => ({
      source: folder,
      target: targets[place] ?? '',
      inner: owner,
      outer: user,
    })),
  )
}

const inNetwork = ({ netns }: Confinement): string[] =>
  netns ? ['nsenter', `--net=/run/netns/${netns}`, '--'] : []

const filterArguments = ({ filter }: Confinement): string[] => (filter ? ['--seccomp', '4'] : [])

const blockSize = 512
/** Output is written in files of up to 1 MiB by a process under the same limit. */
const minFileSize = 4 * 1024 * 1024

function fileSizeLimit({ maxFileSize }: LauncherOptions): string[] {
  if (maxFileSize === undefined || !Number.isFinite(maxFileSize)) return []
  return ['--file-size', String(Math.ceil(Math.max(maxFileSize, minFileSize) / blockSize))]
}

export const launcher = join(import.meta.dirname, 'launch.sh')
const joiner = join(import.meta.dirname, '../sessions/join-namespaces.pl')
const pump = join(import.meta.dirname, '../output/output-pump.pl')

/**
 * Reads the output of the command through a pipe, outside the sandbox and in the control groups of the command. Where the command ends
 * with the server, a signal at the server's end lets the pump kill it: bubblewrap itself misses the end of its parent until it has begun.
 */
function pumpCommand(
  { user, endsWithServer, maxLinesPerSecond }: LauncherOptions,
  { ring, exit }: LaunchFiles,
  waiting: string[],
): string[] {
  return [
    ...(endsWithServer ? ['setpriv', '--pdeathsig', 'USR1', '--'] : []),
    ...['perl', pump],
    ...(endsWithServer ? ['--parent', String(process.pid)] : []),
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
