import { printable } from '#cli/terminal/printable.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'

export type Variables = Readonly<Record<string, string>>

/** Names of the variables that a replacement adds, changes and removes. */
export interface VariableChanges {
  added: string[]
  changed: string[]
  removed: string[]
}

export function compareVariables(before: Variables, after: Variables): VariableChanges {
  const names = Object.keys(after)
  return {
    added: names.filter((name) => !Object.hasOwn(before, name)),
    changed: names.filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]),
    removed: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  }
}

export const hasChanges = ({ added, changed, removed }: VariableChanges): boolean =>
  added.length + changed.length + removed.length > 0

/** One line per variable with a diff marker, without values, which are secrets. */
export function changesText(
  { paint }: Pick<Terminal, 'paint'>,
  { added, changed, removed }: VariableChanges,
): string {
  const lines = (mark: string, style: 'green' | 'yellow' | 'red', names: readonly string[]) =>
    names.map((name) => paint(style, `  ${mark} ${printable(name)}`))
  return [
    ...lines('+', 'green', added),
    ...lines('~', 'yellow', changed),
    ...lines('-', 'red', removed),
    `${added.length} added, ${changed.length} changed, ${removed.length} removed`,
  ].join('\n')
}

/** "1 variable", "3 variables". */
export const countText = (count: number): string =>
  `${count} ${count === 1 ? 'variable' : 'variables'}`
