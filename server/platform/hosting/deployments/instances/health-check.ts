import { allSettled } from '#kit/concurrency/all-settled.ts'
import { sleep } from '#kit/concurrency/timeout.ts'
import { parseDuration } from '#kit/text/duration.ts'
import type { Address, ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { failedStart } from '#platform/model/hosting/instances/exit-advice.ts'
import type { Probe } from '#platform/model/hosting/instances/probe.ts'
import type { InstanceEnd } from '#platform/model/hosting/instances/supervision.ts'
import { adviceOnListening, textOf } from './advice/listening.ts'
import { createPersistentFailure } from './persistent-failure.ts'
import {
  adviceOnSilence,
  createSilenceNotice,
  describeSilence,
  type SilentStart,
} from './startup/silent-start.ts'

const maxTimeout = 30 * 60_000
const minPause = 10
const maxPause = 250
const steadyFor = 30_000
/** Minimum interval between two looks at the listening sockets. */
const lookEvery = 2000
const hint =
  'Update the health check configuration (CC_HEALTH_CHECK_PATH) or the service so that every path answers 200, then deploy again.'

const ownError = 'The application itself answers with an error: see its lines above.'

const badRequest = (host: string) =>
  `Many frameworks answer 400 to unknown hosts. The check sends the header Host: ${host}: allow that host in the application's configuration.`

/** Health check settings from an application's variables. */
export interface HealthCheck {
  paths: string[]
  /** In milliseconds. */
  timeout: number
  /**
   * Milliseconds of the same wrong answer, or wrong port, after which the check fails early; absent when the owner has
   * set a timeout.
   */
  steadyFor?: number
}

/** `CC_HEALTH_CHECK_PATH`, then `CC_HEALTH_CHECK_PATH_0` and up; `/` when there is none. */
export function healthCheckOf(environment: Environment, defaultTimeout: number): HealthCheck {
  const numbered = Object.keys(environment)
    .map((name) => /^CC_HEALTH_CHECK_PATH_(\d+)$/.exec(name))
    .filter((match) => match !== null)
    .toSorted((a, b) => Number(a[1]) - Number(b[1]))
    .map(([name]) => name)
  const paths = ['CC_HEALTH_CHECK_PATH', ...numbered]
    .filter((name) => environment[name]?.trim())
    .map((name) => toPath(name, environment[name]?.trim() ?? ''))
  return {
    paths: paths.length > 0 ? [...new Set(paths)] : ['/'],
    timeout: timeoutOf(environment, defaultTimeout),
    ...(environment.CC_HEALTH_CHECK_DEADLINE === undefined && { steadyFor }),
  }
}

/** The value of a variable as a path; throws a failure when it cannot be requested. */
export function toPath(name: string, value: string): string {
  const path = value.startsWith('/') ? value : `/${value}`
  if (/[^\x21-\x7e]/.test(path) || path.startsWith('//')) {
    throw new Failure(
      'recipe',
      `${name} is not a path that can be requested: ${JSON.stringify(value)}.`,
    )
  }
  return path
}

function timeoutOf(environment: Environment, defaultTimeout: number): number {
  const text = environment.CC_HEALTH_CHECK_DEADLINE
  if (text === undefined) return defaultTimeout
  const timeout = parseDuration(text)
  if (!timeout || timeout > maxTimeout) {
    throw new Failure(
      'recipe',
      `Invalid CC_HEALTH_CHECK_DEADLINE ${JSON.stringify(text)}: use seconds or a duration such as 90s, at most 30m.`,
    )
  }
  return timeout
}

export interface HealthCheckRequest {
  check: HealthCheck
  /** `listenPort` as in `StartedInstance`. */
  instance: { address: Address; listenPort?: number; host: string }
  probe: Probe
  /** Resolves when the instance has ended for good, without further restarts. */
  exited: Promise<InstanceEnd>
  /** Latest exit, if any; the instance may have been restarted since. */
  lastExit?: () => InstanceEnd | undefined
  /** Whether it has exited and was not restarted yet. */
  isDown?: () => boolean
  /** Used for the advice on a failed start. */
  environment?: Environment
  listening: () => Promise<ListeningPorts[]>
  /** Advice on what the instance has printed. */
  adviceOnOutput?: () => readonly string[]
  /** `listenAdvice` of the recipe. */
  listenAdvice?: string | undefined
  say: (line: string) => void
  signal: AbortSignal
}

/** Checks several instances concurrently; the first failure aborts the others. */
export async function checkAllHealth(checkings: readonly HealthCheckRequest[]): Promise<void> {
  const over = new AbortController()
  await allSettled(
    checkings.map((checking) =>
      checkHealth({ ...checking, signal: AbortSignal.any([checking.signal, over.signal]) }).catch(
        (error) => {
          over.abort(error)
          throw over.signal.reason
        },
      ),
    ),
  )
}

/** Polls every path until each has answered 200; throws a failure that says what was observed. */
export async function checkHealth(checking: HealthCheckRequest): Promise<void> {
  const { check, instance, probe, say, signal } = checking
  const begin = performance.now()
  const end = begin + check.timeout
  // One request may outlast an interval, but not the check.
  const askedUntil = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(check.timeout))])
  const seen = new Map<string, number | undefined>()
  const latest = new Map<string, number | undefined>()
  const isSteady = watchFailure(checking, latest)
  const { listening, isDown = () => false } = checking
  const noticeSilence = createSilenceNotice(silentStart(checking), { listening, isDown, say })
  let exit: InstanceEnd | undefined
  checking.exited.then(
    (end) => {
      exit = end
    },
    () => {},
  )

  for (;;) {
    for (const path of check.paths) {
      if (seen.get(path) === 200) continue
      const status = await probe(instance.address, { host: instance.host, path }, askedUntil)
      if (status !== undefined && status !== seen.get(path)) {
        say(`Response from GET ${path} is ${status}`)
      }
      seen.set(path, status ?? seen.get(path))
      latest.set(path, status)
    }
    signal.throwIfAborted()
    if (check.paths.every((path) => seen.get(path) === 200)) return
    if (exit) throw failedStart(exit, checking.environment)
    if (performance.now() >= end || (await isSteady())) break
    if ([...latest.values()].every((status) => status === undefined)) {
      await noticeSilence(performance.now() - begin)
    }
    await sleep(
      Math.min(pauseAfter(performance.now() - begin), Math.max(1, end - performance.now())),
      signal,
    )
  }
  throw await unhealthy(checking, seen)
}

