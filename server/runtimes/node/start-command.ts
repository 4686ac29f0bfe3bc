import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { Command, PackageManager } from './package-managers/package-manager.ts'
import type { Production } from './production/plan-production.ts'
import { hasInstallScript, type Project } from './project.ts'
import { findModule } from './start-file.ts'
import type { OldNodeFile } from './version-files.ts'

/**
 * `CC_RUN_COMMAND`, else the framework's server where package.json starts none, else `scripts.start` through the package manager, else
 * `main`, else the legacy `node.json`.
 */
export async function startCommand(
  project: Project,
  manager: PackageManager,
  { startup }: OldNodeFile,
  { server, runsBuild }: Production,
): Promise<Command> {
  const { environment, packageJson } = project
  const own = setting(environment, 'CC_RUN_COMMAND')
  if (own) return ['sh', '-c', own]
  if (server)
    return 'command' in server.run ? server.run.command : manager.run(server.run.module, project)
  if (packageJson.scripts.start?.trim()) return manager.start(project)
  if (packageJson.main !== undefined && packageJson.main !== null) {
    return manager.run(await mainFile(project, runsBuild), project)
  }
  if (startup) {
    return [...(await manager.run(asFile(mainPath(startup.file)), project)), ...startup.args]
  }
  throw new Failure(
    'recipe',
    'package.json has neither "scripts.start" nor "main", so there is nothing to start.',
    adviceFor(project),
  )
}

function adviceFor({ names }: Project): string[] {
  const file = ['server.js', 'app.js', 'index.js', 'main.js'].find((name) => names.has(name))
  return [`Add for example: "scripts": { "start": "node ${file ?? 'server.js'}" }`]
}

async function mainFile(project: Project, runsBuild: boolean): Promise<string> {
  const main = mainPath(project.packageJson.main)
  const file = await findModule(project.source, main)
  if (!file && !runsBuild && !isMadeByBuild(project)) {
    throw new Failure(
      'recipe',
      `"main" in package.json is ${quote(main)}, and there is no such file.`,
    )
  }
  return asFile(file ?? main)
}

function isMadeByBuild(project: Project): boolean {
  const hooks = ['CC_PRE_BUILD_HOOK', 'CC_POST_BUILD_HOOK', 'CC_PRE_RUN_HOOK']
  return hasInstallScript(project) || hooks.some((name) => setting(project.environment, name))
}

/** Prevents a file name from being taken for an option. */
const asFile = (path: string) => (path.startsWith('-') ? `./${path}` : path)

const maxPathLength = 1000

function mainPath(main: unknown): string {
  if (typeof main !== 'string') {
    throw new Failure('recipe', '"main" in package.json must be text, such as "server.js".')
  }
  const path = posix.normalize(main.trim() || '.')
  const outside = posix.isAbsolute(path) || path.split('/')[0] === '..'
  if (outside || path.length > maxPathLength || /[\x00-\x1f\x7f]/.test(path)) {
    throw new Failure(
      'recipe',
      `"main" in package.json is ${quote(main)}, which is not a file of the repository.`,
    )
  }
  return path.replace(/\/$/, '')
}
