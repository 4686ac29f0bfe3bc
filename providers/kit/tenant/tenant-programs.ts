import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { createKeyedSlots } from '#kit/concurrency/keyed-slots.ts'
import { removeGroup } from '#kit/control-groups/control-groups.ts'
import { controlDescriptor, sessionProgram } from '#kit/process/session-program.ts'
import { DeclinedError } from '#providers/kit/declined.ts'
import { makeProgramGroup } from '#providers/kit/process/groups.ts'
import { endOf, type Program, spawnProgram } from '#providers/kit/process/run-program.ts'
import type { Sandbox } from '#providers/kit/process/sandbox.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { openRelay } from './relay.ts'

/** A client of a database that runs what its customer has written: statements, commands of the client, a dump. */
export interface TenantCommand {
  command: readonly [string, ...string[]]
  /** Variables, such as the password; they are not in the command line, which every user of the machine can read. */
  env?: Record<string, string>
  /** Read-only files that exist in its sandbox only. */
  files?: Sandbox['files']
  /** Name of the socket in `/socket` that leads to the server. */
  socket: string
  /** Port of the server. */
  port: number
  /** File descriptor for its standard output, in place of a pipe. */
  stdout?: number
  /** In milliseconds. */
  timeout: number
  /** Runs it for somebody who types: with a terminal of this size, such as `80x24`, or with pipes if it is empty. */
  session?: { size: string }
}

/** A running one. */
export interface TenantProgram extends Disposable {
  child: Program
  /** Takes sizes and signals of a session; its end is a hang-up. */
  control: Duplex | undefined
  /** Exit code or signal. */
  ended: Promise<string>
}

/**
 * Runs clients for customers. Each has a sandbox without files and without a network but its relay, a user and a control
 * group that nothing else on the machine has, and limits of memory, processes and time: whatever a customer has it do,
 * such as `\\!` of psql, finds an empty folder.
 */
export interface TenantPrograms {
  start(resource: Pick<Resource, 'id' | 'ownerId'>, command: TenantCommand): Promise<TenantProgram>
  /** Ends those of a resource, which is suspended or deleted. */
  endOf(resource: Pick<Resource, 'id'>): void
  close(): Promise<void>
}

const maxAtOnce = 32
const maxPerOwner = 12
const maxPerResource = 6
const limits = { memoryMegabytes: 256, cpus: 0.5, processes: 32 }
const maxDataBytes = 192 * 1024 * 1024
/** UIDs below those of applications, which begin at 200,000. */
/** Milliseconds in which a customer reads what a session has printed at its end. */
const slowReader = 60_000
const users = { first: 190_000, count: 10_000 }

export function createTenantPrograms(folder: string): TenantPrograms {
  const slots = createKeyedSlots()
  const running = new Map<TenantProgram, string>()
  let count = 0
  const cleared = rm(folder, { recursive: true, force: true })

  function takeSlots({ id, ownerId }: Pick<Resource, 'id' | 'ownerId'>): DisposableStack {
    using taken = new DisposableStack()
    for (const [key, max, sentence] of [
      ['all', maxAtOnce, 'Too many databases are in use in this way: try again in a minute.'],
      [
        `owner ${ownerId}`,
        maxPerOwner,
        `${maxPerOwner} programs use databases of this owner already: end one first.`,
      ],
      [id, maxPerResource, `${maxPerResource} programs use this database already: end one first.`],
    ] as const) {
      const slot = slots.take(key, max)
      if (!slot) throw new DeclinedError(sentence, 429)
      taken.use(slot)
    }
    return taken.move()
  }

  return {
    async start(resource, options) {
      const { id } = resource
      const { env, socket, port, stdout, timeout, session } = options
      await cleared
      using held = takeSlots(resource)
      count += 1
      const number = count
      const relay = await openRelay(join(folder, `${number}`), socket, port)
      await using undone = new AsyncDisposableStack()
      undone.defer(relay.close)
      const groups = await makeProgramGroup(number, limits)
      undone.defer(() => removeGroup(groups).catch(() => {}))
      const { command, files } = session ? await inSession(options, session) : options
      const limited = ['prlimit', '--core=0', '--', ...command] as const
      const child = await spawnProgram(
        limited,
        {
          groups,
          maxDataBytes,
          user: userOf(id, number),
          mounts: [relay.mount],
          ...(env && { env }),
          ...(files && { files }),
        },
        { streams: ['pipe', stdout ?? 'pipe'], timeout, connections: session ? 1 : 0 },
      )
      child.stdin?.on('error', () => {})
      const left = held.move()
      const later = undone.move()
      const tidy = async () => {
        running.delete(program)
        left.dispose()
        await later.disposeAsync()
      }
      const control = session && (child.stdio as unknown as Duplex[])[controlDescriptor]
      control?.on('error', () => {})
      const ended = endOf(child, session && slowReader).then(
        (end) => tidy().then(() => end),
        (problem) => tidy().then(() => Promise.reject(problem)),
      )
      ended.catch(() => {})
      const program: TenantProgram = {
        child,
        control,
        ended,
        [Symbol.dispose]: () => void child.kill('SIGKILL'),
      }
      running.set(program, id)
      return program
    },
    endOf({ id }) {
      for (const [program, owner] of running) if (owner === id) program[Symbol.dispose]()
    },
    async close() {
      for (const program of running.keys()) program[Symbol.dispose]()
      await Promise.allSettled([...running.keys()].map(({ ended }) => ended))
    },
  }
}

const scriptFile = '/config/session.pl'
/** The descriptors of files come first, so there are two, whatever the client needs. */
const emptyFile = '/config/empty'

async function inSession(
  { command, files }: Pick<TenantCommand, 'command' | 'files'>,
  { size }: { size: string },
): Promise<Pick<TenantCommand, 'command' | 'files'>> {
  const script = await readFile(sessionProgram, 'utf8')
  const terminal = size === '' ? [] : ['--terminal', size]
  return {
    command: ['perl', scriptFile, ...terminal, 'program', ...command],
    files: { [scriptFile]: script, [emptyFile]: '', ...files },
  }
}

/** A user of its own for each program, unless we are not root. */
function userOf(id: string, number: number) {
  if (process.getuid?.() !== 0) return undefined
  const start = createHash('sha256').update(`${id} ${process.pid}`).digest().readUInt32BE()
  const uid = users.first + ((start + number) % users.count)
  return { uid, gid: uid }
}
