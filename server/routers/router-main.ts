import { closeSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { bugLine, timedLine } from '#kit/text/log-line.ts'
import { type ControlServerOptions, openControlServer } from '#routers/control/control-server.ts'
import { noteProcess } from '#routers/control/end-router.ts'
import { ListenError } from '#routers/control/listen-error.ts'
import type {
  Answer,
  Launch,
  LaunchNews,
  RouterCommand,
  RouterGreeting,
} from '#routers/control/router-commands.ts'

/** Descriptor of the pipe to the parent process. */
export const newsPipe = 3
const graceOfSignal = 10_000
/** Longer than a server on a busy machine takes to tell the earlier router, and to kill one that does not leave. */
const replacementTimeout = 30_000

export interface RouterProcess {
  title: string
  /** Begins to serve, and says how the router is reached. */
  run(launch: Launch): Promise<RouterGreeting>
  /** Whether it runs without the parent process, which then is told nothing. */
  hasOutlived?(): boolean
}

/** Main program of a router. It works in its folder and survives the server that started it. */
export async function runRouterProcess(router: RouterProcess): Promise<void> {
  if (process.argv[2] === 'compile') {
    flushCompileCache()
    process.exit(0)
  }
  process.title = router.title
  process.umask(0o077)
  // A bug in serving one visitor or command must not end the others.
  process.on('uncaughtException', (error) => console.error(timedLine(bugLine(error))))
  const report = (news: LaunchNews) => {
    if (!router.hasOutlived?.()) tell(news)
  }
  try {
    const launch: Launch = JSON.parse(process.argv[2] ?? '')
    report({ ready: await router.run(launch) })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    const { code } = error as NodeJS.ErrnoException
    const place = error instanceof ListenError ? { port: error.port } : {}
    report({ problem, code, ...place })
    console.error(error)
    process.exit(1)
  }
}

/** Reports to the parent process, which may have exited. */
export function tell(news: LaunchNews): void {
  try {
    writeSync(newsPipe, `${JSON.stringify(news)}\n`)
    if (!('waiting' in news)) closeSync(newsPipe)
  } catch {}
}

export interface Controlled extends Pick<ControlServerOptions, 'greeting' | 'prepared'> {
  launch: Launch
  runCommand(command: Exclude<RouterCommand, { kind: 'leave' }>): Promise<Answer>
  /** Serves what is under way for at most this long, in milliseconds, and ends the process. */
  leave(grace: number): Promise<void>
}

/** Runs the commands of the server until one, a signal or another router that takes the socket tells to leave. */
export async function runCommands(controlled: Controlled): Promise<void> {
  const { launch, leave, runCommand, ...options } = controlled
  const control = await openControlServer({
    ...options,
    timeout: launch.replaces ? replacementTimeout : 0,
    async runCommand(command) {
      if (command.kind !== 'leave') return runCommand(command)
      // One that is not told finds its socket gone, and leaves by itself.
      if (command.pid !== undefined && command.pid !== process.pid) return {}
      setImmediate(() => {
        control.close()
        void leave(command.grace)
      })
      return {}
    },
    // The socket belongs to another router now, so it is left alone.
    onDisplaced: () => void leave(graceOfSignal),
  })
  noteProcess(process.pid)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      control.close()
      void leave(graceOfSignal)
    })
  }
}
