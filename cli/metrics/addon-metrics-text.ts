import { table } from '#cli/terminal/table.ts'
import type { MetricSeries } from '#client/resources/applications/metrics.ts'
import { bytesText, countText, percentText } from './figures.ts'

const names: Readonly<Record<string, string>> = {
  disk: 'Size',
  mem: 'Memory',
  mem_bytes: '',
  connections: 'Connections',
}

const texts: Readonly<Record<string, (value: number) => string>> = {
  B: bytesText,
  '%': percentText,
}

/** What an add-on uses now, one line per metric. */
export function addonMetricsText(name: string, series: readonly MetricSeries[]): string {
  const rows = series.flatMap(({ name: metric, unit, data }) => {
    const last = data.at(-1)
    return last ? [[names[metric] ?? metric, (texts[unit] ?? countText)(Number(last.value))]] : []
  })
  if (rows.length === 0)
    return `${name} has no metrics: it is not ready, or its provider measures nothing.`
  return table(rows)
}
