import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type SshKey, sshKeys } from '#client/resources/accounts/ssh-keys.ts'
import { connection } from '#console/api/connection.ts'
import { sshKeysQuery } from '#console/api/queries/credentials.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { CommandBlock, CopyValue } from '#console/components/controls/copy-button.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { EmptyState } from '#console/components/display/empty-state.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { PageHeader } from '#console/components/display/page-header.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { actionsColumn, Table } from '#console/components/display/table.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { Form } from '#console/components/forms/form.tsx'
import { ConfirmButton } from '#console/components/overlays/confirm-button.tsx'
import { accountTexts } from '#console/texts/en/account.ts'
import { isPrivateKey, keyComment } from './public-key.ts'

const texts = accountTexts.keys
const changes = [queryKeys.account('ssh-keys')]
const commands = 'ssh-keygen -t ed25519\ncat ~/.ssh/id_ed25519.pub'

/** Keys to push with. */
export function AccountSshKeysPage() {
  const query = useQuery(sshKeysQuery)
  return (
    <>
      <PageHeader title={texts.title} detail={texts.lead} />
      <Panel title={texts.title} isTitleHidden isFlush>
        <Loaded query={query} skeleton={<SkeletonLines count={2} />}>
          {(keys) => <KeyTable keys={keys} />}
        </Loaded>
      </Panel>
      <Panel title={texts.add}>
        <AddKey />
      </Panel>
    </>
  )
}

function KeyTable({ keys }: { keys: readonly SshKey[] }) {
  return (
    <Table
      label={texts.title}
      rows={keys}
      rowKey={({ name }) => name}
      sortedBy="name"
      columns={[
        {
          key: 'name',
          title: texts.columns.name,
          sortBy: ({ name }) => name,
          cell: ({ name }) => <strong>{name}</strong>,
        },
        {
          key: 'fingerprint',
          title: texts.columns.fingerprint,
          cell: ({ fingerprint }) => <CopyValue what={texts.fingerprint} value={fingerprint} />,
        },
        actionsColumn<SshKey>(({ name }) => (
          <ConfirmButton
            size="small"
            kind="quiet"
            aria-label={texts.removeOf(name)}
            question={texts.removeTitle}
            help={texts.removeText(name)}
            confirm={texts.remove}
            run={() => sshKeys(connection).remove(name)}
            changes={changes}
            done={texts.removed}
          >
            {texts.remove}
          </ConfirmButton>
        )),
      ]}
      empty={
        <EmptyState
          icon={KeyRound}
          title={texts.empty}
          action={<CommandBlock what={texts.commands} value={commands} />}
        >
          {texts.emptyHelp}
        </EmptyState>
      }
    />
  )
}

const usedName = ({ name, key }: { name: string; key: string }) => name.trim() || keyComment(key)

function AddKey() {
  const draft = useDraft({ name: '', key: '' })
  const { name, key } = draft.values
  const isPrivate = isPrivateKey(key)
  const add = useSubmit(draft, {
    run: (sent) => sshKeys(connection).add(usedName(sent), sent.key.trim()),
    changes,
    done: texts.added,
  })
  return (
    <Form
      label={texts.add}
      action={texts.add}
      isDisabled={isPrivate || key.trim() === '' || usedName(draft.values) === ''}
      isPending={add.isPending}
      error={add.error}
      onSubmit={add.submit}
    >
      <TextArea
        label={texts.key}
        hint={texts.keyHint}
        error={isPrivate ? texts.privateKey : undefined}
        isMono
        spellCheck={false}
        value={key}
        onChange={(typed) => draft.set({ key: typed })}
      />
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        placeholder={keyComment(key)}
        value={name}
        onChange={(typed) => draft.set({ name: typed })}
      />
    </Form>
  )
}
