/** Whether the session of this window has ended. */
let isSignedOut = false
const listeners = new Set<() => void>()

const change = (next: boolean) => {
  isSignedOut = next
  for (const listener of listeners) listener()
}

export const noteSignedOut = (): void => change(true)
export const noteSignedIn = (): void => change(false)
export const getSignedOut = (): boolean => isSignedOut

export function listenToSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const loginPath = '/v2/sessions/login'

/** The login page, which leads back to the current address. */
export const loginAddress = (): string =>
  `${loginPath}?${new URLSearchParams({ next: location.pathname + location.search })}`
