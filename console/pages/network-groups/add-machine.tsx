import { useState } from 'react'
import { type NetworkGroup, networkGroups } from '#client/resources/applications/network-groups.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { networkGroupTexts } from '#console/texts/en/organisation/network-groups.ts'
import type { MachineFile } from './configuration-dialog.tsx'
import { makeKeyPair, newExternalId } from './key-pair.ts'
import { withPrivateKey } from './peer-address.ts'

const texts = networkGroupTexts.machines
const empty = { label: '', publicKey: '' }

interface AddMachineProps {
  group: NetworkGroup
  isOpen: boolean
  onClose(): void
  onAdded(file: MachineFile): void
}

/** Admits a machine: with keys that are made in this browser, or by a public key that somebody has. */
export function AddMachine({ group, isOpen, onClose, onAdded }: AddMachineProps) {
  return (
    <Dialog title={texts.add} isOpen={isOpen} onClose={onClose} isKept>
      <MachineForm group={group} onAdded={onAdded} />
    </Dialog>
  )
}

function MachineForm({ group, onAdded }: Pick<AddMachineProps, 'group' | 'onAdded'>) {
  const draft = useDraft(empty)
  const { values, set } = draft
  const [hasOwnKey, setOwnKey] = useState(false)
  const [isUnable, setUnable] = useState(false)
  const action = useSubmit(draft, {
    run: async (typed) => {
      const own = hasOwnKey ? undefined : await makeKeyPair()
      if (!hasOwnKey && !own) {
        setUnable(true)
        setOwnKey(true)
        return undefined
      }
      const label = typed.label.trim()
      const { configuration } = await networkGroups(connection).admit(group, {
        label,
        parentMember: newExternalId(),
        publicKey: own?.publicKey ?? typed.publicKey.trim(),
      })
      const text = withPrivateKey(configuration, own?.privateKey)
      return { machine: label, text, hasKey: own !== undefined }
    },
    changes: [queryKeys.ofOwner(group.ownerId, 'network-groups')],
    onDone: (file) => file && onAdded(file),
  })
  const isReady = values.label.trim() !== '' && (!hasOwnKey || values.publicKey.trim() !== '')
  return (
    <Form
      label={texts.add}
      action={texts.form.submit}
      onSubmit={action.submit}
      isPending={action.isPending}
      isDisabled={!isReady}
      error={action.error}
    >
      <TextField
        label={texts.form.name}
        value={values.label}
        onChange={(label) => set({ label })}
        autoFocus
      />
      <Checkbox
        isOn={hasOwnKey}
        onChange={setOwnKey}
        hint={isUnable ? texts.form.noKeys : texts.form.keysHint}
      >
        {texts.form.ownKey}
      </Checkbox>
      {hasOwnKey && (
        <TextField
          label={texts.form.publicKey}
          hint={texts.form.publicKeyHint}
          value={values.publicKey}
          onChange={(publicKey) => set({ publicKey })}
          spellCheck={false}
        />
      )}
    </Form>
  )
}
