import type { DeploymentSummary } from '#client/resources/applications/deployments.ts'
import type { InstanceStatus } from '#client/resources/overview.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { exactTime } from '#console/format/times.ts'
import { logTexts as texts } from '#console/texts/en/application/logs.ts'
import { type LogAddress, localTime, timeOf } from './log-filter.ts'
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
      <TimeFilter chosen={chosen} onChange={onChange} />
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
        onChange={(value) => onChange({ severity: value })}
      />
    </fieldset>
  )
}

const withoutLink = { line: '', at: '' }
const hour = '1h'

function TimeFilter({ chosen, onChange }: Pick<LogFiltersProps, 'chosen' | 'onChange'>) {
  const { since, until } = chosen
  const isRange = until !== '' || (since !== '' && !(since in texts.timeChoices))
  const choose = (value: string) =>
    onChange({
      since: value === 'range' ? (timeOf(since || hour, Date.now()) ?? '') : value,
      until: '',
      ...withoutLink,
    })
  const isoOf = (local: string) => (local === '' ? '' : (timeOf(local, Date.now()) ?? ''))
  return (
    <>
      <Select
        label={texts.time}
        isLabelHidden
        value={isRange ? 'range' : since}
        choices={listed(texts.timeChoices)}
        onChange={choose}
      />
      {isRange && (
        <>
          <TextField
            type="datetime-local"
            step={1}
            label={texts.from}
            isLabelHidden
            value={localTime(timeOf(since, Date.now()) ?? '')}
            onChange={(value) => onChange({ since: isoOf(value), ...withoutLink })}
          />
          <TextField
            type="datetime-local"
            step={1}
            label={texts.until}
            isLabelHidden
            value={localTime(until)}
            onChange={(value) => onChange({ until: isoOf(value), ...withoutLink })}
          />
        </>
      )}
    </>
  )
}
