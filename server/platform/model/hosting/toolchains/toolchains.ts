import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'

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
  /** Tools that the last refresh left as they were, or in part, and why. */
  problems: readonly ToolNote[]
  /** What else the sources of refreshed tools are not as they should be. */
  notes: readonly ToolNote[]
}

/** A sentence about a tool, without its full stop. */
export interface ToolNote {
  tool: string
  text: string
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
  /** The newest security release of its line; `null` if it has its fixes, or no source says. */
  securityRelease: string | null
}

type NamedTool = Pick<Tool, 'name' | 'version'>

/** Versions of tools that this server knows and has. */
export interface Toolchains {
  status(): CatalogueStatus
  /** Asks the sources for new releases; rejects with a sentence, and changes nothing, when none gave any. */
  refresh(): Promise<void>
  /** Downloaded tools, by name and version. */
  installed(): Promise<InstalledTool[]>
  /** Downloads the newest release of a tool that fits, unless it is there, and returns it. */
  fetch(tool: NamedTool): Promise<NamedTool>
  /** Removes a downloaded tool, unless it is one of those that are used. */
  remove(tool: NamedTool, used: readonly NamedTool[]): Promise<'removed' | 'missing' | 'used'>
  /** A newer release with the same first number. */
  newerOfLine(tool: NamedTool): string | undefined
  /** The newest security release of the line of a tool, if the tool is older than it. */
  securityRelease(tool: NamedTool): string | undefined
  /** Day, as in `2027-04-30`, on which the line of a tool gets no more fixes. */
  endOfLife(tool: NamedTool): string | undefined
  /** The version of a tool of which a recipe names only the line, fetched if need be; with a warning when it is not the newest. */
  exactVersion(
    tool: NamedTool,
    onFetch?: (version: string) => void,
  ): Promise<{ version: string; warning?: string | undefined }>
  /** What `exactVersion` will give as far as the catalogue knows; fetches nothing. */
  expectedVersion(tool: NamedTool): Promise<string>
}
