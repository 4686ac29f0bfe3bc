import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { parseToml } from '#runtimes/toml-file.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'
import { type DivideOptions, divideTools } from './mise-tools.ts'

/** Tools in `mise.toml` that the platform provides. */
export async function miseTools(
  place: Place,
  environment: Environment,
  options: DivideOptions,
): Promise<GivenTools> {
  const file = await readMise(place, environment)
  return file ? divideTools(file, options).given : new Map()
}

/** What `mise.toml` says. */
export interface MiseFile {
  path: string
  content: Record<string, unknown>
  tools: object
  /** As the file writes them. */
  toolNames: string[]
}

/** The `mise.toml` of an application, unless it is switched off. */
export async function readMise(
  place: Place,
  environment: Environment,
): Promise<MiseFile | undefined> {
  if (isOn(environment, 'CC_DISABLE_MISE')) return undefined
  const file = await findFile(place, setting(environment, 'CC_MISE_FILE_PATH'))
  if (!file) return undefined
  const content = contentOf(file)
  const tools = toolsIn(content, file.path)
  return { path: file.path, content, tools, toolNames: Object.keys(tools) }
}

interface TomlFile {
  path: string
  text: string
}

async function findFile(
  { source, repository }: Place,
  own: string | undefined,
): Promise<TomlFile | undefined> {
  const paths = own ? [own.replace(/^(\.?\/)+/, '')] : ['mise.toml', '.mise.toml']
  for (const from of repository ? [source, repository] : [source]) {
    for (const path of paths) {
      const text = await from.read(path)
      if (text !== undefined) return { path, text }
    }
  }
  if (own === undefined) return undefined
  throw new Failure('recipe', `CC_MISE_FILE_PATH is ${quote(own)}, and there is no such file.`)
}

const maxLength = 256 * 1024

function contentOf({ path, text }: TomlFile): Record<string, unknown> {
  if (text.length > maxLength) throw new Failure('recipe', `${quote(path)} is larger than 256 KB.`)
  return parseToml(path, text)
}

function toolsIn({ tools = {} }: Record<string, unknown>, path: string): object {
  if (typeof tools === 'object' && tools && !Array.isArray(tools)) return tools
  throw new Failure('recipe', `"tools" in ${path} must be a table, such as [tools].`)
}
