import type { Environment } from '#platform/applications/environment.ts'
import type { BuildStep, Epilogue } from '#platform/deployments/recipe/recipe.ts'
import { setting } from '#runtimes/setting.ts'

/** The step that a hook asks for, or none. */
export function hookStep(environment: Environment, name: string): BuildStep[] {
  const hook = setting(environment, name)
  if (hook === undefined) return []
  return [{ title: `Running ${name}: ${onOneLine(hook)}`, command: ['sh', '-c', hook] }]
}

const maxTitleLength = 200

function onOneLine(text: string): string {
  const line = text.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]+/g, ' ')
  return line.length > maxTitleLength ? `${line.slice(0, maxTitleLength)}…` : line
}

/** What runs once the deployment has ended, or nothing. */
export function epilogueOf(environment: Environment): Epilogue | undefined {
  const succeeded = setting(environment, 'CC_RUN_SUCCEEDED_HOOK')
  const failed = setting(environment, 'CC_RUN_FAILED_HOOK')
  if (succeeded === undefined && failed === undefined) return undefined
  return {
    ...(succeeded !== undefined && { succeeded: ['sh', '-c', succeeded] }),
    ...(failed !== undefined && { failed: ['sh', '-c', failed] }),
  }
}
