import type { Environment } from '#platform/model/hosting/environment.ts'
import { platformFolders } from '#platform/model/hosting/recipe/platform-folders.ts'
import type { BuildStep, Epilogue } from '#platform/model/hosting/recipe/recipe.ts'
import { setting } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'

/** Build step of a hook, if set. */
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

/** Post-deployment hook, if set. */
export function epilogueOf(environment: Environment): Epilogue | undefined {
  const succeeded = setting(environment, 'CC_RUN_SUCCEEDED_HOOK')
  const failed = setting(environment, 'CC_RUN_FAILED_HOOK')
  if (succeeded === undefined && failed === undefined) return undefined
  return {
    ...(succeeded !== undefined && { succeeded: ['sh', '-c', succeeded] }),
    ...(failed !== undefined && { failed: ['sh', '-c', failed] }),
  }
}

export interface PlatformFile {
  /** Path in messages: `clevercloud/cron.json`. */
  path: string
  text: string
}

/** A file for the platform, from the application's folder or else from the main one. */
export async function readPlatformFile(
  { source, repository }: Place,
  name: string,
): Promise<PlatformFile | undefined> {
  for (const from of repository ? [source, repository] : [source]) {
    for (const folder of platformFolders) {
      const path = `${folder}/${name}`
      const text = await from.read(path)
      if (text !== undefined) return { path, text }
    }
  }
  return undefined
}
