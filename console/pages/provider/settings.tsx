import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ProviderDescription, providers } from '#client/resources/marketplace/providers.ts'
import { connection } from '#console/api/connection.ts'
import { ownProviderQuery } from '#console/api/queries/providers.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { Checkbox, Select } from '#console/components/controls/choices.tsx'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { Loaded } from '#console/components/display/loaded.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { SkeletonLines } from '#console/components/display/skeleton.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { PictureForm } from '#console/components/forms/picture-form.tsx'
import { useAction } from '#console/components/forms/use-action.ts'
import { DeletePanel } from '#console/components/overlays/delete-panel.tsx'
import { showToast } from '#console/components/overlays/toasts.ts'
import { addressOf } from '#console/navigation/addresses.ts'
import type { ProviderParams } from '#console/navigation/page-params.ts'
import { NotFound } from '#console/shell/not-found.tsx'
import { formTexts } from '#console/texts/en/forms.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { useProvider } from './use-provider.ts'

const texts = providerTexts.settings

/** What the marketplace says about a provider, and its end. */
export function ProviderSettingsPage() {
  const { ownerId, providerId, mayOffer, provider } = useProvider()
  const query = useQuery({ ...ownProviderQuery(ownerId, providerId), enabled: mayOffer })
  if (!mayOffer) return <NotFound />
  return (
    <>
      <Panel title={texts.description}>
        <Loaded query={query} skeleton={<SkeletonLines count={8} height="2rem" />}>
          {(known) => (
            <>
              <PictureForm
                isSquare
                name={known.name}
                picture={known.logoUrl}
                put={(picture) => providers(connection).setLogo(ownerId, providerId, picture)}
                remove={() => providers(connection).deleteLogo(ownerId, providerId)}
                changes={[
                  queryKeys.ofOwner(ownerId, 'providers'),
                  queryKeys.ofOwner(ownerId, 'offers'),
                ]}
              />
              <DescriptionForm
                key={providerId}
                ownerId={ownerId}
                providerId={providerId}
                known={valuesOf(known)}
              />
            </>
          )}
        </Loaded>
      </Panel>
      {provider && <Deletion ownerId={ownerId} providerId={providerId} name={provider.name} />}
    </>
  )
}

type Values = Omit<ProviderDescription, 'twitterName' | 'logoUrl'>

const valuesOf = (known: ProviderDescription): Values => ({
  name: known.name,
  shortDesc: known.shortDesc,
  longDesc: known.longDesc,
  website: known.website,
  supportEmail: known.supportEmail,
  canUpgrade: known.canUpgrade,
  openInNewTab: known.openInNewTab,
  ssoTimestampUnit: known.ssoTimestampUnit,
})

type FormProps = ProviderParams & { known: Values }

function DescriptionForm({ ownerId, providerId, known }: FormProps) {
  const draft = useDraft(known)
  const { values, set } = draft
  const save = useSubmit(draft, {
    run: (sent) => providers(connection).change(ownerId, providerId, sent),
    changes: [queryKeys.ofOwner(ownerId, 'providers')],
    done: formTexts.saved,
  })
  return (
    <Form
      label={texts.description}
      action={formTexts.save}
      isDisabled={!draft.isChanged || values.name.trim() === ''}
      isPending={save.isPending}
      error={save.error}
      onSubmit={save.submit}
    >
      <TextField label={texts.name} value={values.name} onChange={(name) => set({ name })} />
      <TextField
        label={texts.shortDesc}
        hint={texts.shortDescHint}
        value={values.shortDesc}
        onChange={(shortDesc) => set({ shortDesc })}
      />
      <TextArea
        label={texts.longDesc}
        value={values.longDesc}
        onChange={(longDesc) => set({ longDesc })}
      />
      <FieldRow>
        <TextField
          label={texts.website}
          type="url"
          value={values.website}
          onChange={(website) => set({ website })}
        />
        <TextField
          label={texts.supportEmail}
          type="email"
          value={values.supportEmail}
          onChange={(supportEmail) => set({ supportEmail })}
        />
      </FieldRow>
      <Select
        label={texts.unit}
        value={values.ssoTimestampUnit}
        choices={Object.entries(texts.units).map(([value, label]) => ({ value, label }))}
        onChange={(unit) =>
          set({ ssoTimestampUnit: unit === 'seconds' ? 'seconds' : 'milliseconds' })
        }
      />
      <Checkbox
        isOn={values.canUpgrade}
        hint={texts.canUpgradeHint}
        onChange={(canUpgrade) => set({ canUpgrade })}
      >
        {texts.canUpgrade}
      </Checkbox>
      <Checkbox isOn={values.openInNewTab} onChange={(openInNewTab) => set({ openInNewTab })}>
        {texts.openInNewTab}
      </Checkbox>
    </Form>
  )
}

function Deletion({ ownerId, providerId, name }: ProviderParams & { name: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const deletion = useAction({
    run: async () => {
      const { message } = await providers(connection).delete(ownerId, providerId)
      await navigate(addressOf.owner(ownerId, 'providers'))
      await queryClient.invalidateQueries({ queryKey: queryKeys.owner(ownerId) })
      return message
    },
    onDone: (message) => showToast({ kind: 'good', text: message }),
  })
  return (
    <DeletePanel
      title={texts.danger}
      lead={texts.dangerHelp}
      name={name}
      action={texts.delete(name)}
      deletion={deletion}
    >
      {texts.deleteWarning(name)}
    </DeletePanel>
  )
}
