/** A short message about something that has just happened. */
export interface Toast {
  id: number
  kind: 'good' | 'wrong' | 'plain'
  text: string
  action?: { label: string; onSelect(): void } | undefined
}

const shownFor = 6000
const maxToasts = 4

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Toast[]) => {
  toasts = next
  for (const listener of listeners) listener()
}

export const listToasts = () => toasts

export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const dismissToast = (id: number) => change(toasts.filter((toast) => toast.id !== id))

/** Shows a message; errors stay until they are dismissed. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = ++lastId
  change([...toasts, { ...toast, id }].slice(-maxToasts))
  if (toast.kind !== 'wrong') setTimeout(() => dismissToast(id), shownFor)
}
