import { TextField } from '#console/components/controls/text-field.tsx'
import { formTexts as texts } from '#console/texts/en/forms.ts'

interface PasswordFieldProps {
  value: string
  onChange(value: string): void
  label?: string
  hint?: string
  error?: string | undefined
  /** A password that is chosen here. */
  isNew?: boolean
  autoFocus?: boolean
}

/** Asks for the password again, or for a new one. */
export function PasswordField({ label, hint, isNew, ...field }: PasswordFieldProps) {
  return (
    <TextField
      type="password"
      label={label ?? texts.password}
      hint={hint}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      {...field}
    />
  )
}
