import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Environment, environment } from '#client/resources/applications/environment.ts'
import { connection } from '#console/api/connection.ts'
import { variablesQuery } from '#console/api/queries/application/variables.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { RestartOffer } from '#console/pages/application/restart/restart-offer.tsx'
import { noVariable } from '#console/pages/application/variables/new-variable.tsx'
import { nameProblem, variablesOf } from '#console/pages/application/variables/staged-changes.ts'
import { variableTexts } from '#console/texts/en/application/variables.ts'
import { commandTexts as texts } from '#console/texts/en/commands.ts'

interface AddVariableDialogProps {
  application: OwnedId & { name: string }
  onClose(): void
}

/** Adds one variable, then offers the restart that it takes to be used. */
export function AddVariableDialog({ application, onClose }: AddVariableDialogProps) {
  const query = useQuery(variablesQuery(application))
  const [isAdded, setAdded] = useState(false)
  return (
    <Dialog title={texts.variableFor(application.name)} isOpen onClose={onClose}>
      {isAdded ? (
        <RestartOffer address={application} onDone={onClose} />
      ) : (
        <Loaded query={query}>
          {(saved) => (
            <VariableForm address={application} saved={saved} onAdded={() => setAdded(true)} />
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

interface VariableFormProps {
  address: OwnedId
  saved: Environment
  onAdded(): void
}

function VariableForm({ address, saved: { variables, version }, onAdded }: VariableFormProps) {
  const draft = useDraft(noVariable)
  const { name, value } = draft.values
  const [isTried, setTried] = useState(false)
  const present = variablesOf(variables)
  const problem = nameProblem(name.trim(), present)
  const add = useSubmit(draft, {
    // Refused if somebody else has changed them meanwhile.
    run: (sent) =>
      environment(connection).replaceVersion(address, {
        variables: { ...Object.fromEntries(present), [sent.name.trim()]: sent.value },
        version,
      }),
    changes: [variablesQuery(address).queryKey],
    done: (sent) => texts.variableAdded(sent.name.trim()),
    onDone: onAdded,
  })
  return (
    <Form
      label={texts.tasks.addVariable}
      action={texts.addVariable}
      isPending={add.isPending}
      error={add.error}
      onSubmit={() => {
        setTried(true)
        if (!problem) add.submit()
      }}
    >
      <TextField
        label={variableTexts.newName}
        autoFocus
        isMono
        spellCheck={false}
        autoCapitalize="off"
        value={name}
        onChange={(typed) => draft.set({ name: typed })}
        error={isTried && problem ? variableTexts.nameProblems[problem] : undefined}
      />
      <TextArea
        label={variableTexts.newValue}
        isMono
        spellCheck={false}
        rows={Math.min(10, value.split('\n').length)}
        value={value}
        onChange={(typed) => draft.set({ value: typed })}
      />
    </Form>
  )
}
