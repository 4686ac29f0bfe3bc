import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { ConfirmByName } from '#console/components/overlays/confirm-by-name.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { applicationSettingsTexts as texts } from '#console/texts/en/application/settings.ts'

/** Deletes the application once its name is typed. */
export function DangerZone({ application }: { application: Application }) {
  const { name, ownerId } = application
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
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
        <Button kind="danger" onClick={() => setOpen(true)}>
          {texts.deleteAction}
        </Button>
      </div>
      <ConfirmByName
        title={texts.deleteTitle(name)}
        name={name}
        action={texts.deleteTitle(name)}
        isOpen={isOpen}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => {
          setOpen(false)
          remove.reset()
        }}
        onConfirm={() => remove.mutate()}
      >
        <p>{texts.deleteHelp}</p>
      </ConfirmByName>
    </Panel>
  )
}
