import { openApplicationShell } from '#api/v4/applications/application-shell.ts'
import { attachToRun } from '#api/v4/applications/run-terminal.ts'
import { databaseSessionEndpoints } from '#api/v4/databases/sessions.ts'
import type { TerminalEndpoint } from './terminal-endpoint.ts'

/** All terminals, on the API and on the bridge. */
export const terminalEndpoints: readonly TerminalEndpoint[] = [
  openApplicationShell,
  attachToRun,
  ...databaseSessionEndpoints,
]
