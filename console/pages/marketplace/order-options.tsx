import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '#console/api/describe-error.ts'
import { versionsQuery } from '#console/api/queries/catalogue.ts'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { TextArea } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { marketplaceTexts as texts } from '#console/texts/en/marketplace.ts'
import { parseOptions } from './plan-features.ts'

export interface ChosenOptions {
  /** Empty: the usual one. */
  version: string
  /** Names of the known options that are on. */
  switched: readonly string[]
  /** Lines `name=value`. */
  lines: string
}

export const noOptions: ChosenOptions = { version: '', switched: [], lines: '' }

interface OrderOptionsProps {
  providerId: string
  value: ChosenOptions
  onChange(value: ChosenOptions): void
}

/** Version and options; asked for when somebody opens them, because most leave them as they are. */
export function OrderOptions({ providerId, value, onChange }: OrderOptionsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="order-options" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.options}</summary>
      {isOpen && <Fields providerId={providerId} value={value} onChange={onChange} />}
    </details>
  )
}

function Fields({ providerId, value, onChange }: OrderOptionsProps) {
  const { data, error } = useQuery({ ...versionsQuery(providerId), retry: false })
  if (isMissing(error)) return <OptionLines value={value} onChange={onChange} />
  if (!data) return error ? <ErrorLine error={error} /> : <SkeletonLines count={2} />
  const usual = data.defaultDedicatedVersion
  const version = value.version || usual
  const features = data.dedicated[version]?.features ?? []
  return (
    <div className="order-options-fields">
      <Select
        label={texts.version}
        value={version}
        choices={Object.keys(data.dedicated).map((one) => ({
          value: one,
          label: one === usual ? texts.usualVersion(one) : one,
        }))}
        onChange={(chosen) => onChange({ ...value, version: chosen === usual ? '' : chosen })}
      />
      {features.map(({ name }) => (
        <Checkbox
          key={name}
          isOn={value.switched.includes(name)}
          onChange={(isOn) =>
            onChange({
              ...value,
              switched: isOn
                ? [...value.switched, name]
                : value.switched.filter((one) => one !== name),
            })
          }
        >
          {name}
        </Checkbox>
      ))}
    </div>
  )
}

function OptionLines({ value, onChange }: Omit<OrderOptionsProps, 'providerId'>) {
  const parsed = parseOptions(value.lines)
  return (
    <div className="order-options-fields">
      <TextArea
        label={texts.otherOptions}
        hint={texts.otherOptionsHint}
        error={typeof parsed === 'number' ? texts.badOption(parsed) : undefined}
        value={value.lines}
        isMono
        rows={3}
        spellCheck={false}
        onChange={(lines) => onChange({ ...value, lines })}
      />
    </div>
  )
}
