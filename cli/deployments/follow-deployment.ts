import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#cli/refusal.ts'
import type { Client } from '#client/client.ts'
import type { ApplicationAddress } from '#client/resources/applications/application-address.ts'
import type { DeploymentStory } from '#client/resources/applications/deployments.ts'
import type { LogLine } from '#client/resources/applications/logs.ts'

const timeout = 2 * 60 * 60_000
const pollEvery = 250
const lastLinesWithin = 3_000

/** What a command waits for: that visitors reach the new version, or that it has also passed its probation. */
export type Wait = 'live' | 'probation'

export interface FollowOptions {
  wait: Wait
  /** Called once visitors reach the new version, if it is on probation then. */
  onProbation: (story: DeploymentStory) => void
  onLine?: ((line: LogLine) => void) | undefined
  signal: AbortSignal
}

/** Streams the log of a deployment until what is waited for has happened or the deployment has ended. */
export async function followDeployment(
  client: Client,
  application: ApplicationAddress,
  uuid: string,
  following: FollowOptions,
): Promise<DeploymentStory> {
  const { onLine, wait } = following
  if (!onLine) return untilDone(client, application, uuid, following)

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
    if (lastLine.test(line.message) || (wait === 'live' && switchLine.test(line.message)))
      complete()
  })

  try {
    const story = await untilDone(client, application, uuid, following)
    ended = true
    await Promise.race([completed, reading, patient(lastLinesWithin, stop.signal)])
    return story
  } finally {
    stop.abort()
    await reading
  }
}

/** Last line that the platform logs for a deployment; later lines are the application's output. */
const lastLine = /^(successfully (deployed|scaled) in|deploy failed in|deploy cancelled after)/i

/** First line of a probation. */
const switchLine = /^visitors reach the new version/i

async function untilDone(
  client: Client,
  application: ApplicationAddress,
  uuid: string,
  { wait, onProbation, signal }: FollowOptions,
): Promise<DeploymentStory> {
  const deadline = performance.now() + timeout
  let isOnProbation = false
  while (performance.now() < deadline) {
    const story = await client.deployments.story(application, uuid)
    if (story.state !== 'WIP') return story
    if (story.phase === 'probation' && !isOnProbation) {
      isOnProbation = true
      onProbation(story)
      if (wait === 'live') return story
    }
    await sleep(pollEvery, undefined, { signal })
  }
  throw new Refusal(
    'The deployment is still running after two hours.',
    'Follow it with `berth logs`.',
  )
}

const patient = (milliseconds: number, signal: AbortSignal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

async function readAll(lines: AsyncIterable<LogLine>, onLine: (line: LogLine) => void) {
  try {
    for await (const line of lines) onLine(line)
  } catch {
    // Without its log, the deployment is still polled for.
  }
}
