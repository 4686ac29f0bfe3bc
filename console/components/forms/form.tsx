import type { ReactNode } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import './form.css'

interface FormProps {
  /** What it is for, for screen readers. */
  label: string
  /** The verb of its button. */
  action: string
  children: ReactNode
  onSubmit(): void
  isPending?: boolean | undefined
  /** Nothing to send yet. */
  isDisabled?: boolean | undefined
  isDangerous?: boolean | undefined
  error?: unknown
  /** Beside the button. */
  aside?: ReactNode
}

/** Fields, why they were refused, and the button, which Enter presses as well. */
export function Form(props: FormProps) {
  const { label, action, children, onSubmit, isPending, isDisabled, isDangerous, error } = props
  return (
    <form
      className="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending && !isDisabled) onSubmit()
      }}
    >
      {children}
      {error ? <ErrorLine error={error} /> : null}
      <div className="form-actions">
        {props.aside}
        <Button
          type="submit"
          kind={isDangerous ? 'danger' : 'primary'}
          isPending={isPending}
          disabled={isDisabled}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

/** Fields beside each other where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="field-row">{children}</div>
}
