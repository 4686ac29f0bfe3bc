import type { PackageManager } from '#runtimes/node/package-managers/package-manager.ts'
import type { Project } from './project.ts'
import { setting } from './setting.ts'

/** What the owner should change although the application can be built as it is. */
export async function sourceWarnings(project: Project, manager: PackageManager): Promise<string[]> {
  return [
    ...nodeEnvironment(project),
    ...(await nodeModules(project)),
    ...foreignLockFiles(project, manager),
    ...unheardVariables(project),
  ]
}

function nodeEnvironment({ environment }: Project): string[] {
  if (setting(environment, 'NODE_ENV')) return []
  return ['NODE_ENV is not set: set it to production to run in production mode.']
}

async function nodeModules({ source, names }: Project): Promise<string[]> {
  if (names.has('node_modules/')) {
    return [
      'node_modules is part of the repository: remove it and list /node_modules in .gitignore.',
    ]
  }
  const ignored = (await source.read('.gitignore'))?.split('\n') ?? []
  if (ignored.some((line) => /^(\/|\*\*\/)?node_modules\/?\s*$/.test(line))) return []
  return ['/node_modules is not listed in .gitignore.']
}

const lockFilesOfOthers = ['bun.lock', 'bun.lockb', 'pnpm-lock.yaml', 'yarn.lock']

function foreignLockFiles({ names }: Project, manager: PackageManager): string[] {
  return lockFilesOfOthers
    .filter((name) => names.has(name))
    .map(
      (name) =>
        `${name} is not used, because dependencies are installed with ${manager.values[0]}.`,
    )
}

const notYetHeard = [
  'CC_CUSTOM_BUILD_TOOL',
  'CC_NPM_BASIC_AUTH',
  'CC_NPM_REGISTRY',
  'CC_POST_BUILD_HOOK',
  'CC_PRE_BUILD_HOOK',
  'CC_PRE_RUN_HOOK',
  'CC_RUN_FAILED_HOOK',
  'CC_RUN_SUCCEEDED_HOOK',
  'CC_SSH_PRIVATE_KEY',
  'CC_TASK',
  'CC_WORKER_COMMAND',
  'NPM_TOKEN',
]

function unheardVariables({ environment }: Project): string[] {
  const names = notYetHeard.filter((name) => setting(environment, name))
  return names.length > 0 ? [`This version does not act on ${names.join(', ')}.`] : []
}
