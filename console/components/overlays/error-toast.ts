import { describeError } from '#console/api/describe-error.ts'
import { showToast } from './toasts.ts'

/** Says why a call failed, where no form or dialog is left to say it. */
export function showErrorToast(error: unknown): void {
  const { title, help } = describeError(error)
  showToast({ kind: 'wrong', text: `${title}: ${help}` })
}
