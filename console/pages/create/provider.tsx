import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { abortable } from '#client/http/connection.ts'
import { providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyButton } from '#console/components/controls/copy-button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { CodeEditor } from '#console/components/editor/code-editor.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { Owner } from '#console/navigation/owners.ts'
import { firstManifest, parseManifest } from '#console/pages/provider/manifest/first-manifest.ts'
import { ManifestCheck } from '#console/pages/provider/manifest/manifest-check.tsx'
import { useManifestCheck } from '#console/pages/provider/manifest/use-manifest-check.ts'
import { createTexts } from '#console/texts/en/create.ts'
import { CreateForm, ForOwner } from './create-form.tsx'
import { useCreateOwner } from './use-create-owner.ts'

const texts = createTexts.provider

/** The manifest of a new provider, checked by the server while it is written. */
export function CreateProviderPage() {
  const creating = useCreateOwner('provider')
  return (
    <ForOwner creating={creating} title={texts.title} lead={texts.lead}>
      {(owner) => <ManifestForm owner={owner} />}
    </ForOwner>
  )
}

function ManifestForm({ owner }: { owner: Owner }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // Its secrets are random.
  const [first] = useState(firstManifest)
  const draft = useDraft({ text: first })
  const { text } = draft.values
  const { check, isValid } = useManifestCheck({
    ownerId: owner.id,
    text,
    ask: (manifest, signal) => providers(abortable(connection, signal)).check(owner.id, manifest),
  })
  const creation = useMutation({
    mutationFn: () => providers(connection).push(owner.id, parseManifest(text)),
    onSuccess: async ({ id, name }) => {
      showToast({ kind: 'good', text: texts.done(name) })
      await queryClient.invalidateQueries({ queryKey: queryKeys.owner(owner.id) })
      draft.release()
      await navigate(addressOf.provider(owner.id, id))
    },
  })
  const submit = () => {
    if (isValid && !creation.isPending) creation.mutate()
  }
  return (
    <CreateForm label={texts.title} onSubmit={submit}>
      <Panel title={texts.manifest} isFlush actions={<CopyButton what={texts.what} value={text} />}>
        <CodeEditor
          label={texts.manifest}
          language="json"
          value={text}
          onChange={(typed) => draft.set({ text: typed })}
        />
      </Panel>
      <p className="muted small">{texts.secrets}</p>
      <ManifestCheck text={text} check={check} />
      {creation.isError && <ErrorLine error={creation.error} />}
      <div className="create-submit">
        <Button type="submit" kind="primary" disabled={!isValid} isPending={creation.isPending}>
          {texts.submit}
        </Button>
      </div>
    </CreateForm>
  )
}
