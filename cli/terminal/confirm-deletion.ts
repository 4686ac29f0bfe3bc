import { confirm } from './confirm.ts'
import { printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

/** Something that a command deletes for good. */
export interface Deletion {
  /** Kind of the thing, such as `application`. */
  kind: string
  name: string
  /** Absent if the name is the id. */
  id?: string
  /** Name of its owner; absent for what has none. */
  owner?: string
  /** What is lost besides, such as `its data`. */
  including?: string
}

/** Prompts for the name of what will be deleted, and says what that is and whose. */
export const confirmDeletion = (terminal: Terminal, deletion: Deletion): Promise<void> =>
  confirm(
    terminal,
    `Type '${printable(deletion.name)}' to permanently delete the ${deletionText(deletion)}:`,
    deletion.name,
  )

/** "application web (app_…) of acme and its data". */
export const deletionText = ({ kind, name, id, owner, including }: Deletion): string =>
  printable(
    [
      `${kind} ${name}`,
      id === undefined ? '' : ` (${id})`,
      owner === undefined ? '' : ` of ${owner}`,
      including === undefined ? '' : ` and ${including}`,
    ].join(''),
  )
