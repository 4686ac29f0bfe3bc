import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import type { Source } from '#platform/model/hosting/deployments/source.ts'
import { parseJsonText } from '#runtimes/node/lock-files/json-text.ts'
import {
  isObject,
  type PackageJson,
  parsePackageJson,
  textsOf,
} from '#runtimes/node/package-json.ts'

const settingsFiles = ['deno.json', 'deno.jsonc']
/** Modules that a project without a task `start` most likely starts with. */
const usualModules = ['main.ts', 'server.ts', 'main.js', 'server.js', 'mod.ts']
const maxLength = 1024 * 1024

/** A Deno project in the terms of a package.json: its tasks are scripts. `undefined` without a settings file of Deno. */
export async function readDenoProject(
  source: Source,
  names: readonly string[],
): Promise<PackageJson | undefined> {
  const file = settingsFiles.find((name) => names.includes(name))
  if (file === undefined) return undefined
  const text = (await source.read(file)) ?? ''
  if (text.length > maxLength) throw new Failure('recipe', `${file} is larger than 1 MB.`)
  const root = parseJsonText(text, { isLoose: true })
  if (!isObject(root)) throw new Failure('recipe', `${file} is not valid JSON.`)
  const scripts = tasksIn(root.tasks)
  const main = usualModules.find((name) => names.includes(name))
  if (scripts.start === undefined && main === undefined) {
    throw new Failure('recipe', `${file} has no task "start", so there is nothing to start.`, [
      'Add for example: "tasks": { "start": "deno run --allow-net --allow-env main.ts" }',
    ])
  }
  return {
    ...parsePackageJson('{}'),
    scripts,
    main: scripts.start === undefined ? main : undefined,
  }
}

/** A task is a command, or an object that contains one. */
function tasksIn(tasks: unknown): Record<string, string> {
  const entries = isObject(tasks) ? Object.entries(tasks) : []
  return textsOf(
    Object.fromEntries(entries.map(([name, task]) => [name, isObject(task) ? task.command : task])),
  )
}
