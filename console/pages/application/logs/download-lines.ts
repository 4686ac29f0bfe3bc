import type { LogLine } from '#client/resources/applications/logs.ts'
import type { BufferedLine } from '#console/components/log/line-buffer.ts'
import { fileText } from './log-filter.ts'

/** Time until the browser has surely taken the file. */
const kept = 60_000

/** Saves lines as a text file that has the name of the application and the time. */
export function downloadLines(name: string, lines: readonly BufferedLine<LogLine>[]): void {
  const url = URL.createObjectURL(new Blob([fileText(lines)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.log`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), kept)
}
