import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sleep } from '#kit/concurrency/timeout.ts'

export interface TimedProcess {
  /** All output. */
  output: string
  code: number | null
  /** Whether it was killed by the timeout. */
  hasTimedOut: boolean
  milliseconds: number
  /** CPU milliseconds of the process and all descendants that were waited for; `undefined` if it was killed. */
  cpu: number | undefined
}

export interface TimedProcessOptions {
  cwd: string
  env: NodeJS.ProcessEnv
  timeout: number
}

/** Milliseconds in which a process that is late may tell what it knows. */
const reportTimeout = 10_000

const running = new Set<number>()
let isStopped = false

/** The shell's `times`, because Node does not report the CPU time of children. */
const timed = '"$@" 3>&-; code=$?; times >&3; exit $code'

/** Runs a command in its own process group, which is killed as a whole at the timeout and after the command exits. */
export async function runTimed(
  command: string[],
  { cwd, env, timeout }: TimedProcessOptions,
): Promise<TimedProcess> {
  // The runner exits soon, and whoever asks must not go on with another file.
  if (isStopped) return Promise.withResolvers<never>().promise
  const start = performance.now()
  const child = spawn('/bin/sh', ['-c', timed, 'sh', ...command], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  running.add(pid)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      output += part
    })
  }
  const times = text(child.stdio[3] as Readable).catch(() => '')
  let hasTimedOut = false
  let timer = setTimeout(() => {
    hasTimedOut = true
    killGroup(pid, 'SIGURG')
    timer = setTimeout(() => killGroup(pid), reportTimeout)
  }, timeout)
  const closed = once(child, 'close')
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  running.delete(pid)
  killGroup(pid)
  await Promise.race([closed, sleep(1000)])
  return {
    output,
    code,
    hasTimedOut,
    milliseconds: performance.now() - start,
    cpu: processorTime(await Promise.race([times, sleep(100).then(() => '')])),
  }
}

/** The second line of `times` is for the children: user and system. */
function processorTime(times: string): number | undefined {
  const [, children = ''] = times.split('\n')
  const parts = Array.from(children.matchAll(/(\d+)m([\d.]+)s/g))
  if (parts.length !== 2) return undefined
  return (
    parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0) *
    1000
  )
}

/** Kills all running processes, and starts no more. */
export function stopProcesses(): void {
  isStopped = true
  for (const pid of running) killGroup(pid)
}

function killGroup(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    if (pid > 0) process.kill(-pid, signal)
  } catch {
    // ESRCH: the group is empty.
  }
}
