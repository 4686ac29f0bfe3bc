import semver, { type Range, type SemVer } from 'semver'

/** Room for any version and range that a person has written; `semver` takes no longer versions either. */
const maxLength = 256
/** Each alternative of a range, as in `^1 || ^2`, is parsed by a dozen regular expressions. */
const maxAlternatives = 16

interface Options {
  /** Accepts versions and ranges that the specification does not, as npm does. */
  loose?: boolean
  includePrerelease?: boolean
}

/**
 * Everything of `semver` that Berth uses. The library parses a range of any length, in time that grows with length
 * and with alternatives, and callers give it texts of tenants; here a range beyond both limits is an invalid one.
 */
export function validRange(text: string, options: Options = {}): string | null {
  const parsed = parseRange(text, options)
  return parsed ? parsed.range || '*' : null
}

/** Whether a version is in a range; false when either is invalid. */
export const satisfies = (version: string, range: string, options: Options = {}): boolean =>
  parseRange(range, options)?.test(version) ?? false

/** Those of `versions` that are in a range, which is parsed once. */
export function allSatisfying(versions: readonly string[], range: string): string[] {
  const parsed = parseRange(range)
  return parsed ? versions.filter((version) => parsed.test(version)) : []
}

/** The newest of `versions` in a range. */
export function maxSatisfying(versions: readonly string[], range: string): string | null {
  const parsed = parseRange(range)
  return parsed ? semver.maxSatisfying(versions, parsed) : null
}

/** The lowest version that a range allows. */
export function minVersion(range: string): SemVer | null {
  const parsed = parseRange(range)
  return parsed ? semver.minVersion(parsed) : null
}

/** These parse versions only, whose length `semver` limits. */
export const { valid, parse, major, minor, patch, compare, rcompare, gte, prerelease } = semver

function parseRange(text: string, options: Options = {}): Range | undefined {
  if (text.length > maxLength || countAlternatives(text) > maxAlternatives) return undefined
  try {
    return new semver.Range(text, options)
  } catch {
    return undefined
  }
}

const countAlternatives = (text: string): number => text.split('||', maxAlternatives + 1).length
