import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { npmrc, yarnrc } from '#runtimes/node/registry/registry-access.ts'
import { setting } from '#runtimes/variable.ts'
import { npmEnvironment } from './npm/package-manager.ts'
import { installing, type PackageManager } from './package-manager.ts'

/** The owner's own command. */
export const custom: PackageManager = {
  values: ['custom'],
  lockFiles: [],
  usesNpm: true,
  start: () => ['npm', 'start'],
  build: () => ['npm', 'run', 'build'],
  run: (file) => ['node', file],
  home: ({ environment }) => [
    ...npmrc(environment, { withRegistry: true }),
    ...yarnrc(environment),
  ],
  async install({ project }) {
    const command = setting(project.environment, 'CC_CUSTOM_BUILD_TOOL')
    if (command === undefined) {
      throw new Failure(
        'recipe',
        'CC_NODE_BUILD_TOOL is "custom", which needs CC_CUSTOM_BUILD_TOOL: the command that installs.',
      )
    }
    const step = {
      title: 'CC_CUSTOM_BUILD_TOOL',
      command: ['sh', '-c', command] as [string, ...string[]],
    }
    const obstacle = 'CC_CUSTOM_BUILD_TOOL may do anything'
    return {
      tools: [],
      environment: npmEnvironment,
      ...(await installing(project, step, { obstacle, runsAlways: true })),
      warnings: [],
    }
  },
}
