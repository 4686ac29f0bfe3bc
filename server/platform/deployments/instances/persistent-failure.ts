import { isLoopback } from '#kit/net/loopback.ts'
import type { ListeningPorts } from '#platform/deployments/engine.ts'

/** Words for "not yet", which a start may answer with for as long as it takes. */
const passing = [408, 425, 429, 502, 503, 504]

/** What the health check has seen of an instance that is not healthy yet. */
export interface Observation {
  /** The latest answer to each path that has not answered 200; `undefined` when nothing answered. */
  answers: readonly (number | undefined)[]
  /** What listens inside the instance. */
  sockets: readonly ListeningPorts[]
  port: number
}

/** Notices an instance that stays wrong in the same way, so that nobody waits until the time of the check is over. */
export interface SteadyTrouble {
  /** Whether it has been wrong in this way for as long as it takes to be sure. */
  isSteady(observation: Observation, now: number): boolean
}

export function createSteadyTrouble(steadyFor: number): SteadyTrouble {
  let trouble: string | undefined
  let since = 0
  return {
    isSteady(observation, now) {
      const present = troubleOf(observation)
      if (present === undefined || present !== trouble) since = now
      trouble = present
      return present !== undefined && now - since >= steadyFor
    },
  }
}

/** Names a trouble that time alone does not mend: an answer that is an error, or a port that nobody else can reach. */
function troubleOf({ answers, sockets, port }: Observation): string | undefined {
  if (answers.every((answer) => answer === undefined)) {
    const here = sockets.filter((socket) => socket.port === port)
    if (sockets.length === 0 || here.some(({ host }) => !isLoopback(host))) return undefined
    return `listens on ${sockets.map((socket) => `${socket.host}:${socket.port}`).join()}`
  }
  const isFinal = (answer: number | undefined) => answer !== undefined && !passing.includes(answer)
  return answers.every(isFinal) ? `answers ${answers.join()}` : undefined
}
