import { type ReactNode, useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { ConfirmByName } from './confirm-by-name.tsx'

/** The call that deletes, such as a mutation. */
export interface Deletion {
  isPending: boolean
  error: unknown
  mutate(): void
  reset(): void
}

interface DeleteButtonProps {
  /** Of the button. */
  label: string
  /** Of the dialog. */
  title: string
  /** The verb of the dialog's button: "Delete hello". */
  action: string
  /** What is deleted, and typed before. */
  name: string
  /** What cannot be taken back, in the dialog. */
  children: ReactNode
  deletion: Deletion
}

/** Deletes something once its name is typed. */
export function DeleteButton({
  label,
  title,
  action,
  name,
  children,
  deletion,
}: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmByName
        title={title}
        name={name}
        action={action}
        isOpen={isOpen}
        isPending={deletion.isPending}
        error={deletion.error}
        onClose={() => {
          setOpen(false)
          deletion.reset()
        }}
        onConfirm={() => deletion.mutate()}
      >
        {children}
      </ConfirmByName>
    </>
  )
}
