import { useQuery } from '@tanstack/react-query'
import { addonMetricsQuery } from '#console/api/queries/application/metrics.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { figure } from '#console/format/figures.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { latestUsage } from './addon-series.ts'
import './usage.css'

const texts = addonTexts.metrics
const halfHour = { length: 1_800_000 }
/** Parts of the plan from which on it is shown in another colour. */
const [high, full] = [0.8, 0.95]

/** What an add-on uses now, as bars against its plan. */
export function UsagePanel({ address }: { address: OwnedId }) {
  const query = useQuery(addonMetricsQuery(address, halfHour))
  return (
    <Panel
      title={texts.title}
      actions={
        <ConsoleLink to={addressOf.addon(address, 'metrics')} className="small">
          {texts.toMetrics}
        </ConsoleLink>
      }
    >
      <Loaded query={query} skeleton={<SkeletonLines count={2} height="2rem" />}>
        {(metrics) => <Usage figures={latestUsage(metrics)} />}
      </Loaded>
    </Panel>
  )
}

function Usage({ figures }: { figures: ReturnType<typeof latestUsage> }) {
  if (figures.length === 0) return <p className="muted small">{texts.none}</p>
  return (
    <ul className="usage">
      {figures.map(({ name, unit, used, max }) => (
        <li key={name}>
          <span>{texts.charts[name]}</span>
          <span className="usage-figures">
            {max === null
              ? figure(used, unit)
              : texts.ofPlan(figure(used, unit), figure(max, unit), percent(used / max))}
          </span>
          {max !== null && max > 0 && (
            <div className={`usage-bar usage-${levelOf(used / max)}`} aria-hidden="true">
              <span style={{ width: `${Math.min(used / max, 1) * 100}%` }} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const percent = (part: number) => figure(part * 100, 'percent')
const levelOf = (part: number) => (part >= full ? 'full' : part >= high ? 'high' : 'fine')
