import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { readProperties } from '#runtimes/java/properties.ts'
import { quote } from '#runtimes/variable.ts'

const buildProperties = 'project/build.properties'

/** The launcher, which fetches any other sbt. */
export const sbtLauncher = '1.10.11'

/** An sbt to write where none is named. */
const suggested = sbtLauncher
const known = /^\d{1,4}(\.\d{1,4}){1,2}(-[\w.-]{1,40})?$/

/** The sbt that builds the project: an option of the goal, else `project/build.properties`. */
export async function readSbtVersion(source: Source, options: readonly string[]): Promise<string> {
  const property = '-Dsbt.version='
  const option = options.findLast((word) => word.startsWith(property))
  if (option !== undefined) return checked(option.slice(property.length), property.slice(0, -1))
  const text = await source.read(buildProperties)
  const write = `write the line sbt.version=${suggested} into it, and commit it`
  if (text === undefined) throw await noBuild(source, write)
  const version = readProperties(text.replace(/^\ufeff/, '')).get('sbt.version')
  if (version === undefined) {
    throw new Failure('recipe', `${buildProperties} does not say which sbt builds: ${write}.`)
  }
  return checked(version.trim(), `sbt.version in ${buildProperties}`)
}

function checked(version: string, origin: string): string {
  if (known.test(version)) return version
  throw new Failure(
    'recipe',
    `${origin} is ${quote(version)}, which is not a version of sbt: use one such as ${suggested}.`,
  )
}

async function noBuild(source: Source, write: string): Promise<Failure> {
  const [names, inProject] = await Promise.all([source.list(''), source.list('project')])
  const isBuild = names.some((name) => name.endsWith('.sbt')) || inProject.length > 0
  if (isBuild) {
    return new Failure(
      'recipe',
      `${buildProperties} is missing, which says which sbt builds the application: ${write}.`,
    )
  }
  return new Failure(
    'recipe',
    `There is neither build.sbt nor ${buildProperties}: is the application in a folder of the repository? Then name it in APP_FOLDER.`,
  )
}
