import type { Settings } from '#settings.ts'

/** What an administrative command works with. */
export interface AdminContext {
  settings: Settings
  /** Tells the operator what is going on. */
  say: (line: string) => void
}

/** A command that cannot be carried out, with the sentence for the operator. */
export class AdminError extends Error {}
