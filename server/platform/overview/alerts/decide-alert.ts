import type { AlertKind } from '#protocol/alerts.ts'

/** The figure of a minute; `idle` when it was measured and nothing happened, `null` when nothing is known. */
export type MinuteFigure = number | 'idle' | null

export interface AlertSituation {
  wrong: AlertKind['wrong']
  threshold: number
  minutes: number
  isActive: boolean
  /** One for each of the last whole minutes, newest last. */
  figures: readonly MinuteFigure[]
}

/** Begins or ends, with the figure that did it. */
export type AlertDecision = { change: 'begin' | 'end'; value: number } | undefined

/** Minutes without a figure that do not interrupt: a restart of the platform loses the last one. */
export const maxUnknown = 2
/** An alert ends when its figure is this far from the threshold, so that one that swings around it is told once. */
const hysteresis = 0.1

/** Whether an alert begins or ends; unknown minutes never begin or end one. */
export function decideAlert(situation: AlertSituation): AlertDecision {
  const { wrong, threshold, minutes, isActive, figures } = situation
  const sign = wrong === 'above' ? 1 : -1
  const isWrong = (figure: number) => sign * (figure - threshold) > 0
  const end = threshold * (1 - sign * hysteresis)
  const isRight = (figure: number) => sign * (figure - end) <= 0
  if (isActive) {
    const run = runOf(figures, (figure) => figure === 'idle' || isRight(figure))
    return run.length >= minutes ? { change: 'end', value: run.latest } : undefined
  }
  const run = runOf(figures, (figure) => (figure === 'idle' ? 'skip' : isWrong(figure)))
  return run.length >= minutes ? { change: 'begin', value: run.latest } : undefined
}

/**
 * For how many minutes something is so by now: from the oldest to the newest known figure that is. Skipped ones neither
 * count nor interrupt.
 */
function runOf(
  figures: readonly MinuteFigure[],
  isSo: (figure: number | 'idle') => boolean | 'skip',
): { length: number; latest: number } {
  let newest: number | undefined
  let oldest = 0
  let unknown = 0
  for (let at = figures.length - 1; at >= 0; at -= 1) {
    const figure = figures[at] ?? null
    unknown = figure === null ? unknown + 1 : 0
    if (unknown > maxUnknown) break
    const answer = figure === null ? 'skip' : isSo(figure)
    if (answer === false) break
    if (answer === 'skip') continue
    newest ??= at
    oldest = at
  }
  if (newest === undefined) return { length: 0, latest: 0 }
  const latest = figures[newest]
  return { length: newest - oldest + 1, latest: typeof latest === 'number' ? latest : 0 }
}
