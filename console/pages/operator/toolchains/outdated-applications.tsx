import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type OutdatedApplication, toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { outdatedQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { TableSkeleton } from '#console/components/display/skeleton.tsx'
import { actionsColumn, type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { toolchainTexts as texts, toolName } from '#console/texts/en/operator/toolchains.ts'
import { ApplicationName } from './application-name.tsx'
import { RedeployButton } from './redeploy-button.tsx'
import { ToolState } from './tool-state.tsx'

const pageSize = 25
/** As many as the server answers at once. */
const maxListed = 200

/** Applications whose live release runs on outdated tools, and what a deployment of the same commit would get. */
export function OutdatedApplicationsPanel() {
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery(outdatedQuery(limit))
  const redeploy = useAction({
    run: ({ applicationId }: OutdatedApplication) =>
      toolchains(connection).redeployOne(applicationId),
    changes: [queryKeys.operator('deployments')],
    done: ({ applicationName }) => texts.redeployingOne(applicationName),
  })
  const isFull = query.data?.length === limit && limit < maxListed
  const isAny = query.data !== undefined && query.data.length > 0
  return (
    <Panel title={texts.outdated} isFlush actions={isAny && <RedeployButton />}>
      {isAny && <p className="panel-body muted small">{texts.outdatedHelp}</p>}
      <Loaded query={query} skeleton={<TableSkeleton count={5} />}>
        {(list) => (
          <Table
            label={texts.outdated}
            columns={columnsFor(redeploy.mutate)}
            rows={list}
            rowKey={({ applicationId }) => applicationId}
            empty={
              <EmptyState icon={CircleCheck} title={texts.noneOutdated}>
                {texts.noneOutdatedHelp}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {redeploy.error && (
        <div className="panel-body">
          <ErrorLine error={redeploy.error} />
        </div>
      )}
      {isFull && (
        <div className="panel-body">
          <Button
            isPending={query.isFetching}
            onClick={() => setLimit(Math.min(2 * limit, maxListed))}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </Panel>
  )
}

const { outdatedColumns: titles } = texts

const columnsFor = (
  onRedeploy: (application: OutdatedApplication) => void,
): Column<OutdatedApplication>[] => [
  {
    key: 'name',
    title: titles.name,
    cell: (application) => <ApplicationName application={application} />,
  },
  {
    key: 'runs',
    title: titles.runs,
    cell: ({ tools }) => (
      <ul className="tool-list">
        {tools.map((tool) => (
          <li key={tool.name}>
            {toolName(tool)} <ToolState {...tool} />
          </li>
        ))}
      </ul>
    ),
  },
  {
    key: 'next',
    title: titles.next,
    cell: ({ tools }) => (
      <ul className="tool-list">
        {tools.map(({ name, version, next }) => (
          <li key={name}>
            {next === null || next === version ? (
              <span className="muted">{next === null ? texts.notKnown : texts.sameAgain}</span>
            ) : (
              toolName({ name, version: next })
            )}
          </li>
        ))}
      </ul>
    ),
  },
  actionsColumn(
    (application) =>
      application.tools.some(({ version, next }) => next !== null && next !== version) && (
        <Button
          size="small"
          aria-label={`${texts.redeployOne} ${application.applicationName}`}
          onClick={() => onRedeploy(application)}
        >
          {texts.redeployOne}
        </Button>
      ),
  ),
]
