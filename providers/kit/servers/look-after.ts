import type { RunningProvider } from '#providers/kit/http/provider-server.ts'
import type { Ledger } from '#providers/kit/resources/ledger.ts'
import type { Resource } from '#providers/kit/resources/resource.ts'
import { repeat } from './repeat.ts'

export interface MaintenanceOptions {
  ledger: Ledger
  service: Pick<RunningProvider, 'inTurn'>
  /** Whether a resource has to be restored first, and must not be created by maintenance. */
  isRestoring?(resource: Resource): boolean
  /** Maintains one ready resource, under its lock. */
  care(resource: Resource): Promise<void>
  /** Milliseconds between rounds. */
  every?: number
  onProblem?(problem: unknown): void
}

/** Maintains every resource now and periodically; returns a function that stops it and waits for the last round. */
export function lookAfter(looking: MaintenanceOptions): () => Promise<void> {
  const { ledger, service, care, every = 10_000, onProblem = console.error } = looking
  let isClosed = false

  const careFor = async (resource: Resource) => {
    if (looking.isRestoring?.(resource)) return
    if (resource.state === 'ready' && !isClosed) await care(resource)
  }
  async function look(): Promise<void> {
    for (const { id, addonId, state } of await ledger.all()) {
      if (state !== 'ready') continue
      const complain = (cause: unknown) => onProblem(new Error(`care for ${id}`, { cause }))
      await service.inTurn({ addonId }, careFor).catch(complain)
    }
  }
  const close = repeat(look, { every, onProblem })
  return () => {
    isClosed = true
    return close()
  }
}
