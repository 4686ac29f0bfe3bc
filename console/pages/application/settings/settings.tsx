import { useQuery } from '@tanstack/react-query'
import { type Application, applications } from '#client/resources/applications/applications.ts'
import { connection } from '#console/api/connection.ts'
import { mayDo } from '#console/api/permissions.ts'
import { applicationQuery } from '#console/api/queries/application/applications.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Checkbox } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useApplicationAddress, useOwners } from '#console/navigation/use-owner.ts'
import { MaintenancePanel } from '#console/pages/application/maintenance/maintenance-panel.tsx'
import { applicationSettingsTexts as texts } from '#console/texts/en/application/settings.ts'
import { DangerZone } from './danger-zone.tsx'
import { settingChanges, settingsOf } from './setting-changes.ts'
import './settings.css'

/** Name and behaviour of an application, and its deletion. */
export function ApplicationSettingsPage() {
  const query = useQuery(applicationQuery(useApplicationAddress()))
  const role = useOwners().current?.role
  return (
    <Loaded
      query={query}
      skeleton={
        <Panel title={texts.general}>
          <SkeletonLines count={5} height="2.25rem" />
        </Panel>
      }
    >
      {(application) => (
        <>
          <SettingsForm
            key={application.id}
            application={application}
            mayChange={mayDo(role, 'operate')}
          />
          {mayDo(role, 'operate') && <MaintenancePanel address={application} />}
          {mayDo(role, 'administer') && <DangerZone application={application} />}
        </>
      )}
    </Loaded>
  )
}

interface SettingsFormProps {
  application: Application
  mayChange: boolean
}

function SettingsForm({ application, mayChange }: SettingsFormProps) {
  const saved = settingsOf(application)
  const draft = useDraft(saved)
  const { values: edited, set: edit, isChanged } = draft
  const save = useSubmit(draft, {
    run: (sent) => applications(connection).update(application, settingChanges(saved, sent)),
    changes: [
      queryKeys.application(application),
      queryKeys.ofOwner(application.ownerId, 'overview'),
      queryKeys.summary,
    ],
    done: texts.saved,
  })
  return (
    <Panel title={texts.general}>
      <Form
        label={texts.general}
        action={texts.save}
        isPending={save.isPending}
        isDisabled={!mayChange || !isChanged || edited.name.trim() === ''}
        error={save.error}
        onSubmit={save.submit}
        aside={
          isChanged && (
            <Button
              kind="quiet"
              onClick={() => {
                draft.discard()
                save.reset()
              }}
            >
              {texts.reset}
            </Button>
          )
        }
      >
        <FieldRow>
          <TextField
            label={texts.name}
            value={edited.name}
            required
            maxLength={100}
            onChange={(name) => edit({ name })}
          />
          <TextField
            label={texts.description}
            value={edited.description}
            maxLength={1000}
            onChange={(description) => edit({ description })}
          />
        </FieldRow>
        <TextField
          label={texts.branch}
          hint={texts.branchHint}
          isMono
          spellCheck={false}
          autoCapitalize="off"
          value={edited.branch}
          onChange={(branch) => edit({ branch })}
        />
        <fieldset className="setting-group">
          <legend>{texts.visitors}</legend>
          <Checkbox
            isOn={edited.forceHttps}
            hint={texts.forceHttpsHint}
            onChange={(forceHttps) => edit({ forceHttps })}
          >
            {texts.forceHttps}
          </Checkbox>
          <Checkbox
            isOn={edited.stickySessions}
            hint={texts.stickySessionsHint}
            onChange={(stickySessions) => edit({ stickySessions })}
          >
            {texts.stickySessions}
          </Checkbox>
        </fieldset>
        <fieldset className="setting-group">
          <legend>{texts.deployments}</legend>
          <Checkbox
            isOn={edited.homogeneous}
            hint={texts.homogeneousHint}
            onChange={(homogeneous) => edit({ homogeneous })}
          >
            {texts.homogeneous}
          </Checkbox>
          <Checkbox
            isOn={edited.cancelOnPush}
            hint={texts.cancelOnPushHint}
            onChange={(cancelOnPush) => edit({ cancelOnPush })}
          >
            {texts.cancelOnPush}
          </Checkbox>
        </fieldset>
      </Form>
    </Panel>
  )
}
