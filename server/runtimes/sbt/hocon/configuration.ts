import type { Environment } from '#platform/model/hosting/environment.ts'
import type { Assignment, HoconPart, HoconValue } from './hocon-parser.ts'

/** Longest text that substitutions may add up to: a few lines can double a text very often. */
const maxLength = 10_000
/** Longest chain of substitutions that is followed. */
const maxDepth = 50

/** Values of a configuration: those of its files in order, with substitutions by each other and by variables. */
export class Configuration {
  readonly #assignments = new Map<string, Assignment[]>()
  readonly #environment: Environment
  /** Texts of paths that were asked for; one that is being looked for has none, so that no circle is endless. */
  readonly #texts = new Map<string, string | undefined>()
  #depth = 0

  constructor(assignments: readonly [string, Assignment][], environment: Environment) {
    this.#environment = environment
    for (const [path, assignment] of assignments) {
      const before = this.#assignments.get(path)
      if (before) before.push(assignment)
      else this.#assignments.set(path, [assignment])
    }
  }

  /** Whether anything is assigned to the path, whatever it comes to. */
  has(path: string): boolean {
    return this.#assignments.has(path)
  }

  /** The text at a path; `undefined` when it has none, or not without a variable that is not set. */
  text(path: string): string | undefined {
    if (this.#texts.has(path) || this.#depth > maxDepth) return this.#texts.get(path)
    this.#texts.set(path, undefined)
    this.#depth++
    let text: string | undefined
    // The last one counts, except for one that is only an optional substitution without a value.
    for (const { value } of this.#assignments.get(path) ?? []) {
      text = this.#filled(value) ?? (isOptional(value) ? text : undefined)
    }
    this.#depth--
    this.#texts.set(path, text)
    return text
  }

  /** The items of a list; `?` stands for one that is not known here. */
  items(path: string): string[] | undefined {
    let items: string[] | undefined
    for (const { value, isAppended } of this.#assignments.get(path) ?? []) {
      const own = value.items ?? (isAppended ? [value] : undefined)
      if (!own) continue
      if (!isAppended && !value.parts.some(isSubstitution)) items = []
      items ??= []
      for (const item of own) items.push(this.#filled(item) ?? '?')
    }
    return items
  }

  /** Whether a list stands in place of the one that a library has at the path, instead of adding to it. */
  isReplaced(path: string): boolean {
    const all = this.#assignments.get(path) ?? []
    return all.some(
      ({ value, isAppended }) => !isAppended && value.items && !value.parts.some(isSubstitution),
    )
  }

  /** Variables that the value depends on, also by way of other paths. */
  variables(path: string, seen = new Set<string>()): Set<string> {
    const names = new Set<string>()
    if (seen.has(path) || seen.size > maxDepth) return names
    seen.add(path)
    for (const { value } of this.#assignments.get(path) ?? []) {
      for (const { substitution } of value.parts.filter(isSubstitution)) {
        if (!this.has(substitution)) names.add(substitution)
        else for (const name of this.variables(substitution, seen)) names.add(name)
      }
    }
    return names
  }

  #filled({ parts, items }: HoconValue): string | undefined {
    if (items || parts.length === 0) return undefined
    let text = ''
    for (const part of parts) {
      const piece = isSubstitution(part) ? this.#substituted(part) : part.text
      if (piece === undefined && !(isSubstitution(part) && part.isOptional && parts.length > 1)) {
        return undefined
      }
      text += piece ?? ''
      if (text.length > maxLength) return undefined
    }
    return text
  }

  #substituted({ substitution }: Substitution): string | undefined {
    if (this.has(substitution)) {
      const text = this.text(substitution)
      if (text !== undefined) return text
    }
    return Object.hasOwn(this.#environment, substitution)
      ? this.#environment[substitution]
      : undefined
  }
}

type Substitution = Extract<HoconPart, { substitution: string }>

const isSubstitution = (part: HoconPart): part is Substitution => 'substitution' in part

const isOptional = ({ parts, items }: HoconValue) =>
  !items && parts.every((part) => isSubstitution(part) && part.isOptional)
