import type { Deployment } from '#platform/model/hosting/deployments/deployment.ts'
import type { Line, LineOrigin } from '#platform/model/observability/line.ts'
import type { LogBook } from '#platform/model/observability/log-book.ts'
import { severityOf } from '#platform/observability/logs/line-severity.ts'

/** Log of one deployment: messages of the platform and output of its build. */
export interface DeploymentLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
  /** An output line of a build command. */
  output(message: string): void
}

export function createDeploymentLog(
  { logs }: { logs: LogBook },
  { id, applicationId, commit }: Pick<Deployment, 'id' | 'applicationId' | 'commit'>,
): DeploymentLog {
  const append = (origin: LineOrigin, severity: Line['severity'], message: string) =>
    logs.append({
      applicationId,
      deploymentId: id,
      instanceId: '',
      commit,
      origin,
      severity,
      message,
    })
  return {
    info: (message) => append('deployment', 'info', message),
    warn: (message) => append('deployment', 'warning', message),
    error: (message) => append('deployment', 'error', message),
    output: (message) => append('build', severityOf(message), message),
  }
}
