import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { commandText } from '#platform/model/hosting/recipe/describe-recipe.ts'
import type { BuildStep, Tool } from '#platform/model/hosting/recipe/recipe.ts'
import type { Catalogue } from '#runtimes/choose-version.ts'
import { goalWords, type PlatformJson } from '#runtimes/java/platform-json.ts'
import type { PlanOrder } from '#runtimes/planner.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { JvmType } from './jvm-variables.ts'

export type BuildToolName = 'maven' | 'gradle' | 'ant'

/** What builds an application on the JVM. */
export interface BuildTool {
  name: BuildToolName
  /** In titles and messages: `mvn`. */
  program: string
  tools: Tool[]
  /** Runs it with these words. */
  command(words: readonly string[], options?: ToolOptions): [string, ...string[]]
  note: string
}

export interface ToolOptions {
  /** It runs the application. */
  isStart?: boolean
  /** What it downloads lies in the folder of the application. */
  isKept?: boolean
}

interface Facts {
  program: string
  files: readonly string[]
  /** What builds where nobody names a goal: tests belong to where one develops. */
  goal: readonly string[]
}

const known: Readonly<Record<BuildToolName, Facts>> = {
  maven: { program: 'mvn', files: ['pom.xml'], goal: ['package', '-DskipTests'] },
  gradle: {
    program: 'gradlew',
    files: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    goal: ['assemble'],
  },
  ant: { program: 'ant', files: ['build.xml'], goal: [] },
}

const names = Object.keys(known) as BuildToolName[]

/** The tool of the type, of `build.type`, or of the files; none where something that is committed is to be started. */
export async function chooseBuildTool(
  order: PlanOrder,
  { type, file }: { type: JvmType; file: PlatformJson | undefined },
  catalogue: Pick<Catalogue, 'versions'>,
): Promise<BuildTool | undefined> {
  const files = new Set(await order.source.list(''))
  const given = file?.text('build', 'type')?.toLowerCase()
  const name = type === 'maven' || type === 'gradle' ? type : (given ?? byFiles(files))
  if (name === undefined) return undefined
  if (!isBuildTool(name)) {
    throw new Failure(
      'recipe',
      `"build.type" in ${file?.path} is ${quote(name)}: the valid values are ${names.join(', ')}.`,
    )
  }
  const { files: wanted, program } = known[name]
  if (!wanted.some((each) => files.has(each))) {
    throw new Failure(
      'recipe',
      `There is no ${wanted[0]} for ${name} in the folder of the application: commit it, or name the folder that has it in APP_FOLDER.`,
    )
  }
  if (name === 'gradle') await requireWrapper(order, files)
  const hasWrapper = name === 'gradle' || (name === 'maven' && files.has('mvnw'))
  const version = hasWrapper
    ? undefined
    : (order.given.get(name) ?? catalogue.versions(name).at(-1))
  return {
    name,
    program: hasWrapper && name === 'maven' ? 'mvnw' : program,
    tools: [
      ...(version === undefined ? [] : [{ name, version }]),
      { name: 'java-build', version: '1' },
    ],
    command: (words, { isStart, isKept } = {}) => [
      'java-build',
      name,
      ...(hasWrapper ? ['--wrapper'] : []),
      ...(isKept ? ['--kept'] : []),
      ...(isStart ? ['--start'] : []),
      '--',
      ...words,
    ],
    note: hasWrapper
      ? `The wrapper ${program === 'mvn' ? 'mvnw' : program} of the repository builds.`
      : `${titles[name]} ${version} builds.`,
  }
}

const titles: Readonly<Record<BuildToolName, string>> = {
  maven: 'Maven',
  gradle: 'Gradle',
  ant: 'Ant',
}

const isBuildTool = (name: string): name is BuildToolName => names.includes(name as BuildToolName)

const byFiles = (files: ReadonlySet<string>) =>
  names.find((name) => known[name].files.some((file) => files.has(file)))

/** Only a wrapper says which Gradle builds: its lines differ, and there is none of them in a repository of packages. */
async function requireWrapper({ source }: PlanOrder, files: ReadonlySet<string>): Promise<void> {
  const how = 'run `gradle wrapper` where you develop, and commit gradlew and gradle/wrapper'
  if (!files.has('gradlew')) {
    throw new Failure('recipe', `Gradle builds by its wrapper, and gradlew is missing: ${how}.`)
  }
  const wrapper = await source.list('gradle/wrapper')
  // A script of the owner's own may do without the jar.
  const isUsual = ((await source.read('gradlew')) ?? '').includes('gradle-wrapper.jar')
  const missing = [...(isUsual ? ['gradle-wrapper.jar'] : []), 'gradle-wrapper.properties'].find(
    (name) => !wrapper.includes(name),
  )
  if (missing === undefined) return
  throw new Failure(
    'recipe',
    `The wrapper of Gradle lacks gradle/wrapper/${missing}: ${how} (git add --force, where .gitignore leaves it out).`,
  )
}

const maxTitleLength = 200

/** The step that builds, with the goal of the file or the usual one. */
export function buildStep(
  tool: BuildTool,
  { environment }: PlanOrder,
  { goal, isKept }: { goal: readonly string[] | undefined; isKept: boolean },
): BuildStep {
  const words = [...profileWords(tool, environment), ...(goal ?? known[tool.name].goal)]
  return {
    title: commandText([tool.program, ...words]).slice(0, maxTitleLength),
    command: tool.command(words, { isKept }),
  }
}

/** `build.goal` of the file. */
export function givenGoal(
  tool: BuildTool,
  file: PlatformJson | undefined,
): readonly string[] | undefined {
  const text = file?.text('build', 'goal')
  return text === undefined
    ? undefined
    : goalWords(text, `"build.goal" in ${file?.path}`, tool.program)
}

export function profileWords({ name }: BuildTool, environment: PlanOrder['environment']): string[] {
  const profiles = setting(environment, 'CC_MAVEN_PROFILES')
  return name === 'maven' && profiles !== undefined ? [`-P${profiles.replaceAll(' ', '')}`] : []
}
