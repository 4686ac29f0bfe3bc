import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** One sentence that teaches. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** What stands where nothing is yet. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {Icon && <Icon size={28} strokeWidth={1.5} aria-hidden="true" />}
      <p className="empty-state-title">{title}</p>
      {children && <p className="empty-state-text">{children}</p>}
      {action}
    </div>
  )
}
