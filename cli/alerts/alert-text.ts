import { printable } from '#cli/terminal/printable.ts'
import { table } from '#cli/terminal/table.ts'
import type { Alert } from '#client/resources/alerts.ts'
import { alertFigure, conditionText } from '#protocol/alerts.ts'

/** Alerts, each with what it is active for. */
export const alertLines = (alerts: readonly Alert[]): string =>
  table(alerts.map((alert) => [alert.id, conditionText(alert), aboutText(alert), stateText(alert)]))

const aboutText = ({ resourceId }: Alert): string => resourceId ?? 'all'

const stateText = ({ kind, active }: Alert): string =>
  active.length === 0
    ? 'ok'
    : active
        .map(
          ({ name, value, since }) =>
            `active: ${printable(name)} at ${alertFigure(value, kind)} since ${since}`,
        )
        .join('; ')
