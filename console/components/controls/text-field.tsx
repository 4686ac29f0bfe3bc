import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
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

/** Properties of an element, with its value as text in place of its events, and of the frame around it. */
type TextProps<Name extends 'input' | 'textarea'> = Omit<
  ComponentProps<Name>,
  'onChange' | 'value'
> &
  FieldProps & {
    value: string
    onChange(value: string): void
    isMono?: boolean | undefined
  }

/** One line. */
export function TextField(props: TextProps<'input'>) {
  const { frame, control } = useTextProps(props)
  return (
    <FieldFrame {...frame}>
      <input type="text" autoComplete="off" {...control} />
    </FieldFrame>
  )
}

/** Several lines. */
export function TextArea(props: TextProps<'textarea'>) {
  const { frame, control } = useTextProps(props)
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...control} />
    </FieldFrame>
  )
}

/** Divides the properties into those of the frame and those of the element in it. */
function useTextProps<Name extends 'input' | 'textarea'>(props: TextProps<Name>) {
  const { label, hint, error, isLabelHidden, isMono, value, onChange, className, ...rest } = props
  const own = useId()
  const id = rest.id ?? own
  return {
    frame: { id, label, hint, error, isLabelHidden },
    control: {
      ...rest,
      id,
      className: `control${isMono ? ' mono' : ''}${className ? ` ${className}` : ''}`,
      value,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange(event.target.value),
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy(id, { hint, error }),
    },
  }
}
