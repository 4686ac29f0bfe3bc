import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'

/** What a check has looked at. */
export type Area = 'versions' | 'login' | 'dns' | 'ports' | 'certificates' | 'machine' | 'disk'

/** Result of one check. */
export interface Finding {
  area: Area
  /** `skipped`: the check does not apply, or its answer is for others. */
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
  /** What to do about it. */
  hint?: string
}

const styles: Record<Finding['state'], Style> = {
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
  skipped: 'dim',
}

/** One line for each finding, with its hint below. */
export const findingsText = (
  { paint }: Pick<Terminal, 'paint'>,
  findings: readonly Finding[],
): string =>
  table(
    findings.flatMap(({ area, state, message, hint }) => [
      [paint(styles[state], state), area, printable(message)],
      ...(hint === undefined ? [] : [['', '', printable(`→ ${hint}`)]]),
    ]),
  )
