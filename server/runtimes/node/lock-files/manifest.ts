import { dependencyGroups, isObject } from '#runtimes/node/package-json.ts'
import { isPackageName } from './dependency-spec.ts'
import { parseJsonText } from './json-text.ts'
import type { Edge } from './lock-graph.ts'

/** `package.json` of the application, parsed as strictly as the proof requires. */
export interface Manifest {
  /** By group, in file order. */
  groups: Record<(typeof dependencyGroups)[number], ReadonlyMap<string, string>>
  fields: Readonly<Record<string, unknown>>
}

/** `undefined` when the text is not a JSON object, has a duplicate key, or has dependencies that are not strings. */
export function readManifest(text: string): Manifest | undefined {
  const fields = parseJsonText(text.replace(/^\ufeff/, ''))
  if (!isObject(fields)) return undefined
  const groups = dependencyGroups.map((name) => [name, textMap(fields[name])] as const)
  if (groups.some(([, group]) => !group)) return undefined
  return { fields, groups: Object.fromEntries(groups) as Manifest['groups'] }
}

/** Dependencies of the application itself, of every group. */
export function rootEdges({ groups, fields }: Manifest, { peers = true } = {}): Edge[] {
  const own = [groups.dependencies, groups.devDependencies, groups.optionalDependencies]
  return [
    ...own.flatMap(edgesOf),
    ...(peers ? peerEdges(groups.peerDependencies, fields.peerDependenciesMeta) : []),
  ]
}

export const edgesOf = (group: ReadonlyMap<string, string>): Edge[] =>
  [...group].map(([name, spec]) => ({ name, spec }))

/** Peers that managers install automatically, unless they are marked as optional. */
export function peerEdges(peers: ReadonlyMap<string, string>, meta: unknown): Edge[] {
  return [...peers].map(([name, spec]) => {
    const own = isObject(meta) ? meta[name] : undefined
    const isOptional = isObject(own) && own.optional === true
    return { name, spec, isPeer: true, ...(isOptional && { isOptional: true as const }) }
  })
}

/** An object of strings as a map; empty when absent, `undefined` when it contains anything else. */
export function textMap(value: unknown): ReadonlyMap<string, string> | undefined {
  if (value === undefined) return new Map()
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  const isText = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string'
  return entries.every(isText) ? new Map(entries) : undefined
}

/**
 * Overrides by package name alone, for the whole tree. `undefined` when there are others, such as for one parent or one
 * range: only overrides of the whole tree are compared with the lock.
 */
export function simpleOverrides(value: unknown): ReadonlyMap<string, string> | undefined {
  const overrides = textMap(value)
  if (!overrides) return undefined
  const simple = [...overrides].map(([key, spec]) => [key.replace(/^\*\*\//, ''), spec] as const)
  // For npm an empty override and a star replace nothing.
  const isSimple = simple.every(([name, spec]) => isPackageName(name) && !/^\**$/.test(spec.trim()))
  return isSimple ? new Map(simple) : undefined
}
