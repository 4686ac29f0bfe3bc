import type { ApplicationAddress } from './application-address.ts'
import type { Connection } from './connection.ts'
import { followStream } from './follow-stream.ts'
import { path } from './path.ts'

export interface LogLine {
  id: string
  applicationId: string
  deploymentId: string
  instanceId: string
  commitId: string
  /** ISO 8601. */
  date: string
  severity: string
  /** Who wrote it. */
  service: string
  message: string
}

export interface LogFilter {
  /** ISO 8601. */
  since?: string | undefined
  /** ISO 8601; the stream ends once that moment has passed. */
  until?: string | undefined
  /** At most so many of the lines kept so far: the newest. */
  limit?: number | undefined
  /** Only lines that contain this text. */
  filter?: string | undefined
  deploymentId?: string | undefined
  instanceId?: string | undefined
}

export interface FollowOptions {
  /** Ends the lines quietly. */
  signal?: AbortSignal
  /** Called each time the server says that it is still there. */
  onHeartbeat?: () => void
}

export const logs = (connection: Connection) => ({
  /** The lines kept so far, then new ones as they come, until `until` or the signal. */
  async *follow(
    { id, ownerId }: ApplicationAddress,
    { limit, ...filter }: LogFilter = {},
    options: FollowOptions = {},
  ): AsyncGenerator<LogLine, void, undefined> {
    const events = followStream(connection, {
      path: path`/v4/logs/organisations/${ownerId}/applications/${id}/logs`,
      // The limit speaks of the past; after a lost connection every line since then is wanted.
      query: (resumed) => (resumed ? filter : { ...filter, limit }),
      ...options,
    })
    for await (const event of events)
      if (event.name === 'APPLICATION_LOG') yield JSON.parse(event.data) as LogLine
  },
})
