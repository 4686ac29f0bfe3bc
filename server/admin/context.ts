import type { Settings } from '#settings/settings.ts'

/** Inputs of an administrative command. */
export interface AdminContext {
  settings: Settings
  /** Reports progress to the operator. */
  say: (line: string) => void
}

/** An administrative command failed, with a message for the operator. */
export class AdminError extends Error {}

/** Runs work for one tenant; an error is reported and counted, and does not stop the work for others. */
export interface TenantWork {
  attempt(what: string, act: () => Promise<void>): Promise<void>
  /** Number of failures. */
  readonly failed: number
}

export function tenantWork(say: AdminContext['say']): TenantWork {
  let failed = 0
  return {
    get failed() {
      return failed
    },
    async attempt(what, act) {
      try {
        await act()
      } catch (error) {
        failed += 1
        say(`MISSING: ${what}: ${(error as Error).message.slice(0, 300)}`)
      }
    },
  }
}
