import type { Tool } from './recipe/recipe.ts'

/** The catalogue of tools in use, and how its last refresh went. */
export interface CatalogueStatus {
  /** `shipped` with this version of the platform, or `refreshed` since. */
  origin: 'shipped' | 'refreshed'
  /** When the registry was asked for it, in milliseconds since the epoch. */
  date: number
  /** Milliseconds between two refreshes; `null` when only an operator asks. */
  interval: number | null
  /** The last attempt since the start of the server; without a problem it succeeded. */
  lastAttempt: { date: number; problem: string | null } | null
}

/** A downloaded tool. */
export interface InstalledTool {
  name: string
  version: string
  bytes: number
  usedAt: number
  /** Day on which its line gets no more fixes; `null` where no source says. */
  endOfLife: string | null
  /** The newest release of its line; `null` if it is that, or has no lines. */
  newer: string | null
}

type NamedTool = Pick<Tool, 'name' | 'version'>

/** Versions of tools that this server knows and has. */
export interface Toolchains {
  status(): CatalogueStatus
  /** Asks the registry for new releases; rejects with a sentence, and changes nothing then. */
  refresh(): Promise<void>
  /** Downloaded tools, by name and version. */
  installed(): Promise<InstalledTool[]>
  /** A newer release with the same first number. */
  newerOfLine(tool: NamedTool): string | undefined
  /** Day, as in `2027-04-30`, on which the line of a tool gets no more fixes. */
  endOfLife(tool: NamedTool): string | undefined
}
