import type { ApplicationId, InstanceId } from '#platform/model/ids.ts'

/** One end of a connection. */
export interface Endpoint {
  ip: string
  port: number
}

/** One finished request of a visitor, or one finished connection of a TCP redirection. */
export interface AccessLogEntry {
  /** Its end, in milliseconds since the epoch. */
  date: number
  applicationId: ApplicationId
  /** Absent when the router answered itself. */
  instanceId?: InstanceId
  requestId: string
  bytesIn: number
  bytesOut: number
  /** The visitor; behind a trusted proxy as that has reported it, with port 0. */
  source: Endpoint
  /** What the visitor has connected to. */
  destination: Endpoint
  /** Absent for a TCP redirection. */
  http?: {
    request: {
      host: string
      method: string
      /** Without the query, which often has secrets; cut when it is long. */
      path: string
      scheme: 'http' | 'https'
    }
    response: {
      statusCode: number
      /** Milliseconds from the request to the end of its response. */
      time: number
    }
  }
}

/** Entries that were not logged, because an application had too many or the disk was too slow. */
export interface DroppedEntries {
  date: number
  applicationId: ApplicationId
  dropped: number
}

/** A line of the router's access log. */
export type AccessLogLine = AccessLogEntry | DroppedEntries

/** A line of the router's access log, with its JSON text. */
export interface RouterAccessLine {
  line: AccessLogLine
  text: string
}
