import { maxSatisfying, minVersion, Range, rcompare, satisfies, validRange } from 'semver'
import { Failure } from '#platform/deployments/failure.ts'
import { quote } from '#runtimes/quote.ts'
import { isLongTermSupport } from './long-term-support.ts'

export const defaultNodeVersion = '22.20.0'

/** What an owner may have said about the version of Node. */
export interface NodeWishes {
  /** `engines.node` of package.json; wins. */
  engines: string | undefined
  /** `CC_NODE_VERSION` */
  variable: string | undefined
}

export interface NodeChoice {
  version: string
  notes: string[]
  warnings: string[]
}

interface Wish {
  text: string
  origin: 'engines.node' | 'CC_NODE_VERSION'
}

/** The newest of `versions` that answers the wish that counts, or the default when there is none. */
export function chooseNode(wishes: NodeWishes, versions: readonly string[]): NodeChoice {
  const [wish, unheard] = [
    ...wishFrom('engines.node', wishes.engines),
    ...wishFrom('CC_NODE_VERSION', wishes.variable),
  ]
  if (!wish) {
    const version = defaultNodeVersion
    return { version, notes: [`Node ${version} (default)`], warnings: [] }
  }
  const version = newestFor(wish, versions)
  const notes = [`Node ${version} (${wish.origin} ${quote(wish.text)})`]
  if (unheard) notes.push('CC_NODE_VERSION is not used, because engines.node is given.')
  return { version, notes, warnings: openEnd(wish, version) }
}

/** A wish that any version answers is none. */
function wishFrom(origin: Wish['origin'], text: string | undefined): Wish[] {
  const wish = text?.trim() ?? ''
  return /^[*xX]?$/.test(wish) ? [] : [{ text: wish, origin }]
}

const longestWish = 200

function newestFor({ text, origin }: Wish, versions: readonly string[]): string {
  const newest = versions.toSorted(rcompare)
  const lts = /^lts(\/\*)?$/i.test(text)
  if (lts || /^(latest|current|node)$/i.test(text)) {
    const version = lts ? newest.find(isLongTermSupport) : newest[0]
    if (version) return version
  }
  const range = text.length > longestWish ? null : validRange(text)
  if (range === null) {
    throw new Failure(
      'recipe',
      `${origin} is ${quote(text)}, which is no version of Node: write one like 24, 22.15.1, ^22 or lts.`,
    )
  }
  const version = maxSatisfying(newest, range)
  if (version) return version
  const sentence = `There is no Node for ${origin} ${quote(text)}`
  throw new Failure('recipe', `${sentence}${nearest(range, newest)}.`)
}

function nearest(range: string, newest: string[]): string {
  const from = minVersion(range)
  const below = newest.find((version) => from && rcompare(version, from) > 0)
  const above = newest.findLast((version) => from && rcompare(version, from) < 0)
  const found = [below, above].filter((version) => version !== undefined)
  if (found.length === 0) return ''
  return `; the nearest here ${found.length === 1 ? 'is' : 'are'} ${found.join(' and ')}`
}

function openEnd({ text, origin }: Wish, version: string): string[] {
  const far = '9999.0.0'
  if (!validRange(text) || !satisfies(far, new Range(text))) return []
  const line = `${version.split('.')[0]}.x`
  return [
    `${origin} ${quote(text)} has no upper end, so a new major version of Node is taken as soon as it is known here: ${quote(line)} stays on one.`,
  ]
}
