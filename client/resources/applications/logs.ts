import type { Connection } from '#client/http/connection.ts'
import { followStream } from '#client/http/follow-stream.ts'
import { path } from '#client/http/path.ts'
import type { ApplicationAddress } from './application-address.ts'

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
  /** Maximum number of existing lines: the newest. */
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

/** A line of an add-on's log: it belongs to no deployment. */
export type AddonLogLine = Pick<
  LogLine,
  'id' | 'date' | 'severity' | 'service' | 'message' | 'instanceId'
> & { resourceId: string }

export const logs = (connection: Connection) => {
  async function* lines<Line>(
    from: string,
    { limit, ...filter }: LogFilter = {},
    options: FollowOptions = {},
  ): AsyncGenerator<Line, void, undefined> {
    const events = followStream(connection, {
      path: from,
      // The limit speaks of the past; after a lost connection every line since then is wanted.
      query: (resumed) => (resumed ? filter : { ...filter, limit }),
      ...options,
    })
    for await (const event of events)
      if (/^(APPLICATION|RESOURCE)_LOG$/.test(event.name)) yield JSON.parse(event.data) as Line
  }
  return {
    /** The lines kept so far, then new ones as they come, until `until` or the signal. */
    follow: (
      { id, ownerId }: ApplicationAddress,
      filter: LogFilter = {},
      options: FollowOptions = {},
    ) =>
      lines<LogLine>(
        path`/v4/logs/organisations/${ownerId}/applications/${id}/logs`,
        filter,
        options,
      ),
    /** The same for an add-on, by either of its ids. */
    followAddon: (ownerId: string, id: string, filter: LogFilter = {}) =>
      lines<AddonLogLine>(path`/v4/logs/organisations/${ownerId}/resources/${id}/logs`, filter),
  }
}
