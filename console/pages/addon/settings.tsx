import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Addon, addons } from '#client/resources/marketplace/addons.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { useAction } from '#console/components/forms/use-action.ts'
import { DeletePanel } from '#console/components/overlays/delete-panel.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { useAddon } from './use-addon.ts'

const texts = addonTexts.settings

/** Name, password, and the end of an add-on. */
export function AddonSettingsPage() {
  const { address, addon } = useAddon()
  const role = useOwners().current?.role
  if (!addon) return null
  const mayOrder = mayDo(role, 'order')
  const mayOperate = mayDo(role, 'operate')
  return (
    <div className="stack">
      {mayOrder && <Rename address={address} addon={addon} />}
      {mayOperate && addon.state === 'ready' && <Rotation address={address} />}
      {mayOrder && <Deletion address={address} addon={addon} />}
      {!mayOrder && <p className="muted small">{texts.mayNot}</p>}
    </div>
  )
}

interface AddonProps {
  address: OwnedId
  addon: Addon
}

function Rename({ address, addon }: AddonProps) {
  const draft = useDraft({ name: addon.name })
  const { name } = draft.values
  const rename = useSubmit(draft, {
    run: (sent) => addons(connection).rename(address, sent.name.trim()),
    changes: [queryKeys.owner(address.ownerId), queryKeys.summary],
    done: texts.renamed,
  })
  return (
    <Panel title={texts.rename}>
      <form
        className="addon-row"
        onSubmit={(event) => {
          event.preventDefault()
          if (!rename.isPending) rename.submit()
        }}
      >
        <TextField
          label={texts.rename}
          isLabelHidden
          value={name}
          onChange={(typed) => draft.set({ name: typed })}
        />
        <Button
          type="submit"
          disabled={name.trim() === '' || name.trim() === addon.name}
          isPending={rename.isPending}
        >
          {texts.save}
        </Button>
      </form>
      {rename.isError && <ErrorLine error={rename.error} />}
    </Panel>
  )
}

function Rotation({ address }: { address: OwnedId }) {
  const rotation = useAction({
    run: () => addons(connection).rotatePassword(address),
    changes: [queryKeys.addon(address)],
    done: texts.rotated,
  })
  return (
    <Panel title={texts.rotate}>
      <div className="addon-aside">
        <p className="small">{texts.rotateHelp}</p>
        <Button isPending={rotation.isPending} onClick={() => rotation.mutate()}>
          {texts.rotateAction}
        </Button>
      </div>
      {rotation.isError && <ErrorLine error={rotation.error} />}
    </Panel>
  )
}

function Deletion({ address, addon: { name } }: AddonProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deletion = useMutation({
    mutationFn: () => addons(connection).delete(address),
    onSuccess: async ({ message }) => {
      showToast({ kind: 'good', text: message })
      await navigate(addressOf.owner(address.ownerId))
      await queryClient.invalidateQueries({ queryKey: queryKeys.summary })
      await queryClient.invalidateQueries({
        queryKey: queryKeys.ofOwner(address.ownerId, 'overview'),
      })
    },
  })
  return (
    <DeletePanel
      title={texts.danger}
      lead={texts.deleteHelp}
      name={name}
      action={texts.delete(name)}
      deletion={deletion}
    >
      {texts.deleteWarning(name)}
    </DeletePanel>
  )
}
