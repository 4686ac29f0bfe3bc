import { useQuery } from '@tanstack/react-query'
import { abortable } from '#client/http/connection.ts'
import { providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { manifestQuery } from '#console/api/queries/providers.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Button } from '#console/components/controls/button.tsx'
import { CopyButton } from '#console/components/controls/copy-button.tsx'
import { ErrorLine } from '#console/components/display/error-panel.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { Skeleton } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { CodeEditor } from '#console/components/editor/code-editor.tsx'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { useProvider } from '#console/pages/provider/use-provider.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { providerTexts } from '#console/texts/en/provider.ts'
import { parseManifest } from './first-manifest.ts'
import { ManifestCheck } from './manifest-check.tsx'
import { useManifestCheck } from './use-manifest-check.ts'

const texts = providerTexts.manifest

/** The manifest of a provider, checked by the server while it is changed. */
export function ProviderManifestPage() {
  const { ownerId, providerId, mayOffer } = useProvider()
  const query = useQuery({ ...manifestQuery(ownerId, providerId), enabled: mayOffer })
  if (!mayOffer) return <NotFound />
  return (
    <Loaded query={query} skeleton={<Skeleton height="28rem" />}>
      {(manifest) => (
        <ManifestForm
          key={providerId}
          ownerId={ownerId}
          providerId={providerId}
          known={JSON.stringify(manifest, null, 2)}
        />
      )}
    </Loaded>
  )
}

function ManifestForm({ ownerId, providerId, known }: ProviderParams & { known: string }) {
  const draft = useDraft({ text: known })
  const { text } = draft.values
  const { check, isValid } = useManifestCheck({
    ownerId,
    text,
    ask: (manifest, signal) =>
      providers(abortable(connection, signal)).checkManifest(ownerId, providerId, manifest),
  })
  const save = useSubmit(draft, {
    run: (sent) =>
      providers(connection).replaceManifest(ownerId, providerId, parseManifest(sent.text)),
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    done: texts.saved,
  })
  const canSave = isValid && draft.isChanged
  return (
    <form
      className="manifest-form"
      aria-label={texts.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && !save.isPending) save.submit()
      }}
    >
      <Panel title={texts.title} isFlush actions={<CopyButton what={texts.what} value={text} />}>
        <CodeEditor
          label={texts.title}
          language="json"
          value={text}
          onChange={(typed) => draft.set({ text: typed })}
        />
      </Panel>
      <p className="muted small">{texts.help}</p>
      <ManifestCheck text={text} check={check} />
      {save.isError && <ErrorLine error={save.error} />}
      <div>
        <Button type="submit" kind="primary" disabled={!canSave} isPending={save.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
