import type { Line, LineFilter } from '#platform/logs/line.ts'

/** A line as one line of JSON. The application is not in it: the folder says that. */
export function encodeLine({ applicationId: _, ...line }: Line): string {
  return `${JSON.stringify(line)}\n`
}

/** The line, or `undefined` when the text was damaged. */
export function decodeLine(text: string): Omit<Line, 'applicationId'> | undefined {
  try {
    const line = JSON.parse(text)
    if (typeof line?.id !== 'string' || typeof line.date !== 'number') return undefined
    return line
  } catch {
    return undefined
  }
}

/** Whether every condition of the filter but its limit holds for the line. `since` and `until` are inclusive. */
export function passes(line: Omit<Line, 'applicationId'>, filter: LineFilter): boolean {
  return (
    line.date >= (filter.since ?? -Infinity) &&
    line.date <= (filter.until ?? Infinity) &&
    numberOf(line.id) > numberOf(filter.after) &&
    (filter.deploymentId === undefined || line.deploymentId === filter.deploymentId) &&
    (filter.instanceId === undefined || line.instanceId === filter.instanceId) &&
    (filter.text === undefined || line.message.includes(filter.text))
  )
}

/** The number of a line id; 0, which is before every line, for anything that is none. */
export function numberOf(id: string | undefined): number {
  return id !== undefined && /^\d{1,16}$/.test(id) ? Number(id) : 0
}

/** Sixteen digits, so that ids order as text too and can stand in a header. */
export function idOf(number: number): string {
  return String(number).padStart(16, '0')
}
