import { Failure } from '#platform/deployments/failure.ts'
import { npmEnvironment, npmStart, npmTools, planNpm } from './npm.ts'
import { npmLockFile } from './npm-lock-file.ts'
import type { PackageManager } from './package-manager.ts'

/** npm with `npm ci`: exactly the lock file, or nothing. */
export const npmCi: PackageManager = {
  values: ['npm-ci'],
  start: npmStart,
  environment: npmEnvironment,
  tools: npmTools,
  async install(order) {
    if (!npmLockFile(order.project)) {
      throw new Failure(
        'recipe',
        'CC_NODE_BUILD_TOOL is "npm-ci", which needs a package-lock.json, and there is none.',
        ['Commit the package-lock.json that npm install writes, or set CC_NODE_BUILD_TOOL to npm.'],
      )
    }
    return planNpm('ci', order)
  },
}
