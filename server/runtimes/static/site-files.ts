import { posix } from 'node:path'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { appFolder } from '#runtimes/pipeline/app-folder.ts'
import { namesLike } from '#runtimes/pipeline/variables.ts'
import { quote, setting } from '#runtimes/variable.ts'

/** A path below a folder, without slashes around it; the folder itself is `''`. */
export const below = (text: string | undefined): string => appFolder(text) ?? ''

const isPage = (name: string) => name === 'index.html' || name === 'index.htm'

/** The page for paths without a file, below the folder that is served. */
export function fallbackOf(environment: Environment): string | undefined {
  const text = setting(environment, 'CC_STATIC_FALLBACK')
  return text === undefined ? undefined : below(text)
}

/** Whether `/` must have a page: the health check requests it unless it has other paths, and a fallback would answer it. */
export const needsFirstPage = (environment: Environment): boolean =>
  fallbackOf(environment) === undefined &&
  ['CC_HEALTH_CHECK_PATH', 'CC_HEALTH_CHECK_PATH_<n>']
    .flatMap((name) => namesLike(name, environment))
    .every((name) => setting(environment, name) === undefined)

/** Refuses a site that has nothing to serve, where no build could still make it. */
export async function checkSiteFiles(
  source: Source,
  webroot: string,
  environment: Environment,
): Promise<void> {
  const all = await source.list(webroot)
  // Dot files are never served, so a main folder with nothing else is empty.
  const names = webroot === '' ? all.filter((name) => !name.startsWith('.')) : all
  if (names.length === 0) {
    const what =
      webroot === ''
        ? 'There are no files, so there is nothing to serve'
        : `CC_WEBROOT is ${quote(webroot)}, and there is no such folder`
    throw new Failure('recipe', `${what}.`, [
      'A build that makes the files runs from CC_BUILD_COMMAND, CC_PRE_BUILD_HOOK or CC_POST_BUILD_HOOK.',
    ])
  }
  const fallback = fallbackOf(environment)
  if (fallback !== undefined && !(await hasFile(source, posix.join(webroot, fallback)))) {
    throw new Failure(
      'recipe',
      `CC_STATIC_FALLBACK is ${quote(fallback)}, and there is no such file in ${where(webroot)}.`,
    )
  }
  if (names.some(isPage) || !needsFirstPage(environment)) return
  throw new Failure(
    'recipe',
    `There is no index.html in ${where(webroot)}, so / has no page${await elsewhere(source, names, webroot)}.`,
    ['A site without a first page needs CC_HEALTH_CHECK_PATH: the path of a file that it has.'],
  )
}

const where = (webroot: string) => (webroot === '' ? 'the main folder' : quote(webroot))

async function hasFile(source: Source, path: string): Promise<boolean> {
  const folder = posix.dirname(path)
  return (await source.list(folder === '.' ? '' : folder)).includes(posix.basename(path))
}

const foldersToLookInto = 50

/** Names a folder with a first page, because most sites that lack one have it there. */
async function elsewhere(source: Source, names: string[], webroot: string): Promise<string> {
  const folders = names.filter((name) => /^[^.].*\/$/s.test(name)).slice(0, foldersToLookInto)
  for (const name of folders) {
    const folder = posix.join(webroot, name.slice(0, -1))
    if (!(await source.list(folder)).some(isPage)) continue
    return `, but there is one in ${quote(folder)}: set CC_WEBROOT to ${quote(folder)}`
  }
  return ''
}
