import { runRequest } from '#client/resources/terminals.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import type { TerminalOptions } from '#console/components/terminal/terminal-session.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'

/** The terminal of a one-off command. */
export const runTerminal = (address: OwnedId, runId: string): TerminalOptions => ({
  thing: runId,
  label: texts.screen,
  request: runRequest(address, runId),
})
