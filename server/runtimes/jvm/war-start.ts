import { withoutTrailingSlashes } from '#kit/net/slashes.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import type { PlatformJson } from '#runtimes/java/platform-json.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote } from '#runtimes/variable.ts'
import type { BuildToolName } from './build-tools.ts'
import type { JvmStart } from './jar-start.ts'
import { filePath } from './jvm-variables.ts'

interface Container {
  tool: 'tomcat' | 'jetty'
  title: string
  line: string
  /** The oldest Java that it runs on. */
  java: number
  /** Which of its editions serves, where it has several. */
  edition?: string
}

/** By the names of `deploy.container`. */
const containers: Readonly<Record<string, Container>> = {
  TOMCAT9: { tool: 'tomcat', title: 'Tomcat', line: '9', java: 8 },
  TOMCAT10: { tool: 'tomcat', title: 'Tomcat', line: '10', java: 11 },
  TOMCAT11: { tool: 'tomcat', title: 'Tomcat', line: '11', java: 17 },
  JETTY9: { tool: 'jetty', title: 'Jetty', line: '9', java: 8 },
  JETTY10: { tool: 'jetty', title: 'Jetty', line: '10', java: 11 },
  JETTY11: { tool: 'jetty', title: 'Jetty', line: '11', java: 11 },
  JETTY12: { tool: 'jetty', title: 'Jetty', line: '12', java: 17, edition: 'ee10' },
}
const usual = 'TOMCAT11'

/** Where the tools that build put a war. */
const usualFile: Readonly<Record<BuildToolName, string>> = {
  maven: 'target/*.war',
  gradle: 'build/libs/*.war',
  ant: 'dist/*.war',
}

interface War {
  file: string
  /** `/`, or a path without a slash at its end. */
  context: string
  checkMe?: string
}

export async function planWarStart(
  { source, environment }: PlanOrder,
  file: PlatformJson | undefined,
  { java, catalogue, builder }: WarFacts,
): Promise<JvmStart> {
  const name = (file?.text('deploy', 'container') ?? usual).toUpperCase().replace(/[ _-]/g, '')
  const container = Object.hasOwn(containers, name) ? containers[name] : undefined
  if (!container) {
    throw new Failure(
      'recipe',
      `"deploy.container" in ${file?.path} is ${quote(name)}: the valid values are ${Object.keys(containers).join(', ')}.`,
    )
  }
  const { tool, title, line, edition } = container
  const version = catalogue.versions(tool).findLast((each) => each.startsWith(`${line}.`))
  if (!version) throw new Failure('recipe', `This platform has no ${title} ${line}.`)
  if (Number(java) < container.java) {
    throw new Failure(
      'recipe',
      `${title} ${line} needs Java ${container.java} or newer, and the application has ${java}: choose a newer one by CC_JAVA_VERSION or mise.toml, or an older container.`,
    )
  }
  const wars = warsOf(file) ?? usualWar(builder, await source.list(''))
  const words = [
    ...(edition ? [edition] : []),
    '--',
    ...wars.flatMap(({ file: path, context }) => [path, context]),
  ]
  return {
    tools: [{ name: tool, version }],
    start: [tool, ...words],
    checks: [{ title: 'Looking for what to serve', command: [tool, '--check', ...words] }],
    environment: healthChecks(wars, environment),
    note: `${title} ${version} serves ${wars.map(({ file: path, context }) => `${path} at ${context}`).join(', ')}.`.slice(
      0,
      390,
    ),
  }
}

interface WarFacts {
  java: string
  catalogue: Pick<Catalogue, 'versions'>
  builder: BuildToolName | undefined
}

function usualWar(builder: BuildToolName | undefined, files: readonly string[]): War[] {
  if (!builder && !files.some((name) => name.endsWith('.war'))) {
    throw new Failure(
      'recipe',
      'There is nothing to build or to serve: commit a pom.xml, a build.gradle or a build.xml, or a war and its path in deploy.war of clevercloud/war.json.',
    )
  }
  return [{ file: builder ? usualFile[builder] : '*.war', context: '/' }]
}

