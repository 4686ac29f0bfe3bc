import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import type { LogLine } from '#client/resources/applications/logs.ts'

const timeout = 2 * 60 * 60_000
const pollEvery = 250
const lastLinesWithin = 3_000

/** Streams the log of a deployment until the deployment ends; returns the final state. */
export async function followDeployment(
  client: Client,
  application: ApplicationAddress,
  uuid: string,
  { onLine, signal }: { onLine?: ((line: LogLine) => void) | undefined; signal?: AbortSignal } = {},
): Promise<Deployment> {
  if (!onLine) return untilEnded(client, application, uuid, signal)

  const stop = new AbortController()
  let complete = () => {}
  const completed = new Promise<void>((resolve) => {
    complete = resolve
  })
  let ended = false
  const lines = client.logs.follow(
    application,
    { deploymentId: uuid },
    // Events are ordered: a heartbeat after the end means that all lines of the deployment have arrived.
    { signal: stop.signal, onHeartbeat: () => ended && complete() },
  )
  const reading = readAll(lines, (line) => {
    onLine(line)
    if (lastLine.test(line.message)) complete()
  })

  try {
    const deployment = await untilEnded(client, application, uuid, signal)
    ended = true
    await Promise.race([completed, reading, patient(lastLinesWithin, stop.signal)])
    return deployment
  } finally {
    stop.abort()
    await reading
  }
}

/** Last line that the platform logs for a deployment; later lines are the application's output. */
const lastLine = /^(successfully (deployed|scaled) in|deploy failed in|deploy cancelled after)/i

async function untilEnded(
  client: Client,
  application: ApplicationAddress,
  uuid: string,
  signal?: AbortSignal,
): Promise<Deployment> {
  const deadline = performance.now() + timeout
  while (performance.now() < deadline) {
    const deployment = await client.deployments.get(application, uuid)
    if (deployment.state !== 'WIP') return deployment
    await wait(pollEvery, undefined, { signal })
  }
  throw new Refusal(
    'The deployment is still running after two hours.',
    'Follow it with `berth logs`.',
  )
}

const patient = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds, undefined, { signal }).catch(() => {})

async function readAll(lines: AsyncIterable<LogLine>, onLine: (line: LogLine) => void) {
  try {
    for await (const line of lines) onLine(line)
  } catch {
    // Without its log, the deployment is still polled for.
  }
}
