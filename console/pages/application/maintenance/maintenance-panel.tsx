import { useQuery } from '@tanstack/react-query'
import {
  type Maintenance,
  maintenance,
} from '#client/resources/applications/visitors/maintenance.ts'
import { connection } from '#console/api/connection.ts'
import { maintenanceQuery } from '#console/api/queries/application/maintenance.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { FactList, Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { maintenanceTexts as texts } from '#console/texts/en/application/maintenance.ts'
import { changeOf, fieldsOf } from './maintenance-fields.ts'

/** Begins, changes and ends the maintenance of an application. */
export function MaintenancePanel({ address }: { address: OwnedId }) {
  const query = useQuery(maintenanceQuery(address))
  return (
    <Panel title={texts.title} guide="guides/maintenance">
      <Loaded query={query} skeleton={<SkeletonLines count={3} height="2.25rem" />}>
        {(current) => <MaintenanceForm address={address} current={current} />}
      </Loaded>
    </Panel>
  )
}

interface MaintenanceFormProps {
  address: OwnedId
  current: Maintenance
}

/** Its fields and buttons, wherever they are shown. */
export function MaintenanceForm({ address, current }: MaintenanceFormProps) {
  const api = maintenance(connection)
  const changes = [queryKeys.ofApplication(address, 'maintenance')]
  const draft = useDraft(fieldsOf(current))
  const { values, set, isChanged } = draft
  const { isOn, link } = current
  const save = useSubmit(draft, {
    run: (sent) => api.begin(address, changeOf(sent)),
    changes,
    done: isOn ? texts.saved : texts.begun,
  })
  const end = useAction({ run: () => api.end(address), changes, done: texts.ended })
  return (
    <>
      <p className="small muted">{texts.help}</p>
      {isOn && link && (
        <FactList
          facts={[
            {
              name: texts.link,
              value: <CopyValue what={texts.linkWord} value={link} />,
            },
          ]}
        />
      )}
      <Form
        label={texts.title}
        action={isOn ? texts.save : texts.begin}
        isPending={save.isPending}
        isDisabled={isOn && !isChanged}
        error={save.error}
        onSubmit={save.submit}
        aside={
          isOn && (
            <>
              <ConfirmButton
                kind="quiet"
                question={texts.newLinkQuestion}
                help={texts.newLinkHelp}
                confirm={texts.newLink}
                run={() => api.begin(address, { newLink: true })}
                changes={changes}
                done={texts.newLinkDone}
              >
                {texts.newLink}
              </ConfirmButton>
              <Button isPending={end.isPending} onClick={() => end.mutate()}>
                {texts.end}
              </Button>
            </>
          )
        }
      >
        <TextArea
          label={texts.message}
          hint={texts.messageHint}
          rows={2}
          maxLength={500}
          value={values.message}
          onChange={(message) => set({ message })}
        />
        <FieldRow>
          <TextField
            type="datetime-local"
            label={texts.until}
            hint={texts.untilHint}
            value={values.until}
            onChange={(until) => set({ until })}
          />
          <TextArea
            label={texts.allowed}
            hint={texts.allowedHint}
            rows={2}
            isMono
            spellCheck={false}
            autoCapitalize="off"
            value={values.allowed}
            onChange={(allowed) => set({ allowed })}
          />
        </FieldRow>
      </Form>
      {end.error && <ErrorLine error={end.error} />}
    </>
  )
}
