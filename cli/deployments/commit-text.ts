import { printable } from '#cli/terminal/printable.ts'

/** First line and author of a commit, for a cell of a table; empty without them. */
export function commitText(
  summary: { author: string; message: string } | null | undefined,
): string {
  if (!summary) return ''
  const [subject = ''] = summary.message.split('\n')
  return printable(`${subject} (${summary.author})`)
}
