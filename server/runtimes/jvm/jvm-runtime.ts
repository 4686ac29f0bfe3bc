import type { Catalogue } from '#runtimes/choose-version.ts'
import { agentNotes, agentOptions } from '#runtimes/java/agents.ts'
import { buildHeap, jvmMemory } from '#runtimes/java/java-variables.ts'
import { chooseJava } from '#runtimes/java/java-version.ts'
import { readPlatformJson } from '#runtimes/java/platform-json.ts'
import { type PlannedRuntime, withPipeline } from '#runtimes/pipeline/pipeline.ts'
import type { PlannedRecipe, PlanOrder } from '#runtimes/planner.ts'
import { setting } from '#runtimes/variable.ts'
import {
  type BuildTool,
  buildStep,
  chooseBuildTool,
  givenGoal,
  profileWords,
} from './build-tools.ts'
import { readDeployGoal } from './deploy-goal.ts'
import { type JvmStart, planJarStart } from './jar-start.ts'
import { type JvmType, jvmVariables } from './jvm-variables.ts'
import { planWarStart } from './war-start.ts'

const titles: Readonly<Record<JvmType, string>> = {
  jar: 'Java (jar)',
  maven: 'Maven',
  gradle: 'Gradle',
  war: 'Java (war)',
}

const examples: Readonly<Record<JvmType, string>> = {
  jar: '{"build": {"type": "maven", "goal": "package"}, "deploy": {"jarName": "target/shop.jar"}}',
  maven: '{"deploy": {"goal": "spring-boot:run"}}',
  gradle: '{"deploy": {"goal": "bootRun"}}',
  war: '{"build": {"type": "maven"}, "deploy": {"container": "TOMCAT11", "war": [{"file": "target/shop.war"}]}}',
}

/** Java applications that Maven, Gradle or Ant build. */
export const createJvmRuntime = (type: JvmType, catalogue: Catalogue): PlannedRuntime =>
  withPipeline(
    {
      type,
      title: titles[type],
      variables: jvmVariables(type),
      plan: (order) => planJvm(type, order, catalogue),
    },
    catalogue,
  )

async function planJvm(
  type: JvmType,
  order: PlanOrder,
  catalogue: Catalogue,
): Promise<PlannedRecipe> {
  const { environment } = order
  const file = await readPlatformJson(order, `${type}.json`, examples[type])
  const tool = await chooseBuildTool(order, { type, file }, catalogue)
  const java = chooseJava(order, catalogue, { line: '21', why: 'the default' })
  const goal =
    tool && (type === 'maven' || type === 'gradle')
      ? readDeployGoal(type, order, { tool, file })
      : undefined
  const isKept = tool !== undefined && goal !== undefined && !goal.isBuild
  const start =
    isKept && goal
      ? goalStart(tool, order, goal)
      : type === 'war'
        ? await planWarStart(order, file, {
            java: java.tool.version,
            catalogue,
            builder: tool?.name,
          })
        : await planJarStart(order, { file, isBuilt: tool !== undefined })
  const own = setting(environment, 'CC_RUN_COMMAND')
  const built = tool && (givenGoal(tool, file) ?? (goal?.isBuild ? goal.words : undefined))
  return {
    runtime: type,
    tools: [java.tool, ...(tool?.tools ?? []), ...(own === undefined ? start.tools : [])],
    build: tool ? [buildStep(tool, order, { goal: built, isKept })] : [],
    ...(isKept && { buildCaches: [`.${tool.name}-home`] }),
    ...(own === undefined && { checks: start.checks }),
    start: own === undefined ? start.start : ['sh', '-c', own],
    listenAdvice: 'Listen on 0.0.0.0:8080: PORT says so, and SERVER_PORT, which Spring Boot reads.',
    startup: 'slow',
    memoryOption: [...(tool ? [buildHeap('JAVA_BUILD_MEMORY')] : []), ...jvmMemory(environment)],
    omittedInBuild: agentOptions,
    environment: { SERVER_PORT: String(order.ports.own), ...start.environment },
    notes: [
      java.note,
      ...(tool ? [tool.note] : []),
      own === undefined ? start.note : 'CC_RUN_COMMAND starts the application.',
      ...agentNotes(environment),
    ],
    warnings: [],
  }
}

/** The build tool itself runs the application, with what the build has downloaded. */
const goalStart = (
  tool: BuildTool,
  { environment }: PlanOrder,
  { words, origin }: { words: readonly string[]; origin: string },
): JvmStart => ({
  tools: [],
  start: tool.command([...profileWords(tool, environment), ...words], {
    isStart: true,
    isKept: true,
  }),
  checks: [],
  note: `${tool.program} runs the application (${origin}).`,
})
