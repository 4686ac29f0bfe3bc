import type { ContentRows } from '#client/resources/marketplace/databases.ts'
import { addonDataTexts as texts } from '#console/texts/en/addon-contents.ts'
import '#console/components/display/panel.css'

/** Values as the database prints them; one that is not there looks different from any text. */
export function RowTable({ label, rows: { columns, rows } }: { label: string; rows: ContentRows }) {
  if (rows.length === 0) return <p className="panel-body">{texts.noRows}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <section className="data-scroll" aria-label={label} tabIndex={0}>
      <table className="data-rows mono">
        <thead>
          <tr>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may come twice
              <th key={at} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name
            <tr key={at}>
              {row.map((value, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={place}>{value ?? <em className="data-null">NULL</em>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
