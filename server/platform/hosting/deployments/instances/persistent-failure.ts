import { isLoopback } from '#kit/net/loopback.ts'
import type { ListeningPorts } from '#platform/model/hosting/deployments/engine.ts'

/** Statuses that mean "not yet" and are waited for until the deadline. */
const passing = [408, 425, 429, 502, 503, 504]

/** What the health check has observed of an instance that is not healthy yet. */
export interface Observation {
  /** Latest status of each path that has not answered 200; `undefined` without a response. */
  answers: readonly (number | undefined)[]
  /** Listening sockets inside the instance. */
  sockets: readonly ListeningPorts[]
  port: number
}

/** Detects an instance with a persistent error, so that the check can fail before its deadline. */
export interface PersistentFailure {
  /** Whether the same error has lasted for `steadyFor`. */
  isSteady(observation: Observation, now: number): boolean
}

export function createPersistentFailure(steadyFor: number): PersistentFailure {
  let failure: string | undefined
  let since = 0
  return {
    isSteady(observation, now) {
      const present = troubleOf(observation)
      if (present === undefined || present !== failure) since = now
      failure = present
      return present !== undefined && now - since >= steadyFor
    },
  }
}

/** Names an error that waiting does not fix: an error status, or a port that is unreachable from outside. */
function troubleOf({ answers, sockets, port }: Observation): string | undefined {
  if (answers.every((answer) => answer === undefined)) {
    const here = sockets.filter((socket) => socket.port === port)
    if (sockets.length === 0 || here.some(({ host }) => !isLoopback(host))) return undefined
    return `listens on ${sockets.map((socket) => `${socket.host}:${socket.port}`).join()}`
  }
  const isFinal = (answer: number | undefined) => answer !== undefined && !passing.includes(answer)
  return answers.every(isFinal) ? `answers ${answers.join()}` : undefined
}
