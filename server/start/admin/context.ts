import type { Settings } from '#settings.ts'

/** What an administrative command works with. */
export interface AdminContext {
  settings: Settings
  /** Tells the operator what is going on. */
  say: (line: string) => void
}

/** A command that cannot be carried out, with the sentence for the operator. */
export class AdminError extends Error {}

/** Does what concerns one tenant; what fails is said and counted, and holds up nobody else's. */
export interface TenantWork {
  attempt(what: string, act: () => Promise<void>): Promise<void>
  /** How many things have failed. */
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
