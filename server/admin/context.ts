import type { Settings } from '#settings/settings.ts'

/** Inputs of an administrative command. */
export interface AdminContext {
  settings: Settings
  /** Reports progress to the operator. */
  say: (line: string) => void
}

/** An administrative command failed, with a message for the operator. */
export class AdminError extends Error {}

/** Some items failed in a way that has an exit code of its own. */
export interface Incomplete {
  failed: number
  code: number
}

/** Runs work for one tenant; an error is reported and counted, and does not stop the work for others. */
export interface TenantWork {
  attempt(what: string, act: () => Promise<void>): Promise<void>
  /** What has failed, in the order of the attempts. */
  readonly missing: readonly string[]
}

export function tenantWork(say: AdminContext['say']): TenantWork {
  const missing: string[] = []
  return {
    missing,
    async attempt(what, act) {
      try {
        await act()
      } catch (error) {
        missing.push(what)
        say(`MISSING: ${what}: ${(error as Error).message.slice(0, 300)}`)
      }
    },
  }
}
