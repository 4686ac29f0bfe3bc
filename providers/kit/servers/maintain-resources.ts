import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { repeat } from './repeat.ts'

export interface MaintenanceOptions {
  ledger: Ledger
  service: Pick<RunningProvider, 'withLock'>
  /** Whether a resource has to be restored first, and must not be created by maintenance. */
  isRestoring?(resource: Resource): boolean
  /** Maintains one ready resource, under its lock. */
  maintain(resource: Resource): Promise<void>
  /** Milliseconds between rounds. */
  every?: number
  onProblem?(problem: unknown): void
}

/** Maintains every resource now and periodically; returns a function that stops it and waits for the last round. */
export function maintainResources(options: MaintenanceOptions): () => Promise<void> {
  const { ledger, service, every = 10_000, onProblem = console.error } = options
  let isClosed = false

  const maintainReady = async (resource: Resource) => {
    if (options.isRestoring?.(resource)) return
    if (resource.state === 'ready' && !isClosed) await options.maintain(resource)
  }
  async function maintainAll(): Promise<void> {
    for (const { id, addonId, state } of await ledger.all()) {
      if (state !== 'ready') continue
      const complain = (cause: unknown) => onProblem(new Error(`maintenance of ${id}`, { cause }))
      await service.withLock({ addonId }, maintainReady).catch(complain)
    }
  }
  const close = repeat(maintainAll, { every, onProblem })
  return () => {
    isClosed = true
    return close()
  }
}
