import { type Webhook, webhooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { Select } from '#console/components/controls/choices.tsx'
import { CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { EventChoice } from './event-choice.tsx'
import { ScopeChoice } from './scope-choice.tsx'

const formats = Object.entries(texts.formats).map(([value, label]) => ({ value, label }))

interface WebhookFormProps {
  ownerId: string
  /** The one that is changed; a new one is made without. */
  webhook?: Webhook | undefined
  /** What a new one is about at first. */
  scope?: string[] | null
  onEnd(): void
}

/** Name, URL, format and events; after a new one was made, its secret, once. */
export function WebhookForm({ ownerId, webhook, scope = null, onEnd }: WebhookFormProps) {
  const [first, ...others] = webhook?.urls ?? []
  const draft = useDraft({
    name: webhook?.name ?? '',
    url: first?.url ?? '',
    format: first?.format ?? 'raw',
    events: webhook ? webhook.events : ['META_DEPLOYMENT_RESULT'],
    scope: webhook ? webhook.scope : scope,
  })
  const { values, set } = draft
  const save = useSubmit(draft, {
    run: async ({ url, format, ...filter }) => {
      const body = { ...filter, urls: [{ url: url.trim(), format }, ...others] }
      if (!webhook) return (await webhooks(connection).add(ownerId, body)).secret
      await webhooks(connection).change(ownerId, webhook.id, { ...body, state: webhook.state })
      return undefined
    },
    changes: [queryKeys.ofOwner(ownerId, 'webhooks')],
    done: webhook ? texts.changed : texts.added,
    onDone: (secret) => secret === undefined && onEnd(),
  })
  if (save.data !== undefined) return <NewSecret secret={save.data} onEnd={onEnd} />
  return (
    <Form
      label={webhook ? texts.changeTitle : texts.addTitle}
      action={webhook ? texts.save : texts.create}
      isPending={save.isPending}
      isDisabled={values.url.trim() === '' || values.events?.length === 0}
      error={save.error}
      onSubmit={save.submit}
    >
      <TextField
        label={texts.url}
        hint={texts.urlHint}
        type="url"
        isMono
        autoFocus
        value={values.url}
        onChange={(url) => set({ url })}
      />
      <FieldRow>
        <TextField
          label={texts.name}
          value={values.name}
          maxLength={100}
          onChange={(name) => set({ name })}
        />
        <Select
          label={texts.format}
          value={values.format}
          choices={formats}
          onChange={(format) => set({ format })}
        />
      </FieldRow>
      <ScopeChoice scope={values.scope} onChange={(wanted) => set({ scope: wanted })} />
      <EventChoice chosen={values.events} onChange={(events) => set({ events })} />
    </Form>
  )
}

/** The secret of a webhook, which is shown once. */
export function NewSecret({ secret, onEnd }: { secret: string; onEnd(): void }) {
  return (
    <>
      <h3>{texts.secretTitle}</h3>
      <p role="status">{texts.secretHelp}</p>
      <CopyValue what={texts.secret} value={secret} />
      <div className="form-actions">
        <Button kind="primary" onClick={onEnd}>
          {texts.finish}
        </Button>
      </div>
    </>
  )
}
