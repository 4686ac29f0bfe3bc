import { compare, maxSatisfying, validRange } from '#kit/text/versions.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'
import { quote } from '#runtimes/variable.ts'
import type { VersionRequest } from '#runtimes/version-request.ts'

/** A release of a channel that its day names. */
const isDated = (text: string) => /^(stable|beta|nightly)-\d{4}-\d\d-\d\d$/.test(text)

/** What rustup may name a machine by behind the channel. */
const host = /-(x86_64|aarch64)-unknown-linux-gnu$/

/** The channel without the machine it is for. */
export const withoutHost = (text: string): string => text.replace(host, '')

/** The newest of these releases that fits, or one of a day, which only the server of Rust knows. */
export function fittingRust({ text, origin }: VersionRequest, versions: readonly string[]): string {
  if (isDated(text)) return text
  const range = validRange(text)
  const version = range === null ? null : maxSatisfying([...versions], range)
  if (version) return version
  const [oldest, newest] = [versions[0], versions.at(-1)]
  const problem =
    range === null
      ? `${origin} is ${quote(text)}, which is not a version of Rust`
      : `There is no Rust for ${origin} ${quote(text)}`
  throw new Failure(
    'recipe',
    `${problem}: those here are stable, beta, nightly, one of a day such as nightly-2026-10-30, and ${oldest} to ${newest}${nearestLine(text, versions)}.`,
  )
}

/** The releases of the line of a version that is not there. */
function nearestLine(text: string, versions: readonly string[]): string {
  const [, line] = /^(\d{1,3}\.\d{1,4})\.\d{1,4}$/.exec(text) ?? []
  const fixes = line ? versions.filter((version) => version.startsWith(`${line}.`)) : []
  return fixes.length > 0 ? `, of ${line} ${fixes.toSorted(compare).join(' and ')}` : ''
}
