import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { InstanceEnd } from './supervision.ts'

/** Exit of a command with its last output lines. */
export interface CommandEnd {
  code: number
  /** Cause, if the engine knows it: `out of memory`, `out of processes`. */
  cause?: string | undefined
  lastLines: readonly string[]
  /** Whether its output tells the cause, which refutes a guess by its exit code. */
  isExplained?: boolean
}

const foreground =
  'The start command must run as long as the application serves: keep it in the foreground, and look at its last lines.'
const abort = 134
const kill = 137
const unrunnable = 126
const notFound = 127
const maxName = 100

/** Advice on a start command by its exit code; empty when the code is unspecific. */
export function adviceOnStart(
  end: CommandEnd,
  environment: Readonly<Record<string, string>> = {},
): string[] {
  if (end.code === 0) return [foreground]
  const limits = adviceOnLimits(end, application, startRemedy)
  return limits.length > 0 ? limits : adviceOnMissing(end, environment)
}

const application = 'The application'
const startRemedy = 'a larger flavor'
const buildRemedy = 'a larger flavor for builds (buildFlavor)'
const needsMore = (who: string, remedy: string) =>
  `${who} needs more memory than it may use: choose ${remedy}.`

/** Advice on a build that has run out of memory. */
export const buildOutOfMemory = needsMore('The build', buildRemedy)

/** Advice on a build command by its exit code. */
export function adviceOnBuild(
  end: CommandEnd,
  environment: Readonly<Record<string, string>> = {},
): string[] {
  const limits = adviceOnLimits(end, 'The build', buildRemedy)
  return limits.length > 0 ? limits : adviceOnMissing(end, environment)
}

/** A JVM that may not have another thread says that it is out of memory, so that processes come first. */
function adviceOnLimits(end: CommandEnd, who: string, remedy: string): string[] {
  const hasNone = end.cause === outOfProcesses || end.lastLines.some(isOutOfProcesses)
  if (!hasNone) return adviceOnMemory(end, who, remedy)
  return [tooManyProcesses(who, remedy)]
}

const tooManyProcesses = (who: string, remedy: string) =>
  `${who} wants more processes and threads than it may have, or than are left to all applications of its owner: let it start fewer, choose ${remedy}, or stop what is not needed.`

/** Advice on an application that may not have another process or thread. */
export const startOutOfProcesses = tooManyProcesses(application, startRemedy)

/** Cause of an exit: no process could be started, within the limit of the instance or that of its owner. */
export const outOfProcesses = 'out of processes'

/** What a JVM says that may not have another thread: among it that memory is insufficient, which is not what it lacks. */
export const threadSigns = [
  'unable to create native thread',
  'pthread_create failed (EAGAIN)',
  'Cannot create worker GC thread',
]

/** What shells, Perl, bubblewrap, the JVM, Go and Python say; Node says `spawn ls EAGAIN`. */
const signs = [
  ...[
    'Cannot fork',
    'namespace failed: Resource temporarily unavailable',
    'fork: Resource temporarily unavailable',
    'fork: retry: ',
  ],
  ...threadSigns,
  'failed to create new OS thread',
  "can't start new thread",
]

export function isOutOfProcesses(line: string): boolean {
  const text = line.slice(0, 1024)
  return (
    signs.some((sign) => text.includes(sign)) ||
    (text.includes('spawn ') && text.includes(' EAGAIN'))
  )
}

/** The kernel's OOM killer sends SIGKILL; V8 aborts with SIGABRT when its heap is full. */
function adviceOnMemory(end: CommandEnd, who: string, remedy: string): string[] {
  const { code, cause, isExplained } = end
  if (cause === 'out of memory') return [needsMore(who, remedy)]
  if (cause !== undefined || isExplained || (code !== abort && code !== kill)) return []
  return [
    `Exit code ${code} most often means that memory has run out: choose ${remedy}, or make it use less.`,
  ]
}

function adviceOnMissing(
  { code, lastLines }: CommandEnd,
  environment: Readonly<Record<string, string>>,
): string[] {
  const name = lastLines.map(missingCommand).findLast((each) => each !== undefined)
  if (name === undefined) {
    if (code === notFound) return ['Exit code 127 means that a command was not found.']
    if (code === unrunnable) return ['Exit code 126 means that a file is not executable.']
    return []
  }
  const advice = `The command ${name} was not found: add the package that has it to the dependencies, or correct its name.`
  if (!leavesOutDevelopment(environment)) return [advice]
  return [
    `The command ${name} was not found. Development dependencies were not installed: if it comes from one of them, set CC_NODE_DEV_DEPENDENCIES=install, or move the package to the dependencies.`,
  ]
}

/** Same rule as in the Node runtime. */
const leavesOutDevelopment = ({
  NODE_ENV,
  CC_NODE_DEV_DEPENDENCIES,
}: Readonly<Record<string, string>>) =>
  CC_NODE_DEV_DEPENDENCIES === 'ignore' ||
  (NODE_ENV === 'production' && CC_NODE_DEV_DEPENDENCIES !== 'install')

const beginning = 'command not found: '
const endings = ['not found', 'command not found']

/** Missing command in the message of a shell (`sh: 1: tsc: not found`), Yarn (`command not found: tsc`) or Bun. */
export function missingCommand(line: string): string | undefined {
  const text = line.slice(0, 1024).trim()
  const at = text.indexOf(beginning)
  const name = at >= 0 ? text.slice(at + beginning.length) : namedByShell(text.split(': '))
  return name && /^[^\s:"']+$/.test(name) && name.length <= maxName ? name : undefined
}

/** The first part is the shell or its script; the line number in the script may follow. */
const namedByShell = (parts: readonly string[]) =>
  parts.length > 2 && parts[0]?.endsWith('sh') && endings.includes(parts.at(-1) ?? '')
    ? parts.at(-2)
    : undefined

/** What the launcher of staged programs says when there is none. */
const badPath =
  /^Bad root server path: there is no program to start at [^\x00-\x1f\x7f-\x9f]{1,300}$/

const startedBefore = 'It was started '
const lastLines = 'Its last lines:'

/** Whether a line of advice only tells what happened; what a program has printed is indented. */
export const isObservation = (line: string): boolean =>
  line.startsWith(' ') || line === lastLines || line.startsWith(startedBefore)

/** Failure for an instance that did not stay up, with its number of exits and its last output. */
export function failedStart(end: InstanceEnd, environment: Environment = {}): Failure {
  const times = end.exits > 1 ? [`${startedBefore}${end.exits} times, and ended each time.`] : []
  const lines = end.lastLines.filter((line) => line.trim() !== '')
  const sentence = lines.find((line) => badPath.test(line)) ?? end.sentence
  return new Failure('start', sentence, [
    ...(sentence === end.sentence ? [] : [end.sentence]),
    ...times,
    ...(lines.length > 0 ? [lastLines, ...lines.map((line) => `  ${line}`)] : []),
    ...adviceOnEnd(end, environment),
  ])
}

/** What was printed says more than the exit code, so that its advice comes first. */
function adviceOnEnd(end: InstanceEnd, environment: Environment): Set<string> {
  const onOutput = end.advice ?? []
  const isExplained = onOutput.length > 0
  return new Set([...onOutput, ...adviceOnStart({ ...end, isExplained }, environment)])
}
