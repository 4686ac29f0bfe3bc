import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Panel } from '#console/components/display/panel.tsx'
import { DeleteButton } from '#console/components/overlays/delete-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { applicationSettingsTexts as texts } from '#console/texts/en/application/settings.ts'

/** Deletes the application once its name is typed. */
export function DangerZone({ application }: { application: Application }) {
  const { name, ownerId } = application
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => applications(connection).delete(application),
    onSuccess: async () => {
      // The page of what is gone is left before anything is read again.
      await navigate(addressOf.owner(ownerId))
      showToast({ kind: 'good', text: texts.deleted(name) })
      queryClient.removeQueries({ queryKey: queryKeys.application(application) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.owner(ownerId) })
      void queryClient.invalidateQueries({ queryKey: queryKeys.summary })
    },
  })
  return (
    <Panel title={texts.danger} isDangerous>
      <div className="danger-line">
        <div>
          <p>{texts.deleteHelp}</p>
          <p className="muted">{texts.deleteAddons}</p>
        </div>
        <DeleteButton
          label={texts.deleteAction}
          title={texts.deleteTitle(name)}
          action={texts.deleteTitle(name)}
          name={name}
          deletion={deletion}
        >
          <p>{texts.deleteHelp}</p>
        </DeleteButton>
      </div>
    </Panel>
  )
}
