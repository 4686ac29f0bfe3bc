import type { MetricsRange } from '#console/api/metrics-range.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { exactTime } from '#console/format/times.ts'
import { metricsTexts as texts } from '#console/texts/en/application/metrics.ts'
import { usualRange } from './metric-range.ts'

interface RangeSelectProps {
  name: string
  range: MetricsRange
  onChange(name: string): void
}

/** A time that ends now, or the fixed one of a zoom. */
export function RangeSelect({ name, range, onChange }: RangeSelectProps) {
  const choices = Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))
  const isFixed = 'since' in range
  const chosen = isFixed
    ? [{ value: name, label: `${exactTime(range.since)} – ${exactTime(range.until)}` }]
    : []
  const isKnown = isFixed || Object.hasOwn(texts.ranges, name)
  return (
    <Select
      label={texts.range}
      value={isKnown ? name : usualRange}
      onChange={onChange}
      choices={[...chosen, ...choices]}
    />
  )
}
