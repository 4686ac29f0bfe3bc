import type { Connection } from '#client/http/connection.ts'
import { followStream } from '#client/http/follow-stream.ts'
import { path } from '#client/http/path.ts'
import type { AddonAddress } from '#client/resources/marketplace/addons.ts'
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
  /** Component that wrote it. */
  service: string
  message: string
}

export interface LogFilter {
  /** ISO 8601. */
  since?: string | undefined
  /** ISO 8601; the stream ends at that time. */
  until?: string | undefined
  /** Maximum number of existing lines: the newest. */
  limit?: number | undefined
  /** Only lines that contain this text, whatever its case. */
  filter?: string | undefined
  deploymentId?: string | undefined
  instanceId?: string | undefined
  /** `info`, `warning` or `error`, and those above. */
  severity?: string | undefined
}

export interface AccessLogFilter extends Omit<LogFilter, 'deploymentId' | 'severity'> {
  /** A status, or the first digit of one. */
  status?: string | undefined
  method?: string | undefined
}

/** How many lines a search finds over time. */
export interface LogCounts {
  /** ISO 8601. */
  since: string
  until: string
  /** Seconds of a point. */
  span: number
  /** After `since` if the log was too long: what was written before is not counted. */
  countedSince: string
  total: number
  /** Without those that have no line; counts are by severity, or by class of status. */
  points: { date: string; total: number; counts: Record<string, number> }[]
  /** Addresses of files with everything that was found, for some minutes. */
  files: { text: string; json: string }
}

/** One end of a connection. */
export interface AccessLogEnd {
  ip: string
  port: number
  countryCode?: string
  city?: string
}

/** A request of a visitor, or a connection of a TCP redirection. */
export interface AccessLogEntry {
  id: string
  /** ISO 8601. */
  date: string
  applicationId: string
  instanceId?: string
  requestId: string
  zone: string
  bytesIn: number
  bytesOut: number
  source: AccessLogEnd
  destination: AccessLogEnd
  /** Absent for a TCP redirection. */
  http?: {
    request: { host: string; method: string; path: string; scheme: string }
    response: { statusCode: number; time: number }
  }
}

export interface FollowOptions {
  /** Ends the stream without an error. */
  signal?: AbortSignal
  /** Called on each heartbeat of the server. */
  onHeartbeat?: () => void
}

/** A log line of an add-on, which has no deployment. */
export type AddonLogLine = Pick<
  LogLine,
  'id' | 'date' | 'severity' | 'service' | 'message' | 'instanceId'
> & { resourceId: string }

export const logs = (connection: Connection) => {
  async function* lines<Line>(
    from: string,
    { limit, ...filter }: LogFilter & AccessLogFilter = {},
    options: FollowOptions = {},
  ): AsyncGenerator<Line, void, undefined> {
    const events = followStream(connection, {
      path: from,
      // The limit applies to stored lines only; after a reconnect all lines since then are wanted.
      query: (resumed) => (resumed ? filter : { ...filter, limit }),
      ...options,
    })
    for await (const event of events)
      if (/^(APPLICATION|RESOURCE|ACCESS)_LOG$/.test(event.name))
        yield JSON.parse(event.data) as Line
  }
  const count = (from: string, filter: LogFilter | AccessLogFilter) =>
    connection.ask<LogCounts>({ method: 'GET', path: from, query: { ...filter } })
  return {
    /** Stored lines, then new ones, until `until` or the signal. */
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
    /** Requests of visitors, then new ones, until `until` or the signal. */
    followAccess: (
      { id, ownerId }: ApplicationAddress,
      filter: AccessLogFilter = {},
      options: FollowOptions = {},
    ) =>
      lines<AccessLogEntry>(
        path`/v4/accesslogs/organisations/${ownerId}/applications/${id}/accesslogs`,
        filter,
        options,
      ),
    /** Same for an add-on, by either of its ids. */
    followAddon: (
      ownerId: string,
      id: string,
      filter: LogFilter = {},
      options: FollowOptions = {},
    ) =>
      lines<AddonLogLine>(
        path`/v4/logs/organisations/${ownerId}/resources/${id}/logs`,
        filter,
        options,
      ),
    /** Counts over time of what a search finds in everything that is kept. */
    counts: ({ id, ownerId }: ApplicationAddress, filter: LogFilter = {}) =>
      count(path`/v4/berth/organisations/${ownerId}/applications/${id}/logs/counts`, filter),
    countsOfAccess: ({ id, ownerId }: ApplicationAddress, filter: AccessLogFilter = {}) =>
      count(path`/v4/berth/organisations/${ownerId}/applications/${id}/accesslogs/counts`, filter),
    countsOfAddon: ({ id, ownerId }: AddonAddress, filter: LogFilter = {}) =>
      count(path`/v4/berth/organisations/${ownerId}/resources/${id}/logs/counts`, filter),
  }
}
