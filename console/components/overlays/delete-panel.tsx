import type { ReactNode } from 'react'
import { Panel } from '#console/components/display/panel.tsx'
import { DeleteButton, type Deletion } from './delete-button.tsx'
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
  deletion: Deletion
}

/** The last panel of a page: deletes what it is about. */
export function DeletePanel({ title, lead, name, action, children, deletion }: DeletePanelProps) {
  return (
    <Panel title={title} isDangerous>
      <div className="delete-panel">
        <p className="small">{lead}</p>
        <DeleteButton label={action} title={action} action={action} name={name} deletion={deletion}>
          {children}
        </DeleteButton>
      </div>
    </Panel>
  )
}
