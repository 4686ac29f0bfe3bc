import { ChevronDown, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { describedBy, FieldFrame, type FieldProps } from './text-field.tsx'
import './field.css'

export interface Choice {
  value: string
  label: string
  isDisabled?: boolean | undefined
}

interface SelectProps extends FieldProps {
  value: string
  choices: readonly Choice[]
  onChange(value: string): void
  isDisabled?: boolean | undefined
}

/** One of a few: the browser's own, which phones show in their way. */
export function Select(props: SelectProps) {
  const { label, hint, error, isLabelHidden, value, choices, onChange, isDisabled } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      <div className="select">
        <select
          id={id}
          className="control"
          value={value}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
              {choice.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" />
      </div>
    </FieldFrame>
  )
}

interface ToggleProps {
  children: ReactNode
  isOn: boolean
  onChange(isOn: boolean): void
  hint?: string | undefined
  isDisabled?: boolean | undefined
}

/** On or off, with effect at once. */
export function Switch({ children, isOn, onChange, isDisabled }: Omit<ToggleProps, 'hint'>) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  )
}

/** On or off, as part of a form. */
export function Checkbox({ children, isOn, onChange, hint, isDisabled }: ToggleProps) {
  const id = useId()
  return (
    <label className="choice">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
      {hint && (
        <span className="field-hint" id={id}>
          {hint}
        </span>
      )}
    </label>
  )
}

interface SearchFieldProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'aria-label'> {
  /** Read to screen readers, and shown while it is empty. */
  label: string
  value: string
  onChange(value: string): void
}

/** Filters what is below as one types. */
export function SearchField({ label, value, onChange, ...rest }: SearchFieldProps) {
  return (
    <div className="search">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className="control"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
