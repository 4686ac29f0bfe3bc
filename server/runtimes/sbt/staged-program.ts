import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** The folder of the repository that contains `target`. */
export function targetFolder(environment: Environment): string {
  const given = setting(environment, 'CC_SBT_TARGET_DIR') ?? '.'
  const folder = posix.normalize(given)
  if (posix.isAbsolute(folder) || folder.split('/').includes('..')) {
    throw new Failure(
      'recipe',
      `CC_SBT_TARGET_DIR is ${quote(given)}, and it must be a folder of the repository, such as modules/web.`,
    )
  }
  return folder.replace(/\/$/, '')
}

/** The folder of programs that `stage` makes, or the program that `CC_SBT_TARGET_BIN` names in it. */
export function stagedProgram(environment: Environment): string {
  const bin = posix.join(targetFolder(environment), 'target/universal/stage/bin')
  const program = setting(environment, 'CC_SBT_TARGET_BIN')
  return program === undefined ? bin : `${bin}/${program}`
}
