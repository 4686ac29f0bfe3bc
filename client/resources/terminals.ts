import type { Connection, Query } from '#client/http/connection.ts'
import { path } from '#client/http/path.ts'
import { TerminalClient } from '#client/terminal/terminal-client.ts'
import type { TerminalEvents, TerminalRequest } from '#client/terminal/terminal-events.ts'
import type { ApplicationAddress } from './applications/application-address.ts'
import type { AddonAddress } from './marketplace/addons.ts'

export interface ShellChoice {
  /** Id of the instance; by default the newest. */
  instance?: string | undefined
  /** Runs this instead of a shell. */
  command?: string | undefined
}

/** Address of shells in the instances of an application. */
export const shellRequest = (
  { ownerId, id }: ApplicationAddress,
  { instance, command }: ShellChoice = {},
): TerminalRequest => ({
  path: path`/v4/berth/organisations/${ownerId}/applications/${id}/shells`,
  query: { instance, command } satisfies Query,
})

/** Address of a one-off command that waits for its client. */
export const runRequest = (
  { ownerId, id }: ApplicationAddress,
  runId: string,
): TerminalRequest => ({
  path: path`/v4/berth/organisations/${ownerId}/applications/${id}/runs/${runId}/terminal`,
})

/** Address of the client of the database of an add-on, and of connections to its server. */
export const databaseRequest = (
  { id }: Pick<AddonAddress, 'id'>,
  kind: 'shell' | 'tunnel',
): TerminalRequest => ({ path: path`/v4/addons/${id}/database/${kind}` })

export const terminals = (connection: Connection) => ({
  /** Opens a session at a terminal endpoint. */
  open: (request: TerminalRequest, events: TerminalEvents) =>
    new TerminalClient(connection, request, events),
})
