import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import { httpOptions, usualTypes, withoutDots } from '#runtimes/front/front.ts'
import { readHttpSettings } from '#runtimes/front/http-settings.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'

export interface PhpStart {
  command: [string, ...string[]]
  /** Apache and PHP-FPM serve. */
  isServed: boolean
  notes: string[]
}

/** What starts the application: `CC_RUN_COMMAND`, else Apache with PHP-FPM on a folder. */
export async function planStart(order: PlanOrder): Promise<PhpStart> {
  const { environment } = order
  const run = setting(environment, 'CC_RUN_COMMAND')
  if (run !== undefined) {
    const notes = ['CC_RUN_COMMAND starts the application, which listens on port 8080 itself.']
    return { command: ['sh', '-c', run], isServed: false, notes }
  }
  const { webroot, note } = await chooseWebroot(order)
  const http = await readHttpSettings(order)
  return {
    command: ['php-server', ...optionsOf(environment, webroot), ...(http ? httpOptions(http) : [])],
    isServed: true,
    notes: [note, ...(http ? [`Apache follows ${http.path}.`] : [])],
  }
}

function optionsOf(environment: Environment, webroot: string): string[] {
  const memory = setting(environment, 'CC_OPCACHE_MEMORY')
  const preload = setting(environment, 'CC_OPCACHE_PRELOAD')
  return [
    `--webroot=${webroot}`,
    `--memory-limit=${setting(environment, 'MEMORY_LIMIT') ?? '128M'}`,
    `--timeout=${setting(environment, 'HTTP_TIMEOUT') ?? '180'}`,
    ...(memory === undefined ? [] : [`--opcache-memory=${Number.parseInt(memory, 10)}`]),
    ...(preload === undefined ? [] : [`--preload=${withoutDots(preload)}`]),
    ...(hasRedisSessions(environment) ? ['--sessions=redis'] : []),
    ...(isOn(environment, 'ENABLE_GZIP_COMPRESSION')
      ? [`--gzip=${setting(environment, 'GZIP_TYPES') ?? usualTypes}`]
      : []),
  ]
}

function hasRedisSessions(environment: Environment): boolean {
  if (setting(environment, 'SESSION_TYPE') !== 'redis') return false
  for (const name of ['REDIS_HOST', 'REDIS_PORT']) {
    if (setting(environment, name) === undefined) {
      throw new Failure(
        'recipe',
        `SESSION_TYPE is redis, and ${name} is not set: link a Redis add-on to the application.`,
      )
    }
  }
  return true
}

/** Where frameworks have the only folder that visitors may see. */
const usualWebroots = ['public', 'web', 'webroot', 'htdocs']

const pages = ['index.php', 'index.html', 'index.htm']

interface Webroot {
  webroot: string
  note: string
}

/** `CC_WEBROOT`, else the main folder; where that has no page, the usual folder of a framework that has one. */
async function chooseWebroot({ source, environment }: PlanOrder): Promise<Webroot> {
  const variable = setting(environment, 'CC_WEBROOT')
  const main = await source.list('')
  if (variable !== undefined) {
    const webroot = withoutDots(variable)
    const names = webroot === '.' ? main : await source.list(webroot)
    if (names.length === 0 && !mayBeMade(environment)) {
      throw new Failure(
        'recipe',
        `CC_WEBROOT is ${quote(variable)}, and there is no such folder.`,
        ['Name the folder with index.php, relative to the folder of the application.'],
      )
    }
    return { webroot, note: `Apache serves the files of ${quote(webroot)} (CC_WEBROOT).` }
  }
  if (main.length === 0) {
    throw new Failure('recipe', 'There are no files, so there is nothing to serve.')
  }
  // A file .htaccess may lead visitors to another folder.
  if (!main.some((name) => pages.includes(name) || name === '.htaccess')) {
    for (const folder of usualWebroots) {
      if (!main.includes(`${folder}/`)) continue
      if (!(await source.list(folder)).some((name) => pages.includes(name))) continue
      const why = 'the main folder has no page; CC_WEBROOT chooses another'
      return { webroot: folder, note: `Apache serves the files of ${folder} (${why}).` }
    }
  }
  return { webroot: '.', note: 'Apache serves the files of the main folder.' }
}

/** Commands of a build that may make the folder. */
const mayBeMade = (environment: Environment): boolean =>
  ['CC_PRE_BUILD_HOOK', 'CC_POST_BUILD_HOOK', 'CC_PRE_RUN_HOOK'].some(
    (name) => setting(environment, name) !== undefined,
  )
