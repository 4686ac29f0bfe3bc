import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { Refusal } from '#platform/model/refusal.ts'
import type { Project } from '#runtimes/node/project.ts'

/** Text of a lock file; empty when it is missing or unreadable. */
export async function lockText({ lockSource }: Project, path: string): Promise<string> {
  try {
    return (await lockSource.read(path)) ?? ''
  } catch (error) {
    if (error instanceof Failure || error instanceof Refusal) return ''
    throw error
  }
}
