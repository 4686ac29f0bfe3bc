import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { InstanceStatus } from '#client/resources/overview.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TimeFilter } from '#console/components/log/search/time-filter.tsx'
import { exactTime } from '#console/format/times.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import type { LogAddress } from './log-filter.ts'
import './log-filters.css'

interface LogFiltersProps {
  chosen: LogAddress
  onChange(changes: Partial<LogAddress>): void
  instances: readonly InstanceStatus[]
  deployments: readonly DeploymentSummary[]
}

const listed = (choices: Record<string, string>) =>
  Object.entries(choices).map(([value, label]) => ({ value, label }))

/** A value of the address that is not among the choices is one of them nevertheless. */
const withChosen = (
  choices: readonly { value: string; label: string }[],
  value: string,
  label: string,
) =>
  value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label }]

/** Which lines: by time, deployment, instance and severity. */
export function LogFilters({ chosen, onChange, instances, deployments }: LogFiltersProps) {
  const { instance, deployment, severity } = chosen
  const instanceChoices = [
    { value: '', label: texts.allInstances },
    ...instances.map(({ id, number }) => ({ value: id, label: texts.instanceName(number) })),
  ]
  const deploymentChoices = [
    { value: '', label: texts.allDeployments },
    ...deployments
      .filter(({ action }) => action === 'DEPLOY')
      .map(({ id, uuid, date }) => ({
        value: uuid,
        label: texts.deploymentName(id, exactTime(date)),
      })),
  ]
  return (
    <fieldset className="log-filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <TimeFilter
        since={chosen.since}
        until={chosen.until}
        onChange={(range) => onChange({ ...range, ...withoutLink })}
      />
      <Select
        label={texts.deployment}
        isLabelHidden
        value={deployment}
        choices={withChosen(deploymentChoices, deployment, texts.olderDeployment)}
        onChange={(value) => onChange({ deployment: value, ...withoutLink })}
      />
      <Select
        label={texts.instance}
        isLabelHidden
        value={instance}
        choices={withChosen(instanceChoices, instance, texts.earlierInstance)}
        onChange={(value) => onChange({ instance: value, ...withoutLink })}
      />
      <Select
        label={texts.severity}
        isLabelHidden
        value={severity}
        choices={listed(texts.severityChoices)}
        onChange={(value) => onChange({ severity: value, ...withoutLink })}
      />
    </fieldset>
  )
}

/** A new filter drops the line that a link pointed at. */
export const withoutLink = { line: '', at: '' }
