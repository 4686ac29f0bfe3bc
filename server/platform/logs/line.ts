import type { DeploymentId, InstanceId, LogSourceId } from '#platform/ids.ts'
/** Who wrote a line: the platform telling the story, the build's commands, or the running application. */
export type LineOrigin = 'deployment' | 'build' | 'instance'

/** One line of log of a deployment or an instance. */
export interface Line {
  /** Orders the lines of one application; a reader resumes after it. */
  id: string
  applicationId: LogSourceId
  /** Empty for lines of an add-on. */
  deploymentId: DeploymentId | ''
  /** Empty for lines that no instance wrote. */
  instanceId: InstanceId | ''
  commit: string
  /** Milliseconds since the epoch. */
  date: number
  origin: LineOrigin
  severity: 'info' | 'warning' | 'error'
  message: string
}

export type NewLine = Omit<Line, 'id' | 'date'> & { date?: number }

/** Which lines a reader wants; every given condition must hold. */
export interface LineFilter {
  since?: number
  until?: number
  /** Only lines after this id. */
  after?: string
  deploymentId?: string
  instanceId?: string
  /** Only lines that contain this text. */
  text?: string
  /** At most so many: the newest ones of what is kept. */
  limit?: number
}
