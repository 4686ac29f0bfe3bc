import { runRequest } from '#client/resources/terminals.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import {
  beginSession,
  type TerminalSession,
} from '#console/components/terminal/terminal-session.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'

/** Takes over the terminal of a one-off command, whose page begins it. */
export const attachToRun = (address: OwnedId, runId: string): TerminalSession =>
  beginSession(runId, { label: texts.screen, request: runRequest(address, runId) })
