import { clusterState } from './cluster-error.ts'
import { messageOf } from './docker-client.ts'

/**
 * Runs work at an interval, never twice at a time. A state of the swarm is logged once, and again when it has changed.
 * Returns a function that stops it.
 */
export function tickRepeatedly(
  tick: () => Promise<void>,
  interval: number,
  log: (sentence: string) => void,
): () => Promise<void> {
  let isClosed = false
  let said = ''
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  const runOnce = async () => {
    try {
      await tick()
      if (said) log('The swarm answers again.')
      said = ''
    } catch (error) {
      const { sentence, state } = clusterState(messageOf(error))
      if (said !== state) log(`${sentence} (${state}): ${messageOf(error)}. Instances go on.`)
      said = state
    }
    if (!isClosed) again()
  }
  const again = () => {
    timer = setTimeout(() => {
      running = runOnce()
    }, interval).unref()
  }
  again()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await running
  }
}
