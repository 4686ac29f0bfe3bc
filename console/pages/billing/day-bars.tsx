import type { Usage } from '#client/resources/billing/usage.ts'
import { price } from '#console/format/price.ts'
import { billingTexts } from '#console/texts/en/organisation/billing.ts'
import { dayName, daysOfMonth, expectedDays } from './months.ts'

const texts = billingTexts.usage
const height = 120
const slot = 20
const gap = 4

interface DayBarsProps {
  usage: Usage
  /** The current day, such as `2026-11-16`; absent for a month that is over. */
  today?: string | undefined
}

/** A bar for each day of the month; days to come have what is expected of them. */
export function DayBars({ usage, today }: DayBarsProps) {
  const { month, days, so_far, forecast, currency } = usage
  const shown = new Map(days.map((each) => [each.day, each.total_tax_excluded.default_display]))
  const costs = new Map(days.map((each) => [each.day, each.total_tax_excluded.amount]))
  const left = forecast.total_tax_excluded.amount - so_far.total_tax_excluded.amount
  const bars = expectedDays(daysOfMonth(month, costs), today, left)
  const highest = Math.max(...bars.map(({ cost }) => cost))
  if (highest <= 0) return <p className="muted small">{texts.byDayEmpty}</p>
  const spent = bars.filter(({ isExpected }) => !isExpected)
  const top = spent.toSorted((one, other) => other.cost - one.cost)[0]
  const summary =
    top && top.cost > 0 ? texts.highest(dayName(top.day), shown.get(top.day) ?? '') : ''
  const hasExpected = bars.some(({ isExpected, cost }) => isExpected && cost > 0)
  return (
    <figure className="day-bars">
      <svg
        viewBox={`0 0 ${bars.length * slot} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${texts.byDay} ${summary}`.trim()}
      >
        {bars.map(({ day, cost, isExpected }, at) => {
          const tall = Math.max((cost / highest) * height, cost > 0 ? 2 : 0)
          return (
            <rect
              key={day}
              className={isExpected ? 'day-bar-expected' : undefined}
              x={at * slot + gap / 2}
              y={height - tall}
              width={slot - gap}
              height={tall}
            >
              <title>
                {isExpected
                  ? texts.dayExpected(dayName(day), price(cost, currency))
                  : texts.dayCost(dayName(day), shown.get(day) ?? '')}
              </title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="day-bars-axis muted small">
        <span>{dayName(bars[0]?.day ?? '')}</span>
        <span>{summary}</span>
        <span>{dayName(bars.at(-1)?.day ?? '')}</span>
      </figcaption>
      {hasExpected && (
        <p className="day-bars-legend muted small">
          <span className="day-bars-mark" aria-hidden="true" /> {texts.legendSpent}
          <span className="day-bars-mark day-bars-mark-expected" aria-hidden="true" />{' '}
          {texts.legendExpected}
        </p>
      )}
    </figure>
  )
}
