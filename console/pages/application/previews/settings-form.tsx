import { type PreviewSettings, previews } from '#client/resources/previews.ts'
import { connection } from '#console/api/connection.ts'
import { previewSettingsQuery } from '#console/api/queries/application/previews.ts'
import type { OwnedId } from '#console/api/query-keys.ts'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { previewTexts as texts } from '#console/texts/en/application/repository/previews.ts'
import { changeIn, isComplete, type SettingsValues, valuesOf } from './settings-values.ts'

interface SettingsFormProps {
  address: OwnedId
  settings: PreviewSettings
}

/** Whether there are previews, how many, for how long, and with what. */
export function SettingsForm({ address, settings }: SettingsFormProps) {
  const draft = useDraft(valuesOf(settings))
  const { values, set, isChanged } = draft
  const changes = [previewSettingsQuery(address).queryKey]
  const api = previews(connection)
  const save = useSubmit(draft, {
    run: (sent) => api.changeSettings(address, changeIn(settings, sent)),
    changes,
    done: texts.saved,
  })
  const number = (name: 'maxPreviews' | 'idleHours' | 'sleepMinutes', hint: string) => (
    <TextField
      label={texts[name]}
      hint={hint}
      inputMode="decimal"
      value={values[name]}
      onChange={(value) => set({ [name]: value } as Pick<SettingsValues, typeof name>)}
    />
  )
  return (
    <Form
      label={texts.settings}
      action={texts.save}
      isPending={save.isPending}
      isDisabled={!isChanged || !isComplete(values)}
      error={save.error}
      onSubmit={save.submit}
      aside={
        settings.hasPassword && (
          <ConfirmButton
            kind="quiet"
            question={texts.removePassword}
            help={texts.passwordHint}
            confirm={texts.removePassword}
            run={() => api.changeSettings(address, { password: '' })}
            changes={changes}
            done={texts.passwordRemoved}
          >
            {texts.removePassword}
          </ConfirmButton>
        )
      }
    >
      <Checkbox isOn={values.isEnabled} onChange={(isEnabled) => set({ isEnabled })}>
        {texts.isEnabled}
      </Checkbox>
      <Checkbox
        isOn={values.pullRequests}
        hint={texts.pullRequestsHint}
        onChange={(pullRequests) => set({ pullRequests })}
      >
        {texts.pullRequests}
      </Checkbox>
      <Checkbox isOn={values.runsCrons} onChange={(runsCrons) => set({ runsCrons })}>
        {texts.runsCrons}
      </Checkbox>
      <FieldRow>
        {number('maxPreviews', texts.maxPreviewsHint)}
        <TextField
          label={texts.flavor}
          hint={texts.flavorHint}
          value={values.flavor}
          onChange={(flavor) => set({ flavor })}
        />
      </FieldRow>
      <FieldRow>
        {number('idleHours', texts.neverHint)}
        {number('sleepMinutes', texts.neverHint)}
      </FieldRow>
      <TextField
        label={texts.password}
        hint={settings.hasPassword ? texts.passwordKept : texts.passwordHint}
        type="password"
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => set({ password })}
      />
      <TextArea
        label={texts.variables}
        hint={texts.variablesHint}
        isMono
        rows={3}
        value={values.variables}
        onChange={(variables) => set({ variables })}
      />
    </Form>
  )
}
