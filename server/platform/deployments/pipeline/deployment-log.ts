import type { Deployment } from '#platform/deployments/deployment.ts'
import type { LineOrigin } from '#platform/logs/line.ts'
import type { LogBook } from '#platform/logs/log-book.ts'

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
  const line = (origin: LineOrigin, severity: 'info' | 'warning' | 'error') => (message: string) =>
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
    info: line('deployment', 'info'),
    warn: line('deployment', 'warning'),
    error: line('deployment', 'error'),
    output: line('build', 'info'),
  }
}
