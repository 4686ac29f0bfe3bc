import type { Deployment } from '#platform/deployments/deployment.ts'
import type { LineOrigin } from '#platform/logs/line.ts'
import type { LogBook } from '#platform/logs/log-book.ts'

/** Writes the lines of one deployment. */
export interface Story {
  say(message: string): void
  warn(message: string): void
  fail(message: string): void
  /** A line that a command of the build printed. */
  build(message: string): void
}

export function tellStory(
  { logs }: { logs: LogBook },
  { id, applicationId, commit }: Pick<Deployment, 'id' | 'applicationId' | 'commit'>,
): Story {
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
    say: line('deployment', 'info'),
    warn: line('deployment', 'warning'),
    fail: line('deployment', 'error'),
    build: line('build', 'info'),
  }
}