const maxWars = 20
const contextShape = /^\/$|^(\/[A-Za-z0-9_~][\w.~-]{0,60}){1,8}$/

/** `deploy.war` of the file. */
function warsOf(file: PlatformJson | undefined): War[] | undefined {
  const list = file?.section('deploy').war
  if (!file || list === undefined) return undefined
  const where = `"deploy.war" in ${file.path}`
  if (!Array.isArray(list) || list.length === 0 || list.length > maxWars) {
    throw new Failure(
      'recipe',
      `${where} must be a list such as [{"file": "target/shop.war", "context": "/"}], of at most ${maxWars}.`,
    )
  }
  const wars = list.map((each: unknown) => warOf(each, where))
  const contexts = wars.map(({ context }) => context)
  const twice = contexts.find((context, at) => contexts.indexOf(context) < at)
  if (twice === undefined) return wars
  throw new Failure('recipe', `${where} has two applications at ${quote(twice)}.`)
}

function warOf(each: unknown, where: string): War {
  const field = (name: string): string | undefined => {
    const value =
      typeof each === 'object' && each !== null && Object.hasOwn(each, name)
        ? (each as Record<string, unknown>)[name]
        : undefined
    if (value === undefined || typeof value === 'string') return value
    throw new Failure('recipe', `${where} has a "${name}" that is no text.`)
  }
  const file = field('file')
  if (file === undefined || !filePath.accepts(file)) {
    throw new Failure(
      'recipe',
      `${where} has ${file === undefined ? 'an entry without "file"' : `the file ${quote(file)}`}: ${filePath.words.replace('shop.jar', 'shop.war')}.`,
    )
  }
  const context = contextOf(file, field('context'), where)
  const checkMe = field('checkMe')
  if (checkMe === undefined) return { file, context }
  const path = checkedPath(context, checkMe)
  if (!/^\/[\x21-\x7e]{0,500}$/.test(path) || path.startsWith('//')) {
    throw new Failure(
      'recipe',
      `${where} has the checkMe ${quote(checkMe)}, which is not a path that can be requested, such as /health.`,
    )
  }
  return { file, context, checkMe: path }
}

/** The context that is given, else the name of the file; `ROOT` is `/`, as in a container. */
function contextOf(file: string, given: string | undefined, where: string): string {
  const text =
    given ??
    file
      .split('/')
      .at(-1)
      ?.replace(/\.war$/, '') ??
    ''
  const name = withoutTrailingSlashes(text).replace(/^\/+/, '')
  const context = name === '' || name === 'ROOT' ? '/' : `/${name}`
  if (contextShape.test(context)) return context
  throw new Failure(
    'recipe',
    given === undefined
      ? `${where} has the file ${quote(file)}, whose name is no path: give it a "context", such as "/".`
      : `${where} has the context ${quote(given)}, which is not the beginning of a path, such as /shop.`,
  )
}

/** Below the context, unless it has it already. */
function checkedPath(context: string, checkMe: string): string {
  const path = checkMe.startsWith('/') ? checkMe : `/${checkMe}`
  return context === '/' || path === context || path.startsWith(`${context}/`)
    ? path
    : `${context}${path}`
}

/** Beyond the numbers that people give to their own. */
const firstNumber = 9000

/** Each `checkMe`; without any, and without a path of the owner's, what is served where nothing is at `/`. */
function healthChecks(wars: readonly War[], environment: Environment): Record<string, string> {
  const own = Object.keys(environment).some((name) => /^CC_HEALTH_CHECK_PATH(_\d+)?$/.test(name))
  const checked = wars.flatMap(({ checkMe }) => checkMe ?? [])
  const isAtRoot = wars.some(({ context }) => context === '/')
  const usualPaths = own || isAtRoot ? [] : wars.slice(0, 1).map(({ context }) => `${context}/`)
  const paths = checked.length > 0 ? checked : usualPaths
  return Object.fromEntries(
    paths.map((path, at) => [`CC_HEALTH_CHECK_PATH_${firstNumber + at}`, path]),
  )
}
