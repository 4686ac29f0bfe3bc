import { readPlatformFile } from '#runtimes/pipeline/platform-file.ts'
import { isObject } from './package-json.ts'
import type { Project } from './project.ts'

/** What the old `node.json` in the platform's folder asks for. */
export interface OldNodeFile {
  /** `deploy.startupFile` with its arguments. */
  startup?: { file: string; args: string[] }
  warnings: string[]
}

/** A file that cannot be understood is passed over with a warning: it is no longer how things are said. */
export async function readOldNodeFile(project: Project): Promise<OldNodeFile> {
  const found = await readPlatformFile(project, 'node.json')
  if (!found) return { warnings: [] }
  const root = parse(found.text)
  if (!isObject(root))
    return { warnings: [`${found.path} is not used, because it is not valid JSON.`] }
  const deploy = isObject(root.deploy) ? root.deploy : {}
  const { startupFile: file, args } = deploy
  const hasHook = isObject(root.hooks) && root.hooks.postDeploy !== undefined
  return {
    ...(typeof file === 'string' &&
      file.trim() && { startup: { file: file.trim(), args: wordsOf(args) } }),
    warnings: [
      `${found.path} is deprecated: say in package.json or CC_RUN_COMMAND how to start.`,
      ...(hasHook ? [`hooks.postDeploy in ${found.path} is not run: set CC_PRE_RUN_HOOK.`] : []),
    ],
  }
}

function wordsOf(args: unknown): string[] {
  if (typeof args === 'string') return args.split(/\s+/).filter((word) => word !== '')
  return Array.isArray(args) ? args.filter((word) => typeof word === 'string') : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
