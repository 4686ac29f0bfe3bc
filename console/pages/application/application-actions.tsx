import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowUpFromLine, Ellipsis, Hammer, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import type { Application } from '#client/resources/applications/applications.ts'
import { instances } from '#client/resources/applications/instances.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { showErrorToast } from '#console/components/overlays/error-toast.ts'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { promotionTexts } from '#console/texts/en/application/deployments.ts'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'
import { PromoteDialog } from './promotion/promote-dialog.tsx'
import { useRestart } from './restart/use-restart.ts'

/** Restart, rebuild, promote and stop, for those who may. */
export function ApplicationActions({ application }: { application: Application }) {
  const { current } = useOwners()
  const [isPromoting, setPromoting] = useState(false)
  const queryClient = useQueryClient()
  const again = useRestart()
  const stop = useMutation({
    mutationFn: () => instances(connection).stop(application),
    onSuccess: () => {
      showToast({ kind: 'good', text: texts.stopped(application.name) })
      return queryClient.invalidateQueries({ queryKey: queryKeys.application(application) })
    },
    onError: showErrorToast,
  })
  if (!mayDo(current?.role, 'operate')) return null
  const { state, commitId } = application
  const restart = (useCache: boolean) => () =>
    again.mutate({ application, useCache }, { onError: showErrorToast })
  const hasCommit = commitId !== null
  return (
    <>
      <MenuButton
        label={texts.more}
        icon={Ellipsis}
        iconOnly
        groups={[
          {
            id: 'run',
            entries: [
              {
                id: 'restart',
                label: texts.restart,
                icon: RotateCw,
                isDisabled: !hasCommit,
                onSelect: restart(true),
              },
              {
                id: 'rebuild',
                label: texts.rebuild,
                icon: Hammer,
                isDisabled: !hasCommit,
                onSelect: restart(false),
              },
              {
                id: 'promote',
                label: promotionTexts.action,
                icon: ArrowUpFromLine,
                isDisabled: !hasCommit,
                onSelect: () => setPromoting(true),
              },
              {
                id: 'stop',
                label: texts.stop,
                icon: Square,
                isDangerous: true,
                isDisabled: state !== 'SHOULD_BE_UP',
                onSelect: () => stop.mutate(),
              },
            ],
          },
        ]}
      />
      {isPromoting && (
        <PromoteDialog application={application} onClose={() => setPromoting(false)} />
      )}
    </>
  )
}
