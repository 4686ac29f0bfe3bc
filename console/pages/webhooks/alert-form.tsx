import { type Alert, alerts } from '#client/resources/alerts.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { useOwners } from '#console/navigation/use-owner.ts'
import { alertTexts as texts } from '#console/texts/en/organisation/alerts.ts'
import {
  type AlertKindName,
  alertKindNames,
  alertKinds,
  defaultAlertMinutes,
  maxAlertMinutes,
} from '#protocol/alerts.ts'
import { TargetChoice } from './target-choice.tsx'

interface AlertFormProps {
  ownerId: string
  /** The one that is changed; a new one is made without. */
  alert?: Alert | undefined
  /** The application that a new one is about at first. */
  subjectId?: string | undefined
  onEnd(): void
}

/** What usually is too much. */
const usual: Readonly<Record<AlertKindName, string>> = {
  cpu: '90',
  memory: '90',
  '5xx': '5',
  latency: '1000',
  certificate: '14',
  disk: '85',
}

/** What is watched, from when on it is wrong, and who is told. */
export function AlertForm({ ownerId, alert, subjectId = '', onEnd }: AlertFormProps) {
  const kind: AlertKindName = alert?.kind ?? '5xx'
  const draft = useDraft({
    kind,
    threshold: alert ? String(alert.threshold) : usual[kind],
    minutes: String(alert?.minutes ?? defaultAlertMinutes),
    resourceId: alert ? (alert.resourceId ?? '') : subjectId,
    targets: alert?.targets ?? null,
  })
  const { values, set } = draft
  const { of, wrong, unit, min, max, holds } = alertKinds[values.kind]
  const save = useSubmit(draft, {
    run: ({ kind: wanted, resourceId, targets, ...rest }) => {
      const change = {
        threshold: Number(rest.threshold),
        minutes: Number(rest.minutes),
        targets: targets ?? [],
      }
      return alert
        ? alerts(connection).change(ownerId, alert.id, change)
        : alerts(connection).add(ownerId, { ...change, kind: wanted, resourceId })
    },
    changes: [queryKeys.ofOwner(ownerId, 'alerts')],
    done: alert ? texts.changed : texts.added,
    onDone: onEnd,
  })
  const choose = (wanted: AlertKindName) =>
    set({
      kind: wanted,
      threshold: usual[wanted],
      // An add-on has no CPU of an application, and the other way round.
      ...(alertKinds[wanted].of !== of && {
        resourceId: alertKinds[wanted].of === 'application' ? subjectId : '',
      }),
    })
  return (
    <Form
      label={alert ? texts.changeTitle : texts.addTitle}
      action={alert ? texts.save : texts.create}
      isPending={save.isPending}
      isDisabled={values.threshold.trim() === '' || values.targets?.length === 0}
      error={save.error}
      onSubmit={save.submit}
    >
      {!alert && (
        <FieldRow>
          <Select
            label={texts.kind}
            value={values.kind}
            choices={alertKindNames.map((value) => ({ value, label: texts.kinds[value] ?? value }))}
            onChange={(wanted) => choose(wanted as AlertKindName)}
          />
          <ResourceChoice
            of={of}
            value={values.resourceId}
            onChange={(resourceId) => set({ resourceId })}
          />
        </FieldRow>
      )}
      <FieldRow>
        <TextField
          label={`${texts.threshold[wrong]} (${texts.units[unit]})`}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step="any"
          required
          value={values.threshold}
          onChange={(threshold) => set({ threshold })}
        />
        {holds && (
          <TextField
            label={texts.minutes}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxAlertMinutes}
            required
            value={values.minutes}
            onChange={(minutes) => set({ minutes })}
          />
        )}
      </FieldRow>
      <TargetChoice
        ownerId={ownerId}
        chosen={values.targets}
        onChange={(targets) => set({ targets })}
      />
    </Form>
  )
}

interface ResourceChoiceProps {
  of: 'application' | 'addon'
  /** Empty for all. */
  value: string
  onChange(value: string): void
}

function ResourceChoice({ of, value, onChange }: ResourceChoiceProps) {
  const { current } = useOwners()
  const things = (of === 'application' ? current?.applications : current?.addons) ?? []
  return (
    <Select
      label={texts.about}
      value={value}
      choices={[
        { value: '', label: texts.allOf[of] },
        ...things.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  )
}
