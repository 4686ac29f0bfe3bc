/** Whether events arrive: `lost` after some seconds of silence. */
type LiveStatus = 'connecting' | 'open' | 'lost'

/** The server sends a heartbeat every two seconds. */
const maxSilence = 8_000

let status: LiveStatus = 'connecting'
let alarm: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function change(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}

export const getLiveStatus = (): LiveStatus => status

export function listenToLiveStatus(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Something has arrived. */
export function noteHeartbeat(): void {
  change('open')
  expectHeartbeat()
}

/** Something should arrive soon. */
export function expectHeartbeat(): void {
  clearTimeout(alarm)
  alarm = setTimeout(() => change('lost'), maxSilence)
}
