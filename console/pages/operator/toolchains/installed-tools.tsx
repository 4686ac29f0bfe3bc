import { useQuery } from '@tanstack/react-query'
import { Package } from 'lucide-react'
import type { ServerToolchains } from '#client/resources/toolchains.ts'
import { toolchainsQuery } from '#console/api/queries/operation.ts'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { figure } from '#console/format/figures.ts'
import { toolchainTexts as texts, toolName } from '#console/texts/en/toolchains.ts'
import { ToolState } from './tool-state.tsx'

type Tool = ServerToolchains['tools'][number]

/** Tools that this server has downloaded. */
export function InstalledToolsPanel() {
  const query = useQuery(toolchainsQuery)
  return (
    <Panel title={texts.tools} isFlush>
      <Loaded query={query} skeleton={<TableSkeleton count={4} />}>
        {({ tools }) => (
          <Table
            label={texts.tools}
            columns={columns}
            rows={tools}
            rowKey={toolName}
            empty={
              <EmptyState icon={Package} title={texts.noTools}>
                {texts.noToolsHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Panel>
  )
}

const { toolColumns: titles } = texts

const today = () => new Date().toISOString().slice(0, 10)

const columns: readonly Column<Tool>[] = [
  { key: 'name', title: titles.name, cell: (tool) => <strong>{toolName(tool)}</strong> },
  {
    key: 'state',
    title: titles.newer,
    cell: ({ newer, securityRelease, endOfLife }) => (
      <ToolState
        newer={newer}
        securityRelease={securityRelease}
        endedOn={endOfLife !== null && endOfLife <= today() ? endOfLife : null}
      />
    ),
  },
  {
    key: 'end',
    title: titles.end,
    isMinor: true,
    cell: ({ endOfLife }) => endOfLife ?? texts.unknown,
  },
  {
    key: 'used',
    title: titles.used,
    align: 'end',
    isMinor: true,
    cell: ({ lastUse }) => <RelativeTime date={lastUse} />,
  },
  {
    key: 'size',
    title: titles.size,
    align: 'end',
    sortBy: ({ bytes }) => bytes,
    cell: ({ bytes }) => figure(bytes, 'bytes'),
  },
]
