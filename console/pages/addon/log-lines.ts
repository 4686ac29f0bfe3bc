import type { AddonLogLine } from '#client/resources/applications/logs.ts'

const maxLines = 5_000

/** Lines with more of them at the end; the oldest are left out when there are too many. */
export const withLines = (
  lines: readonly AddonLogLine[],
  more: readonly AddonLogLine[],
): readonly AddonLogLine[] => [...lines, ...more].slice(-maxLines)

/** Lines that contain a text, whatever its case. */
export function matchingLines(
  lines: readonly AddonLogLine[],
  text: string,
): readonly AddonLogLine[] {
  const wanted = text.trim().toLowerCase()
  return wanted === ''
    ? lines
    : lines.filter(({ message }) => message.toLowerCase().includes(wanted))
}
