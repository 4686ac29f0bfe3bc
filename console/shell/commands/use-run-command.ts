import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { statusQuery } from '#console/api/queries/overview.ts'
import { showErrorToast } from '#console/components/overlays/error-toast.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { useRestart } from '#console/pages/application/restart/use-restart.ts'
import { chooseTheme } from '#console/shell/theme.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import type { ApplicationTask, Command } from './command.ts'

/** Does at once what the pages do at once; what they ask about first is left to a dialog. */
export function useRunCommand(
  openDialog: (task: ApplicationTask) => void,
): (effect: Command['effect']) => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const restart = useRestart()

  const open = async ({ application }: ApplicationTask) => {
    const { url } = await queryClient.fetchQuery(statusQuery(application))
    if (url === null) showToast({ kind: 'plain', text: texts.notOpen(application.name) })
    else window.open(url, '_blank', 'noopener')
  }
  const copyGitUrl = async ({ application }: ApplicationTask) => {
    const { deployment } = await queryClient.fetchQuery(applicationQuery(application))
    try {
      await navigator.clipboard.writeText(deployment.httpUrl ?? deployment.url)
      showToast({ kind: 'good', text: texts.copied(application.name) })
    } catch {
      showToast({ kind: 'wrong', text: componentTexts.copyFailed })
    }
  }
  const perform = (task: ApplicationTask): unknown => {
    const { application } = task
    if (task.kind === 'restart') return restart.mutate({ application }, { onError: showErrorToast })
    if (task.kind === 'open') return open(task).catch(showErrorToast)
    if (task.kind === 'copyGitUrl') return copyGitUrl(task).catch(showErrorToast)
    return openDialog(task)
  }
  return (effect) => {
    if (effect.kind === 'page') void navigate(effect.to)
    if (effect.kind === 'documentation') window.open(`/docs/${effect.path}`, '_blank', 'noopener')
    if (effect.kind === 'theme') chooseTheme(effect.theme)
    if (effect.kind === 'task') perform(effect.task)
  }
}
