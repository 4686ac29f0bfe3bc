import type { Source } from '#platform/model/hosting/deployments/source.ts'
import type { Configuration } from './hocon/configuration.ts'
import { type ScalaToken, tokenizeScala } from './scala-tokens.ts'

/** The Play plugin of a project. */
export interface PlayPlugin {
  /** File that adds it. */
  path: string
  /** Group of its artifact. */
  group: string
  /** Absent where the file computes it. */
  version?: string
  /** The system property that the file takes it from, where that is not set. */
  property?: string
}

const groups = ['com.typesafe.play', 'org.playframework', 'play']
const maxFiles = 20
const versionProperty = '-Dplay.version='

/** The plugin that `project/*.sbt` adds; `options` of sbt may give its version as the property `play.version`. */
export async function findPlayPlugin(
  source: Source,
  options: readonly string[],
): Promise<PlayPlugin | undefined> {
  const names = (await source.list('project')).filter((name) => name.endsWith('.sbt'))
  const usual = 'plugins.sbt'
  const ordered = [
    ...names.filter((name) => name === usual),
    ...names.filter((name) => name !== usual).toSorted(),
  ]
  for (const name of ordered.slice(0, maxFiles)) {
    const path = `project/${name}`
    const tokens = tokenizeScala((await source.read(path)) ?? '') ?? []
    const found = versionExpression(tokens)
    if (!found) continue
    const { group, expression } = found
    const version = versionOf(expression, tokens, options)
    if (version !== undefined) return { path, group, version }
    return { path, group, ...(isProperty(expression) && { property: 'play.version' }) }
  }
  return undefined
}

/** The tokens after `"com.typesafe.play" % "sbt-plugin" %`, up to the end of the call that they are in. */
function versionExpression(
  tokens: readonly ScalaToken[],
): { group: string; expression: ScalaToken[] } | undefined {
  const start = tokens.findIndex(
    ({ kind, text }, at) =>
      kind === 'string' &&
      groups.includes(text) &&
      isSymbol(tokens[at + 1], '%') &&
      tokens[at + 2]?.kind === 'string' &&
      tokens[at + 2]?.text === 'sbt-plugin' &&
      isSymbol(tokens[at + 3], '%'),
  )
  if (start < 0) return undefined
  let depth = 0
  const rest = tokens.slice(start + 4)
  const end = rest.findIndex((token) => {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    return depth < 0
  })
  return { group: tokens[start]?.text ?? '', expression: rest.slice(0, end < 0 ? 1 : end) }
}

function versionOf(
  expression: readonly ScalaToken[],
  tokens: readonly ScalaToken[],
  options: readonly string[],
): string | undefined {
  const [only, ...more] = expression
  if (!only) return undefined
  if (more.length === 0) {
    return only.kind === 'string' ? only.text : valueOfName(only.text, tokens)
  }
  const strings = expression.filter(({ kind }) => kind === 'string').map(({ text }) => text)
  const option = options.findLast((word) => word.startsWith(versionProperty))
  if (isProperty(expression) && option !== undefined) {
    return option.slice(versionProperty.length)
  }
  // sys.props.getOrElse("play.version", "2.8.8")
  return strings.findLast((text) => playLine(text) !== undefined)
}

const isProperty = (expression: readonly ScalaToken[]) =>
  expression.some(({ kind, text }) => kind === 'string' && text === 'play.version')

/** The text of `val <name> = "…"`, with or without its type. */
function valueOfName(name: string, tokens: readonly ScalaToken[]): string | undefined {
  const at = tokens.findIndex(
    ({ kind, text }, index) =>
      kind === 'name' && text === 'val' && tokens[index + 1]?.text === name,
  )
  if (at < 0) return undefined
  const hasType = isSymbol(tokens[at + 2], ':')
  const equals = at + (hasType ? 4 : 2)
  const value = tokens[equals + 1]
  return isSymbol(tokens[equals], '=') && value?.kind === 'string' ? value.text : undefined
}

const isSymbol = (token: ScalaToken | undefined, text: string) =>
  token?.kind === 'symbol' && token.text === text

/** A line of Play as a number that can be compared: 2.10 is above 2.9. */
export interface PlayLine {
  major: number
  minor: number
}

export function playLine(version: string): PlayLine | undefined {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})(?=[.-]|$)/.exec(version) ?? []
  return major && minor ? { major: Number(major), minor: Number(minor) } : undefined
}

export const newestLine: PlayLine = { major: 3, minor: 0 }

/**
 * The line whose rules hold where the version is not known: the newest of the plugin's group that the sbt can build, and
 * that calls the secret as the configuration does. Play 2.8 and later have no plugin for sbt 0.13, and 3.0 is the first of
 * its group.
 */
export function likelyLine(
  sbt: string,
  group: string | undefined,
  configuration: Pick<Configuration, 'has'>,
): PlayLine {
  if (group === 'play') return { major: 2, minor: 2 }
  if (sbt.startsWith('0.')) {
    if (configuration.has('play.http.secret.key')) return { major: 2, minor: 7 }
    if (configuration.has('play.crypto.secret')) return { major: 2, minor: 5 }
    return { major: 2, minor: configuration.has('application.secret') ? 3 : 7 }
  }
  return group === 'com.typesafe.play' ? { major: 2, minor: 9 } : newestLine
}

export const isBelow = (line: PlayLine, major: number, minor: number): boolean =>
  line.major < major || (line.major === major && line.minor < minor)

export const lineText = ({ major, minor }: PlayLine): string => `${major}.${minor}`
