import { escapeHtml } from '#kit/text/html.ts'

export interface Column<Row> {
  title: string
  /** HTML. */
  cell(row: Row): string
  /** Aligned at the right. */
  isFigure?: boolean
  /** Long, and broken anywhere. */
  isText?: boolean
}

/** Text of a customer. */
export const theirs = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`

/** A table that scrolls on its own where the page is narrow. */
export function table<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string {
  const look = ({ isFigure, isText }: Column<Row>) =>
    isFigure ? ' class="figure"' : isText ? ' class="text"' : ''
  const head = columns.map(
    (column) => `<th scope="col"${look(column)}>${escapeHtml(column.title)}</th>`,
  )
  const body = rows.map(
    (row) =>
      `<tr>${columns.map((column) => `<td${look(column)}>${column.cell(row)}</td>`).join('')}</tr>`,
  )
  return `<div class="scroll" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`
}

/** A part of the page, with what can be done in it beside its title. */
export const section = (title: string, actions: string, body: string): string => `<section>
<div class="top"><h2>${escapeHtml(title)}</h2>${actions}</div>
${body}
</section>`
