import {
  type ConnectedRepository,
  connectedRepository,
  type RepositoryAccess,
} from '#client/resources/connected-repository.ts'
import { connection } from '#console/api/connection.ts'
import { repositoryQuery } from '#console/api/queries/application/repository.ts'
import { type OwnedId, queryKeys } from '#console/api/query-keys.ts'
import { Select } from '#console/components/controls/choices.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { Dialog } from '#console/components/overlays/dialog.tsx'
import { repositoryTexts as texts } from '#console/texts/en/application/repository/repository.ts'
import { type DeployedRef, formOf, isComplete, wantedOf } from './connect-form.ts'

interface ConnectDialogProps {
  address: OwnedId
  /** The one that it is connected to, which another takes the place of. */
  repository: ConnectedRepository | undefined
  onClose(): void
}

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const accesses = choicesOf(texts.accesses)
const deployedRefs = choicesOf(texts.deployedRefs)

/** Asks which repository is deployed and how it is read. */
export function ConnectDialog({ address, repository, onClose }: ConnectDialogProps) {
  const draft = useDraft(formOf(repository))
  const { values, set } = draft
  const connect = useSubmit(draft, {
    run: (form) => connectedRepository(connection).connect(address, wantedOf(form)),
    // The branch is one of the application.
    changes: [repositoryQuery(address).queryKey, queryKeys.application(address)],
    done: texts.connected,
    onDone: onClose,
  })
  return (
    <Dialog title={texts.connect} isOpen isKept onClose={onClose}>
      <Form
        label={texts.connect}
        action={texts.connectAction}
        isPending={connect.isPending}
        isDisabled={!isComplete(values)}
        error={connect.error}
        onSubmit={connect.submit}
      >
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          isMono
          autoFocus
          value={values.url}
          onChange={(url) => set({ url })}
        />
        <Select
          label={texts.access}
          value={values.access}
          choices={accesses}
          onChange={(access) => set({ access: access as RepositoryAccess })}
        />
        {values.access === 'token' && (
          <FieldRow>
            <TextField
              label={texts.token}
              hint={texts.tokenHint}
              type="password"
              isMono
              value={values.token}
              onChange={(token) => set({ token })}
            />
            <TextField
              label={texts.user}
              hint={texts.userHint}
              value={values.user}
              onChange={(user) => set({ user })}
            />
          </FieldRow>
        )}
        <Select
          label={texts.deployed}
          value={values.deployed}
          choices={deployedRefs}
          onChange={(deployed) => set({ deployed: deployed as DeployedRef })}
        />
        {values.deployed === 'tags' ? (
          <TextArea
            label={texts.tags}
            hint={texts.tagsHint}
            isMono
            rows={2}
            value={values.tags}
            onChange={(tags) => set({ tags })}
          />
        ) : (
          <TextField
            label={texts.branch}
            hint={texts.branchHint}
            isMono
            value={values.branch}
            onChange={(branch) => set({ branch })}
          />
        )}
        <TextArea
          label={texts.paths}
          hint={texts.pathsHint}
          isMono
          rows={2}
          value={values.paths}
          onChange={(paths) => set({ paths })}
        />
      </Form>
    </Dialog>
  )
}
