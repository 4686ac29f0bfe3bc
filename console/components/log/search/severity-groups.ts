import { logTexts } from '#console/texts/en/application/logs.ts'
import type { CountGroup } from './histogram-bars.ts'

const { severityGroups: names } = logTexts

/** Lines of a log by severity. */
export const severityGroups: readonly CountGroup[] = [
  { key: 'info', label: names.info, colour: 'accent' },
  { key: 'warning', label: names.warning, colour: 'warning' },
  { key: 'error', label: names.error, colour: 'wrong' },
]
