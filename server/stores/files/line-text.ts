import type { Line } from '#platform/logs/line.ts'

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
