import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { isSystemTool } from '#platform/model/hosting/recipe/system-tools.ts'
import { type Catalogue, chooseVersion } from '#runtimes/choose-version.ts'
import { fittingJava } from '#runtimes/java/fitting-java.ts'
import { javaLines } from '#runtimes/java/java-version.ts'
import { isKnownTool, type KnownTool, knownTool, knownTools } from '#runtimes/known-tools.ts'
import type { GivenTools } from '#runtimes/planner.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

const newestOf = (newest: readonly string[]) => newest[0]

/** Tools of Java, which nothing but `mise.toml` asks for by a range of versions. */
const javaTools = {
  java: {
    title: 'Java',
    examples: '21, 17 or latest',
    words: { latest: newestOf },
    choose: fittingJava,
  },
  maven: { title: 'Maven', examples: '3.9 or latest', words: { latest: newestOf } },
  ant: { title: 'Ant', examples: '1.10 or latest', words: { latest: newestOf } },
} satisfies Record<string, KnownTool>

/** Tools that the platform has for `mise.toml`. */
const platformTools = { ...knownTools, ...javaTools }

type PlatformToolName = keyof typeof platformTools

const isPlatformTool = (name: string): name is PlatformToolName =>
  Object.hasOwn(platformTools, name)

/** Those of which the platform has some of the lines that are published, and not every release. */
const partial: readonly PlatformToolName[] = ['ant', 'java', 'maven', 'php', 'python', 'ruby']

/** `Python` for `python`. */
export const titleOf = (name: string): string =>
  isPlatformTool(name) ? platformTools[name].title : name

export interface DivideOptions {
  catalogue: Catalogue
  /** mise installs what the platform does not have. */
  installsOthers: boolean
  /** The tool whose version is not chosen here. */
  asWritten?: string | undefined
}

export interface DividedTools {
  /** From the platform, each at the newest version that fits. */
  given: GivenTools
  /** Installed by mise. */
  others: OtherTool[]
}

export interface OtherTool {
  /** As the file names it. */
  asked: string
  /** Why it is not the platform's, where the platform has such a tool. */
  reason?: string
}

/** Who provides each tool of a file: the platform where it has a version that fits, else mise. */
export function divideTools(
  { path, tools }: { path: string; tools: object },
  { catalogue, installsOthers, asWritten }: DivideOptions,
): DividedTools {
  const given = new Map<string, string>()
  const others: OtherTool[] = []
  for (const [asked, value] of Object.entries(tools)) {
    const name = plainName(asked)
    if (!isPlatformTool(name)) {
      if (!installsOthers) throw unknownTool(asked, path)
      others.push({ asked })
      continue
    }
    const request = { text: versionIn(value, asked, path), origin: `${quote(asked)} in ${path}` }
    const reason = installsOthers ? obstacleTo(name, request, { given, catalogue }) : undefined
    if (reason !== undefined) others.push({ asked, reason })
    else given.set(name, name === asWritten ? request.text : choose(name, request, catalogue))
  }
  return { given, others }
}

/** Why the platform's own cannot be taken where mise can install another. */
function obstacleTo(
  name: PlatformToolName,
  request: VersionRequest,
  { given, catalogue }: { given: GivenTools; catalogue: Catalogue },
): string | undefined {
  const installs = `mise installs ${titleOf(name)} ${quote(request.text)}`
  const system = [...given.keys()].find((each) => isSystemTool({ name: each }))
  if (system && isSystemTool({ name })) {
    return `${installs}: an application has one Debian system, and this has that of ${titleOf(system)}.`
  }
  if (!partial.includes(name)) return undefined
  try {
    choose(name, request, catalogue)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return `${installs}: the versions that this platform has are ${versionsOf(name, catalogue).join(', ')}.`
  }
}

const choose = (name: PlatformToolName, request: VersionRequest, catalogue: Catalogue): string =>
  chooseVersion(
    request,
    isKnownTool(name) ? knownTool(name, catalogue) : platformTools[name],
    versionsOf(name, catalogue),
  )

const versionsOf = (name: PlatformToolName, catalogue: Catalogue): readonly string[] =>
  name === 'java' ? javaLines(catalogue) : catalogue.versions(name)

const synonyms = new Map([
  ['nodejs', 'node'],
  ['golang', 'go'],
])

function plainName(asked: string): string {
  const plain = asked.replace(/^core:/, '')
  return synonyms.get(plain) ?? plain
}

const unknownTool = (asked: string, path: string) =>
  new Failure(
    'recipe',
    `${path} asks for ${quote(asked)}, and the tools that can be had are ${Object.keys(platformTools).join(', ')}.`,
  )

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
