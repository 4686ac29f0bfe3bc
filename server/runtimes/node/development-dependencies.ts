import type { Environment } from '#platform/applications/environment.ts'
import { setting, settingAmong } from './setting.ts'

/**
 *   NODE_ENV     CC_NODE_DEV_DEPENDENCIES   installed
 *   any          install                    yes
 *   any          ignore                     no
 *   production   unset                      no
 *   otherwise    unset                      yes
 */
export function wantsDevelopmentDependencies(environment: Environment): boolean {
  const choice = settingAmong(environment, 'CC_NODE_DEV_DEPENDENCIES', ['install', 'ignore'])
  return choice ? choice === 'install' : setting(environment, 'NODE_ENV') !== 'production'
}
