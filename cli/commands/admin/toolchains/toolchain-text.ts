import { printable } from '#cli/terminal/printable.ts'
import type { OutdatedApplication, ServerToolchains } from '#client/resources/toolchains.ts'

/** How old the catalogue is, and what kept it from being newer. */
export function catalogueText({ catalogue }: ServerToolchains): string {
  const { origin, date, interval, lastAttempt, problems, notes } = catalogue
  const minute = date.slice(0, 16).replace('T', ' ')
  const what = origin === 'shipped' ? 'the one that came with the platform' : 'refreshed'
  return [
    `The catalogue of tools is of ${minute} UTC (${what}).`,
    interval === null ? 'It is refreshed only when an operator asks.' : '',
    lastAttempt?.problem
      ? `The last refresh, at ${lastAttempt.date.slice(0, 16).replace('T', ' ')} UTC, failed: ${lastAttempt.problem}.`
      : '',
    ...problems.map(({ tool, text }) => printable(`${tool} was not refreshed: ${text}.`)),
    ...notes.map(({ tool, text }) => printable(`${tool}: ${text}.`)),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Such as `node 22.20.0, 22.23.3 is newer, the next deployment gets 22.23.3`. */
export function outdatedText({ tools }: OutdatedApplication): string {
  return tools
    .map(({ name, version, newer, endedOn, securityRelease, next }) =>
      [
        `${name} ${version}`,
        ...(newer ? [`${newer} is newer`] : []),
        ...(securityRelease ? [`${securityRelease} mends known weaknesses`] : []),
        ...(endedOn ? [`its line ended on ${endedOn}`] : []),
        next === null
          ? 'the next deployment is not known here'
          : next === version
            ? 'the next deployment gets the same'
            : `the next deployment gets ${next}`,
      ].join(', '),
    )
    .join('; ')
}
