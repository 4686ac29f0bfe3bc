import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { type Environment, isOn } from '#platform/model/hosting/environment.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { isKnownTool, knownTool, knownTools } from '#runtimes/known-tools.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { parseToml } from '#runtimes/toml-file.ts'
import { quote, setting } from '#runtimes/variable.ts'
import type { Place } from './app-folder.ts'

export interface MiseOptions {
  catalogue: Catalogue
  installsOthers: boolean
  /** The tool whose version is not chosen here. */
  asWritten: string | undefined
}

/** Tools in `mise.toml`, each at the newest version that satisfies it. */
export async function miseTools(
  place: Place,
  environment: Environment,
  { catalogue, installsOthers, asWritten }: MiseOptions,
): Promise<GivenTools> {
  const file = await readMise(place, environment)
  if (!file) return new Map()
  const others = installsOthers ? otherTools(file) : []
  return new Map(
    Object.entries(file.tools)
      .filter(([asked]) => !others.includes(asked))
      .map(([asked, value]) => {
        const name = toolNamed(asked, file.path)
        const text = versionIn(value, asked, file.path)
        if (name === asWritten) return [name, text]
        const request = { text, origin: `${quote(asked)} in ${file.path}` }
        return [name, chooseVersion(request, knownTool(name, catalogue), catalogue.versions(name))]
      }),
  )
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

/** Tools that only mise itself can install. */
export const otherTools = ({ toolNames }: MiseFile): string[] =>
  toolNames.filter((asked) => !isKnownTool(plainName(asked)))

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

const synonyms = new Map([
  ['nodejs', 'node'],
  ['golang', 'go'],
])

function plainName(asked: string): string {
  const plain = asked.replace(/^core:/, '')
  return synonyms.get(plain) ?? plain
}

function toolNamed(asked: string, path: string): keyof typeof knownTools {
  const name = plainName(asked)
  if (isKnownTool(name)) return name
  throw new Failure(
    'recipe',
    `${path} asks for ${quote(asked)}, and the tools that can be had are ${Object.keys(knownTools).join(', ')}.`,
  )
}

/** A version, a list of which the first counts, or a table with a version. */
function versionIn(value: unknown, asked: string, path: string): string {
  const [first] = Array.isArray(value) ? value : [value]
  const inner = typeof first === 'object' && first && 'version' in first ? first.version : first
  if (typeof inner === 'string' && inner.trim()) return inner.trim().replace(/^prefix:/, '')
  throw new Failure(
    'recipe',
    `The version of ${quote(asked)} in ${path} must be text, such as "latest" or "22".`,
  )
}
