import type { Setting } from '#kit/setting-kinds.ts'
import type { EffectiveSetting } from '#platform/model/operation.ts'

/** Settings as they are in effect; secrets without their values. */
export const effectiveSettings = (
  list: readonly Setting<unknown>[],
  given: Readonly<Record<string, string>>,
  /** Values that the platform has chosen where a setting is empty, by variable. */
  derived: Readonly<Record<string, string>>,
): EffectiveSetting[] =>
  list.map(({ variable, meaning, fallback, isSecret }) => {
    const own = given[variable]
    const text = own ?? fallback
    const chosen = text === '' ? derived[variable] : undefined
    const source = chosen !== undefined ? 'derived' : own === undefined ? 'default' : 'environment'
    return {
      variable,
      meaning,
      value: isSecret ? null : withoutPassword(chosen ?? text),
      fallback: isSecret ? null : fallback,
      source,
    }
  })

/** The text without a user and password in its URL. */
const withoutPassword = (text: string): string =>
  text.replaceAll(/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s@,]*@/gi, '$1…@')
