import { Ban, History, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeploymentAction } from './possible-actions.ts'

/** The same picture for an action wherever it is offered. */
export const actionIcons: Record<DeploymentAction, LucideIcon> = {
  cancel: Ban,
  redeploy: RotateCw,
  rollback: History,
}