/** Detects a persistent error of an instance, which waiting does not fix; a wrong address is logged when it is first seen. */
function watchFailure(
  { check, instance, listening, listenAdvice, say }: HealthCheckRequest,
  latest: ReadonlyMap<string, number | undefined>,
): () => Promise<boolean> {
  const failure = createPersistentFailure(check.steadyFor ?? Number.POSITIVE_INFINITY)
  const pause = Math.min(lookEvery, check.steadyFor ?? lookEvery)
  let next = performance.now() + pause
  let isTold = false
  return async () => {
    const now = performance.now()
    if (now < next) return false
    next = now + pause
    const answers = [...latest.values()].filter((status) => status !== 200)
    const isSilent = answers.every((status) => status === undefined)
    const sockets = isSilent ? await listening() : []
    const lines = isTold ? [] : adviceOnListening(portOf(instance), sockets, listenAdvice)
    isTold ||= lines.length > 0
    lines.forEach(say)
    return failure.isSteady({ answers, sockets, port: portOf(instance) }, now)
  }
}

/** Polling interval: a fiftieth of the time waited so far, so that the check adds little to the start. */
const pauseAfter = (waited: number) => Math.min(Math.max(minPause, waited / 50), maxPause)

async function unhealthy(
  checking: HealthCheckRequest,
  seen: Map<string, number | undefined>,
): Promise<Failure> {
  const { check, listening, instance, adviceOnOutput, listenAdvice } = checking
  const onOutput = adviceOnOutput?.() ?? []
  const wrong = check.paths.filter((path) => seen.get(path) !== 200)
  if (wrong.every((path) => seen.get(path) === undefined)) {
    const sockets = await listening()
    if (sockets.length === 0) return notListening(checking, onOutput)
    const onListening = adviceOnListening(portOf(instance), sockets, listenAdvice)
    return new Failure('health-check', silence(portOf(instance), sockets), [
      ...onListening.slice(1),
      ...onOutput,
    ])
  }
  return new Failure('health-check', 'Health check failed:', [
    ...wrong.map((path) => `- GET ${path} returned ${seen.get(path) ?? 'nothing'}.`),
    hint,
    ...(wrong.some((path) => seen.get(path) === 400) ? [badRequest(instance.host)] : []),
    ...(wrong.some((path) => (seen.get(path) ?? 0) >= 500) ? [ownError] : []),
    ...onOutput,
  ])
}

/** Failure of an instance that has not opened a port: it crashed, or it runs and may only be slow. */
function notListening(checking: HealthCheckRequest, onOutput: readonly string[]): Failure {
  const { lastExit, isDown, environment } = checking
  const start = silentStart(checking)
  const crash = lastExit?.()
  if (!crash) {
    const advice = [...onOutput, ...adviceOnSilence(start)]
    return new Failure('health-check', describeSilence(start), advice)
  }
  const failure = failedStart(crash, environment)
  if (isDown?.() === false) {
    failure.advice.push(`It was started again, and runs without listening on port ${start.port}.`)
    failure.advice.push(...adviceOnSilence(start))
  }
  return failure
}

const silentStart = ({ check, instance }: HealthCheckRequest): SilentStart => ({
  port: portOf(instance),
  timeout: check.timeout,
  maxTimeout,
})

const portOf = ({ listenPort, address }: HealthCheckRequest['instance']) =>
  listenPort ?? address.port

function silence(port: number, sockets: ListeningPorts[]): string {
  const here = sockets.filter((socket) => socket.port === port)
  if (here.length > 0) {
    const others = here.map(textOf).join(', ')
    return here.some(({ host }) => host === '0.0.0.0' || host === '::')
      ? `Health check failed: ${others} is open but does not answer HTTP in time.`
      : `Health check failed: the application listens on ${others}, which only it can reach: make it listen on 0.0.0.0:${port}.`
  }
  const elsewhere = sockets.map(textOf).join(', ')
  return `Health check failed: nothing listens on 0.0.0.0:${port}, the application listens on ${elsewhere}: make it listen on 0.0.0.0:${port} (PORT is ${port}).`
}
