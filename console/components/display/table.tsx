import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import { type SortOrder, sortRows } from './sort-rows.ts'
import './table.css'

export interface Column<Row> {
  key: string
  title: string
  cell(row: Row): ReactNode
  /** Makes the column sortable by this value. */
  sortBy?: ((row: Row) => string | number) | undefined
  align?: 'start' | 'end' | undefined
  /** CSS width. */
  width?: string | undefined
  /** Left out where there is no room for it. */
  isMinor?: boolean | undefined
  /** The title is only read to screen readers. */
  isTitleHidden?: boolean | undefined
}

/** The column of the buttons of a row. */
export const actionsColumn = <Row,>(
  cell: (row: Row) => ReactNode,
  { width }: Pick<Column<Row>, 'width'> = {},
): Column<Row> => ({
  key: 'actions',
  title: texts.actions,
  isTitleHidden: true,
  align: 'end',
  width,
  cell,
})

interface TableProps<Row> {
  /** What the table is about, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Key of the column that it is sorted by at first; without it rows stay as they are. */
  sortedBy?: string | undefined
  /** Stands in place of the table while it has no rows. */
  empty?: ReactNode
}

/** A table; on narrow screens each row becomes a block with the first column as its heading. */
export function Table<Row>({ label, columns, rows, rowKey, sortedBy, empty }: TableProps<Row>) {
  const [order, setOrder] = useState<SortOrder | undefined>(
    sortedBy ? { key: sortedBy, isDescending: false } : undefined,
  )
  if (empty && rows.length === 0) return <>{empty}</>
  const sorting = columns.find(({ key }) => key === order?.key)
  const shown = order && sorting?.sortBy ? sortRows(rows, sorting.sortBy, order.isDescending) : rows
  return (
    <table className="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} order={order} onSort={setOrder} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)} data-title={column.title}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const classOf = ({ align, isMinor }: Pick<Column<never>, 'align' | 'isMinor'>) =>
  [align === 'end' ? 'table-end' : '', isMinor ? 'table-minor' : ''].join(' ').trim() || undefined

interface HeadCellProps<Row> {
  column: Column<Row>
  order: SortOrder | undefined
  onSort(order: SortOrder): void
}

function HeadCell<Row>({ column, order, onSort }: HeadCellProps<Row>) {
  const { key, title, sortBy, width, isTitleHidden } = column
  const isSorted = order?.key === key
  const Arrow = isSorted && order.isDescending ? ArrowDown : ArrowUp
  const direction = isSorted && order.isDescending ? 'descending' : 'ascending'
  return (
    <th
      scope="col"
      className={classOf(column)}
      style={width ? { width } : undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      {sortBy ? (
        <button
          type="button"
          title={texts.sortBy(title)}
          onClick={() => onSort({ key, isDescending: isSorted && !order.isDescending })}
        >
          {title}
          <Arrow size={14} aria-hidden="true" className={isSorted ? '' : 'table-unsorted'} />
        </button>
      ) : (
        <span className={isTitleHidden ? 'visually-hidden' : undefined}>{title}</span>
      )}
    </th>
  )
}
