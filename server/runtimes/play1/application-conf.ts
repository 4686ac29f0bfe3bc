import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { readProperties } from '#runtimes/java/properties.ts'

export const confPath = 'conf/application.conf'

/** `conf/application.conf` of a Play 1 application, seen with the profile of the platform. */
export interface ApplicationConf {
  /** `berth` where the file has keys for it, else `clevercloud`: repositories made for the original platform deploy unchanged. */
  profile: 'berth' | 'clevercloud'
  /** A key for this profile, else the plain one. */
  get(key: string): string | undefined
}

export async function readApplicationConf(source: Source): Promise<ApplicationConf> {
  const text = await source.read(confPath)
  if (text === undefined) {
    throw new Failure(
      'recipe',
      `${confPath} is missing: every Play 1 application has one. Is the application in a folder of the repository? Then name it in APP_FOLDER.`,
    )
  }
  const properties = readProperties(text.replace(/^\ufeff/, ''))
  const isBerth = [...properties.keys()].some((key) => key.startsWith('%berth.'))
  const profile = isBerth ? 'berth' : 'clevercloud'
  return {
    profile,
    get: (key) => properties.get(`%${profile}.${key}`) ?? properties.get(key),
  }
}
