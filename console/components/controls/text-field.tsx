import { type ComponentProps, type ReactNode, useId } from 'react'
import './field.css'

export interface FieldProps {
  label: string
  /** What belongs into it, in one sentence below the label. */
  hint?: ReactNode
  /** What is wrong with the value, in one sentence. */
  error?: string | undefined
  /** The label is only read to screen readers. */
  isLabelHidden?: boolean | undefined
}

interface FrameProps extends FieldProps {
  id: string
  children: ReactNode
}

/** Ids of the texts that describe a field. */
export const describedBy = (id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined

/** Label, hint and error around a control. */
export function FieldFrame({ id, label, hint, error, isLabelHidden, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

type Input = Omit<ComponentProps<'input'>, 'onChange' | 'value'>

interface TextFieldProps extends Input, FieldProps {
  value: string
  onChange(value: string): void
  isMono?: boolean | undefined
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, isLabelHidden, isMono, value, onChange, className, ...rest } = props
  const own = useId()
  const id = rest.id ?? own
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      <input
        type="text"
        autoComplete="off"
        {...rest}
        id={id}
        className={`control${isMono ? ' mono' : ''}${className ? ` ${className}` : ''}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  )
}

type Area = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'>

interface TextAreaProps extends Area, FieldProps {
  value: string
  onChange(value: string): void
  isMono?: boolean | undefined
}

/** Several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, isLabelHidden, isMono, value, onChange, className, ...rest } = props
  const own = useId()
  const id = rest.id ?? own
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isLabelHidden={isLabelHidden}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        className={`control${isMono ? ' mono' : ''}${className ? ` ${className}` : ''}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
      />
    </FieldFrame>
  )
}
