import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowUpFromLine, Ellipsis, Hammer, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import type { Application } from '#client/resources/applications/applications.ts'
import { instances } from '#client/resources/applications/instances.ts'
import { connection } from '#console/api/connection.ts'
import { describeError } from '#console/api/describe-error.ts'
import { mayDo } from '#console/api/permissions.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { MenuButton } from '#console/components/overlays/menu-button.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { promotionTexts } from '#console/texts/en/application/deployments.ts'
import { applicationTexts as texts } from '#console/texts/en/application/overview.ts'
import { PromoteDialog } from './promotion/promote-dialog.tsx'

/** Restart, rebuild, promote and stop, for those who may. */
export function ApplicationActions({ application }: { application: Application }) {
  const { current } = useOwners()
  const [isPromoting, setPromoting] = useState(false)
  const queryClient = useQueryClient()
  const api = instances(connection)
  const action = useMutation({
    mutationFn: ({ run }: { run(): Promise<unknown>; done: string }) => run(),
    onSuccess: (_, { done }) => {
      showToast({ kind: 'good', text: done })
      return queryClient.invalidateQueries({ queryKey: queryKeys.application(application) })
    },
    onError: (error) => {
      const { title, help } = describeError(error)
      showToast({ kind: 'wrong', text: `${title}: ${help}` })
    },
  })
  if (!mayDo(current?.role, 'operate')) return null
  const { name, state, commitId } = application
  const restart = (useCache: boolean) => () =>
    action.mutate({
      run: () => api.redeploy(application, { useCache }),
      done: texts.restarted(name),
    })
  const stop = () => action.mutate({ run: () => api.stop(application), done: texts.stopped(name) })
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
                onSelect: stop,
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
