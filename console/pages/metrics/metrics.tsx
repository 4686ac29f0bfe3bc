import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { ApplicationMetrics } from '#client/resources/applications/metrics.ts'
import type { ApplicationStatus } from '#client/resources/overview.ts'
import { markedDeploymentsQuery, metricsQuery } from '#console/api/queries/application/metrics.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select, Switch } from '#console/components/controls/choices.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { duration } from '#console/format/times.ts'
import { useAddressState } from '#console/navigation/use-address-state.ts'
import { useApplicationAddress } from '#console/navigation/use-owner.ts'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { DeploymentsInRange } from './deployments-in-range.tsx'
import { FigureTable } from './figure-table.tsx'
import { MetricCharts } from './metric-charts.tsx'
import { parseRange, rangeText, usualRange, weekBefore } from './metric-range.ts'
import { aWeekLater, figuresOf, type MetricSeries, seriesOf } from './metric-series.ts'
import { RangeSelect } from './range-select.tsx'
import { RangeSteps } from './range-steps.tsx'
import './metrics.css'

/** Load and traffic of an application over time. */
export function ApplicationMetricsPage() {
  const address = useApplicationAddress()
  const [rangeName, setRange] = useAddressState('range', usualRange, { isStep: true })
  const [instance, setInstance] = useAddressState('instance')
  const [compared, setCompared] = useAddressState('compare')
  const range = useMemo(() => parseRange(rangeName), [rangeName])
  const query = useQuery(metricsQuery(address, range, instance || undefined))
  const { data: status } = useQuery(statusQuery(address))
  const { data: deployments } = useQuery(markedDeploymentsQuery(address))
  return (
    <>
      <div className="metrics-controls">
        <RangeSelect name={rangeName} range={range} onChange={setRange} />
        <Select
          label={texts.instance}
          value={instance}
          onChange={setInstance}
          choices={instanceChoices(status?.instanceList ?? [], instance)}
        />
        <RangeSteps range={range} onChange={setRange} />
        <Switch isOn={compared === 'week'} onChange={(isOn) => setCompared(isOn ? 'week' : '')}>
          {texts.compare}
        </Switch>
        {'since' in range && <Button onClick={() => setRange(usualRange)}>{texts.back}</Button>}
      </div>
      <Loaded query={query} skeleton={<ChartsSkeleton />}>
        {(metrics) => (
          <Shown
            address={address}
            metrics={metrics}
            instance={instance}
            isCompared={compared === 'week'}
            deployments={deployments}
            status={status}
            onZoom={(from, until) => setRange(rangeText(from, until))}
          />
        )}
      </Loaded>
    </>
  )
}

interface ShownProps {
  address: OwnedId
  metrics: ApplicationMetrics
  instance: string
  isCompared: boolean
  deployments: readonly DeploymentSummary[] | undefined
  status: ApplicationStatus | undefined
  onZoom(from: number, until: number): void
}

function Shown(props: ShownProps) {
  const { address, metrics, deployments, status, onZoom } = props
  const series = useMemo(() => seriesOf(metrics), [metrics])
  const { since, until, span } = metrics
  const range = [Date.parse(since), Date.parse(until)] as const
  const [from, end] = range
  const earlier = useWeekBefore(props, series.times)
  const inRange = useMemo(
    () => deployments?.filter(({ date }) => date >= from && date <= end) ?? [],
    [deployments, from, end],
  )
  return (
    <>
      <MetricCharts
        series={series}
        earlier={earlier}
        range={range}
        deployments={inRange}
        status={status}
        onZoom={onZoom}
      />
      <p className="muted small">
        {texts.zoomHint} {texts.pointLength(duration(span * 1000))}{' '}
        {earlier && !figuresOf(earlier.cpu) ? texts.nothingBefore : ''}
      </p>
      <FigureTable series={series} earlier={earlier} />
      <DeploymentsInRange address={address} deployments={inRange} />
    </>
  )
}

/** The figures of a week before, at the times of this week; only while they are compared. */
function useWeekBefore(
  { address, metrics, instance, isCompared }: ShownProps,
  times: readonly number[],
): MetricSeries | undefined {
  const range = weekBefore(Date.parse(metrics.since), Date.parse(metrics.until))
  const { data } = useQuery({
    ...metricsQuery(address, range, instance || undefined),
    enabled: isCompared,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => (isCompared && data ? aWeekLater(times, data) : undefined),
    [isCompared, data, times],
  )
}

/** Instances that run, and the one of the address, which may be gone. */
function instanceChoices(
  running: readonly { id: string; number: number }[],
  chosen: string,
): { value: string; label: string }[] {
  const choices = running.map(({ id, number }) => ({
    value: id,
    label: texts.instanceNumber(number),
  }))
  const isGone = chosen !== '' && !running.some(({ id }) => id === chosen)
  return [
    { value: '', label: texts.allInstances },
    ...choices,
    ...(isGone ? [{ value: chosen, label: chosen }] : []),
  ]
}

function ChartsSkeleton() {
  return (
    <div className="metric-charts">
      {Object.keys(texts.charts).map((name) => (
        <Skeleton key={name} height="13rem" />
      ))}
    </div>
  )
}
