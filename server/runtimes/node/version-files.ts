import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'
import { isObject } from './package-json.ts'
import type { Project } from './project.ts'

/** Files of version managers with one version, used when package.json and the variables specify none. */
type VersionFile = '.nvmrc' | '.node-version' | '.bun-version'

/** nvm's alias, beside `node`, of the newest release. */
const synonyms: ReadonlyMap<string, string> = new Map([['stable', 'node']])

/** First non-empty line, from the application's folder or else from the main one. */
export async function readVersionFile(
  { source, repository }: Place,
  name: VersionFile,
): Promise<VersionRequest | undefined> {
  for (const where of [source, repository]) {
    const lines = ((await where?.read(name)) ?? '').split('\n')
    const text = lines.map((line) => (line.split('#')[0] ?? '').trim()).find((line) => line !== '')
    if (text !== undefined) return { text: synonyms.get(text) ?? text, origin: name }
  }
  return undefined
}

/** In order of precedence. */
export async function nodeVersionFiles(place: Place): Promise<VersionRequest[]> {
  const requests = [
    await readVersionFile(place, '.nvmrc'),
    await readVersionFile(place, '.node-version'),
  ]
  return requests.filter((request) => request !== undefined)
}

/** Settings of the legacy `node.json` in the platform's folder. */
export interface OldNodeFile {
  /** `deploy.startupFile` with its arguments. */
  startup?: { file: string; args: string[] }
  warnings: string[]
}

/** An invalid file is ignored with a warning, because the format is obsolete. */
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
