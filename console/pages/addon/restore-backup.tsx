import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addons } from '#client/resources/marketplace/addons.ts'
import { type Backup, backups, isUnderWay } from '#client/resources/marketplace/backups.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { restoreQuery } from '#console/api/queries/addons.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { ConsoleLink } from '#console/components/controls/console-link.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmByName } from '#console/components/overlays/confirm-by-name.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { usePlanPrice } from '#console/pages/marketplace/use-plan-price.ts'
import { addonTexts } from '#console/texts/en/addon.ts'
import { componentTexts } from '#console/texts/en/components.ts'
import { useAddon } from './use-addon.ts'

const texts = addonTexts.backups.restore

interface RestoreProps {
  backup: Backup
  onBegun(backupId: string): void
}

/** Restores a back-up into its add-on, or into a new one. */
export function RestoreButtons({ backup, onBegun }: RestoreProps) {
  const [open, setOpen] = useState<'here' | 'new' | undefined>()
  const role = useOwners().current?.role
  const close = () => setOpen(undefined)
  return (
    <>
      <Button size="small" onClick={() => setOpen('here')}>
        {texts.here}
      </Button>
      {mayDo(role, 'order') && (
        <Button size="small" onClick={() => setOpen('new')}>
          {texts.asNew}
        </Button>
      )}
      {open === 'here' && <RestoreHere backup={backup} onBegun={onBegun} onClose={close} />}
      {open === 'new' && <RestoreAsNew backup={backup} onClose={close} />}
    </>
  )
}

function RestoreHere({ backup, onBegun, onClose }: RestoreProps & { onClose(): void }) {
  const { address, addon } = useAddon()
  const { backup_id: id, creation_date } = backup
  const restoring = useAction({
    run: () => backups(connection).restore(address, id),
    changes: [queryKeys.ofAddon(address, 'backups'), queryKeys.ofAddon(address, `restore-${id}`)],
    onDone: () => {
      onBegun(id)
      onClose()
    },
  })
  return (
    <ConfirmByName
      title={texts.hereTitle}
      name={addon?.name ?? ''}
      action={texts.here}
      isOpen
      isPending={restoring.isPending}
      error={restoring.error}
      onClose={onClose}
      onConfirm={() => restoring.mutate()}
    >
      {texts.hereHelp(new Date(creation_date))}
    </ConfirmByName>
  )
}

function RestoreAsNew({ backup, onClose }: { backup: Backup; onClose(): void }) {
  const { address, addon } = useAddon()
  const priceOf = usePlanPrice(address.ownerId)
  const draft = useDraft({ name: '' })
  const { name } = draft.values
  const ordering = useSubmit(draft, {
    run: ({ name }) => {
      if (!addon) throw new Error(texts.notLoaded)
      return addons(connection).order(address.ownerId, {
        name: name.trim(),
        providerId: addon.provider.id,
        plan: addon.plan.slug,
        region: addon.region,
        options: { restore: `${backup.entity_id}/${backup.backup_id}` },
      })
    },
    changes: [queryKeys.addons(address.ownerId)],
    onDone: (addon) => {
      showToast({ kind: 'good', text: texts.ordered(addon.name) })
      setOrdered(addon)
    },
  })
  const [ordered, setOrdered] = useState<{ id: string; name: string } | undefined>()
  return (
    <Dialog
      title={texts.newTitle}
      size="small"
      isOpen
      isKept
      onClose={onClose}
      actions={
        ordered === undefined ? (
          <>
            <Button onClick={onClose}>{componentTexts.cancel}</Button>
            <Button
              kind="primary"
              disabled={name.trim() === ''}
              isPending={ordering.isPending}
              onClick={ordering.submit}
            >
              {texts.order}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{componentTexts.close}</Button>
        )
      }
    >
      {ordered === undefined ? (
        <>
          {addon && (
            <p>
              {texts.newHelp(addon.provider.name, addon.plan.name)} {addonTexts.facts.price}:{' '}
              {priceOf(addon.provider.id, addon.plan)}.
            </p>
          )}
          <TextField
            label={texts.name}
            value={name}
            onChange={(name) => draft.set({ name })}
            spellCheck={false}
            autoFocus
          />
          {ordering.isError && <ErrorLine error={ordering.error} />}
        </>
      ) : (
        <p>
          <ConsoleLink to={addressOf.addon({ ownerId: address.ownerId, id: ordered.id })}>
            {texts.show(ordered.name)}
          </ConsoleLink>
        </p>
      )}
    </Dialog>
  )
}

/** How far a restore has come, and how it ended. */
export function RestoreProgress({ backupId }: { backupId: string }) {
  const { address } = useAddon()
  const { data, error } = useQuery(restoreQuery(address, backupId))
  if (error) return <ErrorLine error={error} />
  if (!data) return null
  const { state, message, saved_backup_id: saved } = data
  return (
    <p role="status" aria-busy={isUnderWay(data)}>
      {texts.states[state]} {state === 'restored' ? texts.savedAs(saved) : message}
    </p>
  )
}
