import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentEntry } from '#client/resources/marketplace/databases.ts'
import { rowsPerPage, tableRowsQuery } from '#console/api/queries/addons.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { visibleName } from '#console/format/visible-name.ts'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonDataTexts as texts } from '#console/texts/en/addon-contents.ts'
import { RowTable } from './row-table.tsx'

/** Rows of a table, a page at a time. */
export function RowsPanel({ table }: { table: ContentEntry }) {
  const address = useAddonAddress()
  const [page, setPage] = useState(0)
  const rows = useQuery({
    ...tableRowsQuery(address, table, page * rowsPerPage),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel
      title={visibleName(table.name)}
      isFlush
      actions={
        <>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {texts.previous}
          </Button>
          <Button
            size="small"
            disabled={rows.data?.isComplete ?? true}
            isPending={rows.isPlaceholderData}
            onClick={() => setPage(page + 1)}
          >
            {texts.next}
          </Button>
        </>
      }
    >
      {rows.data && <RowTable label={table.name} rows={rows.data} />}
      {rows.isPending && <SkeletonLines count={6} height="1.75rem" />}
      {rows.isError && <ErrorPanel error={rows.error} onRetry={() => void rows.refetch()} />}
    </Panel>
  )
}
