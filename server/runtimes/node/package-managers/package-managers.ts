import type { Environment } from '#platform/applications/environment.ts'
import { settingAmong } from '#runtimes/node/setting.ts'
import { npmCi } from './npm-ci.ts'
import { npmInstall } from './npm-install.ts'
import type { PackageManager } from './package-manager.ts'

/** The first is the default. */
const managers: readonly [PackageManager, ...PackageManager[]] = [npmInstall, npmCi]

const allValues = managers.flatMap((manager) => manager.values)

export function choosePackageManager(environment: Environment): PackageManager {
  const value = settingAmong(environment, 'CC_NODE_BUILD_TOOL', allValues)
  return managers.find((manager) => value && manager.values.includes(value)) ?? managers[0]
}
