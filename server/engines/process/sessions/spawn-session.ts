import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Duplex, PassThrough, pipeline, type Readable, type Writable } from 'node:stream'
import type { Parts } from '#engines/process/parts.ts'
import type { Identity } from '#engines/process/processes/processes.ts'
import { sessionLine } from '#engines/process/sandbox/command-line.ts'
import type { Confinement } from '#engines/process/sandbox/confinement.ts'
import { perlOfImages } from '#engines/process/sandbox/image-files.ts'
import { sandboxVariables } from '#engines/process/sandbox/sandbox.ts'
import { openUnnamed, spawnLauncher } from '#engines/process/sandbox/spawn-confined.ts'
import { sessionProgram } from '#kit/process/session-program.ts'
import { settingUpFile } from '#kit/seccomp/filter-file.ts'

/** The program that runs a command in a sandbox, and its connections. */
export interface SessionProcess {
  child: ChildProcess
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** Carries sizes and signals; its end is a hang-up. */
  control: Duplex
  /** Whether the command runs, or has run; `false` if the program ended before. */
  started: Promise<boolean>
  /** Exit code, or 128 + n after signal n. */
  ended: Promise<number>
}

export interface SpawnSessionOptions {
  confinement: Confinement
  /** PID 1 of the sandbox that it joins. */
  first: Identity
  environment: Record<string, string>
  /** Arguments of `session.pl`. */
  words: readonly string[]
}

/** The script is passed open, because an instance that an earlier release has started cannot see the files of this one. */
const programIn = ({ image }: Confinement) => [
  ...(image ? perlOfImages : ['/usr/bin/perl']),
  '/dev/fd/6',
]

/** Starts `session.pl` in a sandbox. Descriptors: 3 the variables, 4 the filter, 5 the control connection, 6 the script, 7 the filter for bubblewrap. */
export async function spawnSession(
  { system }: Pick<Parts, 'system'>,
  { confinement, first, environment, words }: SpawnSessionOptions,
): Promise<SessionProcess> {
  const { folder, filter } = confinement
  await using opened = new AsyncDisposableStack()
  const variables = await openUnnamed(
    join(folder, `variables-${randomUUID()}`),
    sandboxVariables(environment),
  )
  opened.defer(() => variables.close())
  const scriptFile = await open(sessionProgram)
  opened.defer(() => scriptFile.close())
  const filterFile = filter ? await open(filter) : undefined
  if (filterFile) opened.defer(() => filterFile.close())
  const early = filter && settingUpFile()
  const earlyFile = early ? await open(early) : undefined
  if (earlyFile) opened.defer(() => earlyFile.close())

  const child = spawnLauncher(
    sessionLine(confinement, system, first, [...programIn(confinement), ...words]),
    [
      ...(['pipe', 'pipe', 'pipe'] as const),
      variables.fd,
      filterFile?.fd ?? 'ignore',
      'pipe',
      scriptFile.fd,
      earlyFile?.fd ?? 'ignore',
    ],
  )
  const ended = exitOf(child)
  const [stdin, printed, complained, , , control] = child.stdio as unknown as [
    ...[Writable, Readable, Readable, null, null, Duplex],
  ]
  const [stdout, stderr] = [keepUnread(printed), keepUnread(complained)]
  const started = hasBegun(control)
  // The end of the process tells what an error of a stream would.
  for (const stream of [stdin, stdout, stderr, control]) stream.on('error', () => {})
  await once(child, 'spawn')
  return { child, stdin, stdout, stderr, control, started, ended }
}

/** When a child exits, Node discards what nobody has begun to read. This stream keeps it. */
const keepUnread = (stream: Readable): Readable => pipeline(stream, new PassThrough(), () => {})

/** A quick command may have exited before its start is read: the end of the connection comes after what it carried. */
const hasBegun = (control: Duplex): Promise<boolean> =>
  new Promise((resolve) => {
    control.once('data', () => resolve(true))
    control.once('close', () => resolve(false))
  })

const killed = 137

const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? killed))
    child.on('error', () => resolve(killed))
  })
