import type { DeploymentId, InstanceId, LogSourceId } from '#platform/model/ids.ts'
/** Origin of a line: the platform's deployment messages, the build's commands, or the running application. */
export type LineOrigin = 'deployment' | 'build' | 'instance'

/** One line of log of a deployment or an instance. */
export interface Line {
  /** Sort key within an application, and cursor for readers. */
  id: string
  applicationId: LogSourceId
  /** Empty for lines of an add-on. */
  deploymentId: DeploymentId | ''
  /** Empty for lines without an instance. */
  instanceId: InstanceId | ''
  commit: string
  /** Milliseconds since the epoch. */
  date: number
  origin: LineOrigin
  severity: 'info' | 'warning' | 'error'
  message: string
}

export type NewLine = Omit<Line, 'id' | 'date'> & { date?: number }

/** A line as it is stored: its log knows whose it is. */
export type StoredLine = Omit<Line, 'applicationId'>

/** Whether a line is wanted. */
export type LineMatch = (line: StoredLine) => boolean

/** Filter for lines; all given conditions must hold. */
export interface LineFilter {
  since?: number
  until?: number
  /** Only lines after this id. */
  after?: string
  deploymentId?: string
  instanceId?: string
  /** What else must hold, such as a text that the line contains. */
  matches?: LineMatch
  /** Maximum number of lines, counted from the newest. */
  limit?: number
}
