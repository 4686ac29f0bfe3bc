import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Clock } from '#kit/concurrency/clock.ts'
import { plainEnvironment } from '#kit/process/subprocess.ts'
import type { BackupRun, PlatformBackups } from '#platform/model/operation.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { BackupArchives } from './backup-archives.ts'
import { databasesMissing } from './backup-exit-code.ts'

export interface BackupOptions {
  archives: BackupArchives
  /** Older ones beyond this number are removed after each. */
  kept: number
  clock: Clock
  /** Command that writes a back-up into a file. */
  command(file: string): readonly [program: string, ...args: string[]]
  environment: Readonly<Record<string, string>>
  /** Milliseconds after which one is ended. */
  timeout: number
  log: (line: string) => void
}

/** Opened back-ups can be closed: what is being made is ended, as its server would be gone. */
export interface OpenBackups extends PlatformBackups {
  close(): Promise<void>
}

const maxLines = 200

/**
 * Archives of the platform, made by the administrative command in a process of its own, so that the server goes on. They
 * hold every secret: their folder is for the user of the server alone, and the API never sends them.
 */
export function openPlatformBackups(options: BackupOptions): OpenBackups {
  const { archives, kept, clock, log } = options
  let run: (BackupRun & { ended: Promise<void>; end(): void }) | undefined
  let isClosed = false

  const removeOld = async () => {
    for (const { name } of (await archives.list()).slice(kept)) await archives.remove(name)
  }

  const start = async (): Promise<BackupRun> => {
    const lines: string[] = []
    const startedAt = clock()
    const name = nameAt(startedAt)
    const ended = Promise.withResolvers<void>()
    const own = {
      state: 'running' as BackupRun['state'],
      startedAt,
      endedAt: null as number | null,
      lines,
      ended: ended.promise,
      end: () => {},
    }
    run = own
    const end = async (state: 'done' | 'failed', line?: string) => {
      if (line) lines.push(line)
      if (state === 'done') await removeOld().catch(({ message }: Error) => log(message))
      Object.assign(own, { state, endedAt: clock() })
      log(`The back-up ${state === 'done' ? 'is done' : 'failed'}: ${lines.at(-1) ?? ''}`)
      ended.resolve()
    }
    const finish = async (state: 'done' | 'failed', line?: string) => {
      if (state === 'failed') return end(state, line)
      await archives.keep(name).then(
        () => end('done'),
        ({ message }: Error) => end('failed', message),
      )
    }
    try {
      own.end = runCommand(options, await archives.begin(name), lines, finish)
    } catch (error) {
      await end('failed', (error as Error).message)
    }
    return own
  }

  return {
    folder: archives.place,
    list: archives.list,
    get run() {
      return run
    },
    begin: async () => {
      if (isClosed) throw new Refusal('conflict', 'The platform is being stopped.')
      if (run?.state === 'running') {
        throw new Refusal('conflict', 'A back-up is being made. Wait until it is done.')
      }
      return start()
    },
    async close() {
      isClosed = true
      run?.end()
      await run?.ended
    },
  }
}

/** Such as `berth-20261116T120000Z.tar.gz`: sorts by time. */
const nameAt = (date: number) =>
  `berth-${new Date(date).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`

/** Runs the command; returns what ends it. */
function runCommand(
  { command, environment, timeout }: BackupOptions,
  file: string,
  lines: string[],
  finish: (state: 'done' | 'failed', line?: string) => Promise<void>,
): () => void {
  const [program, ...args] = command(file)
  const child = spawn(program, args, {
    env: { ...plainEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGTERM',
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (lines.length < maxLines) lines.push(line)
    })
  }
  let isOver = false
  const over = (state: 'done' | 'failed', line?: string) => {
    if (isOver) return
    isOver = true
    void finish(state, line)
  }
  child.on('error', ({ message }) => over('failed', message))
  child.on('close', (code, signal) =>
    code === 0 || code === databasesMissing
      ? over('done')
      : over('failed', signal ? 'It took too long or was ended.' : 'It is not complete.'),
  )
  return () => child.kill('SIGTERM')
}
