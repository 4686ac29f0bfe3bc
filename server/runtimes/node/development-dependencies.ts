import type { Environment } from '#platform/applications/environment.ts'
import { setting } from '#runtimes/setting.ts'

/**
 *   NODE_ENV     CC_NODE_DEV_DEPENDENCIES   installed
 *   any          install                    yes
 *   any          ignore                     no
 *   production   unset                      no
 *   otherwise    unset                      yes
 */
export function wantsDevelopmentDependencies(environment: Environment): boolean {
  const choice = setting(environment, 'CC_NODE_DEV_DEPENDENCIES')
  return choice ? choice === 'install' : setting(environment, 'NODE_ENV') !== 'production'
}
