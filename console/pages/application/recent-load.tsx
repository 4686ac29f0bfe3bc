import { useQuery } from '@tanstack/react-query'
import type { ApplicationMetrics } from '#client/resources/applications/metrics.ts'
import { recentMetricsQuery } from '#console/api/queries/application/applications.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { SparkLine } from '#console/components/charts/spark-line.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import type { Unit } from '#console/format/figures.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'

/** Requests, CPU, memory and server errors of the last half hour as small lines. */
export function RecentLoad({ address }: { address: OwnedId }) {
  const query = useQuery(recentMetricsQuery(address))
  const metrics = addressOf.application(address, 'metrics')
  return (
    <Panel
      title={texts.load}
      actions={
        <ConsoleLink to={metrics} className="small">
          {texts.toMetrics}
        </ConsoleLink>
      }
    >
      <Loaded query={query} skeleton={<Skeleton height="3.25rem" />}>
        {(value) => <Lines metrics={value} />}
      </Loaded>
    </Panel>
  )
}

function Lines({ metrics: { points } }: { metrics: ApplicationMetrics }) {
  const { figures } = texts
  return (
    <div className="recent-load">
      <Line
        label={figures.requests}
        unit="perMinute"
        values={points.map(({ requests }) => requests)}
      />
      <Line
        label={figures.cpu}
        unit="percent"
        max={100}
        values={points.map(({ cpuPercent }) => cpuPercent)}
      />
      <Line
        label={figures.memory}
        unit="percent"
        max={100}
        values={points.map(({ memoryPercent }) => memoryPercent)}
      />
      <Line
        label={figures.errors}
        unit="perMinute"
        kind="wrong"
        values={points.map(({ status }) => status['5xx'])}
      />
    </div>
  )
}

interface LineProps {
  label: string
  values: readonly (number | null)[]
  unit: Unit
  max?: number
  kind?: 'wrong'
}

function Line({ label, ...line }: LineProps) {
  return (
    <div className="recent-load-line">
      <span>{label}</span>
      <SparkLine label={label} width={160} height={32} {...line} />
    </div>
  )
}
