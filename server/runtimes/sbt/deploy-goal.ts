import { ShellWordsError, splitShellWords } from '#kit/text/shell-words.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Environment } from '#platform/model/hosting/environment.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { type PlatformFile, readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote, setting } from '#runtimes/variable.ts'
import { maxGoalLength } from './sbt-variables.ts'

/** What sbt is told to do. */
export interface DeployGoal {
  /** Words that begin with `-`, for sbt and for the start. */
  options: string[]
  /** Tasks for sbt. */
  tasks: string[]
  /** Where it was read; absent when nobody wrote a goal. */
  origin?: string
}

/** `SBT_DEPLOY_GOAL`, else `deploy.goal` of the file `sbt.json`, else the task `stage`. */
export async function readDeployGoal(place: Place, environment: Environment): Promise<DeployGoal> {
  const variable = setting(environment, 'SBT_DEPLOY_GOAL')
  if (variable !== undefined) return parseGoal(variable, 'SBT_DEPLOY_GOAL')
  const file = await readPlatformFile(place, 'sbt.json')
  const goal = file && goalIn(file)
  return goal === undefined ? { options: [], tasks: ['stage'] } : parseGoal(goal, file?.path ?? '')
}

function parseGoal(text: string, origin: string): DeployGoal {
  const words = wordsOf(text, origin)
  const wrong = words.find((word) => unprintable.test(word) || word.trim() === '')
  if (wrong !== undefined) {
    fail(`${origin} contains ${quote(wrong)}, which is neither a task of sbt nor an option.`)
  }
  const tasks = words.filter((word) => !word.startsWith('-'))
  return {
    options: words.filter((word) => word.startsWith('-')),
    tasks: tasks.length > 0 ? tasks : ['stage'],
    origin,
  }
}

const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/

function wordsOf(text: string, origin: string): string[] {
  try {
    return splitShellWords(text)
  } catch (error) {
    if (!(error instanceof ShellWordsError)) throw error
    return fail(`${origin} is ${quote(text)}, and ${error.message}.`)
  }
}

/** `deploy.goal`; other fields of the file, and of `deploy`, are not ours. */
function goalIn({ path, text }: PlatformFile): string | undefined {
  const json = text.replace(/^\ufeff/, '')
  const problem = findJsonProblem(json)
  if (problem) fail(`${path} is not valid JSON at line ${problem.line}, column ${problem.column}.`)
  const root: unknown = JSON.parse(json)
  const shape = 'write for example {"deploy": {"goal": "-Dconfig.resource=prod.conf"}}'
  if (!isObject(root)) fail(`${path} must hold an object: ${shape}.`)
  const { deploy } = root
  if (deploy === undefined) return undefined
  if (!isObject(deploy)) fail(`"deploy" in ${path} must be an object: ${shape}.`)
  const { goal } = deploy
  if (goal === undefined) return undefined
  if (typeof goal !== 'string') fail(`"deploy.goal" in ${path} must be text: ${shape}.`)
  if (goal.length > maxGoalLength) {
    fail(`"deploy.goal" in ${path} is longer than ${maxGoalLength} characters.`)
  }
  return goal
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fail(sentence: string): never {
  throw new Failure('recipe', sentence)
}
