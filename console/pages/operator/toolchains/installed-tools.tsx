import { useQuery } from '@tanstack/react-query'
import { Download, Package } from 'lucide-react'
import { useState } from 'react'
import { type ServerToolchains, toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { toolchainsQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { figure } from '#console/format/figures.ts'
import { toolchainTexts as texts, toolName } from '#console/texts/en/operator/toolchains.ts'
import { FetchToolForm } from './fetch-tool.tsx'
import { ToolState } from './tool-state.tsx'

type Tool = ServerToolchains['tools'][number]

/** Tools that this server has downloaded; operators fetch more, and remove what nobody runs on. */
export function InstalledToolsPanel() {
  const query = useQuery(toolchainsQuery)
  const [isFetching, setFetching] = useState(false)
  const end = () => setFetching(false)
  const button = (
    <Button icon={Download} onClick={() => setFetching(true)}>
      {texts.fetch}
    </Button>
  )
  return (
    <Panel title={texts.tools} actions={query.data && button} isFlush>
      <Dialog title={texts.fetch} size="small" isOpen={isFetching} isKept onClose={end}>
        <FetchToolForm onEnd={end} />
      </Dialog>
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
  {
    key: 'actions',
    title: titles.actions,
    align: 'end',
    cell: (tool) => <RemoveTool tool={tool} />,
  },
]

function RemoveTool({ tool }: { tool: Tool }) {
  const name = toolName(tool)
  return (
    <ConfirmButton
      kind="quiet"
      size="small"
      aria-label={texts.removeLabel(name)}
      question={texts.removeTitle(name)}
      help={texts.removeHelp}
      confirm={texts.remove}
      run={() => toolchains(connection).remove(tool)}
      changes={[queryKeys.operator('toolchains')]}
      done={texts.removed(name)}
    >
      {texts.remove}
    </ConfirmButton>
  )
}
