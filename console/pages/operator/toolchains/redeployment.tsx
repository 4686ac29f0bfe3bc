import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type RollingRedeployment, toolchains } from '#client/resources/toolchains.ts'
import { connection } from '#console/api/connection.ts'
import { redeploymentQuery } from '#console/api/queries/operator/operation.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { Badge, LiveBadge } from '#console/components/display/state-badge.tsx'
import { type Column, Table } from '#console/components/display/table.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { toolchainTexts as texts } from '#console/texts/en/operator/toolchains.ts'
import { ApplicationName } from './application-name.tsx'

/** How far the newest rolling redeployment is; nothing before the first one. */
export function RedeploymentPanel() {
  const { data: redeployment } = useQuery(redeploymentQuery)
  const stop = useAction({
    run: () => toolchains(connection).stopRedeployment(),
    changes: [queryKeys.operator('redeployment')],
    done: texts.stopped,
  })
  const ended = redeployment ? redeployment.counts.live + redeployment.counts.failed : 0
  const queryClient = useQueryClient()
  useEffect(() => {
    if (ended > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.operator('outdated') })
  }, [ended, queryClient])
  if (!redeployment) return null
  const { state, startDate, applications } = redeployment
  const isRunning = state === 'running'
  const State = isRunning ? LiveBadge : Badge
  return (
    <Panel
      title={texts.redeployment}
      isFlush
      actions={
        isRunning && (
          <Button isPending={stop.isPending} onClick={() => stop.mutate()}>
            {texts.stop}
          </Button>
        )
      }
    >
      <div className="panel-body redeployment">
        <p>
          <State kind={looks[state]}>{texts.states[state]}</State> <RelativeTime date={startDate} />
        </p>
        <Progress redeployment={redeployment} />
        {stop.error && <ErrorLine error={stop.error} />}
      </div>
      {applications.length > 0 && (
        <Table
          label={texts.redeployment}
          columns={columns}
          rows={applications}
          rowKey={({ applicationId }) => applicationId}
        />
      )}
    </Panel>
  )
}

const looks = { running: 'accent', done: 'good', stopped: 'plain', failed: 'wrong' } as const

function Progress({ redeployment: { state, counts } }: { redeployment: RollingRedeployment }) {
  const { unplanned, waiting, deploying, skipped, live, failed } = counts
  const ended = live + failed
  const left = unplanned + waiting
  const all = ended + deploying + left
  const label = texts.progress(ended, all)
  return (
    <>
      <progress max={Math.max(1, all)} value={all === 0 ? 1 : ended} aria-label={label} />
      <p className="small" role="status">
        {[
          label,
          texts.counts(live, failed, skipped),
          state === 'running' && unplanned > 0 && texts.checking(unplanned),
          state !== 'running' && left > 0 && texts.left(left),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  )
}

const { itemColumns: titles } = texts
const itemLooks = { failed: 'wrong', deploying: 'accent' } as const

const columns: readonly Column<RollingRedeployment['applications'][number]>[] = [
  {
    key: 'name',
    title: titles.name,
    cell: (application) => <ApplicationName application={application} />,
  },
  {
    key: 'state',
    title: titles.state,
    width: '8rem',
    cell: ({ state }) => (
      <Badge kind={state === 'failed' || state === 'deploying' ? itemLooks[state] : 'plain'}>
        {texts.itemStates[state]}
      </Badge>
    ),
  },
  {
    key: 'reason',
    title: titles.reason,
    cell: ({ reason }) => reason ?? <span className="muted">{texts.unknown}</span>,
  },
]
