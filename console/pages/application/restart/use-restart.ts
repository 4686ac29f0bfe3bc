import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { instances } from '#client/resources/applications/instances.ts'
import { connection } from '#console/api/connection.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { restartTexts as texts } from '#console/texts/en/application/variables.ts'

interface Restart {
  application: OwnedId & { name: string }
  /** Without it, the build begins from scratch; default true. */
  useCache?: boolean | undefined
}

/** Deploys the deployed commit again. The message about it leads to the deployment. */
export function useRestart({ onDone }: { onDone?: () => void } = {}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ application, useCache = true }: Restart) =>
      instances(connection).redeploy(application, { useCache }),
    onSuccess: ({ deploymentId }, { application }) => {
      const to = addressOf.deployment(application, deploymentId)
      showToast({
        kind: 'good',
        text: texts.restarted(application.name),
        action: { label: texts.watch, onSelect: () => void navigate(to) },
      })
      onDone?.()
      return queryClient.invalidateQueries({ queryKey: queryKeys.application(application) })
    },
  })
}
