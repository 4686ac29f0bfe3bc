import { printable } from '#cli/terminal/printable.ts'
import type { Style, Terminal } from '#cli/terminal/terminal.ts'
import type { Deployment } from '#client/resources/applications/deployments.ts'
import { commitText } from './commit-text.ts'
import type { ListedDeployment } from './list-deployments.ts'

/** Table cells of a deployment. */
export const deploymentText = (
  { id, date, state, action, commit, cause, commitSummary, branch, headline }: ListedDeployment,
  { paint }: Pick<Terminal, 'paint'>,
): string[] => [
  String(id),
  new Date(date).toISOString(),
  paint(styles[state] ?? 'reset', state),
  action,
  commit?.slice(0, 8) ?? '-',
  printable(branch ? `${cause} (${branch})` : (cause ?? '')),
  ...(commitSummary || headline ? [commitText(commitSummary)] : []),
  ...(headline ? [paint('red', printable(headline))] : []),
]

const styles: Partial<Record<Deployment['state'], Style>> = {
  OK: 'green',
  FAIL: 'red',
  CANCELLED: 'yellow',
  WIP: 'cyan',
}
