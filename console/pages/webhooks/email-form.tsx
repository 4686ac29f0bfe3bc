import { useQuery } from '@tanstack/react-query'
import { type EmailHook, emailHooks } from '#client/resources/events/notifications.ts'
import { connection } from '#console/api/connection.ts'
import { membersQuery } from '#console/api/queries/members.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { notificationTexts as texts } from '#console/texts/en/notifications.ts'
import { EventChoice } from './event-choice.tsx'
import { withEntry } from './hook-filter.ts'
import { ScopeChoice } from './scope-choice.tsx'

interface EmailFormProps {
  ownerId: string
  isPersonal: boolean
  /** The one that is changed; a new one is made without. */
  hook?: EmailHook | undefined
  /** What a new one is about at first. */
  scope?: string[] | null
  onEnd(): void
}

const recipientChoices = Object.entries(texts.recipientChoices).map(([value, label]) => ({
  value,
  label,
}))

/** Members of the hook as they are chosen here; `null` for all. */
function chosenMembers(hook: EmailHook | undefined): string[] | null {
  if (!hook || hook.notified.some(({ type }) => type === 'organisation')) return null
  return hook.notified.flatMap(({ type, target }) => (type === 'userid' && target ? [target] : []))
}

/** Form of an e-mail notification: name, events and recipients. */
export function EmailForm({ ownerId, isPersonal, hook, scope = null, onEnd }: EmailFormProps) {
  const draft = useDraft({
    name: hook?.name ?? '',
    events: hook ? hook.events : ['META_DEPLOYMENT_RESULT'],
    scope: hook ? hook.scope : scope,
    members: chosenMembers(hook),
  })
  const { values, set } = draft
  const { members } = values
  // Addresses are set through the API; a change of something else keeps them.
  const addresses = hook?.notified.filter(({ type }) => type === 'email') ?? []
  const save = useSubmit(draft, {
    run: ({ members: told, ...filter }) => {
      const chosen = told?.map((target) => ({ type: 'userid' as const, target }))
      const notified = chosen ? [...chosen, ...addresses] : [{ type: 'organisation' as const }]
      const body = { ...filter, notified }
      return hook
        ? emailHooks(connection).change(ownerId, hook.id, body)
        : emailHooks(connection).add(ownerId, body)
    },
    changes: [queryKeys.ofOwner(ownerId, 'email-hooks')],
    done: hook ? texts.emailChanged : texts.emailAdded,
    onDone: onEnd,
  })
  const isEmpty = members !== null && members.length + addresses.length === 0
  return (
    <Form
      label={hook ? texts.changeEmailTitle : texts.addEmailTitle}
      action={hook ? texts.save : texts.create}
      isPending={save.isPending}
      isDisabled={values.events?.length === 0 || isEmpty}
      error={save.error}
      onSubmit={save.submit}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        value={values.name}
        maxLength={100}
        autoFocus
        onChange={(name) => set({ name })}
      />
      {!isPersonal && (
        <Select
          label={texts.recipients}
          value={members === null ? 'organisation' : 'some'}
          choices={recipientChoices}
          onChange={(value) => set({ members: value === 'some' ? [] : null })}
        />
      )}
      {!isPersonal && members !== null && (
        <MemberChoice
          ownerId={ownerId}
          chosen={members}
          onChange={(chosen) => set({ members: chosen })}
        />
      )}
      <ScopeChoice scope={values.scope} onChange={(wanted) => set({ scope: wanted })} />
      <EventChoice chosen={values.events} onChange={(events) => set({ events })} />
    </Form>
  )
}

interface MemberChoiceProps {
  ownerId: string
  chosen: readonly string[]
  onChange(chosen: string[]): void
}

function MemberChoice({ ownerId, chosen, onChange }: MemberChoiceProps) {
  const query = useQuery(membersQuery(ownerId))
  return (
    <Loaded query={query}>
      {(list) => (
        <div className="event-choice">
          {list.map(({ member: { id, name, email } }) => (
            <Checkbox
              key={id}
              isOn={chosen.includes(id)}
              hint={email}
              onChange={(isOn) => onChange(withEntry(chosen, id, isOn))}
            >
              {name || email}
            </Checkbox>
          ))}
        </div>
      )}
    </Loaded>
  )
}
