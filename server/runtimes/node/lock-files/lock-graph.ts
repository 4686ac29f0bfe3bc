import { quote } from '#runtimes/variable.ts'
import { parseSpec, type RegistrySpec } from './dependency-spec.ts'

/** A dependency edge of the manifest or the lock file. */
export interface Edge {
  name: string
  /** Range, tag or alias; `undefined` when the lock file contains only the resolved version. */
  spec?: string
  /** Key of the resolved entry, in lock files that contain it. */
  ref?: string
  isPeer?: true
  /** A peer that may be missing; when present, it has to match. */
  isOptional?: true
}

export interface LockedPackage {
  /** Its key in the lock file. */
  id: string
  name: string
  version: string
  edges: Edge[]
}

/** A lock file as a dependency graph, independent of the package manager. */
export interface LockGraph {
  lockFile: string
  root: Edge[]
  packages: readonly LockedPackage[]
  /** Replacement specs by the name of the dependency. */
  overrides: ReadonlyMap<string, string>
  /** Entry that the manager resolves a dependency of a package to, or of the root when `from` is absent. */
  resolve(edge: Edge, from?: LockedPackage): LockedPackage | undefined
  /** Whether the manager accepts that entry; otherwise it queries the registry for another one. */
  isAccepted(locked: LockedPackage, wants: RegistrySpec['wants'], edge: Edge): boolean
}

/** Limits the work: every edge costs a version comparison. */
const maxEdges = 30_000

/**
 * Finds the first dependency, of the root or of any locked package, that does not resolve to an entry of the lock file;
 * nothing when the graph is complete. Adapters only produce registry entries pinned by a hash, so a complete graph is
 * determined by hashes alone.
 */
export function findGap(graph: LockGraph): string | undefined {
  const nodes: { edges: Edge[]; from?: LockedPackage }[] = [
    { edges: graph.root },
    ...graph.packages.map((from) => ({ edges: from.edges, from })),
  ]
  let count = 0
  for (const { edges, from } of nodes) {
    count += edges.length
    if (count > maxEdges) return `${graph.lockFile} names more than ${maxEdges} dependencies`
    for (const edge of edges) {
      const gap = gapOf(graph, edge, from)
      if (gap) return `${gap}, which ${from ? quote(from.id) : 'package.json'} depends on`
    }
  }
  return undefined
}

function gapOf(graph: LockGraph, edge: Edge, from?: LockedPackage): string | undefined {
  const { lockFile } = graph
  const spec = graph.overrides.get(edge.name) ?? edge.spec
  const label = quote(spec === undefined ? edge.name : `${edge.name}@${spec}`)
  const asked = spec === undefined ? undefined : parseSpec(edge.name, spec)
  if (spec !== undefined && !asked) return `${label} does not come from a registry`
  const overridden = spec === undefined ? edge : { ...edge, spec }
  const locked = graph.resolve(overridden, from)
  if (!locked) return edge.isOptional ? undefined : `${lockFile} has no entry for ${label}`
  if (!asked) return undefined
  if (locked.name !== asked.target) return `${lockFile} has another package for ${label}`
  if (graph.isAccepted(locked, asked.wants, edge)) return undefined
  return `${lockFile} has a version for ${label} that does not fit`
}

/** A parsed lock file, or why it does not determine a tree by itself. */
export type LockResult<Graph extends LockGraph = LockGraph> =
  | { graph: Graph }
  | { obstacle: string }
