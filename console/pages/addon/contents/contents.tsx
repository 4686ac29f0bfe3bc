import { useInfiniteQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { useState } from 'react'
import type { ContentEntry } from '#client/resources/marketplace/databases.ts'
import { contentsQuery } from '#console/api/queries/addons.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorPanel } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { figure } from '#console/format/figures.ts'
import { visibleName } from '#console/format/visible-name.ts'
import { useAddonAddress } from '#console/pages/addon/use-addon.ts'
import { addonDataTexts as texts } from '#console/texts/en/addon-contents.ts'
import { QueryPanel } from './query-panel.tsx'
import { RowsPanel } from './rows-panel.tsx'
import './contents.css'

/** What a database holds, for reading: its tables or keys, the rows of one, and statements. */
export function AddonDataPage() {
  const address = useAddonAddress()
  const [chosen, setChosen] = useState<ContentEntry | undefined>()
  const list = useInfiniteQuery(contentsQuery(address))
  const entries = list.data?.pages.flatMap((page) => page.entries)
  return (
    <>
      <Panel title={texts.tables} isFlush>
        {entries && (
          <Table
            label={texts.tables}
            rows={entries}
            rowKey={({ schema, name }) => JSON.stringify([schema, name])}
            columns={columnsWith(setChosen)}
            empty={
              <EmptyState icon={Database} title={texts.none}>
                {texts.noneHelp}
              </EmptyState>
            }
          />
        )}
        {list.isPending && <SkeletonLines count={4} height="1.75rem" />}
        {list.isError && <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
      </Panel>
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
      {chosen && <RowsPanel key={JSON.stringify([chosen.schema, chosen.name])} table={chosen} />}
      <QueryPanel />
    </>
  )
}

const columnsWith = (onChoose: (entry: ContentEntry) => void): Column<ContentEntry>[] => [
  {
    key: 'name',
    title: texts.name,
    cell: (entry) => (
      <button type="button" className="data-name mono" onClick={() => onChoose(entry)}>
        {entry.schema === '' || entry.schema === 'public'
          ? visibleName(entry.name)
          : `${visibleName(entry.schema)}.${visibleName(entry.name)}`}
      </button>
    ),
  },
  { key: 'kind', title: texts.kind, cell: ({ kind }) => kind },
  {
    key: 'rows',
    title: texts.rowCount,
    align: 'end',
    cell: ({ rows }) => (rows === null ? null : rows),
  },
  {
    key: 'bytes',
    title: texts.size,
    align: 'end',
    cell: ({ bytes }) => (bytes === null ? null : figure(bytes, 'bytes')),
  },
]
