import { type ReactNode, useState } from 'react'
import { Button } from '#console/components/controls/button.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { ConfirmByName } from './confirm-by-name.tsx'
import './delete-panel.css'

interface DeletePanelProps {
  title: string
  /** What goes with it, in a sentence beside the button. */
  lead: string
  /** What is deleted, and typed before. */
  name: string
  /** The verb of the button: "Delete hello". */
  action: string
  /** What cannot be taken back, in the dialog. */
  children: ReactNode
  deletion: { isPending: boolean; error: unknown; mutate(): void }
}

/** The end of something, behind a button and its name. */
export function DeletePanel({ title, lead, name, action, children, deletion }: DeletePanelProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title={title} isDangerous>
      <div className="delete-panel">
        <p className="small">{lead}</p>
        <Button kind="danger" onClick={() => setOpen(true)}>
          {action}
        </Button>
      </div>
      <ConfirmByName
        title={action}
        name={name}
        action={action}
        isOpen={isOpen}
        isPending={deletion.isPending}
        error={deletion.error}
        onClose={() => setOpen(false)}
        onConfirm={() => deletion.mutate()}
      >
        {children}
      </ConfirmByName>
    </Panel>
  )
}
