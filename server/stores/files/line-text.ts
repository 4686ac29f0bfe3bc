import type { Line, LineFilter } from '#platform/logs/line.ts'

/** A line as JSON on one line, without the application, which the folder name has. */
export function encodeLine({ applicationId: _, ...line }: Line): string {
  return `${JSON.stringify(line)}\n`
}

/** The parsed line, or `undefined` when it is corrupt. */
export function decodeLine(text: string): Omit<Line, 'applicationId'> | undefined {
  try {
    const line = JSON.parse(text)
    if (typeof line?.id !== 'string' || typeof line.date !== 'number') return undefined
    return line
  } catch {
    return undefined
  }
}

/** Whether the line passes the filter, apart from its limit. `since` and `until` are inclusive. */
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

/** Number of a line id; 0, which is before every line, for an invalid one. */
export function numberOf(id: string | undefined): number {
  return id !== undefined && /^\d{1,16}$/.test(id) ? Number(id) : 0
}

/** Sixteen digits, so that ids sort as text and fit in a header. */
export function idOf(number: number): string {
  return String(number).padStart(16, '0')
}
