import { type Run, runs } from '#client/resources/runs.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { runKey } from '#console/api/queries/application/runs.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { useAction } from '#console/components/forms/use-action.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { runTexts as texts } from '#console/texts/en/application/tasks/runs.ts'

/** What a member may do with the one-off commands of an application. */
export function useRunActions(address: OwnedId) {
  const mayOperate = mayDo(useOwners().current?.role, 'operate')
  const stop = useAction({
    run: ({ id }: Run) => runs(connection).stop(address, id),
    changes: [runKey(address)],
    done: texts.stopped,
  })
  return { mayBegin: mayOperate, mayStop: mayOperate, stop }
}
