import { ShellWordsError, splitShellWords } from '#kit/text/shell-words.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { findJsonProblem } from '#runtimes/json-problem.ts'
import type { Place } from '#runtimes/pipeline/app-folder.ts'
import { readPlatformFile } from '#runtimes/pipeline/hooks.ts'
import { quote } from '#runtimes/variable.ts'

/** A file such as `clevercloud/maven.json`, with `build` and `deploy` in it. */
export interface PlatformJson {
  /** Path in messages. */
  path: string
  /** An object of it, empty where it has none. */
  section(name: 'build' | 'deploy'): Record<string, unknown>
  /** A text of a section; `undefined` where it has none. */
  text(section: 'build' | 'deploy', name: string): string | undefined
}

/** Longest text, so that what it becomes still fits a line of the log. */
export const maxGoalLength = 4096

/** Reads such a file; other fields of it are not ours. `example` is what a failure proposes. */
export async function readPlatformJson(
  place: Place,
  name: string,
  example: string,
): Promise<PlatformJson | undefined> {
  const file = await readPlatformFile(place, name)
  if (!file) return undefined
  const { path } = file
  const json = file.text.replace(/^\ufeff/, '')
  const problem = findJsonProblem(json)
  if (problem) fail(`${path} is not valid JSON at line ${problem.line}, column ${problem.column}.`)
  const root: unknown = JSON.parse(json)
  const shape = `write for example ${example}`
  if (!isObject(root)) fail(`${path} must hold an object: ${shape}.`)
  const section = (part: string) => {
    const value = Object.hasOwn(root, part) ? root[part] : undefined
    if (value === undefined) return {}
    if (!isObject(value)) fail(`"${part}" in ${path} must be an object: ${shape}.`)
    return value
  }
  return {
    path,
    section,
    text(part, field) {
      const object = section(part)
      const value = Object.hasOwn(object, field) ? object[field] : undefined
      if (value === undefined) return undefined
      const where = `"${part}.${field}" in ${path}`
      if (typeof value !== 'string') fail(`${where} must be text: ${shape}.`)
      if (value.length > maxGoalLength) fail(`${where} is longer than ${maxGoalLength} characters.`)
      return value
    },
  }
}

/** The words of a goal, without any that no command line has. */
export function goalWords(text: string, origin: string, tool: string): string[] {
  const words = split(text, origin)
  const wrong = words.find((word) => unprintable.test(word) || word.trim() === '')
  if (wrong !== undefined) {
    fail(`${origin} contains ${quote(wrong)}, which is neither a task of ${tool} nor an option.`)
  }
  return words
}

const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/

function split(text: string, origin: string): string[] {
  try {
    return splitShellWords(text)
  } catch (error) {
    if (!(error instanceof ShellWordsError)) throw error
    return fail(`${origin} is ${quote(text)}, and ${error.message}.`)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fail(sentence: string): never {
  throw new Failure('recipe', sentence)
}
