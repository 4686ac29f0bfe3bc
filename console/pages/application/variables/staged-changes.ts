/** Variables by name. */
export type Variables = ReadonlyMap<string, string>

/** Values to set by name; `null` removes one. Nothing is in it that would change nothing. */
export type Edits = ReadonlyMap<string, string | null>

export type ChangeKind = 'added' | 'changed' | 'removed'

/** A variable that differs between two moments. */
export interface VariableChange {
  name: string
  kind: ChangeKind
  /** Absent for one that is added. */
  before: string | undefined
  /** Absent for one that is removed. */
  after: string | undefined
}

/** A line of the table: a variable, and what is staged for it. */
export interface VariableRow {
  name: string
  value: string
  kind: ChangeKind | 'same'
}

/** A variable that two people have changed in different ways; `null` means that it is removed. */
export interface Conflict {
  name: string
  mine: string | null
  theirs: string | null
}

export const noEdits: Edits = new Map()

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (one: { name: string }, other: { name: string }) =>
  collator.compare(one.name, other.name) || (one.name < other.name ? -1 : 1)

export const variablesOf = (list: readonly { name: string; value: string }[]): Variables =>
  new Map(list.map(({ name, value }) => [name, value]))

/** The variables once the edits are applied. */
export function applyEdits(base: Variables, edits: Edits): Variables {
  const result = new Map(base)
  for (const [name, value] of edits) {
    if (value === null) result.delete(name)
    else result.set(name, value)
  }
  return result
}

/** The edits that lead from one set of variables to another. */
export function editsBetween(base: Variables, wanted: Variables): Edits {
  const edits = new Map<string, string | null>()
  for (const [name, value] of wanted) if (base.get(name) !== value) edits.set(name, value)
  for (const name of base.keys()) if (!wanted.has(name)) edits.set(name, null)
  return edits
}

/** What differs, by name. */
export function changesBetween(before: Variables, after: Variables): VariableChange[] {
  return [...editsBetween(before, after)]
    .map(([name, value]) => ({
      name,
      kind: kindOf(before, name, value),
      before: before.get(name),
      after: value ?? undefined,
    }))
    .sort(byName)
}

const kindOf = (before: Variables, name: string, value: string | null): ChangeKind =>
  value === null ? 'removed' : before.has(name) ? 'changed' : 'added'

export function countChanges(changes: readonly VariableChange[]): Record<ChangeKind, number> {
  const count = { added: 0, changed: 0, removed: 0 }
  for (const { kind } of changes) count[kind]++
  return count
}

/** Stages a value; the saved value is not a change. */
export function stageValue(base: Variables, edits: Edits, name: string, value: string): Edits {
  const next = new Map(edits)
  if (base.get(name) === value) next.delete(name)
  else next.set(name, value)
  return next
}

/** Stages a removal; one that is not saved yet is forgotten. */
export function stageRemoval(base: Variables, edits: Edits, name: string): Edits {
  const next = new Map(edits)
  if (base.has(name)) next.set(name, null)
  else next.delete(name)
  return next
}

/** Takes back what is staged for a name. */
export function undoEdit(edits: Edits, name: string): Edits {
  const next = new Map(edits)
  next.delete(name)
  return next
}

/** Lines of the table by name; removed ones stay in their place until the update. */
export function rowsOf(base: Variables, edits: Edits): VariableRow[] {
  const names = new Set([...base.keys(), ...edits.keys()])
  return Array.from(names, (name): VariableRow => {
    const edit = edits.get(name)
    const value = edit ?? base.get(name) ?? ''
    return { name, value, kind: edit === undefined ? 'same' : kindOf(base, name, edit) }
  }).sort(byName)
}

/**
 * Rebases edits onto variables that somebody else has changed since. An edit that equals their change is dropped; one
 * that differs from it is reported as a conflict, and stays.
 */
export function rebaseEdits(
  base: Variables,
  latest: Variables,
  edits: Edits,
): { edits: Edits; conflicts: Conflict[] } {
  const theirs = editsBetween(base, latest)
  const kept = editsBetween(latest, applyEdits(latest, edits))
  const conflicts = [...kept]
    .filter(([name]) => theirs.has(name))
    .map(([name, mine]) => ({ name, mine, theirs: latest.get(name) ?? null }))
    .sort(byName)
  return { edits: kept, conflicts }
}

type NameProblem = 'empty' | 'invalid' | 'taken'

const namePattern = /^[a-zA-Z0-9-_.]{1,100}$/

/** Why a new variable cannot have this name; the rules are those of the platform. */
export function nameProblem(name: string, present: Variables): NameProblem | undefined {
  if (name === '') return 'empty'
  if (!namePattern.test(name)) return 'invalid'
  return present.has(name) ? 'taken' : undefined
}

/** Names that the platform would refuse. */
export const invalidNames = (variables: Variables): string[] =>
  [...variables.keys()].filter((name) => !namePattern.test(name))
