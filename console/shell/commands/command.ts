import type { OwnedId } from '#console/api/query-keys.ts'
import type { Address } from '#console/navigation/addresses.ts'
import type { ApplicationTaskKind } from '#console/shell/shortcuts/shortcut-keys.ts'
import type { Theme } from '#console/shell/theme-name.ts'

/** Something to do with an application; a rollback is to a release. */
export type ApplicationTask = { application: OwnedId & { name: string } } & (
  | { kind: Exclude<ApplicationTaskKind, 'rollback'> }
  | { kind: 'rollback'; release: { number: number; deploymentId: string; commit: string } }
)

type CommandEffect =
  | { kind: 'page'; to: Address }
  /** A page of the documentation, by its path below `/docs/`. */
  | { kind: 'documentation'; path: string }
  | { kind: 'theme'; theme: Theme }
  | { kind: 'task'; task: ApplicationTask }
  /** Lists the shortcuts. */
  | { kind: 'help' }
  /** Goes on searching for this. */
  | { kind: 'search'; text: string }

/** A line of the palette. */
export interface Command {
  /** The same whenever it is listed, so that recent ones are known again. */
  id: string
  group: string
  label: string
  detail?: string | undefined
  /** Further words by which it is found. */
  keywords?: string | undefined
  /** Its shortcut. */
  keys?: readonly string[] | undefined
  effect: CommandEffect
}
