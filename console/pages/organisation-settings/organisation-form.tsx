import { type Organisation, organisations } from '#client/resources/accounts/organisations.ts'
import { connection } from '#console/api/connection.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { TextArea, TextField } from '#console/components/controls/text-field.tsx'
import { Panel } from '#console/components/display/panel.tsx'
import { useDraft } from '#console/components/drafts/use-draft.ts'
import { useSubmit } from '#console/components/drafts/use-submit.ts'
import { AddressFields, addressIn } from '#console/components/forms/address-fields.tsx'
import { FieldRow, Form } from '#console/components/forms/form.tsx'
import { PictureForm } from '#console/components/forms/picture-form.tsx'
import { useWayBack } from '#console/navigation/use-way-back.ts'
import { formTexts } from '#console/texts/en/forms.ts'
import { organisationSettingsTexts as texts } from '#console/texts/en/organisation/settings.ts'

const valuesOf = (organisation: Organisation) => ({
  name: organisation.name,
  description: organisation.description ?? '',
  company: organisation.company,
  VAT: organisation.VAT,
  billingEmail: organisation.billingEmail,
  ...addressIn(organisation),
})

/** Profile of an organisation: its name and picture, and what its invoices need. */
export function OrganisationForm({ organisation }: { organisation: Organisation }) {
  const draft = useDraft(valuesOf(organisation))
  const { values, set } = draft
  const { hasWayBack, goBack } = useWayBack()
  const changes = [queryKeys.ofOwner(organisation.id, 'organisation'), queryKeys.summary]
  const save = useSubmit(draft, {
    run: (sent) => organisations(connection).change(organisation.id, sent),
    changes,
    done: formTexts.saved,
    onDone: goBack,
  })
  return (
    <Panel title={texts.about}>
      <PictureForm
        name={organisation.name}
        picture={organisation.avatar}
        put={(picture) => organisations(connection).setAvatar(organisation.id, picture)}
        remove={() => organisations(connection).deleteAvatar(organisation.id)}
        changes={changes}
      />
      <Form
        label={texts.about}
        action={formTexts.save}
        isDisabled={!draft.isChanged || values.name.trim() === ''}
        isPending={save.isPending}
        error={save.error}
        onSubmit={save.submit}
      >
        <TextField label={texts.name} value={values.name} onChange={(name) => set({ name })} />
        <TextArea
          label={texts.description}
          rows={2}
          value={values.description}
          onChange={(description) => set({ description })}
        />
        <h3 id="address">{texts.billing}</h3>
        <p className="muted small">{texts.billingLead}</p>
        <FieldRow>
          <TextField
            label={texts.company}
            autoComplete="organization"
            value={values.company}
            onChange={(company) => set({ company })}
          />
          <TextField label={texts.vat} value={values.VAT} onChange={(VAT) => set({ VAT })} />
        </FieldRow>
        <AddressFields value={values} onChange={set} hasFocus={hasWayBack} />
        <TextField
          label={texts.billingEmail}
          type="email"
          value={values.billingEmail}
          onChange={(billingEmail) => set({ billingEmail })}
        />
      </Form>
    </Panel>
  )
}
