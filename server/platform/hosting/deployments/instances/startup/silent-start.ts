import type { ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'

/** Time without a listening socket after which the log tells how long the check still waits. */
const noticeAfter = 30_000

/** `90s`, `3m`: as the variable is written. */
const written = (milliseconds: number) =>
  milliseconds % 60_000 === 0 ? `${milliseconds / 60_000}m` : `${Math.ceil(milliseconds / 1000)}s`

/** An instance whose command runs, and that has not opened a port. */
export interface SilentStart {
  port: number
  /** Timeout of the health check, in milliseconds. */
  timeout: number
  /** Longest timeout that an owner may set. */
  maxTimeout: number
}

/** Sentence of the failure at the deadline. */
export const describeSilence = ({ port, timeout }: SilentStart): string =>
  `Health check failed: nothing listens on 0.0.0.0:${port} after ${written(timeout)}, though the application runs: make it listen there (PORT is ${port}), or give it more time.`

/** Advice on a start that may only be slow. */
export function adviceOnSilence({ timeout, maxTimeout }: SilentStart): string[] {
  if (timeout >= maxTimeout) return []
  const longer = written(Math.min(Math.ceil((2 * timeout) / 60_000) * 60_000, maxTimeout))
  return [
    `If it only starts slowly, set how long the check waits: \`berth env set CC_HEALTH_CHECK_DEADLINE ${longer}\` (${written(timeout)} now, at most ${written(maxTimeout)}), and deploy again.`,
  ]
}

export interface SilenceNotice {
  listening: () => Promise<readonly ListeningPorts[]>
  isDown: () => boolean
  say: (line: string) => void
}

/** Says once, at half of the timeout or earlier, that the command runs and listens on no port yet. */
export function createSilenceNotice(
  { port, timeout }: SilentStart,
  { listening, isDown, say }: SilenceNotice,
): (waited: number) => Promise<void> {
  let isDue = true
  return async (waited) => {
    if (!isDue || waited < Math.min(timeout / 2, noticeAfter)) return
    isDue = false
    if (isDown() || (await listening()).length > 0) return
    say(
      `The application runs, and does not listen on port ${port} yet. The check waits until ${written(timeout)} after the start: CC_HEALTH_CHECK_DEADLINE changes that.`,
    )
  }
}
